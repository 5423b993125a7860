"""The calendar of a season: its evenings by year, each with who won it; the latest first."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from scorekeeper.circles.circle import Circle, Player
from scorekeeper.circles.statistics import Evening


class Day(NamedTuple):
    """One evening on the calendar."""

    date: str
    """ISO 8601; empty if unknown."""
    address: str
    """Its name in addresses: its date, or ``sheet-`` and the number of its only one."""
    winners: tuple[Player, ...]
    hands: int
    points: int | None = None
    """The points of one player, on his page; absent if he was not there."""

    @property
    def number(self) -> int:
        """The day of the month."""
        return int(self.date[8:])


class Year(NamedTuple):
    """The evenings of one year; of all those without a date."""

    year: str
    """Empty for evenings without a date."""
    days: tuple[Day, ...]


def address_of(evening: Evening) -> str:
    """Return the name of an evening in addresses."""
    is_alone = evening.is_result or not evening.date
    return f"sheet-{evening.numbers[0]}" if is_alone else evening.date


def calendar(
    circle: Circle, evenings: Sequence[Evening], most: int, player: int = 0
) -> tuple[Year, ...]:
    """Return the years of a season, the latest first, with so many evenings from the latest at
    most; each shows the points of the player, 0 for nobody."""
    days = (_day(circle, evening, player) for evening in reversed(evenings[-most:]))
    years = groupby(days, key=lambda day: day.date[:4])
    return tuple(Year(year, tuple(days)) for year, days in years)


def _day(circle: Circle, evening: Evening, player: int) -> Day:
    winners = tuple(map(circle.player, evening.winners))
    points = evening.points.get(player)
    return Day(evening.date, address_of(evening), winners, evening.hands, points)


class RankedPlayer(NamedTuple):
    """One player in the ranking of an evening."""

    rank: int
    player: Player
    points: int


def places(circle: Circle, evening: Evening) -> list[RankedPlayer]:
    """Return the ranking of an evening."""
    order = sorted(evening.places, key=lambda player: (evening.places[player], player))
    return [
        RankedPlayer(evening.places[who], circle.player(who), evening.points[who])
        for who in order
    ]
