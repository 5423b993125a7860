"""A sheet as it stands on paper: one line a hand, oldest first, and what they add up to.

The layout of tarot is the federation's match sheet: a plus and a minus column a player,
*Total*, *Bilan*. The other games have marks and running totals.
"""

from typing import NamedTuple

from scorekeeper.i18n.messages import Message, msg, render
from scorekeeper.rules.game import Game
from scorekeeper.rules.score import Points
from scorekeeper.sheets.rows import Row
from scorekeeper.sheets.sheet import Sheet

Pair = tuple[str, str]
"""The two cells of a column: plus and minus, or marks and the running total."""


class PrintedLine(NamedTuple):
    """One line of the sheet."""

    number: str
    dealer: str
    what: Message
    result: tuple[Message, ...]
    pairs: tuple[Pair, ...]
    held: Message
    corrected: bool


class PrintLayout(NamedTuple):
    """A sheet ready to be printed."""

    columns: tuple[str, ...]
    heads: tuple[Message, Message]
    lines: tuple[PrintedLine, ...]
    total: tuple[Pair, ...]
    balance: tuple[str, ...]


PLUS_MINUS = (Message("+"), Message("−"))
MARKS_TOTAL = (msg("marque"), msg("total"))


def print_layout(sheet: Sheet) -> PrintLayout:
    """The whole sheet, penalties and changes around the table in their place."""
    apart = sheet.game.plus_minus
    lines = tuple(_line(sheet, row, apart) for row in sheet.rows)
    standing = sheet.state.standing
    empty = (0,) * len(sheet.columns)
    points = [row.points for row in sheet.rows if not row.late]
    plus = _sum(points, empty, 1)
    minus = _sum(points, empty, -1)
    total = tuple(
        (render(up), render(down)) if apart else ("", render(own))
        for up, down, own in zip(plus, minus, standing, strict=True)
    )
    balance = tuple(render(points) for points in standing)
    return PrintLayout(sheet.columns, _heads(sheet.game), lines, total, balance)


def blank(game: Game, players: int, rows: int = 24) -> PrintLayout:
    """A sheet to be filled by hand."""
    columns = game.columns(("",) * players)
    empty: tuple[Pair, ...] = (("", ""),) * len(columns)
    line = PrintedLine("", "", Message(""), (), empty, Message(""), False)
    lines = tuple(line._replace(number=str(n)) for n in range(1, rows + 1))
    return PrintLayout(("",) * len(columns), _heads(game), lines, empty, ("",) * len(columns))


def _heads(game: Game) -> tuple[Message, Message]:
    return PLUS_MINUS if game.plus_minus else MARKS_TOTAL


def _sum(rows: list[Points], empty: Points, sign: int) -> Points:
    """What the rows add up to, column by column, on one side of zero."""
    totals = list(empty)
    for points in rows:
        for column, value in enumerate(points):
            totals[column] += value if value * sign > 0 else 0
    return tuple(abs(total) for total in totals)


def _line(sheet: Sheet, row: Row, apart: bool) -> PrintedLine:
    body = row.entry.body
    dealer = sheet.names[row.before.dealer] if row.dealt else ""
    what, result = row.headline, _result(row)
    if row.entry.kind == "penalty":
        result = (Message("%(reason)s", {"reason": body["reason"]}),)
    elif row.entry.kind == "seated":
        result = _seated(sheet, row)
    counts = not row.late and row.entry.kind != "seated"
    pairs = tuple(
        _pair(row, column, apart) if counts and column < len(row.points) else ("", "")
        for column in range(len(sheet.columns))
    )
    held = sheet.game.held(row.after.held) if row.after.held.pots else Message("")
    number = str(row.number) if row.dealt and not row.late else ""
    return PrintedLine(number, dealer, what, result, pairs, held, row.entry.corrections > 0)


def _result(row: Row) -> tuple[Message, ...]:
    score = row.score
    if row.hand is None or score is None:
        return ()
    tags = tuple(line.tag for line in row.extras)
    late = (msg("après la fin de la partie"),) if row.late else ()
    return tuple(message for message in (score.verdict, *tags, *late) if message.text)


def _seated(sheet: Sheet, row: Row) -> tuple[Message, ...]:
    came, left = row.seated
    return (
        *(msg("%(name)s arrive", name=sheet.names[n]) for n in came),
        *(msg("%(name)s s'en va", name=sheet.names[n]) for n in left),
    )


def _pair(row: Row, column: int, apart: bool) -> Pair:
    points = row.points[column]
    if not apart:
        return render(points), render(row.standing[column])
    return (str(points), "") if points > 0 else ("", str(-points) if points else "0")
