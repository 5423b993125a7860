"""What an evening is talked about on the way home: counted from its hands."""

from collections.abc import Iterable
from typing import NamedTuple

from scorekeeper.rules.hand import player_with
from scorekeeper.rules.question import Role
from scorekeeper.sheets.rows import Row
from scorekeeper.sheets.sheet import Sheet


class NotableHand(NamedTuple):
    """One hand that stands out for a column: how many points, and its number."""

    points: int
    number: int


class ColumnStatistics(NamedTuple):
    """What one column did over the evening."""

    rank: int
    name: str
    points: int
    taken: int
    """Contracts that its players took; for a player of a team game, see :func:`takers`."""
    made: int
    best: NotableHand | None
    worst: NotableHand | None
    streak: int
    """The longest run of hands in a row with points won."""
    tags: tuple[tuple[str, int], ...]
    """What else it showed or won as taker, and how often."""


class TakerStatistics(NamedTuple):
    """What one player took and made."""

    name: str
    taken: int
    made: int


def played(sheet: Sheet) -> list[Row]:
    """The hands that count, passed deals left out."""
    return [row for row in sheet.hands if row.hand is not None and not row.late]


def ranking(sheet: Sheet) -> list[ColumnStatistics]:
    """Every column with what it did, the first first; those who are level share a rank."""
    rows = played(sheet)
    columns = range(len(sheet.columns))
    found = [_column(sheet, rows, column) for column in columns]
    return sorted(found, key=lambda one: one.rank)


def _column(sheet: Sheet, rows: list[Row], column: int) -> ColumnStatistics:
    own = [row for row in rows if sheet.role(row, column) == Role.TAKER.value]
    marks = [(row.points[column], row.number) for row in rows if column < len(row.points)]
    best, worst = max(marks, default=None), min(marks, default=None)
    return ColumnStatistics(
        rank=sheet.ranks[column],
        name=sheet.columns[column],
        points=sheet.state.standing[column],
        taken=len(own),
        made=sum(bool(row.score and row.score.won) for row in own),
        best=NotableHand(*best) if best else None,
        worst=NotableHand(*worst) if worst else None,
        streak=_longest(points > 0 for points, _ in marks),
        tags=_tags(own),
    )


def _tags(rows: list[Row]) -> tuple[tuple[str, int], ...]:
    counts: dict[str, int] = {}
    for row in rows:
        for line in row.extras:
            counts[line.tag.text] = counts.get(line.tag.text, 0) + 1
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _longest(wins: Iterable[bool]) -> int:
    longest = run = 0
    for win in wins:
        run = run + 1 if win else 0
        longest = max(longest, run)
    return longest


def takers(sheet: Sheet) -> list[TakerStatistics]:
    """Every player with the contracts he took and made, where the columns are teams."""
    if not sheet.game.teams:
        return []
    rows = played(sheet)
    found = []
    for player, name in enumerate(sheet.names):
        own = [row for row in rows if player_with(row.hand, Role.TAKER) == player]
        made = sum(bool(row.score and row.score.won) for row in own)
        found.append(TakerStatistics(name, len(own), made))
    return found


def largest_swing(sheet: Sheet) -> tuple[int, int] | None:
    """The hand that moved the most between first and last, and by how much."""
    rows = [(max(row.points) - min(row.points), -row.number) for row in played(sheet)]
    most, number = max(rows, default=(0, 0))
    return (most, -number) if rows else None
