"""Who met whom in the rounds before: the repetitions of seats."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from scorekeeper.tournaments.tournament import Pair, Table, Tournament


def repeats_at(tournament: Tournament, number: int, tables: Iterable[Table]) -> int:
    """Return the pairs at these tables, each counted as often as they met in a round before
    this one."""
    earlier = (table for round in tournament.rounds[: number - 1] for table in round.tables)
    met = Counter(_pairs(earlier))
    return sum(met[pair] for pair in _pairs(tables))


def _pairs(tables: Iterable[Table]) -> Iterator[Pair]:
    return (pair for table in tables for pair in combinations(sorted(table), 2))
