"""A sheet as a table for a spreadsheet, and a night typed from paper read back."""

import csv
import io
from collections.abc import Mapping
from datetime import date
from typing import Any

from scorekeeper.formats.night_document import FORMAT, HANDS, DocumentError
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.hand import answers, questions, schema
from scorekeeper.rules.question import Role
from scorekeeper.sheets.sheet import Sheet

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""

BOM = "\ufeff"
"""What tells a spreadsheet that the text is UTF-8."""


def text(value: object) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> text("=1+1"), text("Anne")
    ("'=1+1", 'Anne')
    """
    written = str(value)
    return f"'{written}" if written.startswith(FORMULA) else written


def export(sheet: Sheet) -> str:
    """One row a hand: number, dealer, every answer, the points and the running totals.

    Separated by semicolons, as a French spreadsheet opens it.
    """
    asked = list(questions(sheet.game.hand))
    contract = schema(sheet.game.hand).roles.get(Role.CONTRACT, "")
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    names = [text(name) for name in sheet.columns]
    totals = [text(f"{name} (total)") for name in sheet.columns]
    writer.writerow(["donne", "donneur", *asked, *names, *totals])
    for row in sheet.hands:
        given = answers(row.hand, sheet.names) if row.hand else {contract: "passed"}
        cells = [_cell(given.get(name)) for name in asked]
        missing = [""] * (len(names) - len(row.points))
        points = [*row.points, *missing, *row.standing, *missing]
        writer.writerow([row.number, text(sheet.names[row.before.dealer]), *cells, *points])
    return BOM + out.getvalue()


def _cell(answer: Any) -> object:
    """One answer in one cell."""
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


def read(content: bytes) -> dict[str, Any]:
    """The night document of a night typed from paper: a line of names, then the points of
    each hand; a column « date » may stand first.

    :raises NightError: with the line that cannot be read.
    """
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        lines = content.decode("cp1252", "replace").splitlines()
    rows = [row for row in csv.reader(lines, delimiter=_delimiter(lines)) if any(row)]
    if len(rows) < 2 or len(rows) > HANDS:
        raise DocumentError(
            msg("fichier"),
            msg("on attend une ligne de noms, puis une ligne de points par donne"),
        )
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


def _delimiter(lines: list[str]) -> str:
    first = lines[0] if lines else ""
    return max(";,\t", key=first.count)


def _points(cells: list[str], count: int, line: int) -> list[int]:
    found = []
    for cell in cells[:count]:
        written = cell.strip().replace("−", "-").replace("\u202f", "").replace(" ", "") or "0"
        if not written.removeprefix("-").removeprefix("+").isdecimal() or len(written) > 7:
            raise DocumentError(
                msg("ligne %(n)s", n=line),
                msg("« %(cell)s » n'est pas un nombre entier", cell=cell[:20]),
            )
        found.append(int(written))
    return found + [0] * (count - len(found))


def _date(cell: str) -> str | None:
    """A date as it is typed: 2026-11-20, or 20/11/2026."""
    parts = cell.strip().replace("/", "-").split("-")
    if len(parts) == 3 and all(part.isdecimal() for part in parts):
        numbers = [int(part) for part in parts]
        year, month, day = numbers if numbers[0] > 31 else numbers[::-1]
        try:
            return date(year if year > 99 else 2000 + year, month, day).isoformat()
        except ValueError:
            return None
    return None
