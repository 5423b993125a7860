"""The cells of a workbook, .xlsx or .ods, as rows of texts.

Read by the standard library, a part at a time: libraries were measured that end the process,
or take gigabytes, for a file of some kilobytes (``docs/formats.md``). Whatever a file says of
its size, what is counted is what is unpacked.
"""

import io
import re
import struct
import zipfile
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from itertools import product
from typing import NoReturn
from xml.parsers import expat
from zlib import error as ZlibError

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.formats.cells import (
    MOST_CELLS,
    MOST_CHARACTERS,
    MOST_ROWS,
    Rows,
    address,
)
from scorekeeper.sheets.formats.strict_json import DocumentError

ZIP, OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
"""How a workbook begins, and how an old one or one with a password does."""

MOST_BYTES, MOST_ELEMENTS, MOST_DEPTH = 2 * 1024 * 1024, 100_000, 32
"""The bounds of the XML that is unpacked of one workbook."""

MOST_PARTS, MOST_STRINGS, MOST_EMPTY = 400, 20_000, 200
"""The files in a workbook, its shared texts, and the empty rows that end a sheet."""

CHUNK = 1 << 16

INLINE = ("span", "a", "s")
"""The elements of .ods within a paragraph; an empty one is a blank."""

CELLS = ("table-cell", "covered-table-cell")

FIRST_DAY = date(1899, 12, 30)
"""Day 0 of a spreadsheet."""

DATE_FORMATS = frozenset([*range(14, 18), 22, *range(27, 37), *range(50, 59)])
"""The numbers of the formats of days that every .xlsx has."""

DAMAGED = (
    *(zipfile.BadZipFile, ZlibError, expat.ExpatError, EOFError),
    *(RuntimeError, LookupError, ValueError, OverflowError),
)
"""What the standard library raises at a damaged workbook."""

Sheets = list[tuple[str, Rows]]


def is_workbook(content: bytes) -> bool:
    """Return True for a file that begins as a workbook does."""
    return content.startswith((ZIP, OLE))


def sheets_of(content: bytes) -> Sheets:
    """Return the visible sheets of a workbook that hold anything, by name.

    :raises DocumentError: for a file that is no workbook, has a password, is an old one, too
        large, or has a formula whose value it does not have.
    """
    if content.startswith(OLE):
        if "EncryptedPackage".encode("utf-16-le") in content:
            _refuse(msg("ce classeur a un mot de passe : enregistrez-le sans"))
        _refuse(msg("c'est un ancien classeur (.xls) : enregistrez-le en .xlsx ou en .ods"))
    end = content.rfind(b"PK\x05\x06")
    if (
        end < 0
        or len(content) < end + 12
        or struct.unpack_from("<H", content, end + 10)[0] > MOST_PARTS
    ):
        _refuse(UNREADABLE)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            parts = _Parts(packed)
            sheets = _ods(parts) if "content.xml" in parts.names else _xlsx(parts)
    except DocumentError:
        raise
    except DAMAGED:
        _refuse(UNREADABLE)
    return [(name, rows) for name, rows in sheets if any(map(any, rows))]


UNREADABLE = msg("ce classeur ne se lit pas")


def _refuse(why: Message, cell: str = "") -> NoReturn:
    raise DocumentError(msg("%(name)s", name=cell) if cell else msg("fichier"), why)


