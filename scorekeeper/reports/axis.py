"""Geometry that all charts share: dashes of lines, round numbers, labels that stand apart."""

from collections.abc import Sequence
from itertools import pairwise

DASHES = ("", "7 3", "2 3", "9 3 2 3", "5 3", "1 3", "12 4", "4 2 1 2")
"""The dashes of the lines, which tell them apart without colors."""

MOST_TICKS = 5
"""Most numbers along a side of a chart."""

Point = tuple[float, float]


def polyline(points: Sequence[Point]) -> str:
    """Return the attribute ``points`` of a ``polyline``.

    >>> polyline([(0, 75), (12.5, 60)])
    '0,75 12.5,60'
    """
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def levels(low: int, high: int) -> list[int]:
    """Return the round numbers between two totals, without zero.

    >>> levels(-358, 398), levels(0, 90)
    ([-200, 200], [20, 40, 60, 80])
    """
    step = round_step(high - low)
    return [n for n in range(-(-low // step) * step, high + 1, step) if n]


def round_step(spread: int) -> int:
    """Return the smallest of 1, 2, 5, 10, 20 … with few multiples in a distance."""
    step = 1
    while spread // step > MOST_TICKS:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return step


def spread(ends: Sequence[float], apart: float, lowest: float) -> list[float]:
    """Place the labels at the ends of lines: moved apart, and inside the drawing.

    :param apart: the least distance between two labels.
    :param lowest: the largest y coordinate of a label.

    >>> spread([10, 12, 50], 15, 60)
    [10, 25, 50]
    """
    order = sorted(range(len(ends)), key=lambda one: ends[one])
    places = dict(enumerate(ends))
    for above, one in pairwise(order):
        places[one] = max(places[one], places[above] + apart)
    for one in reversed(order):
        places[one] = min(places[one], lowest)
        lowest = places[one] - apart
    return [places[one] for one in range(len(ends))]
