"""The line chart of an evening: the running total of every column, hand by hand."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.rules.score import Points
from scorekeeper.sheets.sheet import Sheet

WIDTH, HEIGHT = 320, 150
"""Size of the drawing, in its own units."""

LABELS = 104
"""Width of the margin for names at the right."""

MARGIN = 6
"""Space above the highest and below the lowest point."""

POINTS = 120
"""Maximum number of points of a line; of a longer evening some hands are left out."""

APART = 13
"""Minimum distance between the baselines of two names."""

MARKS = "●■▲◆✚○□△"
"""Marks at the ends of the lines, which tell them apart without colors."""

MAX_CURVES = 8
"""Maximum number of lines; the names of more do not fit beside them."""


class Curve(NamedTuple):
    """The line of one column."""

    name: str
    mark: str
    points: str
    """The attribute ``points`` of a ``polyline``: ``0,75 12,60``."""
    end: tuple[float, float]
    """The last point, x and y."""
    label: float
    """The y coordinate of the name."""


class Chart(NamedTuple):
    """The lines of a sheet."""

    curves: tuple[Curve, ...]
    zero: float
    """The y coordinate of zero points."""
    right: int = WIDTH - LABELS
    """The x coordinate where the lines end and the names begin."""


def chart(sheet: Sheet) -> Chart | None:
    """Return the chart of an evening of two hands or more, unless it has too many columns.

    All lines start at zero, also that of a player who came later.
    """
    rows = [row for row in sheet.rows if row.entry.kind != "seated" and not row.late]
    if len(sheet.hands) < 2 or len(sheet.columns) > MAX_CURVES:
        return None
    every = -(-len(rows) // POINTS)
    sampled = [*rows[:-1:every], rows[-1]]
    standings = [(0,) * len(sheet.columns), *(row.standing for row in sampled)]
    y_of = _scale(standings)
    tracks = [_track(standings, column, y_of) for column in range(len(sheet.columns))]
    labels = _spread([track[-1][1] for track in tracks])
    curves = tuple(
        Curve(
            name,
            MARKS[column % len(MARKS)],
            " ".join(f"{x},{y}" for x, y in tracks[column]),
            tracks[column][-1],
            labels[column],
        )
        for column, name in enumerate(sheet.columns)
    )
    return Chart(curves, y_of(0))


def _scale(standings: Sequence[Points]) -> Callable[[int], float]:
    """Return the function from points to their y coordinate."""
    values = [value for standing in standings for value in standing]
    low, high = min(0, *values), max(0, *values)
    spread = (high - low) or 1
    return lambda value: round(MARGIN + (HEIGHT - 2 * MARGIN) * (high - value) / spread)


def _track(
    standings: Sequence[Points], column: int, y_of: Callable[[int], float]
) -> list[tuple[float, float]]:
    step = (WIDTH - LABELS) / (len(standings) - 1)
    return [
        (round(place * step), y_of(standing[column]))
        for place, standing in enumerate(standings)
        if column < len(standing)
    ]


def _spread(ends: Sequence[float]) -> list[float]:
    """Place the names at the ends of their lines, moved apart and inside the drawing."""
    order = sorted(range(len(ends)), key=lambda column: ends[column])
    places = dict(enumerate(ends))
    for above, column in pairwise(order):
        places[column] = max(places[column], places[above] + APART)
    excess = max(0.0, places[order[-1]] - (HEIGHT - 4))
    for column in order:
        places[column] = round(places[column] - excess, 1)
    return [places[column] for column in range(len(ends))]
