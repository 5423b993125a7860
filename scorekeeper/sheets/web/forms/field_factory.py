"""From the questions of a game to the fields that ask them at one point of a sheet."""

from functools import cached_property
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
from scorekeeper.sheets.web.forms.fields import (
    NONE,
    AnswerField,
    ChoiceField,
    Choices,
    ChoicesField,
    FormChoice,
    PlayerField,
    RecordField,
    SidesField,
    TallyField,
)
from scorekeeper.sheets.web.forms.number_fields import (
    BidField,
    NumberField,
    NumbersField,
    PointsField,
    PointsOfEachField,
)

USUAL_BIDS = 9
"""How many bids are shown to tap; any other is typed."""


class FieldFactory:
    """The fields of the questions about a hand, at one point of a sheet.

    :param is_correction: whether they are shown with the answers of a recorded hand.
    """

    def __init__(self, sheet: Sheet, state: State, is_correction: bool = False) -> None:
        self.is_correction = is_correction
        self.game, self.options, self.state = sheet.game, sheet.options, state
        names = sheet.names
        self.names = {n: names[n] for n in state.seats}
        """The names of the players at the table, by number."""
        self.out = state.sitting_out

    @cached_property
    def players(self) -> dict[str, FormChoice]:
        """The players at the table, as choices."""
        columns = {n: self.game.column(n) for n in self.names}
        return {
            str(n): FormChoice(name, n, columns[n], self.game.column_symbol(columns[n]))
            for n, name in self.names.items()
        }

    def asked(self) -> dict[str, Question]:
        """Return the questions that a sheet with so many players asks at all, by name."""
        state, has_spare = self.state, len(self.names) > self.game.active[0]
        asked = {}
        for name, question in questions(self.game.hand).items():
            if question.option and not self.options.get(question.option):
                continue
            if isinstance(question, OnePlayer):
                is_asked = question.at in (None, state.active)
            else:
                is_asked = has_spare or not isinstance(question, SomePlayers)
            if is_asked:
                asked[name] = question
        return asked

    def field(self, name: str, question: Question) -> AnswerField:
        """Return the field of a question.

        :raises TypeError: if there is no field for this kind of question.
        """
        base: dict[str, Any] = {"name": name, "question": question, "label": question.label}
        match question:
            case OnePlayer():
                return self._player(question, base)
            case OneOf():
                return self._choice(question, base)
            case YesNo(yes=yes, no=no):
                choices = {"yes": FormChoice(yes, True), "no": FormChoice(no, False)}
                return ChoiceField(choices=choices, optional=True, **base)
            case Bid():
                return self._bid(question, base)
            case Count(step=1, low=low, high=high, required=required):
                counts = {str(n): FormChoice(str(n), n) for n in range(low, high + 1)}
                return ChoiceField(choices=counts, optional=not required, **base)
            case Count():
                return NumberField(**base)
            case CardPoints(other=other):
                is_other = other and self.options.get(other.option) == other.value
                decks = {other.answer.value: other.points} if other and is_other else {}
                capot = self.game.options.get(question.answered_by)
                return PointsField(decks=decks, marks=capot.choices if capot else (), **base)
            case PerSide():
                return self._sides(question, base)
            case PointsOfEach(whole=whole, high=most):
                deck = whole if self.options.get(whole.option) == whole.value else None
                return PointsOfEachField(columns=self.names, most=most, whole=deck, **base)
            case PerColumn():
                return self._per_column(question, base)
            case Several(most=most, retired=retired):
                labels = {choice.value: choice.label for choice in most}
                counts_of = {choice.value: n for choice, n in most.items()}
                gone = [choice.value for choice in retired]
                return TallyField(labels=labels, most=counts_of, retired=gone, **base)
            case SomePlayers():
                return self._some_players(base)
            case PerPlayer():
                return self._per_player(question, base)
            case Record(record=record):
                return self._record(record, base)
        raise TypeError(question)

    def _per_column(self, question: PerColumn, base: dict[str, Any]) -> AnswerField:
        empty = question.empty
        return NumbersField(
            columns=self.names,
            count=self.state.players,
            completes=bool(self.options.get(question.zero)),
            empty=empty,
            is_whole=self.is_correction and empty is not None,
            **base,
        )

    def _some_players(self, base: dict[str, Any]) -> AnswerField:
        return ChoicesField(
            choices=self.players,
            default=[str(n) for n in self.out],
            turns=lambda code: self.state._replace(dealer=int(code)).sitting_out,
            **base,
        )

    def _player(self, question: OnePlayer, base: dict[str, Any]) -> AnswerField:
        choices, out = self.players, [str(n) for n in self.out]
        if question.nobody is None:
            return PlayerField(choices=choices, unlikely=out, **base)
        choices = {**choices, NONE: FormChoice(question.nobody, None)}
        default = NONE if question.at is None else None  # "nobody" has to be said where asked
        return PlayerField(choices=choices, unlikely=out, default=default, **base)

    def _choices(self, question: OneOf) -> Choices:
        """Return the choices that this sheet allows."""
        allowed = question.allowed(self.options)
        return {choice.value: FormChoice(choice.label, choice.value) for choice in allowed}

    def _choice(self, question: OneOf, base: dict[str, Any]) -> AnswerField:
        choices = self._choices(question)
        if question.required or question.none is None:
            return ChoiceField(choices=choices, optional=not question.required, **base)
        none = {NONE: FormChoice(question.none, None)}
        return ChoiceField(choices={**none, **choices}, default=NONE, **base)

    def _bid(self, question: Bid, base: dict[str, Any]) -> AnswerField:
        step = question.offered_step(self.options)
        usual = range(question.low, question.low + USUAL_BIDS * step, step)
        bids = {str(n): FormChoice(str(n), n) for n in usual}
        words = {
            word: FormChoice(label, word)
            for word, label in question.words.items()
            if word not in question.needs or self.options.get(question.needs[word])
        }
        field = BidField(choices=bids | words, **base)
        if usual.stop <= question.highest(self.options):
            field.beyond = usual.stop
        return field

    def _sides(self, question: PerSide, base: dict[str, Any]) -> AnswerField:
        """Return one chip a side, and counts if the sheet allows several."""
        choices = {NONE: FormChoice(msg("Non"), None)}
        choices |= {side.value: FormChoice(side.label, side.value) for side in Side}
        several = question.several
        if several and set(several.answers) & set(self._allowed(several.question)):
            return SidesField(choices=choices, most=question.most, several=several, **base)
        return ChoiceField(choices=choices, default=NONE, **base)

    def _allowed(self, name: str) -> list[Choice]:
        """Return the choices of another question of this game that the sheet allows."""
        other = questions(self.game.hand)[name]
        assert isinstance(other, OneOf)
        return list(other.allowed(self.options))

    def _record(self, record: type, base: dict[str, Any]) -> AnswerField:
        """Return fields of which the first may be answered by nobody or nothing; then there is
        no record."""
        (first, lead), *others = questions(record).items()
        if isinstance(lead, OnePlayer):
            choices = {NONE: FormChoice(msg("Personne"), None), **self.players}
        else:
            assert isinstance(lead, OneOf)
            choices = {NONE: FormChoice(msg("Non"), None), **self._choices(lead)}
        name = f"{base['name']}_{first}"
        parts: dict[str, AnswerField] = {
            first: ChoiceField(name, lead.label, choices, question=lead, default=NONE)
        }
        for part, question in others:
            parts[part] = self.field(f"{base['name']}_{part}", question)
        return RecordField(parts=parts, default=NONE, **base)

    def _per_player(self, question: PerPlayer, base: dict[str, Any]) -> AnswerField:
        (who, _), (what, choice) = questions(question.record).items()
        assert isinstance(choice, OneOf)
        choices, rows, out = {}, [], list[str]()
        for n, name in self.names.items():
            codes = {f"{n}-{kind.value}": kind for kind in choice.choices}
            rows.append((name, list(codes)))
            out += codes if n in self.out else ()
            for code, kind in codes.items():
                choices[code] = FormChoice(kind.label, {who: n, what: kind.value})
        hint = question.hints.get(self.state.active)
        return ChoicesField(choices=choices, rows=rows, unlikely=out, hint=hint, **base)
