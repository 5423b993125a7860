"""The form of one hand."""

from collections.abc import Sequence
from copy import copy
from typing import Any, NamedTuple

from flask import current_app
from flask_wtf import FlaskForm
from markupsafe import Markup

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.answers import HandError, answers, questions, schema
from scorekeeper.rules.choice import Role
from scorekeeper.rules.question import (
    CardPoints,
    OneOf,
    OnePlayer,
    PointsOfEach,
    Question,
    SomePlayers,
)
from scorekeeper.rules.score import Score
from scorekeeper.service.hands import Answers, Evaluation, evaluate
from scorekeeper.sheets.rows import ColumnPoints, points_by_column, taking_column
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.sheets.state import State
from scorekeeper.web.forms.choice_fields import NONE, AnswerField, ChoiceField, Posted
from scorekeeper.web.forms.field_factory import field_for, is_asked
from scorekeeper.web.forms.number_fields import PointsField
from scorekeeper.web.memo_cache import MemoCache


class FormClass(NamedTuple):
    """A form class, and the questions that its fields ask."""

    form: type["HandForm"]
    asked: dict[str, Question]
    empty: "HandForm"
    """The form without answers."""
    empty_html: dict[str, Markup]
    """The HTML of its questions, by language, once it was rendered."""


class HandForm(FlaskForm):
    """The questions about one hand at one point of a sheet; :func:`hand_form` adds them."""

    class Meta:
        """The application checks the CSRF token of every form."""

        csrf = False

    key = ""
    """The idempotency key: the same form posted twice is one hand."""
    confirm = ""
    """The fingerprint of the warnings that the table has confirmed, or has to."""
    sheet: Sheet
    state: State
    asked: dict[str, Question]
    empty_html: dict[str, Markup]
    is_empty = True
    """True if no question has an answer that somebody gave."""
    evaluation: Evaluation | None = None
    """The answers judged, where they were."""

    def show_at(self, sheet: Sheet, state: State, made: FormClass) -> None:
        """Ask the questions at this point of a sheet."""
        self.sheet, self.state = sheet, state
        self.asked, self.empty_html = made.asked, made.empty_html

    # Up: from what was posted to answers.

    def validate(self, extra_validators: object = None) -> bool:
        """True if every question that is asked has an answer; errors stand at the fields."""
        self._answer_for_absent_players()
        self._play_alone_by_own_name()
        self._take_every_trick_as_bid()
        for name, question in self.asked.items():
            if not self._applies(question):
                self[name].process(None)
        return super().validate(extra_validators) and not self._show_missing()

    @property
    def answers(self) -> Answers:
        """The answers for :mod:`scorekeeper.service.hands`, once the form is valid."""
        given = {
            name: self[name].answer
            for name, question in self.asked.items()
            if self._applies(question)
        }
        return {name: answer for name, answer in given.items() if answer not in (None, [])}

    def evaluate(self) -> None:
        """Judge the answers, to show their score, or what the use case will refuse."""
        if not self.validate():
            return
        self.evaluation = evaluate(self.sheet, self.state, self.answers)
        self.confirm = self.evaluation.fingerprint
        if self.evaluation.errors:
            self.show_errors(self.evaluation.errors)

    def show_errors(self, errors: Sequence[HandError]) -> None:
        """Show what the use case refused, each error at its question."""
        self.evaluation = Evaluation(self.sheet, self.state, errors=errors)
        for error in errors:
            self._show_error(error)

    def _answer_for_absent_players(self) -> None:
        """Answer « nobody » where fewer play this hand than a question is for."""
        playing = len(self.state.seats) - len(self.players_out)
        for name, question in self.asked.items():
            if isinstance(question, OnePlayer) and question.at not in (None, playing):
                self[name].data = self[name].data or NONE

    def _play_alone_by_own_name(self) -> None:
        """Answer « nobody » where the taker is said to be his own partner."""
        roles = schema(self.sheet.game.hand).roles
        taker, partner = roles.get(Role.TAKER), roles.get(Role.PARTNER)
        both = taker in self.asked and partner in self.asked
        if both and self[partner].data == self[taker].data is not None:
            self[partner].data = NONE

    def _take_every_trick_as_bid(self) -> None:
        """Answer who took every trick where that was bid and no points are typed."""
        if any(self[name].is_typed for name in self._names(CardPoints)):
            return
        for name, question in self.asked.items():
            usual = question.usual if isinstance(question, OneOf) else None
            if usual and self[usual.question].data in usual.codes and not self[name].is_given:
                self[name].data = self[name].first_code

    def _applies(self, question: Question) -> bool:
        """True if a question is asked, with the other answers as they are."""
        when, unless = question.when, question.unless
        if unless and self[unless.question].data in unless.codes:
            return False
        return when is None or self[when.question].data in when.codes

    def _show_missing(self) -> bool:
        """True if an answer is missing that the others make necessary."""
        missing = [
            HandError(name, msg("choisissez une réponse"), missing=True)
            for name, question in self.asked.items()
            if question.when and self._applies(question) and self[name].answer is None
        ]
        for error in missing:
            self._show_error(error)
        return bool(missing)

    def _show_error(self, error: HandError) -> None:
        field = self[error.name if error.name in self.asked else next(iter(self.asked))]
        field.errors = [*field.errors, error.message]

    # Down: what the page shows.

    def fill(self, hand: Any) -> None:
        """Show the answers of a recorded hand."""
        self.evaluation = Evaluation(self.sheet, self.state, hand)
        self.is_empty = False
        given = answers(hand, range(len(self.sheet.table(self.state).players)))
        for name in self.asked:
            self[name].fill(given.get(name))

    def reset_players_out(self) -> None:
        """Show who sits out at this point of the sheet, whoever was posted."""
        for name in self._names(SomePlayers):
            self[name].fill(self.state.sitting_out)

    @property
    def players_out(self) -> tuple[int, ...]:
        """The players who sit out this hand, as the form has it."""
        return tuple(n for name in self._names(SomePlayers) for n in self[name].answer)

    @property
    def can_pass(self) -> bool:
        """True if everybody may have passed."""
        return self.sheet.game.can_pass

    @property
    def is_begun(self) -> bool:
        """True if a taker or card points have been posted."""
        taker = schema(self.sheet.game.hand).roles.get(Role.TAKER)
        typed = [self[name].attack for name in self._names(CardPoints)]
        typed += [self[name].is_given for name in self._names(PointsOfEach)]
        return bool(any(typed) or (taker and self[taker].data))

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns that the hand is for."""
        return self.sheet.columns_at(self.state)

    @property
    def score(self) -> Score | None:
        """The score of the hand, once there is one."""
        return self.evaluation.score if self.evaluation else None

    @property
    def warnings(self) -> Sequence[HandError]:
        """The warnings to be confirmed before the hand is recorded."""
        return self.evaluation.warnings if self.evaluation else ()

    @property
    def preview(self) -> Sequence[ColumnPoints]:
        """The points of each column in this hand."""
        if self.evaluation is None or self.score is None:
            return ()
        taking = taking_column(self.sheet.game, self.evaluation.hand)
        return points_by_column(self.columns, self.score.scores, taking)

    @property
    def missing(self) -> list[Message]:
        """The questions that still lack the answer that they need, by their labels."""
        return [
            field.label.text
            for field in self
            if field.errors and not field.is_given and not getattr(field, "is_typed", False)
        ]

    @property
    def certain_errors(self) -> list[Message]:
        """Errors that no further answer can mend, to show while the hand is entered."""
        judged = self.evaluation.errors if self.evaluation else ()
        errors = [error.message for error in judged if not error.missing]
        for field in self:
            if isinstance(field, PointsField) and field.is_typed:
                errors += [message for message in field.errors if message not in errors]
        return errors

    @property
    def refusals(self) -> list[Message]:
        """The errors of the answers that were given."""
        messages = self.certain_errors
        for field in self:
            if field.is_given:
                messages += [message for message in field.errors if message not in messages]
        return messages

    @property
    def is_next(self) -> bool:
        """True if the form is for the next hand: no earlier one, corrected or inserted."""
        return self.state == self.sheet.state

    @property
    def repeated(self) -> dict[str, str]:
        """The codes that repeat the last hand (« idem »), by field; only the next hand can
        repeat it, for somebody in it may not have sat at the table before."""
        last = next((row.hand for row in reversed(self.sheet.rows) if row.hand), None)
        if last is None or not self.is_next:
            return {}
        given = answers(last, range(len(self.sheet.table(self.state).players)))
        codes = {
            name: field.code_of(given.get(name))
            for name, field in ((name, self[name]) for name in self.asked)
            if self.asked[name].repeatable and isinstance(field, ChoiceField)
        }
        return {name: code for name, code in codes.items() if code}

    def _names(self, kind: type[Question]) -> list[str]:
        return [name for name, question in self.asked.items() if isinstance(question, kind)]


def hand_form(sheet: Sheet, state: State, posted: Posted = None) -> HandForm:
    """The form of a hand at one point of a sheet.

    :param posted: what was posted, if the form was.
    """
    made = _form_class(sheet, state)
    form = made.form(formdata=posted)
    form.show_at(sheet, state, made)
    if posted:
        form.is_empty = False
        form.key, form.confirm = posted.get("key", ""), posted.get("confirm", "")
        if _leaves_turn_open(sheet, posted.get("seating")) and not form.players_out:
            form.reset_players_out()
    return form


def empty_form(sheet: Sheet) -> HandForm:
    """The form of the next hand without answers, to be shown and not to be filled: its fields
    are those of every such form."""
    made = _form_class(sheet, sheet.state)
    form = copy(made.empty)
    form.show_at(sheet, sheet.state, made)
    return form


def _leaves_turn_open(sheet: Sheet, seating: str | None) -> bool:
    """True if a form was filled before it was known whose turn it is to sit out."""
    return seating == sheet.seats_version != sheet.seating_version


def _form_class(sheet: Sheet, state: State) -> FormClass:
    """The form class of a table as it sits, from the form class cache."""
    table = (sheet.game.name, sheet.names, *sheet.options.items())
    key = (*table, state.seats, state.active, state.sitting_out, state.players)
    cache: MemoCache[FormClass] = current_app.extensions["form_classes"]
    return cache.get(key, lambda: _make_form_class(sheet, state))


def _make_form_class(sheet: Sheet, state: State) -> FormClass:
    asked = {
        name: question
        for name, question in questions(sheet.game.hand).items()
        if is_asked(question, sheet, state)
    }
    taken = [name for name in asked if hasattr(HandForm, name)]
    if taken:
        raise ValueError(f"a question cannot be called {taken}: HandForm has such a member")
    fields: dict[str, AnswerField] = {
        name: field_for(question, sheet, state) for name, question in asked.items()
    }
    form = type("HandForm", (HandForm,), fields)
    return FormClass(form, asked, form(formdata=None), {})
