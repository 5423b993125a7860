"""The cross table of a tournament: who met whom, in which round, at which table."""

from itertools import combinations
from typing import NamedTuple

from scorekeeper.tournaments.tournament import Pair, Tournament


class Meeting(NamedTuple):
    """Two who sat at one table."""

    round: int
    table: int


def meetings(tournament: Tournament) -> dict[Pair, tuple[Meeting, ...]]:
    """Return the meetings of each pair that met, players or teams as they are seated; the
    lower number first."""
    met: dict[Pair, tuple[Meeting, ...]] = {}
    for round in tournament.rounds:
        for number, table in enumerate(round.tables, 1):
            for one, other in combinations(sorted(table), 2):
                meeting = Meeting(round.number, number)
                met[one, other] = (*met.get((one, other), ()), meeting)
    return met
