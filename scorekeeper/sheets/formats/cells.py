"""The cells of a table that somebody brings: text of any encoding and separator.

A table is a list of rows of cells as a spreadsheet shows them, empty rows included, so that a
row of the list is the row of the spreadsheet with the next number.
"""

import codecs
import csv
import io
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.answers import joined
from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.sheets.names import composed
from scorekeeper.sheets.sheet import MAX_ENTRIES

Rows = Sequence[Sequence[str]]

FORMULA = "=+@\t\r\n⁺⁼₊₌﬩﹢﹣﹦﹫＋－＝＠-"
"""The characters, of any width, with which a spreadsheet begins a formula."""

MARKED = re.compile(f"(^|[,;\t\r\n] *)'(?='*[{FORMULA}])")
"""The place of the apostrophe with which
:func:`~scorekeeper.sheets.formats.spreadsheet.text` marks a text that is no formula."""

SEPARATORS = "\t;,|:"
"""The signs between two cells, the most certain one first."""

MOST_CELLS = 64
"""The cells of a line that are looked at."""

MOST_CHARACTERS = 200
"""The length of a cell; the titles, names and lists of an evening are shorter."""

MOST_LINES = MAX_ENTRIES + 10
"""The lines of a table: the hands of a sheet, with what stands before and after them."""

MOST_ROWS = 2 * MOST_LINES
"""The rows that are looked at, empty ones included."""

MOST_DIGITS = 22
"""The characters of a number, with its unit: to look at a longer cell takes long."""

LOOKED_AT = 50
"""The rows by which the separator is found."""

MOST_NAMED = 5
"""The faults of a table that are named one by one."""


class Line(NamedTuple):
    """A line of a table, or a column of one whose players stand below each other."""

    place: int
    """The number of the line, from 1, or of the column, from 0."""
    cells: list[str]
    is_turned: bool = False

    @property
    def numbers(self) -> int:
        """How many of its cells are numbers."""
        return sum(number(cell) is not None for cell in self.cells)

    @property
    def name(self) -> Message:
        """The name of the line, or of the column, as a spreadsheet has it."""
        if self.is_turned:
            return msg("colonne %(n)s", n=address(0, self.place)[:-1])
        return msg("ligne %(n)s", n=self.place)

    def at(self, place: int) -> str:
        """Return the name of a cell, as a spreadsheet has it."""
        if self.is_turned:
            return address(place + 1, self.place)
        return address(self.place, place)

    def fault(self, why: Message, place: int = -1, head: object = "") -> DocumentError:
        """Return the error of this line, or of one of its cells.

        :param head: the name of the column, if it has one.
        """
        named: list[object] = [self.at(place) if place >= 0 else self.name]
        return DocumentError(joined(", ", [*named, head] if head else named), why)

    def of_width(self, expected: int) -> DocumentError:
        """Return the error of this line, where so many cells are expected."""
        text = msg("elle a %(n)s cases sur %(all)s", n=len(self.cells), all=expected)
        return self.fault(text)


class TableRefused(DocumentError):
    """A table that is refused, with every fault."""

    def __init__(self, faults: Sequence[DocumentError]) -> None:
        ValueError.__init__(self, str(faults[0]))
        self.message = faults[0].message
        self.messages = [fault.message for fault in faults[:MOST_NAMED]]
        """A sentence for each fault, in the order of the lines."""
        self.more = max(0, len(faults) - MOST_NAMED)
        """The number of faults that are not named."""


def rows_of_text(content: bytes) -> Rows:
    """Split a text into rows of cells.

    :raises DocumentError: for what is no table, for more lines than a sheet can have, and for
        a line with a cell that is too long.
    """
    text = composed(_decoded(content)).replace("\r\n", "\n").replace("\r", "\n")
    declared = re.match(r"sep=(.)\n", text)
    if declared:
        text = text[declared.end() :]
    return bounded(_split(text, declared[1] if declared else _separator(text)))


def tabs(rows: Rows) -> str:
    """Return rows as a spreadsheet copies them, to be corrected as text."""
    out = io.StringIO()
    csv.writer(out, delimiter="\t", lineterminator="\n").writerows(rows)
    return out.getvalue()


