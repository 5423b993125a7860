"""CSV for spreadsheets: a sheet, a table to fill in.

Separated by semicolons, with decimal commas, as French spreadsheets expect. What is typed from
paper is read in :mod:`scorekeeper.sheets.formats.typed_game`.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.i18n.messages import Translate, msg, render
from scorekeeper.rules.answers import Record, answer_words, attribute, questions, schema
from scorekeeper.rules.choice import HandRole
from scorekeeper.rules.game import NOBODY, RECEIVERS, Game
from scorekeeper.rules.question import PerColumn, PointsOfEach, Question, SomePlayers
from scorekeeper.sheets.formats.night_document import entries, write_unread
from scorekeeper.sheets.formats.strict_json import DocumentError
from scorekeeper.sheets.formats.typed_answers import PART, expected_words
from scorekeeper.sheets.formats.typed_game import (
    LATE,
    TypedEvening,
    names_a_game,
    read_evening,
    read_points,
)
from scorekeeper.sheets.formats.typed_table import FORMULA, lines_of, own_question
from scorekeeper.sheets.rows import ANNULLED, Row
from scorekeeper.sheets.sheet import MAX_ENTRIES, Sheet

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


def export(sheet: Sheet, translate: Translate) -> str:
    """Write the table of a sheet, which :func:`read` reads: its game, rules and players, then
    a row per hand or penalty with every answer, the points and the running totals."""

    def say(value: object) -> str:
        return text(render(value, translate))

    document = write_unread(sheet, ())
    written = list(entries(sheet))
    own, passed = own_question(sheet.game), _passed_question(sheet.game)
    asked = [
        name
        for name in questions(sheet.game.hand)
        if name == passed or (name != own and any(name in entry for _, entry in written))
    ]
    labels = [say(questions(sheet.game.hand)[name].label) for name in asked]
    names = [text(name) for name in sheet.columns]
    totals = [f"{name} ({say(msg('total'))})" for name in names]
    return csv_text(
        (
            [say(msg("jeu")), say(sheet.game.title)],
            *([say(msg("règle")), *rule] for rule in _rules(sheet, say)),
            [say(msg("joueurs")), *map(text, document["players"])],
            [say(msg("date")), sheet.date],
            [say(msg("titre")), text(sheet.title)],
            [say(msg("donne")), say(msg("donneur")), *labels, *names, *totals],
            *(_line(sheet, row, entry, asked, say) for row, entry in written),
        )
    )


def _passed_question(game: Game) -> str:
    """Return the question whose cell says that a deal has no hand; empty without one."""
    roles = schema(game.hand).roles
    return roles.get(HandRole.CONTRACT) or roles.get(HandRole.TAKER) or ""


def _line(
    sheet: Sheet,
    row: Row,
    entry: Mapping[str, Any],
    asked: Sequence[str],
    say: Callable[[object], str],
) -> list[object]:
    """Return the cells of an entry of the document."""
    blank = [""] * (len(sheet.columns) - len(row.points))
    results = entry.get(own_question(sheet.game) or "", row.points)
    given = results if sheet.game.board else row.points
    penalty = entry.get("penalty", {"to": NOBODY})
    if "to" not in penalty:  # of one column, perhaps the part of a penalty to several
        who = penalty.get("player", penalty.get("team"))
        given = [
            -penalty["points"] * (name == who) for name in sheet.columns[: len(row.points)]
        ]
    points = [*given, *blank, *row.standing, *blank]
    if "penalty" in entry:
        said = _penalty(entry["penalty"], say)
        return [say(msg("pénalité")), said, *[""] * len(asked), *points]
    dealer = "" if sheet.game.board else text(sheet.names[row.before.dealer])
    if "passed" in entry:
        why = say(ANNULLED[entry["reason"]] if "reason" in entry else msg("passée"))
        place = _passed_question(sheet.game)
        whys = [why if name == place else "" for name in asked]
        return [row.number if place else why, dealer, *whys, *points]
    cells = [_cell(sheet, row, entry, name, say) for name in asked]
    return [say(LATE) if row.late else row.number, dealer, *cells, *points]


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Return rows of cells as a file; what players typed has passed :func:`text`."""
    out = io.StringIO()
    csv.writer(out, delimiter=";", lineterminator="\r\n").writerows(rows)
    return BOM + out.getvalue()


def _rules(sheet: Sheet, say: Callable[[object], str]) -> Iterator[tuple[str, str, str]]:
    """Yield the options that are not the usual ones: the name and the value of each, as a
    document has them, and in words."""
    for name, option in sheet.game.options.items():
        value = sheet.options[name]
        if value != option.default(sheet.options):
            written = json.dumps(value, ensure_ascii=False)
            yield name, text(written), f"{say(option.label)} – {say(option.label_of(value))}"


def _penalty(penalty: Mapping[str, Any], say: Callable[[object], str]) -> str:
    """Return a penalty in words: who, the points, who receives them, the reason."""
    who, to = penalty.get("player", penalty.get("team")), penalty.get("to", NOBODY)
    parts = (who, penalty["points"], say(RECEIVERS[to]), penalty.get("reason", ""))
    return text(PART.join(map(str, parts)))


def _cell(
    sheet: Sheet, row: Row, entry: Mapping[str, Any], name: str, say: Callable[[object], str]
) -> str | int:
    """Return an answer as it is typed."""
    answer = entry.get(name)
    if answer is None:
        return ""
    if isinstance(answer, float):
        return str(answer).replace(".", ",")
    if isinstance(answer, int) and not isinstance(answer, bool):
        return answer
    question = questions(sheet.game.hand)[name]
    if isinstance(question, SomePlayers):
        return text(", ".join(answer))
    if isinstance(question, Record):
        record = getattr(row.hand, attribute(name))
        words = [answer_words(record, part, sheet.names) for part in questions(type(record))]
        return PART.join(say(word) for word in words if word != "")
    return say(answer_words(row.hand, name, sheet.names))


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


def template(game: Game, players: int, translate: Translate) -> str:
    """Write a table without hands: its heads, and what is typed under each.

    :param players: the number of players who have a name to be replaced.
    """

    def say(value: object) -> str:
        return render(value, translate)

    names = [say(msg("Joueur %(n)s", n=n)) for n in range(1, players + 1)]
    asked = [q for q in questions(game.hand).values() if _is_typed(q, players)]
    points, usual = game.columns(names), game.read_options({})
    heads = [say(question.label) for question in asked]
    hints = [_hint(question, usual, translate) for question in asked]
    return csv_text(
        (
            [say(msg("jeu")), say(game.title)],
            [say(msg("joueurs")), *names],
            [say(msg("date")), ""],
            [say(msg("donne")), say(msg("donneur")), *heads, *points],
            ["#", "", *hints],
            ["1", "", *([""] * (len(asked) + len(points)))],
        )
    )


def _is_typed(question: Question, players: int) -> bool:
    """Return True for a question of the usual rules that has a column in a typed table."""
    is_points = isinstance(question, PerColumn) and not isinstance(question, PointsOfEach)
    asked_at = getattr(question, "at", None)
    return not question.option and not is_points and asked_at in (None, players)


def _hint(question: Question, options: Mapping[str, Any], translate: Translate) -> str:
    """Return the answers that a column takes: its choices, or its bounds."""
    expected = expected_words(question, options)
    said = []
    if "low" in expected:
        said.append(f"{expected['low']}–{expected['high']}")
    said += [render(choice, translate) for choice in expected.get("choices", ())]  # type: ignore[attr-defined]
    return " / ".join(said)
