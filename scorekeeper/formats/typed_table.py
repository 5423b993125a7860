"""A table of cells typed from paper: its lines, and those that are refused."""

import csv
import io
import re
from collections.abc import Sequence
from datetime import date
from itertools import islice
from typing import NamedTuple

from scorekeeper.formats.night_document import DocumentError
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.sheet import MAX_ENTRIES

MOST_CELLS = 64
"""The cells of a line that are looked at."""

MOST_CHARACTERS = 200
"""The length of a cell; the titles, names and lists of an evening are shorter."""

WHOLE = re.compile(r"[+-]?[0-9]{1,6}")
"""A number of points, without the spaces between its thousands."""

MOST_HEAD_LINES = 6
"""The lines before and after the hands: game, players, date, title, heads, totals."""

MOST_ERRORS = 30
"""The refused lines that are named one by one."""


class TableRefused(DocumentError):
    """A table that is refused, with every line at fault."""

    def __init__(self, faults: Sequence[tuple[Message, Message]]) -> None:
        super().__init__(*faults[0])
        self.messages = [DocumentError(*fault).message for fault in faults[:MOST_ERRORS]]
        """A sentence for each fault, in the order of the lines."""
        self.more = max(0, len(faults) - MOST_ERRORS)
        """The number of faults that are not named."""


class NotWhole(ValueError):
    """A cell that holds no whole number; its argument is the message."""


class Line(NamedTuple):
    """One line of a table."""

    number: int
    """Its number in the file, from 1."""
    cells: list[str]

    @property
    def place(self) -> Message:
        """The place of an error in this line."""
        return msg("ligne %(n)s", n=self.number)

    @property
    def first(self) -> str:
        """The first cell, as it is compared."""
        return self.cells[0].strip().casefold() if self.cells else ""


def decode(content: bytes) -> str:
    """Return a text in UTF-8 or, where it is not, in Windows-1252."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def lines_of(content: bytes) -> list[Line]:
    """Return the lines that hold anything, without comments; more than a sheet can have are
    left out but for one.

    :raises DocumentError: for what is no table, and for a line with a cell that is too long.
    """
    given = decode(content)
    delimiter = max(";,\t", key=given.split("\n", 1)[0].count)
    reader = csv.reader(io.StringIO(given, newline=None), delimiter=delimiter)
    filled = (
        _bounded(Line(reader.line_num, row[:MOST_CELLS]))
        for row in reader
        if any(row) and not row[0].startswith("#")
    )
    try:
        return list(islice(filled, MAX_ENTRIES + MOST_HEAD_LINES + 1))
    except csv.Error as error:
        why = msg("ce tableau ne se lit pas (%(why)s)", why=str(error))
        raise DocumentError(msg("fichier"), why) from None


def _bounded(line: Line) -> Line:
    if any(len(cell) > MOST_CHARACTERS for cell in line.cells):
        why = msg("une case a plus de %(n)s caractères", n=MOST_CHARACTERS)
        raise DocumentError(line.place, why)
    return line


def whole_number(cell: str) -> int:
    """Return the points of a cell; 0 for an empty one.

    >>> whole_number("−1 200"), whole_number("")
    (-1200, 0)

    :raises NotWhole: if it is no whole number of at most six digits.
    """
    written = "".join(cell.replace("−", "-").split()) or "0"
    if not WHOLE.fullmatch(written):
        raise NotWhole(msg("« %(cell)s » n'est pas un nombre entier", cell=cell.strip()[:20]))
    return int(written)


def day_of(cell: str) -> str | None:
    """Return the ISO date of a typed one (2026-11-20 or 20/11/2026); absent if it is not
    valid.

    >>> day_of("20/11/2026"), day_of("2026-11-20"), day_of("hier")
    ('2026-11-20', '2026-11-20', None)
    """
    parts = cell.strip().replace("/", "-").split("-")
    if len(parts) == 3 and all(part.isdecimal() and len(part) < 5 for part in parts):
        numbers = [int(part) for part in parts]
        year, month, day = numbers if numbers[0] > 31 else numbers[::-1]
        try:
            return date(year if year > 99 else 2000 + year, month, day).isoformat()
        except ValueError:
            return None
    return None
