"""The chart of an evening: the running total of every column, hand by hand.

The line of a column runs over the hands at which it was at the table: from the one before
its first hand to its last one.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from scorekeeper.reports.axis import DASHES, Point, levels, polyline, round_step, spread
from scorekeeper.sheets.rows import Row
from scorekeeper.sheets.sheet import Sheet

WIDTH, HEIGHT = 300, 176
"""Size of the drawing, in its own units: about a pixel of a small phone."""

LABELS = 58
"""Width of the margin at the right for totals of at most three digits."""

DIGIT = 10
"""What each further digit adds to this width, with its part of a separator."""

MARGIN = 10
"""Space above the highest point."""

NUMBERS = 22
"""Height of the margin for the numbers of the hands, below the lowest point."""

POINTS = 120
"""Maximum number of points of a line; of a longer evening some hands are left out."""

APART = 15
"""Minimum distance between the baselines of two totals."""

MAX_CURVES = 8
"""Maximum number of lines; the totals of more do not fit beside them."""


class Tick(NamedTuple):
    """A number along a side of the chart, and its place there."""

    place: float
    value: int


class Curve(NamedTuple):
    """The line of one column."""

    column: int
    name: str
    total: int
    dash: str
    """The attribute ``stroke-dasharray``."""
    points: str
    """The attribute ``points`` of a ``polyline``: ``0,75 12,60``."""
    area: str
    """The same for the surface between the line and zero."""
    end: Point
    """The last point, x and y."""
    label: float
    """The y coordinate of the total."""
    leads: bool
    """True for the best column, or several."""


class Chart(NamedTuple):
    """The lines of a sheet."""

    curves: tuple[Curve, ...]
    zero: float
    """The y coordinate of zero points."""
    levels: tuple[Tick, ...]
    """Numbers of points other than zero, with their y coordinates."""
    hands: tuple[Tick, ...]
    """Numbers of hands, with their x coordinates."""
    right: int
    """The x coordinate where the lines end and the totals begin."""
    width: int = WIDTH
    height: int = HEIGHT


def chart(sheet: Sheet) -> Chart | None:
    """Return the chart of an evening of two hands or more, unless it has too many columns."""
    rows = [row for row in sheet.rows if row.entry.kind != "seated" and not row.late]
    if len(sheet.hands) < 2 or len(sheet.columns) > MAX_CURVES:
        return None
    lines = [_line(rows, column) for column in range(len(sheet.columns))]
    values = [value for line in lines for _, value in line]
    low, high = min(0, *values), max(0, *values)
    right = _right(sheet.state.standing)
    y_of, x_of = _scale(low, high), _places(len(rows), right)
    tracks = [[(x_of(index), y_of(value)) for index, value in line] for line in lines]
    labels = spread([track[-1][1] for track in tracks], APART, HEIGHT - NUMBERS)
    curves = tuple(
        _curve(sheet, column, track, labels[column], y_of(0))
        for column, track in enumerate(tracks)
    )
    return Chart(
        curves,
        y_of(0),
        tuple(Tick(y_of(value), value) for value in levels(low, high)),
        tuple(_hand_ticks(rows, x_of)),
        right,
    )


def _line(rows: Sequence[Row], column: int) -> list[tuple[int, int]]:
    """Return the totals of a column with their places: after so many rows of the sheet."""
    there = [
        index
        for index, row in enumerate(rows)
        if column < len(row.standing) and column not in row.before.absent_columns
    ]
    if not there:
        return [(len(rows), 0)]
    first, last = there[0], there[-1]
    before = rows[first].before.standing
    totals = {first: before[column]}
    every = -(-len(rows) // POINTS)
    for index in (*range(first, last, every), last):
        totals[index + 1] = rows[index].standing[column]
    return sorted(totals.items())


def _curve(
    sheet: Sheet, column: int, track: Sequence[Point], label: float, zero: float
) -> Curve:
    outline = [(track[0][0], zero), *track, (track[-1][0], zero)]
    return Curve(
        column,
        sheet.columns[column],
        sheet.state.standing[column],
        DASHES[column % len(DASHES)],
        polyline(track),
        polyline(outline),
        track[-1],
        label,
        sheet.ranks[column] == 1,
    )


def _scale(low: int, high: int) -> Callable[[int], float]:
    """Return the function from points to their y coordinate."""
    distance = (high - low) or 1
    room = HEIGHT - MARGIN - NUMBERS
    return lambda value: round(MARGIN + room * (high - value) / distance)


def _right(totals: Sequence[int]) -> int:
    """Return the x coordinate where lines end, so that their totals fit beside them."""
    digits = max(len(str(abs(total))) for total in totals)
    return WIDTH - LABELS - DIGIT * max(0, digits - 3)


def _places(rows: int, right: int) -> Callable[[int], float]:
    """Return the function from a number of rows to the x coordinate after them."""
    step = right / rows
    return lambda index: round(index * step)


def _hand_ticks(rows: Sequence[Row], x_of: Callable[[int], float]) -> list[Tick]:
    numbers = {row.number: index + 1 for index, row in enumerate(rows) if row.dealt}
    step = round_step(len(numbers))
    return [
        Tick(x_of(index), number)
        for number, index in numbers.items()
        if number == 1 or number % step == 0
    ]
