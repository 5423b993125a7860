"""The ranking of quadrettes: two tables play a match, and the PM of the boards are added.

Tables 1 and 2 are a match, tables 3 and 4, and so on. A column stands for the team whose
players attack at that table; they defend at the other one.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.games.duplicate.options import event_of
from scorekeeper.games.duplicate.point_values import PM_DECIMALS
from scorekeeper.games.duplicate.scoring import quadrette_points
from scorekeeper.i18n.messages import Message, decimal
from scorekeeper.rules.game import Board
from scorekeeper.sheets.sheet import Sheet


class Team(NamedTuple):
    """One team, with the PM of its match."""

    place: int
    """The place, from 1; equal teams share it."""
    name: str
    opponent: str
    """The name of the team at the other table; empty if there is none."""
    points: int
    """The sum of the PM, in thousandths."""
    boards: int
    """Boards that both tables have played."""

    @property
    def shown(self) -> Message:
        """The PM as they are shown."""
        return decimal(self.points, PM_DECIMALS)


def sheet_teams(sheet: Sheet) -> list[Team] | None:
    """Return the teams of a sheet by place; nothing where players are ranked."""
    if not event_of(sheet.options).in_teams:
        return None
    return teams(sheet.boards, sheet.columns)


def teams(boards: Iterable[Board], names: Sequence[str]) -> list[Team]:
    """Return the teams by place.

    >>> from scorekeeper.rules.game import Seat
    >>> boards = [Board(Seat.NORTH, (62, 46)), Board(Seat.EAST, (50, 60))]
    >>> [(team.place, team.name, team.points) for team in teams(boards, ("A", "B"))]
    [(1, 'A', 838), (2, 'B', -838)]
    """
    played = [board.results for board in boards]
    found = []
    for table, name in enumerate(names):
        other = table ^ 1
        opponent = names[other] if other < len(names) else ""
        points = _match_points(played, table, other) if opponent else []
        found.append(Team(0, name, opponent, sum(points), len(points)))
    placed = [
        team._replace(place=1 + sum(other.points > team.points for other in found))
        for team in found
    ]
    return sorted(placed, key=lambda team: team.place)


def _match_points(
    results: Iterable[Sequence[int | None]], table: int, other: int
) -> list[int]:
    """The PM of each board that both tables have played."""
    pairs = ((board[table], board[other]) for board in results)
    return [
        quadrette_points(own, opposing)
        for own, opposing in pairs
        if own is not None and opposing is not None
    ]
