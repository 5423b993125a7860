"""CSV for spreadsheets: the export of a sheet, and an evening typed from paper.

What is typed is read in :mod:`scorekeeper.formats.typed_game`, with the answers of a game, and
in :mod:`scorekeeper.formats.typed_points`, with points alone.
"""

import csv
import io
from collections.abc import Mapping
from typing import Any

from scorekeeper.formats.night_document import DocumentError
from scorekeeper.formats.typed_game import TypedEvening, names_a_game, read_evening
from scorekeeper.formats.typed_points import read_points
from scorekeeper.formats.typed_table import lines_of
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.answers import answers, questions, schema
from scorekeeper.rules.choice import Role
from scorekeeper.sheets.rows import Row
from scorekeeper.sheets.sheet import MAX_ENTRIES, Sheet

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The characters with which a spreadsheet begins a formula."""

BOM = "\ufeff"
"""The byte order mark, by which spreadsheets recognize UTF-8."""

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


def read(content: bytes) -> TypedEvening:
    """Return an evening typed from paper: of the game that its first line names, else of
    free marking.

    :raises DocumentError: with every line that is refused.
    """
    lines = lines_of(content)
    evening = read_evening(lines) if names_a_game(lines) else read_points(lines)
    if len(evening.lines) > MAX_ENTRIES:
        why = msg("on attend au plus %(n)s donnes", n=MAX_ENTRIES)
        raise DocumentError(msg("fichier"), why)
    return evening
