"""Fields whose answer is typed as numbers."""

import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.i18n.messages import Message, half_points, msg
from scorekeeper.rules.choice import DEFENCE
from scorekeeper.rules.question import CardPoints, WholeDeck
from scorekeeper.rules.typed_numbers import number_of
from scorekeeper.sheets.web.forms.fields import (
    Answer,
    AnswerField,
    ChoiceField,
    Fields,
    Posted,
    TextField,
)

MOST_DIGITS = 5
"""Of the points of a column."""

NOT_A_NUMBER = msg("il faut un nombre, en chiffres")


class BidField(ChoiceField):
    """A bid among the usual ones, or another typed as a number."""

    kind = "bid"
    beyond = 0
    """The first bid after those to tap; 0 if the sheet plays none."""

    def take(self, posted: Posted) -> None:
        super().take(posted)
        self.typed = posted.get(f"{self.name}_other", "").strip()

    @property
    def answer(self) -> Answer:
        if self.typed:
            return number_of(self.typed)
        return super().answer

    def fill(self, answer: Answer) -> None:
        super().fill(answer)
        self.typed = "" if self.data else str(answer)

    def check(self, fields: Fields) -> Message | None:
        if not self.typed:
            return super().check(fields)
        if self.answer is None:
            return NOT_A_NUMBER
        if (code := self.data or "") in self.choices and code != self.typed:
            label = self.choices[code].label
            return msg("%(one)s ou %(other)s ? Gardez-en un", one=label, other=self.typed)
        return None


class NumberField(TextField):
    """A whole number, or nothing."""

    kind = "number"

    @property
    def answer(self) -> int | None:
        return number_of(self.data)

    @property
    def is_given(self) -> bool:
        return bool(self.data)

    def fill(self, answer: Answer) -> None:
        self.data = "" if answer is None else str(answer)

    def check(self, fields: Fields) -> Message | None:
        if not self.data:
            return None
        if self.answer is None:
            return NOT_A_NUMBER
        assert self.question is not None
        try:
            self.question.read(self.answer, ())
        except ValueError:
            return self.question.expected(())
        return None


@dataclass(eq=False)
class TypedByColumn(AnswerField):
    """Base of the fields with a text for each column.

    :param columns: the names of the columns that are asked for, by number.
    """

    columns: Mapping[int, str]

    def take(self, posted: Posted) -> None:
        self.data = {n: posted.get(f"{self.name}_{n}", "").strip() for n in self.columns}

    @property
    def is_given(self) -> bool:
        return any(self.data.values())

    def fill(self, answer: Answer) -> None:
        if answer is not None:
            numbers = {n: answer[n] for n in self.columns}
            self.data = {n: "" if one is None else str(one) for n, one in numbers.items()}


@dataclass(eq=False)
class NumbersField(TypedByColumn):
    """A number for each column: ``12``, ``-12``, or 12 with its sign ticked.

    :param count: the number of columns; those that are not asked for get 0.
    :param completes: whether a single number left out is what brings the sum to zero.
    :param empty: what stands for a number that is left out.
    :param is_whole: whether none may be left out but one that completes the sum.
    """

    kind = "numbers"
    wrong: int | None = field(default=None, init=False)
    """The column whose number is none."""
    count: int
    completes: bool = False
    empty: int | None = 0
    is_whole: bool = False

    def take(self, posted: Posted) -> None:
        super().take(posted)
        for n, given in self.data.items():
            typed, minus = given.replace("−", "-"), posted.get(f"{self.name}_{n}_minus")
            self.data[n] = f"-{typed}" if minus and typed[:1] not in ("", "-") else typed

    def check(self, fields: Fields) -> Message | None:
        if not self.is_given:
            return msg("il faut au moins un nombre")
        for n, typed in self.data.items():
            if typed and number_of(re.sub("^[+-]", "", typed), MOST_DIGITS) is None:
                self.wrong = n
                return msg(
                    "%(name)s : il faut un nombre, en %(digits)s chiffres au plus",
                    name=self.columns[n],
                    digits=MOST_DIGITS,
                )
        if self.is_whole and len(self._left) > self.completes:
            return _missing_points(self.columns[n] for n in self._left)
        return None

    @property
    def _left(self) -> list[int]:
        """The columns without a number."""
        return [n for n, typed in self.data.items() if not typed]

    @property
    def answer(self) -> list[int | None]:
        numbers = [self.empty] * self.count
        for n, typed in self.data.items():
            numbers[n] = int(typed) if typed else self.empty
        left = self._left
        if self.completes and len(left) == 1:
            numbers[left[0]] = -sum(number or 0 for number in numbers)
        return numbers


