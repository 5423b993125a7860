"""Questions whose answer is a number: counts, bids, card points, a number a column."""

import dataclasses
from typing import Any, NamedTuple

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.choice import Choice
from scorekeeper.rules.question import Players, Question


@dataclasses.dataclass(frozen=True)
class Count(Question):
    """A whole number between two inclusive bounds."""

    low: int
    high: int
    step: int = 1

    def read(self, value: object, players: Players) -> int:
        if type(value) is not int or value not in range(self.low, self.high + 1, self.step):
            raise ValueError(value)
        return value

    def expected(self, players: Players) -> Message:
        if self.step > 1:
            return msg(
                "un multiple de %(step)s, de %(low)s à %(high)s",
                step=self.step,
                low=self.low,
                high=self.high,
            )
        return msg("un nombre entier de %(low)s à %(high)s", low=self.low, high=self.high)


@dataclasses.dataclass(frozen=True)
class Bid(Count):
    """A bid: a number, or one word above all numbers; stored as either."""

    word: str = ""
    """The code of the one bid that is not a number."""
    word_label: Message = Message("")

    def read(self, value: object, players: Players) -> Any:
        return value if value == self.word else super().read(value, players)

    def expected(self, players: Players) -> Message:
        return msg(
            "%(numbers)s, ou %(word)s", numbers=super().expected(players), word=self.word
        )


class Deck(NamedTuple):
    """A deck with another number of card points, and the answer that selects it."""

    points: int
    question: str
    """The name of the question that decides."""
    answer: Choice
    """The answer that selects this deck."""
    option: str
    """The option of the sheet that must have :attr:`value` for it."""
    value: object


@dataclasses.dataclass(frozen=True)
class CardPoints(Question):
    """Card points between two bounds in points; stored in parts of a point."""

    low: int
    high: int
    unit: int = 2
    """Parts of a point in the stored value: 2 for half points."""
    other: Deck | None = None
    """Another deck size that this question may be about."""

    def read(self, value: object, players: Players) -> int:
        most = max(self.high, self.other.points if self.other else 0)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError(value)
        if not self.low <= value <= most or value * self.unit % 1:
            raise ValueError(value)
        return int(value * self.unit)

    def write(self, answer: int, players: Players) -> object:
        return answer / self.unit if answer % self.unit else answer // self.unit

    def expected(self, players: Players) -> Message:
        if self.unit == 1:
            return msg("un nombre entier de %(low)s à %(high)s", low=self.low, high=self.high)
        return msg(
            "un nombre de %(low)s à %(high)s, par demi-points", low=self.low, high=self.high
        )


@dataclasses.dataclass(frozen=True)
class PerColumn(Question):
    """A number for each column of the sheet, in their order; stored as a tuple."""

    low: int
    high: int
    zero: str = ""
    """The option of the sheet that requires the numbers to sum to zero."""

    def read(self, value: object, players: Players) -> tuple[int, ...]:
        if not isinstance(value, list) or len(value) != len(players):
            raise ValueError(value)
        if any(type(n) is not int or not self.low <= n <= self.high for n in value):
            raise ValueError(value)
        return tuple(value)

    def write(self, answer: tuple[int, ...], players: Players) -> object:
        return list(answer)

    def expected(self, players: Players) -> Message:
        return msg(
            "une liste de %(n)s nombres entiers, de %(low)s à %(high)s",
            n=len(players),
            low=self.low,
            high=self.high,
        )
