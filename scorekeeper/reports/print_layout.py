"""A sheet as it stands on paper: one line a hand, oldest first, and what they add up to.

The layout of tarot is the federation's match sheet: a plus and a minus column a player,
*Total*, *Bilan*. The other games have marks and running totals.
"""

from typing import NamedTuple

from .game import Game
from .row import Row
from .score import Points
from .sheet import Sheet
from .words import Words, said, tell

Pair = tuple[str, str]
"""The two cells of a column: plus and minus, or marks and the running total."""


class Written(NamedTuple):
    """One line of the sheet."""

    number: str
    dealer: str
    what: Words
    result: tuple[Words, ...]
    pairs: tuple[Pair, ...]
    held: Words
    corrected: bool


class Paper(NamedTuple):
    """A sheet ready to be printed."""

    columns: tuple[str, ...]
    heads: tuple[Words, Words]
    lines: tuple[Written, ...]
    total: tuple[Pair, ...]
    balance: tuple[str, ...]


PLUS_MINUS = (Words("+"), Words("−"))
MARKS_TOTAL = (said("marque"), said("total"))


def paper(sheet: Sheet) -> Paper:
    """The whole sheet, penalties and changes around the table in their place."""
    apart = sheet.game.plus_minus
    lines = tuple(_line(sheet, row, apart) for row in sheet.rows)
    standing = sheet.state.standing
    empty = (0,) * len(sheet.columns)
    points = [row.points for row in sheet.rows if not row.late]
    plus = _sum(points, empty, 1)
    minus = _sum(points, empty, -1)
    total = tuple(
        (tell(up), tell(down)) if apart else ("", tell(own))
        for up, down, own in zip(plus, minus, standing, strict=True)
    )
    balance = tuple(tell(points) for points in standing)
    return Paper(sheet.columns, _heads(sheet.game), lines, total, balance)


def blank(game: Game, players: int, rows: int = 24) -> Paper:
    """A sheet to be filled by hand."""
    columns = game.columns(("",) * players)
    empty: tuple[Pair, ...] = (("", ""),) * len(columns)
    line = Written("", "", Words(""), (), empty, Words(""), False)
    lines = tuple(line._replace(number=str(n)) for n in range(1, rows + 1))
    return Paper(("",) * len(columns), _heads(game), lines, empty, ("",) * len(columns))


def _heads(game: Game) -> tuple[Words, Words]:
    return PLUS_MINUS if game.plus_minus else MARKS_TOTAL


def _sum(rows: list[Points], empty: Points, sign: int) -> Points:
    """What the rows add up to, column by column, on one side of zero."""
    totals = list(empty)
    for points in rows:
        for column, value in enumerate(points):
            totals[column] += value if value * sign > 0 else 0
    return tuple(abs(total) for total in totals)


def _line(sheet: Sheet, row: Row, apart: bool) -> Written:
    body = row.entry.body
    dealer = sheet.names[row.before.dealer] if row.dealt else ""
    what, result = row.headline, _result(row)
    if row.entry.kind == "penalty":
        result = (Words("%(reason)s", {"reason": body["reason"]}),)
    elif row.entry.kind == "seated":
        result = _seated(sheet, row)
    counts = not row.late and row.entry.kind != "seated"
    pairs = tuple(
        _pair(row, column, apart) if counts and column < len(row.points) else ("", "")
        for column in range(len(sheet.columns))
    )
    held = sheet.game.held(row.after.held) if row.after.held.pots else Words("")
    number = str(row.number) if row.dealt and not row.late else ""
    return Written(number, dealer, what, result, pairs, held, row.entry.corrections > 0)


def _result(row: Row) -> tuple[Words, ...]:
    score = row.score
    if row.hand is None or score is None:
        return ()
    tags = tuple(line.tag for line in row.extras)
    late = (said("après la fin de la partie"),) if row.late else ()
    return tuple(words for words in (score.verdict, *tags, *late) if words.text)


def _seated(sheet: Sheet, row: Row) -> tuple[Words, ...]:
    came, left = row.seated
    return (
        *(said("%(name)s arrive", name=sheet.names[n]) for n in came),
        *(said("%(name)s s'en va", name=sheet.names[n]) for n in left),
    )


def _pair(row: Row, column: int, apart: bool) -> Pair:
    points = row.points[column]
    if not apart:
        return tell(points), tell(row.standing[column])
    return (str(points), "") if points > 0 else ("", str(-points) if points else "0")
