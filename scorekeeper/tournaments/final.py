"""The seats of a final at Tarot (FFT, *Manuel de l'organisateur de tournois*, p. 5)."""

from collections.abc import Sequence

from scorekeeper.tournaments.tournament import Table

SIZES = (12, 16, 20)
"""Players of a final: the best of the ranking play one more round."""


def final_tables(best: Sequence[int]) -> tuple[Table, ...]:
    """Return the tables of a final: of T tables, table k has ranks k, k+T, k+2T and k+3T.

    :param best: 12, 16 or 20 players, the best first.

    >>> final_tables(range(1, 13))
    ((1, 4, 7, 10), (2, 5, 8, 11), (3, 6, 9, 12))
    """
    count = len(best) // 4
    return tuple(tuple(best[first::count]) for first in range(count))


def one_deal_rounds(best: Sequence[int]) -> tuple[tuple[Table, ...], ...]:
    """Return the five rounds of one deal that the best 20 play after 25 deals: from the tables
    of a final, North stays, South moves one table up, East two, and West two down (p. 12), so
    that nobody meets the same player twice.

    :param best: 20 players, the best first.
    """
    first = final_tables(best)
    steps = (0, -1, -2, 2)
    return tuple(
        tuple(
            tuple(first[(table + step * turn) % 5][seat] for seat, step in enumerate(steps))
            for table in range(5)
        )
        for turn in range(5)
    )
