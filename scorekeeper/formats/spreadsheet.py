"""CSV for spreadsheets: the export of a sheet, the board of a season, a table to be filled in.

Separated by semicolons, with decimal commas, as French spreadsheets expect. What is typed from
paper is read in :mod:`scorekeeper.formats.typed_game`.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.circles.ranking import RANKINGS, Board, Ranking, Standing
from scorekeeper.formats.strict_json import DocumentError
from scorekeeper.formats.typed_answers import expected_words
from scorekeeper.formats.typed_game import (
    TypedEvening,
    names_a_game,
    read_evening,
    read_points,
)
from scorekeeper.formats.typed_table import lines_of
from scorekeeper.i18n.messages import Translate, msg, render
from scorekeeper.rules.answers import answers, questions, schema
from scorekeeper.rules.choice import HandRole
from scorekeeper.rules.game import Game
from scorekeeper.rules.question import PerColumn, PointsOfEach, Question
from scorekeeper.sheets.rows import Row
from scorekeeper.sheets.sheet import MAX_ENTRIES, Sheet

FORMULA = re.compile("(^|[,;\t\r\n] *)(?=[=+@\t\r\n⁺⁼₊₌﬩﹢﹣﹦﹫＋－＝＠-])")
"""The place before a character, of any width, with which a spreadsheet begins a formula: at
the beginning of a cell, or where it splits the cell if its separator is another one."""

BOM = "\ufeff"
"""The byte order mark, by which spreadsheets recognize UTF-8."""

PASSED = "passed"
"""The contract of a deal that everybody passed."""


def text(value: object) -> str:
    """Return a text that no spreadsheet evaluates as a formula.

    >>> text("=1+1"), text("Anne")
    ("'=1+1", 'Anne')
    """
    return FORMULA.sub(r"\1'", str(value))


def export(sheet: Sheet) -> str:
    """Write one row per hand: number, dealer, every answer, points and running totals."""
    asked = list(questions(sheet.game.hand))
    names = [text(name) for name in sheet.columns]
    totals = [text(f"{name} (total)") for name in sheet.columns]
    rows: list[Sequence[object]] = [["donne", "donneur", *asked, *names, *totals]]
    for row in sheet.hands:
        answers_by_name = _answers(sheet, row)
        cells = [_cell(answers_by_name.get(name)) for name in asked]
        missing = [""] * (len(names) - len(row.points))
        points = [*row.points, *missing, *row.standing, *missing]
        dealer = "" if sheet.game.board else text(sheet.names[row.before.dealer])
        rows.append([row.number, dealer, *cells, *points])
    return _csv(rows)


def _csv(rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=";", lineterminator="\r\n").writerows(rows)
    return BOM + out.getvalue()


def _answers(sheet: Sheet, row: Row) -> dict[str, Any]:
    """Return the answers of a hand; a passed deal has a contract, where the game asks for
    one."""
    if row.hand is not None:
        return answers(row.hand, sheet.names)
    contract = schema(sheet.game.hand).roles.get(HandRole.CONTRACT)
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


SEASON_HEADS = (
    *("points", "donnes"),
    *("points par donne", "plus ou moins", "soirées", "soirées gagnées"),
)
"""The heads of the columns after it."""


def season_table(board: Board, names: Mapping[int, str], least: int) -> str:
    """Write one row per player, then those of guests and of the sum.

    :param names: of the players.
    :param least: fewest hands of a player whose interval is told.
    """
    ranking = RANKINGS[board.season.ranking]
    rows: list[Sequence[object]] = [["place", "joueur", ranking.csv_head, *SEASON_HEADS]]
    for standing in board.standings:
        rows.append(_season_row(standing, ranking, names[standing.player], least))
    if board.guests:
        rows.append(["", "Invités", "", board.guests])
    rows.append(["", "Somme", "", board.total])
    return _csv(rows)


def _season_row(standing: Standing, ranking: Ranking, name: str, least: int) -> list[object]:
    value, tenths = ranking.unit.number(standing.value), _decimal(standing.mean.tenths)
    return [
        standing.place or "",
        text(name),
        _decimal(value) if ranking.unit.decimals else value,
        standing.points,
        standing.mean.hands,
        tenths,
        _decimal(standing.mean.margin) if standing.mean.hands >= least else "",
        standing.evenings,
        standing.won,
    ]


def _decimal(tenths: int) -> str:
    """Return tenths as a number with a decimal comma, which no spreadsheet evaluates.

    >>> _decimal(-32), _decimal(5)
    ('-3,2', '0,5')
    """
    whole, part = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole},{part}"


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
    return _csv(
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
