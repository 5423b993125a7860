"""Line charts: the running totals of a sheet, hand by hand.

Each line is told apart by its dash and its label at the right: color only helps. The line of
a column runs over the time that it was there.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import cycle, pairwise
from typing import NamedTuple

from scorekeeper.i18n.messages import Message
from scorekeeper.rules.score import Points as Totals
from scorekeeper.sheets.rows import Row
from scorekeeper.sheets.sheet import Sheet

DASHES = ("", "7 3", "2 3", "9 3 2 3", "5 3", "1 3", "12 4", "4 2 1 2")
"""The dashes of the lines."""

MOST_TICKS = 5
"""Most numbers along a side of a chart."""

MAX_LINES = 8
"""Most lines: more cannot be told apart."""

POINTS = 120
"""Most points of a line; of a longer one some are left out."""

APART = 15
"""Least distance between the baselines of two labels."""

FOOT = 22
"""Height of the margin for hands or dates, below the lowest point."""

COLORS = 8
"""Colors of columns and players."""

TOTALS, DIGIT = 58, 10
"""Width of the margin at the right for totals of at most three digits, and of each further
digit with its part of a separator."""

Point = tuple[float, float]


class Frame(NamedTuple):
    """The size of a drawing, in its own units: about a pixel of a small phone."""

    width: int
    height: int
    top: int
    """Space above the highest point."""
    decimals: int | None
    """Of coordinates; whole numbers if absent."""


SHEET_FRAME = Frame(300, 176, 10, None)


class Track(NamedTuple):
    """The totals of one column of a sheet, or of one player."""

    key: int
    """The number of the column; the id of the player."""
    name: Message | str
    first: int
    """The number of steps before its line begins."""
    totals: tuple[int, ...]
    """Its total after the next step and each later one."""
    start: int = 0
    """Its total where the line begins."""
    color: int = 0

    @property
    def total(self) -> int:
        """Its last total."""
        return self.totals[-1] if self.totals else self.start


class Tick(NamedTuple):
    """A number or a date along a side of the chart, and its place there."""

    place: float
    value: int | str


class ChartLine(NamedTuple):
    """One track, as it is drawn."""

    key: int
    color: int
    name: Message | str
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
    """The y coordinate of the label."""
    leads: bool
    """True for the best one, or several."""


class Chart(NamedTuple):
    """The lines of the tracks, and what stands around them."""

    lines: tuple[ChartLine, ...]
    zero: float
    """The y coordinate of zero points."""
    levels: tuple[Tick, ...]
    """Numbers of points other than zero, with their y coordinates."""
    ticks: tuple[Tick, ...]
    """Numbers of hands, or days in ISO format, with their x coordinates."""
    left_out: int
    """Tracks that are not drawn."""
    right: int
    """The x coordinate where the lines end and the labels begin."""
    width: int
    height: int


def sheet_chart(sheet: Sheet) -> Chart | None:
    """Return the chart of a sheet of two hands or more, unless it has too many columns."""
    rows = [row for row in sheet.rows if row.entry.kind != "seated" and not row.late]
    if len(sheet.hands) < 2 or len(sheet.columns) > MAX_LINES:
        return None
    standings = [row.standing for row in rows]
    absent = [row.before.absent_columns for row in rows]
    tracks = []
    for column, name in enumerate(sheet.columns):
        there = [
            place
            for place, standing in enumerate(standings)
            if column < len(standing) and column not in absent[place]
        ]
        tracks.append(_column_track(column, name, rows, standings, there))
    digits = max(len(str(abs(total))) for total in sheet.state.standing)
    margin = TOTALS + DIGIT * max(0, digits - 3)
    leaders = {column for column, rank in enumerate(sheet.ranks) if rank == 1}
    numbers = {row.number: place for place, row in enumerate(rows, 1) if row.dealt}
    step = round_step(len(numbers))
    ticks = [
        Tick(place, number)
        for number, place in numbers.items()
        if number % step == 0 or (number == 1 and step != 2)  # evenly: 2 4 6, 1 5 10
    ]
    return draw(tracks, len(rows), SHEET_FRAME, margin, leaders, ticks)


def _column_track(
    column: int,
    name: str,
    rows: Sequence[Row],
    standings: Sequence[Totals],
    there: Sequence[int],
) -> Track:
    """Return the totals of a column from the row before its first one to its last one.

    :param there: the places of the rows at which it was there.
    """
    color = column % COLORS
    if not there:
        return Track(column, name, len(rows), (), color=color)
    first, last = there[0], there[-1]
    totals = tuple(standing[column] for standing in standings[first : last + 1])
    return Track(column, name, first, totals, rows[first].before.standing[column], color)


def draw(
    tracks: Sequence[Track],
    steps: int,
    frame: Frame,
    margin: int,
    leaders: set[int],
    ticks: Iterable[Tick],
) -> Chart:
    """Return the chart of some tracks.

    :param steps: the number of steps from the left to the right.
    :param leaders: the keys of the tracks that lead.
    :param margin: the width for labels at the right.
    :param ticks: each with the number of steps before it for its place.
    """
    values = [value for track in tracks for value in (track.start, *track.totals)]
    low, high = min(0, *values), max(0, *values)
    right, room = frame.width - margin, frame.height - frame.top - FOOT
    step, distance = right / steps, (high - low) or 1

    def x(place: float) -> float:
        return round(place * step, frame.decimals)

    def y(value: int) -> float:
        return round(frame.top + room * (high - value) / distance, frame.decimals)

    paths = [_path(track, x, y) for track in tracks]
    ends = [frame.top + room * (high - track.total) / distance for track in tracks]
    labels = [round(y, frame.decimals) for y in spread(ends, APART, frame.height - FOOT)]
    zero = y(0)
    lines = tuple(
        _line(track, path, zero, dash, label, track.key in leaders)
        for track, path, dash, label in zip(tracks, paths, cycle(DASHES), labels, strict=False)
    )
    levels = tuple(Tick(y(value), value) for value in round_numbers(low, high))
    placed = tuple(tick._replace(place=x(tick.place)) for tick in ticks)
    return Chart(lines, zero, levels, placed, 0, right, frame.width, frame.height)


def _line(
    track: Track, path: Sequence[Point], zero: float, dash: str, label: float, leads: bool
) -> ChartLine:
    """Return a track as it is drawn, with the area between its path and zero."""
    area = [(path[0][0], zero), *path, (path[-1][0], zero)]
    return ChartLine(
        track.key,
        track.color,
        track.name,
        track.total,
        dash,
        polyline(path),
        polyline(area),
        path[-1],
        label,
        leads,
    )


def _path(track: Track, x: Callable[[int], float], y: Callable[[int], float]) -> list[Point]:
    last = len(track.totals) - 1
    chosen = sorted({*range(0, last, -(-len(track.totals) // POINTS) or 1), last} - {-1})
    return [
        (x(track.first), y(track.start)),
        *((x(track.first + n + 1), y(track.totals[n])) for n in chosen),
    ]


def polyline(points: Sequence[Point]) -> str:
    """Return the attribute ``points`` of a ``polyline``.

    >>> polyline([(0, 75), (12.5, 60)])
    '0,75 12.5,60'
    """
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def round_numbers(low: int, high: int) -> list[int]:
    """Return the round numbers between two totals, without zero.

    >>> round_numbers(-358, 398), round_numbers(0, 90)
    ([-200, 200], [20, 40, 60, 80])
    """
    step = round_step(high - low)
    return [n for n in range(-(-low // step) * step, high + 1, step) if n]


def round_step(distance: int) -> int:
    """Return the smallest of 1, 2, 5, 10, 20 … with few multiples in a distance."""
    step = 1
    while distance // step > MOST_TICKS:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return step


def spread(ends: Sequence[float], apart: float, lowest: float) -> list[float]:
    """Place the labels at the ends of lines: moved apart, and inside the drawing.

    :param apart: the least distance between two labels.
    :param lowest: the largest y coordinate of a label.

    >>> spread([10, 12, 50], 15, 60)
    [10, 25, 50]
    """
    order = sorted(range(len(ends)), key=lambda label: ends[label])
    places = dict(enumerate(ends))
    for above, label in pairwise(order):
        places[label] = max(places[label], places[above] + apart)
    for label in reversed(order):
        places[label] = min(places[label], lowest)
        lowest = places[label] - apart
    return [places[label] for label in range(len(ends))]
