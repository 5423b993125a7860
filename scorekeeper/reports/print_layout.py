"""The printed sheet: one line per hand, oldest first, with totals and balances.

The layout of tarot is the federation's match sheet: a plus and a minus column per player,
*Total*, *Bilan*. The other games have points and running totals.
"""

from typing import NamedTuple

from scorekeeper.i18n.messages import Message, msg, render
from scorekeeper.rules.game import Game
from scorekeeper.rules.score import Points
from scorekeeper.sheets.rows import Row
from scorekeeper.sheets.sheet import Sheet

Pair = tuple[str, str]
"""The two cells of a column: plus and minus, or points and running total."""


class PrintedLine(NamedTuple):
    """One line of the sheet."""

    number: str
    """The number of the hand; empty for other entries."""
    dealer: str
    what: Message
    """The headline of the entry."""
    result: tuple[Message, ...]
    """The verdict and the extras of a hand; the reason or the names of other entries."""
    pairs: tuple[Pair, ...]
    held: Message
    """The points left on the table; empty if there are none."""
    corrected: bool


class PrintLayout(NamedTuple):
    """The cells of a printed sheet."""

    columns: tuple[str, ...]
    heads: tuple[Message, Message]
    """The heads of the two cells of each column."""
    lines: tuple[PrintedLine, ...]
    total: tuple[Pair, ...]
    balance: tuple[str, ...]


PLUS_MINUS = (Message("+"), Message("−"))
MARKS_TOTAL = (msg("marque"), msg("total"))


def print_layout(sheet: Sheet) -> PrintLayout:
    """Return the layout of a sheet, penalties and changes of seats included."""
    plus_minus = sheet.game.plus_minus
    lines = tuple(_line(sheet, row, plus_minus) for row in sheet.rows)
    standing = sheet.state.standing
    empty = (0,) * len(sheet.columns)
    points = [row.points for row in sheet.rows if not row.late]
    plus = _sum(points, empty, 1)
    minus = _sum(points, empty, -1)
    total = tuple(
        (render(gains), render(losses)) if plus_minus else ("", render(own))
        for gains, losses, own in zip(plus, minus, standing, strict=True)
    )
    balance = tuple(render(points) for points in standing)
    return PrintLayout(sheet.columns, _heads(sheet.game), lines, total, balance)


def blank(game: Game, players: int, rows: int = 24) -> PrintLayout:
    """Return the layout of an empty sheet, to be filled in by hand."""
    columns = game.columns(("",) * players)
    empty: tuple[Pair, ...] = (("", ""),) * len(columns)
    line = PrintedLine("", "", Message(""), (), empty, Message(""), False)
    lines = tuple(line._replace(number=str(n)) for n in range(1, rows + 1))
    return PrintLayout(("",) * len(columns), _heads(game), lines, empty, ("",) * len(columns))


def _heads(game: Game) -> tuple[Message, Message]:
    return PLUS_MINUS if game.plus_minus else MARKS_TOTAL


def _sum(rows: list[Points], empty: Points, sign: int) -> Points:
    """Add the gains (sign 1) or the losses (sign -1) of each column, as positive numbers."""
    totals = list(empty)
    for points in rows:
        for column, value in enumerate(points):
            totals[column] += value if value * sign > 0 else 0
    return tuple(abs(total) for total in totals)


def _line(sheet: Sheet, row: Row, plus_minus: bool) -> PrintedLine:
    counts = not row.late and row.entry.kind != "seated"
    pairs = tuple(
        _pair(row, column, plus_minus) if counts and column < len(row.points) else ("", "")
        for column in range(len(sheet.columns))
    )
    return PrintedLine(
        number=str(row.number) if row.dealt and not row.late else "",
        dealer=sheet.names[row.before.dealer] if row.dealt else "",
        what=row.headline,
        result=_result(sheet, row),
        pairs=pairs,
        held=sheet.game.describe_held(row.after.held) if row.after.held.pots else Message(""),
        corrected=row.entry.corrections > 0,
    )


def _result(sheet: Sheet, row: Row) -> tuple[Message, ...]:
    if row.entry.kind == "penalty":
        body = row.entry.body
        values = {"column": sheet.columns[body["player"]], "reason": body["reason"]}
        return (
            Message("%(column)s : %(reason)s" if body["reason"] else "%(column)s", values),
        )
    if row.entry.kind == "seated":
        return _changed_seats(sheet, row)
    return _hand_result(row)


def _hand_result(row: Row) -> tuple[Message, ...]:
    score = row.score
    if row.hand is None or score is None:
        return ()
    tags = tuple(extra.label for extra in row.extras)
    late = (msg("après la fin de la partie"),) if row.late else ()
    return tuple(message for message in (score.verdict, *tags, *late) if message.text)


def _changed_seats(sheet: Sheet, row: Row) -> tuple[Message, ...]:
    came, left = row.arrivals_and_departures
    return (
        *(msg("%(name)s arrive", name=sheet.names[n]) for n in came),
        *(msg("%(name)s s'en va", name=sheet.names[n]) for n in left),
    )


def _pair(row: Row, column: int, plus_minus: bool) -> Pair:
    points = row.points[column]
    if not plus_minus:
        return render(points), render(row.standing[column])
    return (str(points), "") if points > 0 else ("", str(-points) if points else "0")
