"""The board of a season: its players in the order in which the season ranks them."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from heapq import nlargest
from math import sqrt
from operator import attrgetter
from typing import NamedTuple

from scorekeeper.circles.figures import Tally
from scorekeeper.circles.season import BEST, EVENINGS, PER_HAND, POINTS, Season
from scorekeeper.circles.statistics import EveningPoints, PlayerStatistics, Statistics

CONFIDENCE = 1.96
"""Standard errors on each side of a mean, for an interval that holds it 95 times in 100."""


class Mean(NamedTuple):
    """Points per hand, in tenths of a point, with the interval that holds the true value in
    95 of 100 cases."""

    tenths: int
    margin: int
    """Half the width of the interval, in tenths; 0 for fewer than two hands."""
    hands: int


def mean(tally: Tally) -> Mean:
    """Return the points per hand of some hands.

    >>> mean(Tally(4, 2, 2, 20, 1000))
    Mean(tenths=50, margin=170, hands=4)
    """
    hands, points = tally.hands, tally.points
    if not hands:
        return Mean(0, 0, 0)
    tenths = _rounded(Fraction(10 * points, hands))
    if hands < 2:
        return Mean(tenths, 0, hands)
    spread = Fraction(hands * tally.squares - points * points, hands * (hands - 1))
    return Mean(tenths, round(10 * CONFIDENCE * sqrt(spread / hands)), hands)


def _rounded(number: Fraction) -> int:
    """The nearest whole number; a half away from zero, as people round.

    >>> _rounded(Fraction(5, 2)), _rounded(Fraction(-5, 2)), _rounded(Fraction(7, 3))
    (3, -3, 2)
    """
    whole = (2 * abs(number.numerator) + number.denominator) // (2 * number.denominator)
    return whole if number >= 0 else -whole


class Standing(NamedTuple):
    """One player on the board."""

    place: int | None
    """From 1; equal values share a place. Absent below the floor of hands."""
    player: int
    value: Fraction
    """The value by which the season ranks."""
    points: int
    mean: Mean
    evenings: int
    """The evenings he played in."""
    won: int
    """The evenings he won."""


class Board(NamedTuple):
    """The players of a season by rank, those below the floor of hands last."""

    season: Season
    standings: tuple[Standing, ...]
    guests: int
    """The points of all guests together."""
    total: int
    """The points of everybody: 0 where every hand sums to zero, but for penalties."""
    penalties: int
    """The points of all penalties, which nobody may have received."""


class Sums(NamedTuple):
    """The sums by which a board ranks one player."""

    points: int
    """Of all hands and penalties."""
    played: Tally
    evenings: Sequence[EveningPoints]
    won: int
    """The evenings won."""

    @classmethod
    def of(cls, one: PlayerStatistics) -> "Sums":
        """Return the sums of all evenings of a player."""
        return cls(one.points, one.played, one.evenings, one.won)

    @classmethod
    def of_evenings(cls, evenings: Sequence[EveningPoints]) -> "Sums":
        """Return the sums of some evenings of a player, added up again."""
        _, points, played, won = zip(*evenings, strict=True)
        tally = Tally(*map(sum, zip(*played, strict=True)))
        return cls(sum(points), tally, evenings, sum(won))


def sum_of_best(one: Sums, season: Season) -> Fraction:
    """Return the sum of a player's best evenings, as many as the season counts."""
    return Fraction(sum(nlargest(season.best, (evening.points for evening in one.evenings))))


VALUES: Mapping[str, Callable[[Sums, Season], Fraction]] = {
    POINTS: lambda one, season: Fraction(one.points),
    PER_HAND: lambda one, season: Fraction(one.played.points, max(1, one.played.hands)),
    EVENINGS: lambda one, season: Fraction(one.won),
    BEST: sum_of_best,
}
"""The value of a player for each way to rank a season."""


def board(statistics: Statistics, season: Season) -> Board:
    """Return the board of a season.

    :param statistics: of the evenings that count for it.
    """
    sums = {player: Sums.of(one) for player, one in statistics.players.items()}
    return Board(
        season,
        _ranked(sums, season),
        statistics.guests,
        statistics.total,
        statistics.penalties,
    )


def first_standings(
    statistics: Statistics, season: Season, evenings: int
) -> tuple[Standing, ...]:
    """Return the standings of a board as it was after the first evenings of a season.

    :param statistics: of all evenings of it.
    :param evenings: the number of the evenings that count.
    """
    counted = {
        player: one.evenings[: bisect_left(one.evenings, evenings, key=attrgetter("evening"))]
        for player, one in statistics.players.items()
    }
    sums = {player: Sums.of_evenings(own) for player, own in counted.items() if own}
    return _ranked(sums, season)


def _ranked(sums: Mapping[int, Sums], season: Season) -> tuple[Standing, ...]:
    value = VALUES[season.ranking]
    rows = [
        Standing(
            None,
            player,
            value(one, season),
            one.points,
            mean(one.played),
            len(one.evenings),
            one.won,
        )
        for player, one in sums.items()
    ]
    rows.sort(key=lambda row: (-row.value, -row.points, row.player))
    ranked = [row for row in rows if row.mean.hands >= season.floor]
    others = [row for row in rows if row.mean.hands < season.floor]
    placed = [
        row._replace(place=1 + sum(other.value > row.value for other in ranked))
        for row in ranked
    ]
    return (*placed, *others)
