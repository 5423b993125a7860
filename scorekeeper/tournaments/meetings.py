"""The cross table of a tournament: who met whom, in which round, at which table."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from scorekeeper.tournaments.tournament import Pair, Table, Tournament


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


def repeats_at(tournament: Tournament, number: int, tables: Iterable[Table]) -> int:
    """Return the pairs at these tables, each counted as often as they met in a round before
    this one."""
    earlier = (table for round in tournament.rounds[: number - 1] for table in round.tables)
    met = Counter(_pairs(earlier))
    return sum(met[pair] for pair in _pairs(tables))


def _pairs(tables: Iterable[Table]) -> Iterator[Pair]:
    return (pair for table in tables for pair in combinations(sorted(table), 2))
