"""A game's questions as form fields, and back from what was typed to answers."""

import hashlib
from collections.abc import Sequence
from typing import Any

from flask_wtf import FlaskForm
from wtforms import Field, HiddenField

from .fields import (
    NONE,
    BidField,
    Codes,
    NumberField,
    NumbersField,
    Pick,
    Picks,
    PointsField,
    RecordField,
    SidesField,
    TallyField,
)
from .game import Table, sitting_out
from .hand import (
    HandError,
    PerPlayer,
    Record,
    answers,
    questions,
    read,
)
from .question import (
    Bid,
    CardPoints,
    Count,
    OneOf,
    OnePlayer,
    PerColumn,
    PerSide,
    Question,
    Several,
    Side,
    SomePlayers,
    YesNo,
)
from .score import Score
from .sheet import Sheet
from .state import State
from .words import Words, said


class HandForm(FlaskForm):
    """The questions about one hand, at one moment of one sheet.

    The fields of the game are added by :func:`hand_form`.
    """

    key = HiddenField()
    """Born with the form: the same form sent twice is one hand."""
    confirm = HiddenField()
    """The fingerprint of the doubts that the table has confirmed."""

    sheet: Sheet
    state: State
    asked: dict[str, Question]
    hand: Any = None
    """The hand, once the form has been validated."""
    refused: Sequence[HandError] = ()
    """What cannot be at this table, where every question was answered."""
    doubts: Sequence[HandError] = ()
    """What has to be confirmed before this hand is written down."""

    @property
    def table(self) -> Table:
        """The table this hand is played at."""
        return self.sheet.table(self.state)

    @property
    def columns(self) -> tuple[str, ...]:
        """What each number of the hand is for."""
        return self.sheet.columns_then(self.state)

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
    def score(self) -> Score | None:
        """What the hand is worth, once there is one."""
        return self.sheet.game.score(self.hand, self.table) if self.hand else None

    def fill(self, hand: Any) -> None:
        """Show the answers of a hand that is already written."""
        given = answers(hand, range(len(self.table.players)))
        for name in self.asked:
            self[name].fill(given.get(name))

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether this is a hand, one that can be, and confirmed where that is doubtful."""
        self._say_nobody()
        if not super().validate(extra_validators):
            return False
        try:
            hand: Any = read(
                self.sheet.game.hand, self._given(), range(len(self.table.players))
            )
        except HandError as unreadable:
            self._blame(unreadable)
            return False
        self.refused = list(self.sheet.game.refusals(hand, self.table))
        for error in self.refused:
            self._blame(error)
        if any(field.errors for field in self):
            return False
        self.hand = hand
        self.doubts = list(self.sheet.game.doubts(self.hand, self.table))
        asked_again = _fingerprint(self.doubts)
        confirmed = self.confirm.data == asked_again
        self.confirm.data = asked_again
        return confirmed or not self.doubts

    def _playing(self) -> int:
        return len(self.state.seats) - len(self.out)

    def _say_nobody(self) -> None:
        """Silence is an answer where fewer play this hand than a question is for."""
        for name, question in self.asked.items():
            if isinstance(question, OnePlayer) and question.at not in (None, self._playing()):
                self[name].data = self[name].data or NONE

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
                    said(
                        "on joue à %(active)s : dites qui ne joue pas",
                        active=self.state.active,
                    ),
                )
            )
        return {n: a for n, a in (given | {"sitting_out": sorted(out)}).items() if a != []}

    def _blame(self, error: HandError) -> None:
        field = self[error.name if error.name in self.asked else next(iter(self.asked))]
        field.errors = [*field.errors, error.words]


def _fingerprint(doubts: Sequence[HandError]) -> str:
    """A short code for exactly these doubts: what was confirmed is no other."""
    told = "\n".join(str(doubt) for doubt in doubts)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def hand_form(sheet: Sheet, state: State, sent: Any = None, hand: Any = None) -> HandForm:
    """The form of one hand played at this moment of this sheet.

    :param sent: what was sent in it, if it was.
    :param hand: the hand that is already written there, if it is to be corrected.
    """
    if hand:
        playing = len(state.totals) - len(sitting_out(hand))
        state = state._replace(active=max(state.active, playing))
    fields: dict[str, Any] = {}
    asked: dict[str, Question] = {}
    for name, question in questions(sheet.game.hand).items():
        if _is_asked(question, sheet, state):
            asked[name] = question
            fields[name] = _field(name, question, sheet, state)
    form: HandForm = type("HandForm", (HandForm,), fields)(formdata=sent)
    form.sheet, form.state, form.asked = sheet, state, asked
    return form


def _is_asked(question: Question, sheet: Sheet, state: State) -> bool:
    if question.option and not sheet.options.get(question.option):
        return False
    if isinstance(question, OnePlayer):
        return question.at in (None, state.active)
    if isinstance(question, SomePlayers):
        return len(state.seats) > sheet.game.active[0]
    return True


def _field(name: str, question: Question, sheet: Sheet, state: State) -> Field:
    label, seats = question.label, _seats(sheet, state)
    match question:
        case OnePlayer(nobody=None):
            out = [str(n) for n in state.sitting_out]
            return Pick(seats, dim=out, label=label)
        case OnePlayer(nobody=nobody) if nobody:
            out_loud = question.at is not None
            return Pick(
                {**seats, NONE: (nobody, None)},
                label=label,
                default=None if out_loud else NONE,
            )
        case OneOf():
            return _one_of(question, sheet)
        case YesNo(yes=yes, no=no):
            return Pick({"yes": (yes, True), "no": (no, False)}, optional=True, label=label)
        case Bid(low=low, step=step, word=word):
            bids: Codes = {str(n): (str(n), n) for n in range(low, low + USUAL * step, step)}
            return BidField({**bids, word: (said("Capot"), word)}, label=label)
        case Count(step=1, low=low, high=high, required=required):
            counts: Codes = {str(n): (str(n), n) for n in range(low, high + 1)}
            return Pick(counts, optional=not required, label=label)
        case Count():
            return NumberField(question, label=label)
        case CardPoints(other=other):
            raw = other and sheet.options.get(other.option) == other.value
            decks = {other.answer.value: other.points} if other and raw else {}
            return PointsField(question, decks, label=label)
        case PerSide():
            return _per_side(question, sheet)
        case PerColumn():
            columns = {n: sheet.names[n] for n in state.seats}
            zero = bool(sheet.options.get("zero_sum"))
            return NumbersField(columns, state.players, completes=zero, label=label)
        case Several(choices=choices, most=most):
            return TallyField({c.value: c.label for c in choices}, most, label=label)
        case SomePlayers():
            out = [str(n) for n in state.sitting_out]
            return Picks(seats, label=label, default=out)
        case PerPlayer(record=record):
            return _per_player(label, record, sheet, state)
        case Record(record=record):
            return _record(label, record, sheet, state)
    raise TypeError(question)


USUAL = 9
"""How many bids are shown to tap; any other is typed."""


def _seats(sheet: Sheet, state: State) -> Codes:
    return {str(n): (sheet.names[n], n) for n in state.seats}


def _choices(question: Any, sheet: Sheet) -> Codes:
    """The choices that this sheet allows."""
    return {
        choice.value: (choice.label, choice.value)
        for choice in question.choices
        if choice not in question.needs or sheet.options.get(question.needs[choice])
    }


def _one_of(question: OneOf, sheet: Sheet) -> Pick:
    codes = _choices(question, sheet)
    if question.required or question.none is None:
        return Pick(codes, optional=not question.required, label=question.label)
    return Pick({NONE: (question.none, None), **codes}, label=question.label, default=NONE)


def _per_side(question: PerSide, sheet: Sheet) -> Field:
    """One chip a side, or counts where a side may have several."""
    sides = {side.value: side.label for side in Side}
    if sheet.options.get("no_trump"):
        return SidesField(sides, question.most, label=question.label)
    codes: Codes = {code: (label, code) for code, label in sides.items()}
    return Pick({NONE: (said("Non"), None), **codes}, label=question.label, default=NONE)


def _record(label: Words, record: type, sheet: Sheet, state: State) -> RecordField:
    """The first question may be answered by nobody or nothing; then there is no record."""
    (first, lead), *others = questions(record).items()
    codes = _seats(sheet, state) if isinstance(lead, OnePlayer) else _choices(lead, sheet)
    parts = {
        first: Pick({NONE: (said("Non"), None), **codes}, label=lead.label, default=NONE),
        **{name: _field(name, question, sheet, state) for name, question in others},
    }
    return RecordField(parts, label=label, default=NONE)


def _per_player(label: Words, record: type, sheet: Sheet, state: State) -> Picks:
    (who, _), (what, choice) = questions(record).items()
    assert isinstance(choice, OneOf)
    codes: Codes = {
        f"{n}-{kind.value}": (kind.label, {who: n, what: kind.value})
        for n in state.seats
        for kind in choice.choices
    }
    rows = [
        (sheet.names[n], [f"{n}-{kind.value}" for kind in choice.choices]) for n in state.seats
    ]
    return Picks(codes, rows=rows, label=label)
