"""The calendar of a season: its evenings by year, each with who won it; the latest first."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from scorekeeper.circles.circle import Circle, Player
from scorekeeper.circles.statistics import Evening

MOST_WINNERS = 2
"""Most winners whose marks fit on the day of an evening."""


class Day(NamedTuple):
    """One evening on the calendar."""

    date: str
    """ISO 8601; empty if unknown."""
    address: str
    """Its name in addresses: its date, or ``sheet-`` with the number of its only sheet."""
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
    return evening.date or f"sheet-{evening.numbers[0]}"


def calendar(
    circle: Circle, evenings: Sequence[Evening], most: int, player: int = 0
) -> tuple[Year, ...]:
    """Return the years of a season, the latest first.

    :param most: the number of evenings, counted from the latest.
    :param player: the player whose points each evening shows; 0 for nobody.
    """
    days = (_day(circle, one, player) for one in reversed(evenings[-most:]))
    years = groupby(days, key=lambda day: day.date[:4])
    return tuple(Year(year, tuple(days)) for year, days in years)


def _day(circle: Circle, evening: Evening, player: int) -> Day:
    winners = tuple(map(circle.player, evening.winners[:MOST_WINNERS]))
    points = evening.points.get(player)
    return Day(evening.date, address_of(evening), winners, evening.hands, points)