def _decoded(content: bytes) -> str:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    if b"\0" in content[:200]:  # a Latin letter has one in each pair of bytes
        encoding = "utf-16-be" if content[:1] == b"\0" else "utf-16-le"
        return content.decode(encoding, "replace")
    is_marked = content.startswith(codecs.BOM_UTF8)
    try:
        return content.decode("utf-8-sig", "replace" if is_marked else "strict")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def _split(text: str, separator: str, most: int = MOST_ROWS + 1) -> list[list[str]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        return [
            [MARKED.sub(r"\1", cell[: 2 * MOST_CHARACTERS]) for cell in row[:MOST_CELLS]]
            for row in islice(reader, most)
        ]
    except csv.Error as error:
        why = msg("ce tableau ne se lit pas (%(why)s)", why=str(error))
        raise DocumentError(msg("tableau"), why) from None


def _separator(text: str) -> str:
    """Return the sign that splits the first rows best: not into « 198 », « 0;-66 », « 0 », and
    into as many cells in each; a comma before a blank is one of a sentence."""
    start = "\n".join(text.split("\n", LOOKED_AT)[:LOOKED_AT])

    def faults(separator: str) -> tuple[bool, int, int]:
        rows = [row for row in _split(start, separator) if any(row)]
        unsplit = [
            cell
            for row in rows
            for cell in row
            if re.search(r"\d", cell)
            and re.search(r"[;\t]|,\S", cell)
            and number(cell) is None
        ]
        widths = {len(row) for row in rows}
        return widths == {1}, len(unsplit), len(widths)

    return min(SEPARATORS, key=faults)


NUMBER = re.compile(r"([1-9][0-9]{0,2}(?:[ .,'’][0-9]{3})+|[0-9]+)(?:[.,]([0-9]+))?")
"""A number: its whole part, in groups of three or not, and its fraction."""

MINUS = re.compile(r"[\u2010-\u2015\u2212\ufe63\uff0d]|^(moins|minus) ", re.IGNORECASE)

UNIT = re.compile(r"(€|euros?|pts?|points?)\.?$", re.IGNORECASE)


@lru_cache(maxsize=1 << 15)  # the cells of the widest table are looked at again and again
def number(cell: str) -> Decimal | None:
    """Return the number of a cell, as spreadsheets and people write it; absent for anything
    else.

    >>> [str(number(cell)) for cell in ("198,0", "−1 234", "(5)", "5-", "1.200", "1,5 €", "-")]
    ['198.0', '-1234', '-5', '-5', '1200', '1.5', 'None']
    """
    if len(cell) > MOST_DIGITS:
        return None
    text = MINUS.sub("-", " ".join(cell.split()))
    if re.fullmatch(r"\(.*\)|\d[^-]*-", text):
        text = f"-{text.strip('()-')}"
    sign = text[:1] if text[:1] in ("+", "-") else ""
    digits = UNIT.sub("", text.removeprefix(sign)).strip()
    found = NUMBER.fullmatch(digits)
    if not found:
        return None
    whole = "".join(filter(str.isdecimal, found[1]))
    return Decimal(f"{sign}{whole}.{found[2] or 0}") if found[2] else Decimal(f"{sign}{whole}")


def bounded(rows: Iterable[Sequence[str]]) -> Rows:
    """Return rows that are few and short enough to be read.

    :raises DocumentError: for too many lines, and for a cell that is too long.
    """
    kept = [row[:MOST_CELLS] for row in islice(rows, MOST_ROWS + 1)]
    if len(kept) > MOST_ROWS or sum(map(any, kept)) > MOST_LINES:
        why = msg("on attend au plus %(n)s donnes", n=MAX_ENTRIES)
        raise DocumentError(msg("tableau"), why)
    for number, row in enumerate(kept, 1):
        if any(len(cell) > MOST_CHARACTERS for cell in row):
            why = msg("une case a plus de %(n)s caractères", n=MOST_CHARACTERS)
            raise DocumentError(msg("ligne %(n)s", n=number), why)
    return kept


def first_of(names: Sequence[object], most: int = MOST_NAMED) -> tuple[object, ...]:
    """Shorten a list of names to what a sentence can say: of many the first, and « … »."""
    return (*names[:most], *["…"] * (len(names) > most))


def address(row: int, column: int) -> str:
    """Return the name of a cell in a spreadsheet.

    >>> address(4, 1), address(10, 27)
    ('B4', 'AB10')

    :param row: from 1.
    :param column: from 0.
    """
    letters = ""
    while column >= 0:
        letters = chr(ord("A") + column % 26) + letters
        column = column // 26 - 1
    return f"{letters}{row}"
