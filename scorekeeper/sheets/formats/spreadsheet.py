"""CSV for spreadsheets: a sheet, a table to fill in.

Separated by semicolons, with decimal commas, as French spreadsheets expect. What is typed from
paper is read in :mod:`scorekeeper.sheets.formats.typed_game`.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.i18n.messages import Message, Translate, msg, render
from scorekeeper.rules.answers import joined, questions
from scorekeeper.rules.game import NOBODY, Game, Table
from scorekeeper.rules.question import Bid, CardPoints, Count, OneOf, Question
from scorekeeper.sheets.formats.cells import FORMULA
from scorekeeper.sheets.formats.columns import NOTE, columns, own_question, passed_question
from scorekeeper.sheets.formats.night_document import entries, write_unread
from scorekeeper.sheets.rows import Row
from scorekeeper.sheets.sheet import Sheet

UNMARKED = re.compile(f"(^|[,;\t\r\n] *)(?='*[{FORMULA}])")
"""The place before a character, of any width, with which a spreadsheet begins a formula: at
the beginning of a cell, or where it splits the cell if its separator is another one."""

BOM = "\ufeff"
"""The byte order mark, by which spreadsheets recognize UTF-8."""


def text(value: object) -> str:
    """Return a text that no spreadsheet evaluates as a formula.

    >>> text("=1+1"), text("Anne")
    ("'=1+1", 'Anne')
    """
    return UNMARKED.sub(r"\1'", str(value))


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Return rows of cells as a file; what players typed has passed :func:`text`."""
    out = io.StringIO()
    csv.writer(out, delimiter=";", lineterminator="\r\n").writerows(rows)
    return BOM + out.getvalue()


def _rendered(rows: Iterable[Sequence[object]], translate: Translate) -> str:
    """Return rows of numbers, and of words in a language, as a file."""

    def cell(value: object) -> object:
        is_plain = value is None or type(value) is int
        return value if is_plain else text(render(value, translate))

    return csv_text([cell(value) for value in row] for row in rows)


def export(sheet: Sheet, translate: Translate) -> str:
    """Write the table of a sheet, which :func:`~scorekeeper.sheets.formats.typed_game.read`
    reads: its game, rules and players, then a row per hand or penalty with every answer, the
    points and the running totals."""
    written = list(entries(sheet))
    always = ("number", "dealer", passed_question(sheet.game))
    listed = [
        column
        for column in columns(sheet.game)
        if column.name in always or any(column.name in entry for _, entry in written)
    ]
    totals = [joined("", [name, " (", msg("total"), ")"]) for name in sheet.columns]
    rows: list[Sequence[object]] = [
        [msg("jeu"), sheet.game.title],
        *([msg("règle"), *rule] for rule in _rules(sheet)),
        [msg("joueurs"), *write_unread(sheet, ())["players"]],
        [msg("date"), sheet.date],
        [msg("titre"), sheet.title],
        *([[msg("note"), sheet.note]] if sheet.note else []),
        [*(column.head for column in listed), *sheet.columns, *totals],
        *(
            [*(column.write(row, entry) for column in listed), *_numbers(sheet, row, entry)]
            for row, entry in written
        ),
    ]
    return _rendered(rows, translate)


def _rules(sheet: Sheet) -> Iterator[tuple[str, str, Message]]:
    """Yield the options that are not the usual ones: the name and the value of each, as a
    document has them, and in words."""
    for name, option in sheet.game.options.items():
        value = sheet.options[name]
        if value != option.default(sheet.options):
            words = joined(" – ", [option.label, option.label_of(value)])
            yield name, json.dumps(value, ensure_ascii=False), words


def _numbers(sheet: Sheet, row: Row, entry: Mapping[str, Any]) -> list[object]:
    """Return the points of an entry, or the results of a board, and the running totals."""
    results = entry.get(own_question(sheet.game) or "", row.points)
    given: Sequence[object] = results if sheet.game.board else row.points
    penalty = entry.get("penalty", {"to": NOBODY})
    if "to" not in penalty:  # of one column, perhaps the part of a penalty to several
        who = penalty.get("player", penalty.get("team"))
        given = [
            -penalty["points"] * (name == who) for name in sheet.columns[: len(row.points)]
        ]
    blank = [""] * (len(sheet.columns) - len(row.points))
    return [*given, *blank, *row.standing, *blank]


def template(game: Game, players: int, translate: Translate) -> str:
    """Write a table without hands: its heads, and what is typed under each.

    :param players: the number of players who have a name to be replaced.
    """
    names = [render(msg("Joueur %(n)s", n=n), translate) for n in range(1, players + 1)]
    table = Table(tuple(names), game.read_options({}))
    asked = questions(game.hand)
    listed = [column for column in columns(game, table) if column.name not in ("date", NOTE)]
    listed = [c for c in listed if c.name not in asked or _is_usual(asked[c.name], players)]
    hints = [_hint(asked[c.name], table) if c.name in asked else "" for c in listed]
    points = game.columns(names)
    rows: list[Sequence[object]] = [
        [msg("jeu"), game.title],
        [msg("joueurs"), *names],
        [msg("date"), ""],
        [*(column.head for column in listed), *points],
        ["#", *hints[1:]],
        ["1", *[""] * (len(listed) - 1 + len(points))],
    ]
    return _rendered(rows, translate)


def _is_usual(question: Question, players: int) -> bool:
    """Return True for a question that the usual rules ask at a table of so many players."""
    return not question.option and getattr(question, "at", None) in (None, players)


def _hint(question: Question, table: Table) -> Message:
    """Return the answers that a column takes: its bounds, its choices."""
    said: list[object] = []
    if isinstance(question, Count | CardPoints):
        said.append(f"{question.low}–{question.high}")
    if isinstance(question, OneOf):
        said += question.allowed(table.options)
    if isinstance(question, Bid):
        said += question.words.values()
    return joined(" / ", said)
