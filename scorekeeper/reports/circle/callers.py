"""The calls of each taker by partner, where partners are called."""

from math import sqrt
from typing import NamedTuple

from scorekeeper.circles.circle import Circle, Player
from scorekeeper.circles.statistics import PlayerStatistics, Statistics

FEWEST_CALLS = 10
"""Fewest calls of a season that are worth a plot."""

MOST_PLAYERS = 8
"""Most players of the plot: those who take part in most calls."""

LARGEST, SMALLEST = 19, 9
"""Radius of the circle of the most frequent call, in a cell of 40; least radius of one that
holds its number."""


class Cell(NamedTuple):
    """The calls of one player for another."""

    partner: Player
    hands: int
    """0 if never; of the player himself too."""
    radius: float
    key: str
    """The key of the figure that counts these hands."""


class Caller(NamedTuple):
    """One taker and the players that he called."""

    player: Player
    cells: tuple[Cell, ...]


def callers(circle: Circle, statistics: Statistics) -> tuple[Caller, ...]:
    """Return who calls whom in a season, in the order of joining; nothing with few calls."""
    calls = {
        (taker, partner): count
        for taker, one in statistics.players.items()
        for partner, count in calls_of(one).items()
    }
    if sum(calls.values()) < FEWEST_CALLS:
        return ()
    involved = {
        player: sum(count for pair, count in calls.items() if player in pair)
        for player in {player for pair in calls for player in pair}
    }
    chosen = sorted(sorted(involved, key=lambda one: (-involved[one], one))[:MOST_PLAYERS])
    most = max(calls.values())
    return tuple(
        Caller(
            circle.player(taker),
            tuple(
                _cell(circle, other, calls.get((taker, other), 0), most) for other in chosen
            ),
        )
        for taker in chosen
    )


def calls_of(one: PlayerStatistics) -> dict[int, int]:
    """Return how often a player called each other one, himself left out."""
    found: dict[int, int] = {}
    for figures in one.figures.values():
        for key, tally in figures.items():
            kind, _, partner = key.partition("=")
            if kind == "called":
                found[int(partner)] = found.get(int(partner), 0) + tally.hands
    return found


def _cell(circle: Circle, partner: int, count: int, most: int) -> Cell:
    radius = max(SMALLEST, round(LARGEST * sqrt(count / most), 1))
    return Cell(circle.player(partner), count, radius, f"called={partner}")
