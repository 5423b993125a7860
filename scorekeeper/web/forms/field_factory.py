"""From a question of a game to the field that asks it at one point of a sheet."""

from typing import Any

from scorekeeper.i18n.messages import msg
from scorekeeper.rules.answers import PerPlayer, Record, questions
from scorekeeper.rules.choice import Choice, Side
from scorekeeper.rules.question import (
    Bid,
    CardPoints,
    Count,
    OneOf,
    OnePlayer,
    PerColumn,
    PerSide,
    PointsOfEach,
    Question,
    Several,
    SomePlayers,
    YesNo,
)
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.sheets.state import State
from scorekeeper.web.forms.choice_fields import (
    NONE,
    AnswerField,
    ChoiceField,
    Choices,
    ChoicesField,
    FormChoice,
    PlayerField,
)
from scorekeeper.web.forms.compound_fields import RecordField, SidesField, TallyField
from scorekeeper.web.forms.number_fields import (
    BidField,
    NumberField,
    NumbersField,
    PointsField,
)
from scorekeeper.web.forms.points_of_each_field import PointsOfEachField

USUAL_BIDS = 9
"""How many bids are shown to tap; any other is typed."""


def is_asked(question: Question, sheet: Sheet, state: State) -> bool:
    """True if a sheet with so many players asks this at all."""
    if question.option and not sheet.options.get(question.option):
        return False
    if isinstance(question, OnePlayer):
        return question.at in (None, state.active)
    if isinstance(question, SomePlayers):
        return len(state.seats) > sheet.game.active[0]
    return True


def field_for(question: Question, sheet: Sheet, state: State) -> AnswerField:
    """The field of a question; unbound, as WTForms wants it in a form class.

    :raises TypeError: if there is no field for this kind of question.
    """
    base: dict[str, Any] = {"question": question, "label": question.label}
    match question:
        case OnePlayer():
            return _player_field(question, sheet, state, base)
        case OneOf():
            return _choice_field(question, sheet, base)
        case YesNo(yes=yes, no=no):
            choices = {"yes": FormChoice(yes, True), "no": FormChoice(no, False)}
            return ChoiceField(choices, optional=True, **base)
        case Bid():
            return _bid_field(question, sheet, base)
        case Count(step=1, low=low, high=high, required=required):
            counts = {str(n): FormChoice(str(n), n) for n in range(low, high + 1)}
            return ChoiceField(counts, optional=not required, **base)
        case Count():
            return NumberField(**base)
        case CardPoints():
            return _points_field(question, sheet, base)
        case PerSide():
            return _sides_field(question, sheet, base)
        case PointsOfEach(whole=whole):
            names = {n: sheet.names[n] for n in state.seats}
            is_whole = whole and sheet.options.get(whole.option) == whole.value
            return PointsOfEachField(names, bool(is_whole), **base)
        case PerColumn(zero=option, empty=empty):
            columns = {n: sheet.names[n] for n in state.seats}
            completes = bool(sheet.options.get(option))
            return NumbersField(columns, state.players, completes, empty, **base)
        case Several(most=most, retired=retired):
            labels = {choice.value: choice.label for choice in most}
            counts_of = {choice.value: n for choice, n in most.items()}
            return TallyField(labels, counts_of, [choice.value for choice in retired], **base)
        case SomePlayers():
            out = [str(n) for n in state.sitting_out]
            return ChoicesField(_players(sheet, state), default=out, **base)
        case PerPlayer(record=record):
            return _per_player_field(record, sheet, state, base)
        case Record(record=record):
            return _record_field(record, sheet, state, base)
    raise TypeError(question)


def _players(sheet: Sheet, state: State) -> dict[str, FormChoice]:
    game = sheet.game
    columns = {n: game.column(n) for n in state.seats}
    return {
        str(n): FormChoice(sheet.names[n], n, column, game.column_symbol(column))
        for n, column in columns.items()
    }


