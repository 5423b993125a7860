"""Notes of a board in percent, in exact arithmetic."""

from fractions import Fraction

from scorekeeper.games.duplicate.point_values import BEATEN, FULL_NOTE, LEAST_RESULTS
from scorekeeper.games.duplicate.scoring import Results, match_points


def notes(results: Results) -> tuple[Fraction | None, ...]:
    """Return the note of the taker at each table; none where there is nothing to compare.

    >>> [str(note) for note in notes((56, 62, -56, -52, 50))]
    ['75', '100', '0', '25', '50']
    """
    played = len(results) - results.count(None)
    if played < LEAST_RESULTS:
        return (None,) * len(results)
    return tuple(
        None if result is None else note_of(points, played)
        for result, points in zip(results, match_points(results), strict=True)
    )


def note_of(points: int, played: int) -> Fraction:
    """Return the note of so many match points on a board of so many results."""
    return Fraction(FULL_NOTE * points, BEATEN * (played - 1))
