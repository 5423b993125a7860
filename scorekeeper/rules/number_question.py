"""Questions whose answer is a number: counts, bids, card points, a number a column."""

import dataclasses
from collections.abc import Mapping
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
    """A bid: a number, or a word above all numbers; stored as either."""

    words: Mapping[str, Message] = dataclasses.field(default_factory=dict)
    """The bids that are not numbers: their codes with their labels."""
    needs: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """The option of the sheet that each of these words requires."""

    def read(self, value: object, players: Players) -> Any:
        is_word = isinstance(value, str) and value in self.words
        return value if is_word else super().read(value, players)

    def expected(self, players: Players) -> Message:
        numbers, words = super().expected(players), ", ".join(self.words)
        return msg("%(numbers)s, ou %(words)s", numbers=numbers, words=words)


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
    blank: bool = False
    """True if a column may be without a number: ``None``."""

    def read(self, value: object, players: Players) -> tuple[int | None, ...]:
        if not isinstance(value, list) or len(value) != len(players):
            raise ValueError(value)
        if not all(self._allows(number) for number in value):
            raise ValueError(value)
        return tuple(value)

    def _allows(self, number: object) -> bool:
        if number is None:
            return self.blank
        return type(number) is int and self.low <= number <= self.high

    def write(self, answer: tuple[int | None, ...], players: Players) -> object:
        return list(answer)

    @property
    def empty(self) -> int | None:
        """The number of a column for which none was given."""
        return None if self.blank else 0

    def expected(self, players: Players) -> Message:
        values = {"n": len(players), "low": self.low, "high": self.high}
        if self.blank:
            return msg(
                "une liste de %(n)s nombres entiers, de %(low)s à %(high)s, ou null", **values
            )
        return msg("une liste de %(n)s nombres entiers, de %(low)s à %(high)s", **values)


class WholeDeck(NamedTuple):
    """The circumstances in which the points of all players are those of the deck."""

    option: str
    """The option of the sheet that must have :attr:`value`."""
    value: object
    question: str
    """The name of the question whose answer means another deck."""
    points: int
    """The points of that other deck."""


@dataclasses.dataclass(frozen=True)
class PointsOfEach(PerColumn):
    """Card points of each player, in their order; stored as a tuple."""

    whole: WholeDeck | None = None
    """The circumstances in which they are :attr:`high` together."""