class _Parts:
    """The parts of a workbook, of which no more than the bounds is unpacked."""

    def __init__(self, packed: zipfile.ZipFile) -> None:
        self._packed, self._bytes, self._elements = packed, 0, 0
        self.names = frozenset(packed.namelist())

    def count(self, elements: int) -> None:
        """Count elements, and the cells that one stands for."""
        self._elements += elements
        if self._elements > MOST_ELEMENTS:
            _refuse(TOO_LARGE)

    def elements(self, name: str) -> Iterator[tuple[str, Mapping[str, str] | None, str]]:
        """Yield each element of a part as it begins, with its attributes, and as it ends, with
        its own text; the names without their prefixes."""
        texts = list[list[str]]()
        found = list[tuple[str, Mapping[str, str] | None, str]]()

        def opened(tag: str, attributes: dict[str, str]) -> None:
            self.count(1)
            texts.append([])
            if len(texts) > MOST_DEPTH:
                _refuse(TOO_LARGE)
            if attributes:
                attributes = {name.rpartition(":")[2]: v for name, v in attributes.items()}
            found.append((tag.rpartition(":")[2], attributes, ""))

        def closed(tag: str) -> None:
            name, text = tag.rpartition(":")[2], "".join(texts.pop())
            if name in INLINE and texts:
                texts[-1].append(text or " ")
            found.append((name, None, text))

        def no_doctype(*given: object) -> None:
            _refuse(UNREADABLE)

        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = opened, closed
        parser.CharacterDataHandler = lambda text: texts[-1].append(text)
        parser.StartDoctypeDeclHandler = no_doctype
        with self._packed.open(name) as part:
            chunk = name.encode()
            while chunk:
                chunk = part.read(CHUNK)
                self._bytes += len(chunk)
                if self._bytes > MOST_BYTES:
                    _refuse(TOO_LARGE)
                parser.Parse(chunk, not chunk)
                yield from found
                found.clear()


TOO_LARGE = msg("ce classeur est trop grand : gardez-y la feuille de la soirée")


