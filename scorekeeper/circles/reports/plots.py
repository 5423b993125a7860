"""Dot and whisker plots: an average for each player, and the interval around it.

All rows of a plot share one scale, from 0 to 100 in the drawing, with zero on it.
"""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from scorekeeper.circles.circle import Circle, Player
from scorekeeper.circles.ranking import Mean
from scorekeeper.circles.statistics import PlayerStatistics, Statistics
from scorekeeper.sheets.reports.chart import round_numbers

EDGE = 4
"""Space at both ends of the scale, for the dots at the ends."""


class Whisker(NamedTuple):
    """The places of one row on the scale."""

    dot: float
    low: float
    high: float


class PlotScale(NamedTuple):
    """The scale that the rows of a plot share."""

    zero: float
    ticks: tuple[tuple[float, int], ...]
    """Places and their whole points."""
    rows: tuple[Whisker, ...]


def whiskers(means: Sequence[Mean]) -> PlotScale:
    """Place averages and intervals on one scale.

    >>> whiskers([Mean(0, 100, 9)]).rows
    (Whisker(dot=50.0, low=4.0, high=96.0),)
    """
    ends = [(mean.tenths - mean.margin, mean.tenths + mean.margin) for mean in means]
    low, high = min([0, *(end for end, _ in ends)]), max([0, *(end for _, end in ends)])
    distance = (high - low) or 1

    def place(value: int) -> float:
        return round(EDGE + (100 - 2 * EDGE) * (value - low) / distance, 1)

    ticks = tuple((place(10 * n), n) for n in round_numbers(-(-low // 10), high // 10))
    rows = tuple(
        Whisker(place(mean.tenths), place(start), place(end))
        for mean, (start, end) in zip(means, ends, strict=True)
    )
    return PlotScale(place(0), ticks, rows)


def bars(values: Iterable[int]) -> tuple[tuple[float, float], ...]:
    """Place bars that begin at zero on one scale: the start and the width of each, in percent.

    >>> bars([10, -10])
    ((50.0, 50.0), (0.0, 50.0))
    """
    numbers = tuple(values)
    low, high = min([0, *numbers]), max([0, *numbers])
    distance = (high - low) or 1
    zero = -100 * low / distance

    def bar(value: int) -> tuple[float, float]:
        width = round(100 * abs(value) / distance, 1)
        return round(zero - width if value < 0 else zero, 1), width

    return tuple(bar(value) for value in numbers)


FEWEST_CALLS = 10
"""Fewest calls of a season that are worth a plot."""

MOST_PLAYERS = 8
"""Most players of the plot: those who take part in most calls."""

LARGEST, SMALLEST = 19, 9
"""Radius of the circle of the most frequent call, in a cell of 40; least radius of one that
holds its number."""


class CallCell(NamedTuple):
    """The calls of one player for another."""

    partner: Player
    hands: int
    """0 if never; of the player himself too."""
    radius: float
    key: str
    """The key of the figure that counts these hands."""


class CallerRow(NamedTuple):
    """One taker and the players that he called."""

    player: Player
    cells: tuple[CallCell, ...]


def callers(circle: Circle, statistics: Statistics) -> tuple[CallerRow, ...]:
    """Return who calls whom in a season, in the order of joining; nothing with few calls."""
    calls = {
        (taker, partner): count
        for taker, player_statistics in statistics.players.items()
        for partner, count in calls_of(player_statistics).items()
    }
    if sum(calls.values()) < FEWEST_CALLS:
        return ()
    involved = {
        player: sum(count for pair, count in calls.items() if player in pair)
        for player in {player for pair in calls for player in pair}
    }
    chosen = sorted(
        sorted(
            involved,
            key=lambda player: (-involved[player], player),
        )[:MOST_PLAYERS]
    )
    most = max(calls.values())
    return tuple(
        CallerRow(
            circle.player(taker),
            tuple(
                _cell(circle, other, calls.get((taker, other), 0), most) for other in chosen
            ),
        )
        for taker in chosen
    )


def calls_of(player: PlayerStatistics) -> dict[int, int]:
    """Return how often a player called each other one, himself left out."""
    calls: dict[int, int] = {}
    for figures in player.figures.values():
        for key, tally in figures.items():
            kind, _, partner = key.partition("=")
            if kind == "called":
                calls[int(partner)] = calls.get(int(partner), 0) + tally.hands
    return calls


def _cell(circle: Circle, partner: int, count: int, most: int) -> CallCell:
    radius = max(SMALLEST, round(LARGEST * sqrt(count / most), 1))
    return CallCell(circle.player(partner), count, radius, f"called={partner}")
