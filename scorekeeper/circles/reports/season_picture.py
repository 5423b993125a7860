"""A picture to be shared: the places of everything on the poster of a season, as wide as that
of an evening.
"""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.circles.reports.numbers import shown_name
from scorekeeper.circles.reports.records import SeasonRecord
from scorekeeper.circles.reports.season_board import BoardRow
from scorekeeper.circles.reports.season_chart import CIRCLE_FRAME
from scorekeeper.i18n.messages import Message
from scorekeeper.sheets.names import shorten
from scorekeeper.sheets.reports.chart import Chart
from scorekeeper.sheets.reports.picture import (
    BOTTOM,
    HEADLINE_HEIGHT,
    TOP,
    Rendered,
    TextLine,
    headline_lines,
)

SEASON_LETTERS = 42
"""Letters of the title, and of the name of the season."""

BOARD_ROW, MOST_ROWS, NAME_LETTERS = 30, 12, 20
"""Height of a row of the board, most of them, and most letters of a name there."""

RECORD, MOST_RECORDS, HOLDER_LETTERS = 40, 3, 26
"""Height of a record, most of them, and most letters of who holds it."""

CURVE_HEIGHT = CIRCLE_FRAME.height * 0.98 + 24
"""Height of the chart of a season with its margin."""


class PlacedRow(NamedTuple):
    """A row of the board, with its baseline."""

    y: float
    row: BoardRow
    name: str


class PlacedRecord(NamedTuple):
    """A record, with the baseline of its first line."""

    y: float
    record: SeasonRecord
    name: str


class SeasonPicture(NamedTuple):
    """The places of the parts of the poster of a season, from top to bottom."""

    title: str
    headline: tuple[TextLine, ...]
    season: TextLine
    """The name of the season, below the headline."""
    rows: tuple[PlacedRow, ...]
    seal: float
    """The baseline of the sum below the rows."""
    curve: float
    records: tuple[PlacedRecord, ...]
    height: float


def season_picture(
    title: str,
    season: str,
    headline: Message | None,
    rows: Sequence[BoardRow],
    curve: Chart | None,
    records: Sequence[SeasonRecord],
    rendered: Rendered,
) -> SeasonPicture:
    """Place the parts of the poster of a season."""
    lines = headline_lines(rendered(headline) if headline else "")
    named = TextLine(TOP - 8 + len(lines) * HEADLINE_HEIGHT, shorten(season, SEASON_LETTERS))
    top = named.y + 34
    placed = tuple(
        PlacedRow(
            top + n * BOARD_ROW, row, shorten(rendered(shown_name(row.player)), NAME_LETTERS)
        )
        for n, row in enumerate(rows[:MOST_ROWS])
    )
    seal = top + len(placed) * BOARD_ROW
    drawn = seal + 26
    below = drawn + (CURVE_HEIGHT if curve else 0)
    proofs = tuple(
        PlacedRecord(below + 18 + n * RECORD, record, _holders(record, rendered))
        for n, record in enumerate(records[:MOST_RECORDS])
    )
    height = below + len(proofs) * RECORD + BOTTOM
    short = shorten(title, SEASON_LETTERS)
    return SeasonPicture(short, lines, named, placed, seal, drawn, proofs, height)


def _holders(record: SeasonRecord, rendered: Rendered) -> str:
    names = [rendered(shown_name(player)) for player in record.holders]
    return shorten(", ".join(names), HOLDER_LETTERS)
