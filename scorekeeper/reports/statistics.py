"""Statistics of an evening, counted from its hands."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from scorekeeper.rules.answers import player_with
from scorekeeper.rules.choice import Role
from scorekeeper.rules.score import Extra
from scorekeeper.sheets.rows import Row
from scorekeeper.sheets.sheet import Sheet


class NotableHand(NamedTuple):
    """The best or worst hand of a column: its points and its number."""

    points: int
    number: int


class ColumnStatistics(NamedTuple):
    """The results of one column."""

    rank: int
    name: str
    points: int
    taken: int
    """Contracts taken by its players; those of one player of a team are in :func:`takers`."""
    made: int
    best: NotableHand | None
    worst: NotableHand | None
    streak: int
    """The longest run of consecutive hands with points won."""
    extras: tuple[tuple[Extra, int], ...]
    """The extras of the hands taken, each with its count."""


class TakerStatistics(NamedTuple):
    """The contracts of one player."""

    name: str
    taken: int
    made: int


def played(sheet: Sheet) -> list[Row]:
    """Return the hands that count, without passed deals."""
    return [row for row in sheet.hands if row.hand is not None and not row.late]


def ranking(sheet: Sheet) -> list[ColumnStatistics]:
    """Return the statistics of every column, by rank; equal totals share a rank."""
    rows = played(sheet)
    columns = range(len(sheet.columns))
    found = [_column(sheet, rows, column) for column in columns]
    return sorted(found, key=lambda one: one.rank)


def _column(sheet: Sheet, rows: list[Row], column: int) -> ColumnStatistics:
    taken = [row for row in rows if row.role(column) == Role.TAKER.value]
    points = [(row.points[column], row.number) for row in rows if column < len(row.points)]
    best, worst = max(points, default=None), min(points, default=None)
    return ColumnStatistics(
        rank=sheet.ranks[column],
        name=sheet.columns[column],
        points=sheet.state.standing[column],
        taken=len(taken),
        made=_made(taken),
        best=NotableHand(*best) if best else None,
        worst=NotableHand(*worst) if worst else None,
        streak=_longest_run(won > 0 for won, _ in points),
        extras=_extras(taken),
    )


def _extras(rows: list[Row]) -> tuple[tuple[Extra, int], ...]:
    """Count the extras of these hands, the most frequent first."""
    counts = Counter(extra for row in rows for extra in row.extras)
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0].label.text)))


def _made(rows: list[Row]) -> int:
    scores = (row.score for row in rows)
    return sum(bool(score and score.won) for score in scores)


def _longest_run(wins: Iterable[bool]) -> int:
    longest = run = 0
    for win in wins:
        run = run + 1 if win else 0
        longest = max(longest, run)
    return longest


def takers(sheet: Sheet) -> list[TakerStatistics]:
    """Return the contracts of every player, if the columns are teams."""
    if not sheet.game.teams:
        return []
    rows = played(sheet)
    found = []
    for player, name in enumerate(sheet.names):
        taken = [row for row in rows if player_with(row.hand, Role.TAKER) == player]
        found.append(TakerStatistics(name, len(taken), _made(taken)))
    return found


def largest_swing(sheet: Sheet) -> tuple[int, int] | None:
    """Return the largest difference between columns in one hand, and the hand's number."""
    rows = [(max(row.points) - min(row.points), -row.number) for row in played(sheet)]
    most, number = max(rows, default=(0, 0))
    return (most, -number) if rows else None