class _Sheet:
    """The rows of one sheet while it is read."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = []

    def put(self, row: int, column: int, text: str) -> None:
        """Write a cell, rows and columns from 0; none behind many empty rows."""
        is_far = row > MOST_ROWS or row - len(self.rows) > MOST_EMPTY
        if not text or column >= MOST_CELLS or is_far:
            return
        while len(self.rows) <= row:
            self.rows.append([])
        cells = self.rows[row]
        cells.extend([""] * (column + 1 - len(cells)))
        cells[column] = text[: MOST_CHARACTERS + 1]


def _number(text: str) -> str:
    """Return a number as somebody writes it, without the noise of binary fractions."""
    value = float(text)
    return f"{value:.0f}" if value.is_integer() else f"{value:.4f}"


WITHOUT_VALUE = msg(
    "une formule sans sa valeur : ouvrez le classeur et enregistrez-le une fois"
)


def _ods(parts: _Parts) -> Sheets:
    """Return the sheets of an .ods, whose rows and cells may stand for several each."""
    if "META-INF/manifest.xml" in parts.names:
        for tag, _, _ in parts.elements("META-INF/manifest.xml"):
            if tag == "encryption-data":
                _refuse(msg("ce classeur a un mot de passe : enregistrez-le sans"))
    sheets, value, texts = list[tuple[str, _Sheet]](), "", list[str]()
    row, column, rows, cells = 0, 0, 1, 1
    for tag, begins, text in parts.elements("content.xml"):
        if tag == "p" and begins is None:
            texts.append(text)
        elif tag == "table" and begins is not None:
            sheets.append((begins.get("name", ""), _Sheet()))
            row = 0
        elif tag == "table-row" and begins is not None:
            rows, column = int(begins.get("number-rows-repeated", 1)), 0
        elif tag == "table-row":
            row += rows
        elif tag in CELLS and begins is not None:
            value, texts = _ods_value(begins), []
            cells = int(begins.get("number-columns-repeated", 1))
            if begins.get("formula") and not begins.get("value-type"):
                _refuse(WITHOUT_VALUE, address(row + 1, column))
        elif tag in CELLS and sheets:
            if value := value or " ".join(texts):
                high, wide = min(rows, MOST_ROWS), min(cells, MOST_CELLS)
                parts.count(high * wide)
                for down, right in product(range(high), range(wide)):
                    sheets[-1][1].put(row + down, column + right, value)
            column += cells
    return [(name, sheet.rows) for name, sheet in sheets]


def _ods_value(cell: Mapping[str, str]) -> str:
    """Return the number or the day of a cell; nothing for words."""
    kind, value = cell.get("value-type"), cell.get("value", "")
    if kind == "date":
        return cell.get("date-value", "")[:10]
    return _number(value) if kind in ("float", "currency") and value else ""


def _xlsx(parts: _Parts) -> Sheets:
    targets: dict[str, str] = {}
    for tag, begins, _ in parts.elements("xl/_rels/workbook.xml.rels"):
        if tag == "Relationship" and begins:
            target = begins.get("Target", "")
            path = target.removeprefix("/") if target[:1] == "/" else f"xl/{target}"
            targets[begins.get("Id", "")] = path
    listed = [
        (begins.get("name", ""), targets.get(begins.get("id", ""), ""))
        for tag, begins, _ in parts.elements("xl/workbook.xml")
        if tag == "sheet" and begins and begins.get("state", "visible") == "visible"
    ]
    strings, days = _strings(parts), _styles_of_days(parts)
    found = {path: name for name, path in listed if path in parts.names}
    return [(name, _xlsx_rows(parts, path, strings, days)) for path, name in found.items()]


def _strings(parts: _Parts) -> list[str]:
    strings, name = list[str](), "xl/sharedStrings.xml"
    for tag, begins, text in parts.elements(name) if name in parts.names else ():
        if tag == "si" and begins is not None:
            if len(strings) >= MOST_STRINGS:
                _refuse(TOO_LARGE)
            strings.append("")
        elif tag == "t" and strings:
            strings[-1] += text[: MOST_CHARACTERS + 1 - len(strings[-1])]
    return strings


def _styles_of_days(parts: _Parts) -> set[int]:
    """Return the numbers of the styles in which a number is a day."""
    own, styles, in_cells, name = set[int](), list[int](), False, "xl/styles.xml"
    for tag, begins, _ in parts.elements(name) if name in parts.names else ():
        if tag == "cellXfs":
            in_cells = begins is not None
        elif tag == "numFmt" and begins:
            code = re.sub(r'"[^"]*"|\[[^\]]*\]|\\.', "", begins.get("formatCode", ""))
            if re.search("[dy]", code, re.IGNORECASE):
                own.add(int(begins.get("numFmtId", 0)))
        elif tag == "xf" and in_cells and begins is not None:
            styles.append(int(begins.get("numFmtId", 0)))
    return {number for number, kind in enumerate(styles) if kind in DATE_FORMATS | own}


def _xlsx_rows(parts: _Parts, path: str, strings: list[str], days: set[int]) -> Rows:
    sheet, row, column = _Sheet(), -1, -1
    kind, style, text, has_formula = "n", 0, "", False
    for tag, begins, said in parts.elements(path):
        if tag == "row" and begins is not None:
            row, column = int(begins.get("r", row + 2)) - 1, -1
        elif tag == "c" and begins is not None:
            letters = re.match("[A-Z]{0,3}", begins.get("r", ""))
            column = _column(letters[0]) if letters and letters[0] else column + 1
            kind, style = begins.get("t", "n"), int(begins.get("s", 0))
            text, has_formula = "", False
        elif tag == "f":
            has_formula = True
        elif tag in ("v", "t"):
            text += said
        elif tag == "c":
            if has_formula and not text and kind != "str":
                _refuse(WITHOUT_VALUE, address(row + 1, column))
            if kind == "s" and text:
                text = strings[int(text)]
            elif kind == "n" and text and style in days:
                text = (FIRST_DAY + timedelta(int(float(text)))).isoformat()
            elif kind == "n" and text:
                text = _number(text)
            sheet.put(row, column, text)
    return sheet.rows


def _column(letters: str) -> int:
    """Return the number of a column from 0.

    >>> _column("A"), _column("AB")
    (0, 27)
    """
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number - 1