class PointsField(AnswerField):
    """Card points, typed for either side: ``49``, ``40,5``, ``40½``.

    :param decks: the size of the deck where another question has one of these answers.
    :param marks: what a game may mark for all tricks, in place of card points.
    """

    kind = "points"

    def __init__(
        self, decks: Mapping[str, int], marks: Container[int], question: CardPoints, **how: Any
    ) -> None:
        super().__init__(question=question, **how)
        self.unit, self.deck = question.unit, question.high
        self.deck_question = question.other.question if question.other else None
        self.required, self.answered_by = question.required, question.answered_by
        self.decks, self.marks = decks, marks
        self.attack = self.defence = ""

    def take(self, posted: Posted) -> None:
        self.data: int | None = None
        self.attack = posted.get(self.name, "").strip()
        self.defence = posted.get(f"{self.name}_defence", "").strip()

    @property
    def is_typed(self) -> bool:
        """True if something was typed for either side."""
        return bool(self.attack or self.defence)

    @property
    def lacking(self) -> Message:
        """The label, and where a capot has no points, the other answer."""
        if self.unit == 2:
            return self.label
        return msg("%(points)s, ou « Tous les plis »", points=self.label)

    def check(self, fields: Fields) -> Message | None:
        if not (self.is_typed or self.required):
            return None
        points = self._deck(fields)
        deck = self.unit * points
        attack = _parts_typed(self.attack, self.unit)
        defence = _parts_typed(self.defence, self.unit)
        swept = fields[self.answered_by].answer if self.answered_by else None
        own, rest = (defence, attack) if swept == DEFENCE.value else (attack, defence)
        if swept and own in self.marks and (rest == 0 or not (self.attack and self.defence)):
            return None
        if not self.attack and defence is not None:
            attack, defence = deck - defence, None
        if attack is None or not 0 <= attack <= deck:
            if self.unit == 1:
                return msg(
                    "il faut un nombre entier de 0 à %(deck)s, ou « Tous les plis »",
                    deck=points,
                )
            return msg("il faut un nombre de 0 à %(deck)s, par demi-points", deck=points)
        if self.attack and self.defence and defence != deck - attack:
            return msg(
                "%(deck)s − %(attack)s = %(rest)s pour la défense, et il est écrit %(typed)s",
                deck=points,
                attack=_written(attack, self.unit),
                rest=_written(deck - attack, self.unit),
                typed=self.defence,
            )
        self.data = attack
        return None

    @property
    def answer(self) -> Answer:
        """Points as a document holds them: halves allowed where the game has them."""
        if self.data is None or self.question is None:
            return None
        return self.question.write(self.data, ())

    def fill(self, answer: Answer) -> None:
        """Show these points of the attack."""
        if answer is not None:
            self.attack = _written(int(self.unit * answer), self.unit)

    def complete(self, fields: Fields) -> None:
        """Show the rest of the deck for the defence, once all fields show their answers."""
        attack = _parts_typed(self.attack, self.unit)
        if attack is not None:
            self.defence = _written(self.unit * self._deck(fields) - attack, self.unit)

    def _deck(self, fields: Fields) -> int:
        """Return the size of the deck in points, in view of the question that decides it."""
        if self.deck_question is None:
            return self.deck
        return self.decks.get(fields[self.deck_question].data, self.deck)


@dataclass(eq=False)
class PointsOfEachField(TypedByColumn):
    """Card points of each player; one left out is the rest of the deck.

    :param most: the points that one player may have.
    :param whole: where the points of all players are the deck together: another size of it.
    """

    kind = "points"
    most: int
    whole: WholeDeck | None
    answer: list[int] | None = field(default=None, init=False)
    unit = 1

    @property
    def needed_without(self) -> str | None:
        """Nothing stands for the points of tricks that do not have all cards."""
        return super().needed_without if self.whole else ""

    @property
    def deck(self) -> int | None:
        """The deck; absent where the points of all players may be any."""
        return self.most if self.whole else None

    @property
    def deck_question(self) -> str:
        """The question whose answers mean one of :attr:`decks`."""
        return self.whole.question if self.whole else ""

    @property
    def decks(self) -> dict[str, int]:
        """The size of the deck by the code of the player whom that question names."""
        whole = self.whole
        return {str(n): whole.points for n in self.columns} if whole and whole.question else {}

    def check(self, fields: Fields) -> Message | None:
        self.answer = None
        if not self.is_given:
            return None
        numbers = {n: _parts_typed(typed, 1) for n, typed in self.data.items() if typed}
        if any(points is None or points > self.most for points in numbers.values()):
            return msg("il faut un nombre entier de 0 à %(deck)s", deck=self.most)
        left = [n for n in self.columns if n not in numbers]
        total, deck = sum(points or 0 for points in numbers.values()), self._deck(fields)
        if left and self.deck and total > deck:
            return msg(
                "les points font %(total)s, et il y en a %(deck)s", total=total, deck=deck
            )
        if len(left) == 1 and self.deck:
            numbers[left[0]] = deck - total
        elif left:
            return _missing_points(self.columns[n] for n in left)
        self.answer = [numbers[n] or 0 for n in self.columns]
        return None

    def _deck(self, fields: Fields) -> int:
        """Return the points of the deck in view of the question that may change them."""
        whole = self.whole
        if whole and whole.question in fields and fields[whole.question].answer is not None:
            return whole.points
        return self.deck or 0


def _missing_points(names: Iterable[str]) -> Message:
    """Say whose points are missing."""
    return msg("il manque les points de : %(names)s", names=tuple(names))


def _written(parts: int, unit: int) -> str:
    return half_points(parts) if unit == 2 else str(parts)


def _parts_typed(typed: str, unit: int) -> int | None:
    """Return points as they are typed, in parts of a point; nothing if they are no such
    number."""
    match = re.fullmatch(r"([0-9]{1,3})?(½|[.,][05])?", typed, re.ASCII)
    if not match or not typed:
        return None
    halves = 2 * int(match[1] or 0) + (match[2] in ("½", ",5", ".5"))
    if unit == 2:
        return halves
    return None if halves % 2 else halves // 2