def _player_field(
    question: OnePlayer, sheet: Sheet, state: State, base: dict[str, Any]
) -> AnswerField:
    choices = _players(sheet, state)
    out = [str(n) for n in state.sitting_out]
    if question.nobody is None:
        return PlayerField(choices, unlikely=out, **base)
    choices[NONE] = FormChoice(question.nobody, None)
    default = NONE if question.at is None else None  # "nobody" has to be said where asked
    return PlayerField(choices, unlikely=out, default=default, **base)


def _choices(question: OneOf, sheet: Sheet) -> Choices:
    """The choices that this sheet allows."""
    return {
        choice.value: FormChoice(choice.label, choice.value)
        for choice in question.choices
        if question.allows(choice, sheet.options)
    }


def _choice_field(question: OneOf, sheet: Sheet, base: dict[str, Any]) -> AnswerField:
    choices = _choices(question, sheet)
    if question.required or question.none is None:
        return ChoiceField(choices, optional=not question.required, **base)
    none = {NONE: FormChoice(question.none, None)}
    return ChoiceField({**none, **choices}, default=NONE, **base)


def _bid_field(question: Bid, sheet: Sheet, base: dict[str, Any]) -> AnswerField:
    numbers = range(question.low, question.low + USUAL_BIDS * question.step, question.step)
    bids = {str(n): FormChoice(str(n), n) for n in numbers}
    words = {
        word: FormChoice(label, word)
        for word, label in question.words.items()
        if word not in question.needs or sheet.options.get(question.needs[word])
    }
    return BidField(bids | words, **base)


def _points_field(question: CardPoints, sheet: Sheet, base: dict[str, Any]) -> AnswerField:
    other = question.other
    if other and sheet.options.get(other.option) == other.value:
        return PointsField({other.answer.value: other.points}, **base)
    return PointsField({}, **base)


def _sides_field(question: PerSide, sheet: Sheet, base: dict[str, Any]) -> AnswerField:
    """One chip a side, and counts where the sheet allows several."""
    choices = {NONE: FormChoice(msg("Non"), None)}
    choices |= {side.value: FormChoice(side.label, side.value) for side in Side}
    several = question.several
    if several and set(several.answers) & set(_allowed(several.question, sheet)):
        return SidesField(choices, question.most, several, **base)
    return ChoiceField(choices, default=NONE, **base)


def _allowed(name: str, sheet: Sheet) -> list[Choice]:
    """The choices of another question of this game that the sheet allows."""
    other = questions(sheet.game.hand)[name]
    assert isinstance(other, OneOf)
    return [choice for choice in other.choices if choice.value in _choices(other, sheet)]


def _record_field(
    record: type, sheet: Sheet, state: State, base: dict[str, Any]
) -> AnswerField:
    """The first question may be answered by nobody or nothing; then there is no record."""
    (first, lead), *others = questions(record).items()
    if isinstance(lead, OnePlayer):
        choices = {NONE: FormChoice(msg("Personne"), None), **_players(sheet, state)}
    else:
        assert isinstance(lead, OneOf)
        choices = {NONE: FormChoice(msg("Non"), None), **_choices(lead, sheet)}
    parts = {
        first: ChoiceField(choices, question=lead, label=lead.label, default=NONE),
        **{name: field_for(question, sheet, state) for name, question in others},
    }
    return RecordField(parts, default=NONE, **base)


def _per_player_field(
    record: type, sheet: Sheet, state: State, base: dict[str, Any]
) -> AnswerField:
    (who, _), (what, choice) = questions(record).items()
    assert isinstance(choice, OneOf)
    choices = {
        f"{n}-{kind.value}": FormChoice(kind.label, {who: n, what: kind.value})
        for n in state.seats
        for kind in choice.choices
    }
    rows = [
        (sheet.names[n], [f"{n}-{kind.value}" for kind in choice.choices]) for n in state.seats
    ]
    out = [code for code in choices if int(code.partition("-")[0]) in state.sitting_out]
    return ChoicesField(choices, rows=rows, unlikely=out, **base)
