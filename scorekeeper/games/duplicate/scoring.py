"""Match points and notes of a board: each table's result is compared with all others.

Rule: FFT 2012, p. 13-26: what counts is how many results one beats, not by how much; in
quadrettes, two teams play each board at two tables.
"""

from bisect import bisect_left, bisect_right
from fractions import Fraction
from functools import lru_cache
from math import isqrt

from scorekeeper.games.duplicate.hand import Hand
from scorekeeper.games.duplicate.point_values import (
    BEATEN,
    FULL_NOTE,
    LEAST_RESULTS,
    PM_UNITS,
    TIED,
)
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Table
from scorekeeper.rules.score import Account, Line, Points, Score
from scorekeeper.rules.score import Rule as BaseRule

Results = tuple[int | None, ...]
"""The result of each table; absent where the board was not played."""


class Rule(BaseRule):
    """The only rule of a board."""

    MATCH_POINTS = msg("Points de match"), msg("règle de La Marque")


MATCH_POINTS = Rule.MATCH_POINTS


def match_points(results: Results) -> Points:
    """Compare the results of a board: points for each one beaten, and for each tie.

    A table that did not play the board has no points.

    >>> match_points((56, 62, -56, -52, 50)), match_points((40, 40, None))
    ((6, 8, 0, 2, 4), (1, 1, 0))

    The points are a house rule; in percent of the most they are the notes of FFT 2012,
    p. 17-18.
    """
    ranked = sorted(result for result in results if result is not None)
    points = {
        result: BEATEN * (beaten := bisect_left(ranked, result))
        + TIED * (bisect_right(ranked, result) - beaten - 1)
        for result in ranked
    }
    return tuple([0 if result is None else points[result] for result in results])


def score(hand: Hand, table: Table) -> Score:
    """Score a board: the match points of the attack at each table. They account for every pair
    of results: n × (n − 1) for n results."""
    results = hand.scores
    points = match_points(results)
    account, verdict = _summary(len(results) - results.count(None))
    line = Line(MATCH_POINTS, None, Message(COMPARED, _values(results)), "", points)
    return Score((line,), points, verdict, account=account)


COMPARED = msg(
    "résultats, de table en table : %(results)s ; %(beaten)s points par résultat battu, "
    "%(tied)s par résultat égal"
).text


def _values(results: Results) -> dict[str, object]:
    """Return the values of the reason; tables that have not played the board have a dash."""
    written = tuple(["–" if result is None else result for result in results])
    return {"results": written, "beaten": BEATEN, "tied": TIED}


@lru_cache(maxsize=64)
def _summary(played: int) -> tuple[Account, Message]:
    """Summarize a board of so many results: account and verdict; cached, as few occur."""
    account = Account((TIED * played * (played - 1),))
    if played < LEAST_RESULTS:
        return account, msg("un seul résultat : pas encore de note")
    return account, msg("%(n)s résultats", n=played)


def headline(hand: Hand, table: Table) -> Message:
    """Describe the board in a few words.

    >>> from scorekeeper.rules.game import Seat
    >>> str(headline(Hand(taker=Seat.EAST, scores=(56, 62)), Table(("1", "2"))))
    'Est prend'
    """
    return msg("%(seat)s prend", seat=hand.taker)


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


def quadrette_points(own: int, opposing: int) -> int:
    """Return the PM of a board for one team, in thousandths, rounded to the nearest.

    The square root of the difference between the results of the two attackers, with its
    sign; computed in whole numbers.

    :param own: the result of the team's own attacker.
    :param opposing: the result of the other team's attacker.

    >>> quadrette_points(62, 46), quadrette_points(-56, 88), quadrette_points(60, 50)
    (4000, -12000, 3162)

    Rule: FFT 2012, p. 22-26.
    """
    difference = abs(own - opposing)
    points = (isqrt(4 * PM_UNITS * PM_UNITS * difference) + 1) // 2
    return points if own > opposing else -points
