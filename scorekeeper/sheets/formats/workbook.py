"""The cells of a workbook, .xlsx or .ods, as rows of texts.

Read by the standard library, a part at a time: libraries were measured that end the process,
or take gigabytes, for a file of some kilobytes (``docs/formats.md``). Whatever a file says of
its size, what is counted is what is unpacked.
"""

import io
import re
import struct
import zipfile
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Any, NoReturn
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
    except (
        zipfile.BadZipFile,
        ZlibError,
        expat.ExpatError,
        NotImplementedError,
        RuntimeError,
        EOFError,
        LookupError,
        ValueError,
        OverflowError,
    ) as error:
        if isinstance(error, DocumentError):
            raise
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

    def parse(
        self,
        name: str,
        start: Callable[[str, Mapping[str, str]], None],
        end: Callable[[str, str], None] = lambda tag, text: None,
    ) -> None:
        """Read a part: its elements without their prefixes, each with its own text."""
        texts: list[list[str]] = []

        def opened(tag: str, attributes: dict[str, str]) -> None:
            self.count(1)
            texts.append([])
            if len(texts) > MOST_DEPTH:
                _refuse(TOO_LARGE)
            start(tag.rpartition(":")[2], attributes)

        def closed(tag: str) -> None:
            name, text = tag.rpartition(":")[2], "".join(texts.pop())
            if name in INLINE and texts:
                texts[-1].append(text or " ")
            end(name, text)

        def no_doctype(*given: object) -> None:
            _refuse(UNREADABLE)

        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = opened, closed
        parser.CharacterDataHandler = lambda text: texts[-1].append(text)
        parser.StartDoctypeDeclHandler = no_doctype
        with self._packed.open(name) as part:
            while chunk := part.read(CHUNK):
                self._bytes += len(chunk)
                if self._bytes > MOST_BYTES:
                    _refuse(TOO_LARGE)
                parser.Parse(chunk)
        parser.Parse(b"", True)


TOO_LARGE = msg("ce classeur est trop grand : gardez-y la feuille de la soirée")


class _Sheet:
    """The rows of one sheet while it is read."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = []

    def put(self, row: int, column: int, text: str) -> None:
        """Write a cell; rows and columns from 0."""
        if not text or column >= MOST_CELLS or self.is_over(row):
            return
        while len(self.rows) <= row:
            self.rows.append([])
        cells = self.rows[row]
        cells.extend([""] * (column + 1 - len(cells)))
        cells[column] = text[: MOST_CHARACTERS + 1]

    def is_over(self, row: int) -> bool:
        """Return True behind many empty rows, and below all that are looked at."""
        return row > MOST_ROWS or row - len(self.rows) > MOST_EMPTY


def _number(text: str) -> str:
    """Return a number as somebody writes it, without the noise of binary fractions."""
    value = float(text)
    return f"{value:.0f}" if value.is_integer() else f"{value:.4f}"


class _OdsSheets:
    """The sheets of an .ods while it is read."""

    def __init__(self, parts: _Parts) -> None:
        self._parts, self.sheets = parts, list[tuple[str, _Sheet]]()
        self._row = self._column = 0
        self._rows = self._cells = 1
        self._value, self._text = "", list[str]()

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Begin a sheet, a row or a cell; each stands for several where it is repeated."""
        said = {name.rpartition(":")[2]: value for name, value in attributes.items()}
        if tag == "table":
            self.sheets.append((said.get("name", ""), _Sheet()))
            self._row = 0
        elif tag == "table-row":
            self._rows, self._column = int(said.get("number-rows-repeated", 1)), 0
        elif tag in CELLS:
            kind, value = said.get("value-type", ""), said.get("value", "")
            is_number = kind in ("float", "currency") and value
            day = said.get("date-value", "")[:10] if kind == "date" else ""
            self._value, self._text = _number(value) if is_number else day, []
            self._cells = int(said.get("number-columns-repeated", 1))
            if said.get("formula") and not kind:
                _refuse(WITHOUT_VALUE, address(self._row + 1, self._column))

    def end(self, tag: str, text: str) -> None:
        """Take what an element says, and go on behind it."""
        if tag == "p":
            self._text.append(text)
        elif tag in CELLS and self.sheets:
            if value := self._value or " ".join(self._text):
                rows, cells = min(self._rows, MOST_ROWS), min(self._cells, MOST_CELLS)
                self._parts.count(rows * cells)
                for place in range(rows * cells):
                    row, column = divmod(place, cells)
                    self.sheets[-1][1].put(self._row + row, self._column + column, value)
            self._column += self._cells
        elif tag == "table-row":
            self._row += self._rows


