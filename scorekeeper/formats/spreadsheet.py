"""CSV for spreadsheets: the export of a sheet, and an evening typed from paper."""

import csv
import io
from collections.abc import Mapping
from datetime import date
from itertools import islice
from typing import Any

from scorekeeper.formats.night_document import FORMAT, DocumentError
from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.answers import answers, questions, schema
from scorekeeper.rules.choice import Role
from scorekeeper.sheets.bounds import MAX_ENTRIES
from scorekeeper.sheets.rows import Row
from scorekeeper.sheets.sheet import Sheet

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The characters with which a spreadsheet begins a formula."""

BOM = "\ufeff"
"""The byte order mark, by which spreadsheets recognize UTF-8."""

MOST_CELLS = 1 + GAMES["libre"].seats[-1] + 1
"""The cells of a typed line that are looked at: a date, the columns, and one too many."""

PASSED = "passed"
"""The contract of a deal that everybody passed."""


def text(value: object) -> str:
    """Return a text that no spreadsheet evaluates as a formula.

    >>> text("=1+1"), text("Anne")
    ("'=1+1", 'Anne')
    """
    written = str(value)
    return f"'{written}" if written.startswith(FORMULA) else written


def export(sheet: Sheet) -> str:
    """Return one row per hand: number, dealer, every answer, points and running totals.

    Separated by semicolons, as French spreadsheets expect.
    """
    asked = list(questions(sheet.game.hand))
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    names = [text(name) for name in sheet.columns]
    totals = [text(f"{name} (total)") for name in sheet.columns]
    writer.writerow(["donne", "donneur", *asked, *names, *totals])
    for row in sheet.hands:
        given = _answers(sheet, row)
        cells = [_cell(given.get(name)) for name in asked]
        missing = [""] * (len(names) - len(row.points))
        points = [*row.points, *missing, *row.standing, *missing]
        dealer = "" if sheet.game.board else text(sheet.names[row.before.dealer])
        writer.writerow([row.number, dealer, *cells, *points])
    return BOM + out.getvalue()


def _answers(sheet: Sheet, row: Row) -> dict[str, Any]:
    """The answers of a hand; a passed deal has a contract, where the game asks for one."""
    if row.hand is not None:
        return answers(row.hand, sheet.names)
    contract = schema(sheet.game.hand).roles.get(Role.CONTRACT)
    return {contract: PASSED} if contract else {}


def _cell(answer: object) -> str | int:
    if answer is None:
        return ""
    if isinstance(answer, bool):
        return "oui" if answer else "non"
    if isinstance(answer, int):
        return answer
    if isinstance(answer, float):
        return str(answer).replace(".", ",")
    if isinstance(answer, Mapping):
        return text(" ".join(f"{name} {_cell(value)}" for name, value in answer.items()))
    if isinstance(answer, list):
        return text(", ".join(str(_cell(item)) for item in answer))
    return text(answer)


def read(content: bytes) -> dict[str, object]:
    """Return the night document of an evening typed from paper, as free marking.

    :param content: a line of names, then a line of points per hand; the first column may be
        « date ». Separated by semicolons, commas or tabs, in UTF-8 or Windows-1252.
    :raises DocumentError: with the first line that is not valid.
    """
    try:
        given = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        given = content.decode("cp1252", "replace")
    rows = _rows(given)
    head = [cell.strip() for cell in rows[0]]
    dated = head[0].casefold() == "date"
    names = head[1:] if dated else head
    hands = [
        {"scores": _points(row[1:] if dated else row, len(names), number)}
        for number, row in enumerate(rows[1:], 2)
    ]
    return {
        "format": FORMAT,
        "game": "libre",
        "date": _date(rows[1][0]) if dated else None,
        "players": names,
        "hands": hands,
    }


def _rows(given: str) -> list[list[str]]:
    """The rows that hold anything, the names first; cells beyond the columns of any game are
    left out but for one, by which there are too many.

    :raises DocumentError: for what is no table of a sheet, like a cell of more than 131 072
        characters.
    """
    lines = io.StringIO(given, newline=None)
    delimiter = max(";,\t", key=given.split("\n", 1)[0].count)
    filled = (row[:MOST_CELLS] for row in csv.reader(lines, delimiter=delimiter) if any(row))
    try:
        rows = list(islice(filled, MAX_ENTRIES + 2))
    except csv.Error as error:
        why = msg("ce tableau ne se lit pas (%(why)s)", why=str(error))
        raise DocumentError(msg("fichier"), why) from None
    if not 2 <= len(rows) <= MAX_ENTRIES + 1:
        raise DocumentError(
            msg("fichier"),
            msg("on attend une ligne de noms, puis une ligne de points par donne"),
        )
    return rows


def _points(cells: list[str], count: int, line: int) -> list[int]:
    """The points of one line; cells that are empty or absent are 0.

    :param line: the number of the line, for the error.
    """
    points = []
    for cell in cells[:count]:
        written = cell.strip().replace("−", "-").replace("\u202f", "").replace(" ", "") or "0"
        if not written.removeprefix("-").removeprefix("+").isdecimal() or len(written) > 7:
            raise DocumentError(
                msg("ligne %(n)s", n=line),
                msg("« %(cell)s » n'est pas un nombre entier", cell=cell[:20]),
            )
        points.append(int(written))
    return points + [0] * (count - len(points))


def _date(cell: str) -> str | None:
    """The ISO date of a typed one (2026-11-20 or 20/11/2026); absent if it is not valid.

    >>> _date("20/11/2026"), _date("2026-11-20"), _date("hier")
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
