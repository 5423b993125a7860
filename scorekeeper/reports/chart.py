"""The evening as lines: the running total of every column, hand after hand."""

from itertools import pairwise
from typing import NamedTuple

from scorekeeper.rules.score import Points
from scorekeeper.sheets.sheet import Sheet

WIDTH, HEIGHT = 320, 150
"""The size of the drawing, in its own units."""

LABELS = 104
"""The room at the right for names."""

POINTS = 120
"""Most points of a line: of a longer evening some hands are left out."""

APART = 13
"""How far two names are from each other at least."""

MARKS = "●■▲◆✚○□△"
"""A mark for the end of each line: no colour is needed to tell them apart."""


class Curve(NamedTuple):
    """One column of the sheet as a line."""

    name: str
    mark: str
    points: str
    """What a ``polyline`` takes: ``0,75 12.5,60``."""
    end: tuple[float, float]
    label: float
    """How far down the name stands."""


class Chart(NamedTuple):
    """The curves of a sheet, and where nothing is."""

    curves: tuple[Curve, ...]
    zero: float
    right: int = WIDTH - LABELS
    """Where the lines end and the names begin."""


def chart(sheet: Sheet) -> Chart | None:
    """The curves of an evening of two hands or more.

    A column begins at nothing where its player came.
    """
    rows = [row for row in sheet.rows if row.entry.kind != "seated" and not row.late]
    if len(sheet.hands) < 2:
        return None
    every = -(-len(rows) // POINTS)
    sampled = [*rows[:-1:every], rows[-1]]
    standings = [(0,) * len(sheet.columns), *(row.standing for row in sampled)]
    values = [value for standing in standings for value in standing]
    low, high = min(0, *values), max(0, *values)
    spread = (high - low) or 1

    def down(value: int) -> float:
        return round(6 + (HEIGHT - 12) * (high - value) / spread)

    step = (WIDTH - LABELS) / max(1, len(standings) - 1)
    tracks = [_track(standings, column, step) for column in range(len(sheet.columns))]
    ends = [down(track[-1][1]) for track in tracks]
    labels = _spread(ends)
    curves = tuple(
        Curve(
            name,
            MARKS[column % len(MARKS)],
            " ".join(f"{x},{down(value)}" for x, value in tracks[column]),
            (tracks[column][-1][0], ends[column]),
            labels[column],
        )
        for column, name in enumerate(sheet.columns)
    )
    return Chart(curves, down(0))


def _track(standings: list[Points], column: int, step: float) -> list[tuple[float, int]]:
    return [
        (round(place * step), standing[column])
        for place, standing in enumerate(standings)
        if column < len(standing)
    ]


def _spread(ends: list[float]) -> list[float]:
    """Where the names stand: at the ends of their lines, pushed apart and kept inside."""
    order = sorted(range(len(ends)), key=lambda column: ends[column])
    places = dict(enumerate(ends))
    for before, column in pairwise(order):
        places[column] = max(places[column], places[before] + APART)
    over = max(0.0, places[order[-1]] - (HEIGHT - 4))
    for column in reversed(order):
        places[column] = round(min(places[column] - over, places[column]), 1)
    return [places[column] for column in range(len(ends))]