def _ods(parts: _Parts) -> Sheets:
    if "META-INF/manifest.xml" in parts.names:
        parts.parse("META-INF/manifest.xml", _require_open)
    read = _OdsSheets(parts)
    parts.parse("content.xml", read.start, read.end)
    return [(name, sheet.rows) for name, sheet in read.sheets]


def _require_open(tag: str, attributes: Mapping[str, str]) -> None:
    if tag == "encryption-data":
        _refuse(msg("ce classeur a un mot de passe : enregistrez-le sans"))


WITHOUT_VALUE = msg(
    "une formule sans sa valeur : ouvrez le classeur et enregistrez-le une fois"
)


def _xlsx(parts: _Parts) -> Sheets:
    targets: dict[str, str] = {}
    listed: list[tuple[str, str]] = []

    def relation(tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "Relationship" and attributes.get("TargetMode") != "External":
            target = attributes.get("Target", "")
            path = target.removeprefix("/") if target[:1] == "/" else f"xl/{target}"
            targets[attributes.get("Id", "")] = path

    def sheet(tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "sheet" and attributes.get("state", "visible") == "visible":
            ids = [
                value for name, value in attributes.items() if name.rpartition(":")[2] == "id"
            ]
            listed.append((attributes.get("name", ""), targets.get((*ids, "")[0], "")))

    parts.parse("xl/_rels/workbook.xml.rels", relation)
    parts.parse("xl/workbook.xml", sheet)
    strings, days = _strings(parts), _styles_of_days(parts)
    found = [(name, path) for name, path in listed if path in parts.names and "sheet" in path]
    return [(name, _xlsx_rows(parts, path, strings, days)) for name, path in found]


def _strings(parts: _Parts) -> list[str]:
    """Return the shared texts; what is written above Japanese characters is left out."""
    strings: list[str] = []
    state = {"phonetic": 0}

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        state["phonetic"] += tag == "rPh"
        if tag == "si":
            if len(strings) >= MOST_STRINGS:
                _refuse(TOO_LARGE)
            strings.append("")

    def end(tag: str, text: str) -> None:
        state["phonetic"] -= tag == "rPh"
        if tag == "t" and strings and not state["phonetic"]:
            strings[-1] += text[: MOST_CHARACTERS + 1 - len(strings[-1])]

    if "xl/sharedStrings.xml" in parts.names:
        parts.parse("xl/sharedStrings.xml", start, end)
    return strings


def _styles_of_days(parts: _Parts) -> set[int]:
    """Return the numbers of the styles in which a number is a day."""
    own: set[int] = set()
    styles: list[int] = []
    state = {"in_cells": False}

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "numFmt":
            code = re.sub(r'"[^"]*"|\[[^\]]*\]|\\.', "", attributes.get("formatCode", ""))
            if re.search("[dy]", code, re.IGNORECASE):
                own.add(int(attributes.get("numFmtId", 0)))
        elif tag == "cellXfs":
            state["in_cells"] = True
        elif tag == "xf" and state["in_cells"]:
            styles.append(int(attributes.get("numFmtId", 0)))

    def end(tag: str, text: str) -> None:
        state["in_cells"] &= tag != "cellXfs"

    if "xl/styles.xml" in parts.names:
        parts.parse("xl/styles.xml", start, end)
    return {number for number, kind in enumerate(styles) if kind in DATE_FORMATS | own}


def _xlsx_rows(parts: _Parts, path: str, strings: list[str], days: set[int]) -> Rows:
    sheet = _Sheet()
    cell: dict[str, Any] = {}
    place = {"row": -1, "column": -1}

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "row":
            place.update(row=int(attributes.get("r", place["row"] + 2)) - 1, column=-1)
        elif tag == "c":
            letters = re.match("[A-Z]{0,3}", attributes.get("r", ""))
            column = _column(letters[0]) if letters and letters[0] else place["column"] + 1
            place["column"] = column
            cell.clear()
            cell.update(
                kind=attributes.get("t", "n"), style=int(attributes.get("s", 0)), text=""
            )
        elif tag == "f":
            cell["f"] = True

    def end(tag: str, text: str) -> None:
        if tag in ("v", "t") and cell:
            cell["text"] += text
        elif tag == "c":
            if "f" in cell and not cell["text"] and cell["kind"] != "str":
                _refuse(WITHOUT_VALUE, address(place["row"] + 1, place["column"]))
            sheet.put(place["row"], place["column"], written())
            cell.clear()

    def written() -> str:
        text, kind = str(cell["text"]), cell["kind"]
        if kind == "s" and text:
            return strings[int(text)]
        if kind == "n" and text:
            if cell["style"] in days:
                return (FIRST_DAY + timedelta(int(float(text)))).isoformat()
            return _number(text)
        return text

    parts.parse(path, start, end)
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
