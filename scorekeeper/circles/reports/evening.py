"""The calendar of a season: its evenings, each with who won it; the latest first."""

from collections.abc import Sequence
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
    points: int | None = None
    """The points of one player, on his page; absent if he was not there."""

    @property
    def number(self) -> int:
        """The day of the month."""
        return int(self.date[8:])

    @property
    def year(self) -> str:
        """The year of its date; empty without."""
        return self.date[:4]


def address_of(evening: Evening) -> str:
    """Return the name of an evening in addresses."""
    is_alone = evening.is_result or not evening.date
    return f"sheet-{evening.numbers[0]}" if is_alone else evening.date


def calendar(
    circle: Circle, evenings: Sequence[Evening], most: int, player: int = 0
) -> list[Day]:
    """Return the evenings of a season, the latest first, at most so many; each shows the
    points of the player, 0 for nobody."""
    return [_day(circle, evening, player) for evening in reversed(evenings[-most:])]


def _day(circle: Circle, evening: Evening, player: int) -> Day:
    winners = tuple(map(circle.player, evening.winners))
    points = evening.points.get(player)
    return Day(evening.date, address_of(evening), winners, points)


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
