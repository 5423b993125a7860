"""A game's questions as form fields, and back from what was typed to answers."""

import hashlib
from collections.abc import Sequence
from typing import Any

from flask_wtf import FlaskForm

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Table
from scorekeeper.rules.hand import HandError, answers, questions, read, sitting_out
from scorekeeper.rules.question import OnePlayer, Question, SomePlayers
from scorekeeper.rules.score import Points, Score, add
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.sheets.state import State
from scorekeeper.web.forms.choice_fields import NONE
from scorekeeper.web.forms.field_factory import field_of, is_asked

LIKE = ("taker", "partner", "contract", "suit")
"""What two hands in a row may have in common."""


CLASSES = 500
"""Most tables whose forms are kept."""

_classes: dict[Any, tuple[type["HandForm"], dict[str, Question]]] = {}


class HandForm(FlaskForm):
    """The questions about one hand, at one moment of one sheet.

    The fields of the game are added by :func:`hand_form`.
    """

    class Meta:
        """The application guards every form sent; see ``app.py``."""

        csrf = False

    key = ""
    """Born with the form: the same form sent twice is one hand."""
    confirm = ""
    """The fingerprint of the doubts that the table has confirmed."""
    sheet: Sheet
    state: State
    asked: dict[str, Question]
    hand: Any = None
    """The hand, once the form has been validated."""
    refused: Sequence[HandError] = ()
    """What cannot be at this table, where every question was answered."""
    warnings: Sequence[HandError] = ()
    """What has to be confirmed before this hand is written down."""

    @property
    def table(self) -> Table:
        """The table this hand is played at."""
        return self.sheet.table(self.state)

    @property
    def columns(self) -> tuple[str, ...]:
        """What each number of the hand is for."""
        return self.sheet.columns_at(self.state)

    @property
    def out(self) -> tuple[int, ...]:
        """Who sits out this hand, as the form has it."""
        if "sitting_out" not in self.asked:
            return ()
        return tuple(self["sitting_out"].answer)

    def sit_out_in_turn(self) -> None:
        """Forget who was said to sit out: it is another's turn."""
        if "sitting_out" in self.asked:
            self["sitting_out"].fill(self.state.sitting_out)

    @property
    def like(self) -> dict[str, str]:
        """What a form sends to begin like the last hand: who took, and what."""
        last = next((row.hand for row in reversed(self.sheet.rows) if row.hand), None)
        if last is None:
            return {}
        given = answers(last, range(len(self.table.players)))
        codes = {
            name: self._code(name, given.get(name)) for name in LIKE if name in self.asked
        }
        return {name: code for name, code in codes.items() if code}

    def _code(self, name: str, answer: Any) -> str:
        codes = self[name].codes.items()
        return next((code for code, (_, recorded) in codes if recorded == answer), "")

    @property
    def mistakes(self) -> list[Message]:
        """What is wrong already, before everything has been told."""
        wrong = [error.message for error in self.refused if not error.missing]
        points = self.asked.get("points")
        if points and all((self["points"].attack, self["points"].defence)):
            wrong += [message for message in self["points"].errors if message not in wrong]
        return wrong

    @property
    def reaches(self) -> Points:
        """What each column has after this hand."""
        return add((self.state.standing, self.score.scores)) if self.score else ()

    @property
    def score(self) -> Score | None:
        """What the hand is worth, once there is one."""
        return self.sheet.game.score(self.hand, self.table) if self.hand else None

    def fill(self, hand: Any) -> None:
        """Show the answers of a hand that is already written."""
        self.hand = hand
        given = answers(hand, range(len(self.table.players)))
        for name in self.asked:
            self[name].fill(given.get(name))

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether this is a hand, one that can be, and confirmed where that is doubtful."""
        self._say_nobody()
        for name, question in self.asked.items():
            if not self._applies(question):
                self[name].process(None)
        if not super().validate(extra_validators) or self._left_out():
            return False
        try:
            hand: Any = read(
                self.sheet.game.hand, self._given(), range(len(self.table.players))
            )
        except HandError as unreadable:
            self._blame(unreadable)
            return False
        self.refused = list(self.sheet.game.errors(hand, self.table))
        for error in self.refused:
            self._blame(error)
        if any(field.errors for field in self):
            return False
        self.hand = hand
        self.warnings = list(self.sheet.game.warnings(self.hand, self.table))
        if not self.warnings:
            return True
        asked_again = _fingerprint(self.warnings)
        confirmed, self.confirm = self.confirm == asked_again, asked_again
        return confirmed

    def _playing(self) -> int:
        return len(self.state.seats) - len(self.out)

    def _say_nobody(self) -> None:
        """Silence is an answer where fewer play this hand than a question is for."""
        for name, question in self.asked.items():
            if isinstance(question, OnePlayer) and question.at not in (None, self._playing()):
                self[name].data = self[name].data or NONE

    def _left_out(self) -> bool:
        """Whether something that has to be said, with the other answers, is not."""
        left = [
            name
            for name, question in self.asked.items()
            if question.when and self._applies(question) and self[name].answer is None
        ]
        for name in left:
            self._blame(HandError(name, msg("choisissez une réponse"), missing=True))
        return bool(left)

    def _applies(self, question: Question) -> bool:
        """Whether this is asked, as the form stands; what is not is not sent on."""
        when = question.when
        return when is None or self[when.question].data in [c.value for c in when.answers]

    def _given(self) -> dict[str, Any]:
        given = {
            name: self[name].answer
            for name, question in self.asked.items()
            if self._applies(question)
        }
        if not any(
            isinstance(q, SomePlayers) for q in questions(self.sheet.game.hand).values()
        ):
            return {name: answer for name, answer in given.items() if answer not in (None, [])}
        out = [*given.get("sitting_out", ()), *self.state.away]
        if self._playing() > self.state.active:
            self._blame(
                HandError(
                    "sitting_out",
                    msg(
                        "on joue à %(active)s : dites qui ne joue pas",
                        active=self.state.active,
                    ),
                )
            )
        return {n: a for n, a in (given | {"sitting_out": sorted(out)}).items() if a != []}

    def _blame(self, error: HandError) -> None:
        field = self[error.name if error.name in self.asked else next(iter(self.asked))]
        field.errors = [*field.errors, error.message]


def _fingerprint(warnings: Sequence[HandError]) -> str:
    """A short code for exactly these doubts: what was confirmed is no other."""
    recorded = "\n".join(str(warning) for warning in warnings)
    return hashlib.sha256(recorded.encode()).hexdigest()[:16]


def hand_form(sheet: Sheet, state: State, sent: Any = None, hand: Any = None) -> HandForm:
    """The form of one hand played at this moment of this sheet.

    :param sent: what was sent in it, if it was.
    :param hand: the hand that is already written there, if it is to be corrected.
    """
    if hand:
        playing = state.players - len(sitting_out(hand))
        state = state._replace(active=max(state.active, playing))
    made, asked = _class(sheet, state)
    form = made(formdata=sent)
    form.sheet, form.state, form.asked = sheet, state, asked
    if sent:
        form.key, form.confirm = sent.get("key", ""), sent.get("confirm", "")
    return form


def _class(sheet: Sheet, state: State) -> tuple[type[HandForm], dict[str, Question]]:
    """The form of a table as it sits, and what it asks; made once for many hands."""
    table = (sheet.game.name, sheet.names, *sheet.options.items())
    key = (*table, state.seats, state.active, state.sitting_out, state.players)
    found = _classes.get(key)
    if found is None:
        if len(_classes) >= CLASSES:
            _classes.clear()
        asked = {
            name: question
            for name, question in questions(sheet.game.hand).items()
            if is_asked(question, sheet, state)
        }
        fields = {name: field_of(one, sheet, state) for name, one in asked.items()}
        found = _classes[key] = type("HandForm", (HandForm,), fields), asked
    return found
