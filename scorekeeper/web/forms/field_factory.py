"""From a question of a game to the field in which a sheet asks it."""

from typing import Any

from wtforms import Field

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.hand import PerPlayer, Record, questions
from scorekeeper.rules.question import (
    Bid,
    CardPoints,
    Choice,
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
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.sheets.state import State
from scorekeeper.web.forms.choice_fields import (
    NONE,
    Codes,
    Pick,
    Picks,
    RecordField,
    SidesField,
    TallyField,
)
from scorekeeper.web.forms.number_fields import (
    BidField,
    NumberField,
    NumbersField,
    PointsField,
)


def is_asked(question: Question, sheet: Sheet, state: State) -> bool:
    """Whether this sheet asks this at all, with so many players."""
    if question.option and not sheet.options.get(question.option):
        return False
    if isinstance(question, OnePlayer):
        return question.at in (None, state.active)
    if isinstance(question, SomePlayers):
        return len(state.seats) > sheet.game.active[0]
    return True


def field_of(question: Question, sheet: Sheet, state: State) -> Field:
    """The field in which this is asked, at this moment of this sheet."""
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
            return BidField({**bids, word: (msg("Capot"), word)}, label=label)
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
        case PerColumn(zero=option):
            columns = {n: sheet.names[n] for n in state.seats}
            zero = bool(sheet.options.get(option))
            return NumbersField(columns, state.players, completes=zero, label=label)
        case Several(most=most):
            counts_of = {choice.value: n for choice, n in most.items()}
            return TallyField({c.value: c.label for c in most}, counts_of, label=label)
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
    """One chip a side, and counts where the sheet allows several."""
    codes: dict[str, tuple[Message | str, Any]] = {NONE: (msg("Non"), None)}
    codes |= {side.value: (side.label, side.value) for side in Side}
    several = question.several
    if several and set(several.answers) & set(_allowed(several.question, sheet)):
        return SidesField(codes, question.most, several, label=question.label)
    return Pick(codes, label=question.label, default=NONE)


def _allowed(name: str, sheet: Sheet) -> list[Choice]:
    """The choices of another question of this game that the sheet allows."""
    other: Any = questions(sheet.game.hand)[name]
    return [c for c in other.choices if c.value in _choices(other, sheet)]


def _record(label: Message, record: type, sheet: Sheet, state: State) -> RecordField:
    """The first question may be answered by nobody or nothing; then there is no record."""
    (first, lead), *others = questions(record).items()
    if isinstance(lead, OnePlayer):
        codes: Codes = {NONE: (msg("Personne"), None), **_seats(sheet, state)}
    else:
        codes = {NONE: (msg("Non"), None), **_choices(lead, sheet)}
    parts = {
        first: Pick(codes, label=lead.label, default=NONE),
        **{name: field_of(question, sheet, state) for name, question in others},
    }
    return RecordField(parts, label=label, default=NONE)


def _per_player(label: Message, record: type, sheet: Sheet, state: State) -> Picks:
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
