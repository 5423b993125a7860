"""The form of one hand: from the questions of a game to fields, and back to answers."""

from collections.abc import Sequence
from typing import Any

from flask import Flask, current_app, render_template
from markupsafe import Markup

from scorekeeper.i18n.messages import Message
from scorekeeper.rules.answers import HandError, PerPlayer, answers, schema
from scorekeeper.rules.choice import HandRole
from scorekeeper.rules.question import (
    CardPoints,
    OneOf,
    OnePlayer,
    PointsOfEach,
    Question,
    SomePlayers,
    YesNo,
)
from scorekeeper.rules.score import Held
from scorekeeper.sheets.formats.columns import own_question
from scorekeeper.sheets.rows import ColumnPoints, points_by_column
from scorekeeper.sheets.service.access import new_key
from scorekeeper.sheets.service.turns import Answers, Judgment, Turn
from scorekeeper.sheets.web.forms.field_factory import FieldFactory
from scorekeeper.sheets.web.forms.fields import CHOOSE, NONE, AnswerField, ChoiceField, Posted
from scorekeeper.sheets.web.forms.number_fields import PointsField
from scorekeeper.web.language import current_language
from scorekeeper.web.memo_cache import MemoCache

LEFT_ALONE = (OneOf, YesNo, SomePlayers, PerPlayer)
"""Questions with one input each: nothing posted is no answer, and no error unless they are
required."""

SURE = " sure"
"""The end of the code of a confirmed annulment."""


