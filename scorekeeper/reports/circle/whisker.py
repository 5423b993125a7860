"""Dot and whisker plots: an average for each player, and the interval around it.

All rows of a plot share one scale, from 0 to 100 in the drawing, with zero on it.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.circles.ranking import Mean
from scorekeeper.reports.axis import levels

EDGE = 4
"""Space at both ends of the scale, for the dots at the ends."""


class Whisker(NamedTuple):
    """The places of one row on the scale."""

    dot: float
    low: float
    high: float


class Scale(NamedTuple):
    """The scale that the rows of a plot share."""

    zero: float
    ticks: tuple[tuple[float, int], ...]
    """Places and their whole points."""
    rows: tuple[Whisker, ...]


def whiskers(means: Sequence[Mean]) -> Scale:
    """Place averages and intervals on one scale.

    >>> whiskers([Mean(0, 100, 9)]).rows
    (Whisker(dot=50.0, low=4.0, high=96.0),)
    """
    ends = [(one.tenths - one.margin, one.tenths + one.margin) for one in means]
    low, high = min([0, *(end for end, _ in ends)]), max([0, *(end for _, end in ends)])
    distance = (high - low) or 1

    def place(value: int) -> float:
        return round(EDGE + (100 - 2 * EDGE) * (value - low) / distance, 1)

    ticks = tuple((place(10 * n), n) for n in levels(-(-low // 10), high // 10))
    rows = tuple(
        Whisker(place(one.tenths), place(start), place(end))
        for one, (start, end) in zip(means, ends, strict=True)
    )
    return Scale(place(0), ticks, rows)


def bars(values: Iterable[int]) -> tuple[tuple[float, float], ...]:
    """Place bars that begin at zero on one scale: the start and the width of each, in percent.

    >>> bars([10, -10])
    ((50.0, 50.0), (0.0, 50.0))
    """
    found = tuple(values)
    low, high = min([0, *found]), max([0, *found])
    distance = (high - low) or 1
    zero = -100 * low / distance

    def bar(value: int) -> tuple[float, float]:
        width = round(100 * abs(value) / distance, 1)
        return round(zero - width if value < 0 else zero, 1), width

    return tuple(bar(value) for value in found)
