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
    return tuple(tuple(best[first : 4 * count : count]) for first in range(count))