class HandForm:
    """The questions about one hand at its place on a sheet.

    A question is reached by its name, ``form["taker"]``; in a template as ``form.taker``.

    :param posted: what was posted, if the form was.
    """

    confirm = ""
    """The fingerprint of the warnings that the table has confirmed, or has to."""
    passed = ""
    """The code of the button that passed or annulled the deal, if one did."""

    def __init__(self, turn: Turn, posted: Posted = None) -> None:
        self.turn, self.sheet, self.state = turn, turn.sheet, turn.state
        self.judgment = Judgment(turn)
        """The answers judged, if they were."""
        self.key = turn.key or new_key()
        """The idempotency key: the same form posted twice is one hand."""
        self.is_empty = not posted
        """True if no question has an answer that somebody gave."""
        self._posted = posted or {}
        self.base = self._posted.get("base") or turn.sheet.etag
        """The version of the sheet in which it is for the next deal: a form shown again stays
        for the deal that it was filled for."""
        self.known = self._posted.get("known_hands", "")
        self._factory = FieldFactory(turn.sheet, turn.state, turn.entry is not None)
        self._fields: dict[str, AnswerField] = {}
        self.asked = self._factory.asked()
        """The questions that are asked here, by name."""
        if posted:
            name, _, code = posted.get("suggested", "").partition(" ")
            self._posted = posted.copy()
            self._posted[name] = code
            self.confirm = posted.get("confirm", "")
            self.passed = posted.get("passed", "")

    def __getitem__(self, name: str) -> Any:
        """Return the field of a question, with what was posted."""
        if name not in self._fields:
            self._fields[name] = self._factory.field(name, self.asked[name])
            self._fields[name].take(self._posted)
        return self._fields[name]

    def __contains__(self, name: object) -> bool:
        """Return True if a question is asked."""
        return name in self.asked

    @property
    def errors(self) -> list[Message]:
        """The errors of all fields; one that nobody has asked for yet has none."""
        return [error for field in self._built for error in field.errors]

    @property
    def _built(self) -> list[AnswerField]:
        """The fields that were needed so far, in the order of the questions; any other has
        neither an answer nor an error."""
        return [self._fields[name] for name in self.asked if name in self._fields]

    @property
    def pass_to_confirm(self) -> str:
        """The code of the button that passes or annuls a deal whose form is filled, if that
        was not confirmed."""
        is_first = self.passed in ("asked", *self.sheet.game.annulments)
        return self.passed if is_first and self.is_begun else ""

    @property
    def annulled(self) -> str:
        """The code of the reason for which the posted deal was annulled; empty if it was
        not."""
        code = self.passed.removesuffix(SURE)
        return code if code in self.sheet.game.annulments else ""

    # Up: from what was posted to answers.

    def validate(self) -> bool:
        """Return True if every question that is asked has an answer, or nobody played; errors
        stand at the fields."""
        if self.passed:
            return True
        self._answer_for_absent_players()
        self._play_alone_by_own_name()
        needed = [
            name
            for name, question in self.asked.items()
            if question.required
            or not isinstance(question, LEFT_ALONE)
            or name in self._posted
            or name in self._fields
        ]
        for name in needed:
            question = self.asked[name]
            if (question.when or question.unless) and not self._applies(question):
                self[name].take({})
        errors = [name for name in needed if not self[name].validate(self)]
        return not errors and not self._show_missing()

    @property
    def answers(self) -> Answers | None:
        """The answers for :mod:`scorekeeper.sheets.service.turns`, once the form is valid;
        absent if everybody passed, or the deal was annulled."""
        if self.passed:
            return None
        every = {
            name: self[name].answer
            for name, question in self.asked.items()
            if name in self._fields
            and (not (question.when or question.unless) or self._applies(question))
        }
        return {name: answer for name, answer in every.items() if answer not in (None, [])}

    def judge(self) -> None:
        """Judge the answers, to show their score, or what the use case will refuse."""
        if not self.validate() or self.answers is None:
            return
        self.judgment = self.turn.judge(self.answers)
        self.confirm = self.judgment.fingerprint
        for warning in self.judgment.warnings:
            if warning.name in self.asked:
                self[warning.name].warnings.append(warning.message)
        self.show_errors(self.judgment.errors)

    def show_errors(self, errors: Sequence[HandError]) -> None:
        """Show what the use case refused, each error at its question."""
        if errors:
            self.judgment = Judgment(self.turn, errors=errors)
        for error in errors:
            self._show_error(error)

    def _answer_for_absent_players(self) -> None:
        """Answer « nobody » where fewer play this hand than a question is for."""
        for name, question in self.asked.items():
            only_at = question.at if isinstance(question, OnePlayer) else None
            if only_at and only_at != len(self.state.seats) - len(self.players_out):
                self[name].data = self[name].data or NONE

    def _play_alone_by_own_name(self) -> None:
        """Answer « nobody » where the taker is said to be his own partner."""
        roles = schema(self.sheet.game.hand).roles
        taker, partner = roles.get(HandRole.TAKER), roles.get(HandRole.PARTNER)
        if not (taker in self.asked and partner in self.asked):
            return
        if self[partner].data == self[taker].data is not None:
            self[partner].data = NONE

    def _applies(self, question: Question) -> bool:
        """Return True if a question is asked, with the other answers as they are."""
        when = question.when
        if any(self[unless.question].data in unless.codes for unless in question.unless):
            return False
        return when is None or self[when.question].data in when.codes

    def _show_missing(self) -> bool:
        """Return True if an answer is missing that the others make necessary."""
        missing = [
            HandError(name, CHOOSE, missing=True)
            for name, question in self.asked.items()
            if question.when and self._applies(question) and self[name].answer is None
        ]
        for error in missing:
            self._show_error(error)
        return bool(missing)

    def _show_error(self, error: HandError) -> None:
        field = self[error.name if error.name in self.asked else next(iter(self.asked))]
        field.errors = [*field.errors, error.message]
        if error.missing and isinstance(field, ChoiceField) and field.data == NONE:
            field.data = None  # « none » is no answer

    # Down: what the page shows.

    def fill(self, hand: Any) -> None:
        """Show the answers of a recorded hand."""
        self.judgment = Judgment(self.turn, hand)
        self.is_empty = False
        recorded = answers(hand, range(self.state.players))
        for name in self.asked:
            self[name].fill(recorded.get(name))
        for name in self._names(CardPoints):
            self[name].complete(self)

    def reset_players_out(self) -> None:
        """Reset the players sitting out to those whose turn it is."""
        for name in self._names(SomePlayers):
            self[name].fill(self.state.sitting_out)

    @property
    def players_out(self) -> tuple[int, ...]:
        """The players who sit out this hand, as the form has it."""
        name = schema(self.sheet.game.hand).roles.get(HandRole.SITTING_OUT)
        return tuple(self[name].answer) if name in self.asked else ()

    @property
    def dealer(self) -> int:
        """The player who deals, as far as the form says who sits out."""
        return self.state.with_dealer_of(self.players_out).dealer

    @property
    def dealers(self) -> Sequence[str]:
        """Those who deal this hand and the next ones, by name; nobody where that is not
        certain."""
        sheet, seats = self.sheet, self.state.seats
        if self.state.sitting_out or not sheet.game.deals_in_turn(sheet.options):
            return ()
        place = seats.index(self.state.dealer)
        return [sheet.names[n] for n in seats[place:] + seats[:place]]

    @property
    def leader(self) -> int | None:
        """The player who leads, as far as the form says."""
        hand, out = self.judgment.hand, self.players_out
        usual = self.state.with_dealer_of(out).after_dealer(out)
        return usual if hand is None else self.sheet.game.leads(hand, usual)

    @property
    def held(self) -> Held:
        """The points that this deal is played for, with what a dealer adds to those left."""
        return self.sheet.game.passed(self.sheet.table(self.state)).held

    @property
    def is_as_typed(self) -> bool:
        """True if the points of a hand are the numbers as they are typed."""
        game = self.sheet.game
        return not game.board and own_question(game) is not None

    @property
    def is_begun(self) -> bool:
        """True if a taker or card points have been posted."""
        taker = schema(self.sheet.game.hand).roles.get(HandRole.TAKER)
        typed = [self[name].attack for name in self._names(CardPoints)]
        typed += [self[name].is_given for name in self._names(PointsOfEach)]
        return bool(any(typed) or (taker and self[taker].data))

    @property
    def warnings(self) -> Sequence[HandError]:
        """The warnings to be confirmed before the hand is recorded."""
        return self.judgment.warnings

    @property
    def preview(self) -> Sequence[ColumnPoints]:
        """The points of each column in this hand."""
        judged, columns = self.judgment, self.sheet.columns_at(self.state)
        if judged.score is None:
            return ()
        return points_by_column(self.sheet.game, judged.hand, columns, judged.score.scores)

    @property
    def missing(self) -> list[Message]:
        """The questions that still lack the answer that they need, by their labels."""
        return [
            field.lacking
            for field in self._built
            if field.errors and not field.is_given and not getattr(field, "is_typed", False)
        ]

    @property
    def certain_errors(self) -> list[Message]:
        """Errors that no further answer can mend, to show while the hand is entered."""
        errors = [error.message for error in self.judgment.errors if not error.missing]
        for field in self._built:
            if isinstance(field, PointsField) and field.is_typed:
                errors += [message for message in field.errors if message not in errors]
        return errors

    @property
    def refusals(self) -> list[Message]:
        """The errors of the answers that were given."""
        messages = self.certain_errors
        for field in self._built:
            if field.is_given:
                messages += [message for message in field.errors if message not in messages]
        return messages

    @property
    def seating(self) -> str:
        """The seating version that the answers are for."""
        sheet = self.sheet
        return sheet.seating_version_at(self.state if self.turn.taken else sheet.state)

    @property
    def deal(self) -> int:
        """The number of the deal."""
        row = self.turn.taken or (self.turn.entry and self.sheet.row(self.turn.entry.id))
        return row.number if row else self.state.hands + 1

    @property
    def is_next(self) -> bool:
        """True if the form is for the next hand: no earlier one, corrected or inserted."""
        return self.state == self.sheet.state

    @property
    def repeated(self) -> dict[str, str]:
        """The codes that repeat the last hand (« idem »), by field; only the next hand can
        repeat it, for somebody in it may not have sat at the table before."""
        last = next((row.entry for row in reversed(self.sheet.rows) if row.hand), None)
        if last is None or not self.is_next:
            return {}
        recorded, codes = last.body["answers"], {}
        for name, question in self.asked.items():
            field = self._factory.field(name, question) if question.repeatable else None
            if isinstance(field, ChoiceField) and (code := field.code_of(recorded.get(name))):
                codes[name] = code
        return codes

    def _names(self, kind: type[Question]) -> list[str]:
        return [name for name, question in self.asked.items() if isinstance(question, kind)]


def install(app: Flask) -> None:
    """Give the templates of an application the function that renders the questions."""
    app.jinja_env.globals["questions_html"] = questions_html


def questions_html(form: HandForm) -> tuple[Markup, Markup, Markup]:
    """Return the HTML of a form's questions with its answers, the usual and the rare ones, and
    that of the keypad between them.

    Without answers it depends only on the table and the language, and is cached.
    """
    template = f"sheets/hands/games/_{form.sheet.game.name}.html"

    def rendered() -> tuple[Markup, Markup, Markup]:
        html, _, rare = render_template(template, form=form).partition('<div class="rare">')
        usual, start, keys = html.partition('<div class="keypad"')
        return Markup(usual), Markup(rare.rpartition("</div>")[0]), Markup(start + keys)

    if not form.is_empty:
        return rendered()
    sheet, state = form.sheet, form.state
    table = (sheet.game.name, sheet.names, *sheet.options.items())
    seating = (state.seats, state.active, state.sitting_out, state.players)
    cache: MemoCache[tuple[Markup, Markup, Markup]] = current_app.extensions["fragments"]
    return cache.get(("questions", current_language().code, *table, *seating), rendered)
