"""The places of everything on the picture of a season, whose width is that of a phone."""

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import NamedTuple

from scorekeeper.i18n.messages import Message
from scorekeeper.reports.circle.board import BoardRow
from scorekeeper.reports.circle.curve import HEIGHT, Curve, shorten
from scorekeeper.reports.circle.numbers import shown_name
from scorekeeper.reports.circle.records import Record

WIDTH = 360
TITLE_LETTERS, HEADLINE_LETTERS, NAME_LETTERS = 42, 17, 20
HOLDER_LETTERS = 26
HEADLINE_HEIGHT = 36

ROW, MOST_ROWS = 30, 12
"""Height of a row of the board, and most of them."""

RECORD, MOST_RECORDS = 40, 3
"""Height of a record, and most of them."""


class Line(NamedTuple):
    """A line of text, with its baseline."""

    y: float
    text: str


class PlacedRow(NamedTuple):
    """A row of the board, with its baseline."""

    y: float
    row: BoardRow
    name: str


class PlacedRecord(NamedTuple):
    """A record, with the baseline of its first line."""

    y: float
    record: Record
    name: str


class Picture(NamedTuple):
    """The places of the parts of the picture, from top to bottom."""

    title: str
    headline: tuple[Line, ...]
    season: Line
    """The name of the season, below the headline."""
    rows: tuple[PlacedRow, ...]
    seal: float
    """The baseline of the sum below the rows."""
    curve: float
    records: tuple[PlacedRecord, ...]
    height: float


def picture(
    title: str,
    season: str,
    headline: Message | None,
    rows: Sequence[BoardRow],
    curve: Curve | None,
    records: Sequence[Record],
    rendered: Callable[[object], str],
) -> Picture:
    """Place the parts of a picture.

    :param rendered: the function from a message to the reader's text.
    """
    texts = wrap(rendered(headline), HEADLINE_LETTERS) if headline else []
    head = tuple(Line(82 + n * HEADLINE_HEIGHT, text) for n, text in enumerate(texts))
    named = Line(74 + len(texts) * HEADLINE_HEIGHT, shorten(season, TITLE_LETTERS))
    top = named.y + 24
    placed = tuple(
        PlacedRow(top + 10 + n * ROW, row, _short(row, rendered))
        for n, row in enumerate(rows[:MOST_ROWS])
    )
    seal = top + 10 + len(placed) * ROW
    drawn = seal + 26
    below = drawn + (HEIGHT * 0.98 + 24 if curve else 0)
    proofs = tuple(
        PlacedRecord(below + 18 + n * RECORD, one, _holders(one, rendered))
        for n, one in enumerate(records[:MOST_RECORDS])
    )
    bottom = below + len(proofs) * RECORD
    return Picture(
        shorten(title, TITLE_LETTERS), head, named, placed, seal, drawn, proofs, bottom + 34
    )


def _short(row: BoardRow, rendered: Callable[[object], str]) -> str:
    return shorten(rendered(shown_name(row.player)), NAME_LETTERS)


def _holders(one: Record, rendered: Callable[[object], str]) -> str:
    names = [rendered(shown_name(player)) for player in one.holders]
    return shorten(", ".join(names), HOLDER_LETTERS)
