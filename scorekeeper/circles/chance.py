"""What chance alone gives: the interval of a mean, the best of several, the longest run.

Hands are taken as independent of each other, and those of one comparison as alike but for the
player that they are counted for.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import atan, cos, inf, pi, sin, sqrt

from scorekeeper.circles.figures import Tally

FEWEST_HANDS = 10
"""Fewest hands of a mean that has an interval, or that is compared with others."""


@lru_cache(maxsize=1000)
def standard_errors(hands: int) -> float:
    """Return how many standard errors on each side of a mean of so many hands, at least ten,
    hold the true value 95 times in 100: the quantile of Student's t, to 0.00001; beyond 1000
    hands that of 1000, which is 0.1 % too large.

    >>> round(standard_errors(10), 3), round(standard_errors(31), 3)
    (2.262, 2.042)
    """
    freedom = min(hands, 1000) - 1
    return bisect_left(range(230000), -0.025, key=lambda t: -tail(t / 1e5, freedom)) / 1e5


def tail(t: float, freedom: int) -> float:
    """Return the probability that Student's t is above a value, by its finite series.

    :param t: 0 or more.
    :param freedom: the degrees of freedom.

    >>> round(tail(2.2622, 9), 4), round(tail(1.8125, 10), 4)
    (0.025, 0.05)
    """
    angle, is_odd = atan(t / sqrt(freedom)), freedom % 2
    term, total = (cos(angle) if is_odd else 1.0), 0.0
    for n in range(2 + is_odd, freedom + 1, 2):
        total += term
        term *= (n - 1) / n * cos(angle) ** 2
    within = sin(angle) * total
    return (1 - (2 / pi * (angle + within) if is_odd else within)) / 2


def once_in(chosen: Tally, others: Sequence[Tally]) -> int:
    """Return in how many cases the best, or the worst, of several alike is once as far from
    the rest as this one, by chance alone: rounded down, at most 1000.

    :param others: the hands of each of the others.
    """
    everything = [chosen, *others]
    hands, points = (sum(one[place] for one in everything) for place in (0, 3))
    within = sum(one.squares - one.points**2 / one.hands for one in everything)
    rest, freedom = hands - chosen.hands, hands - len(everything)
    apart = abs(chosen.points / chosen.hands - (points - chosen.points) / rest)
    error = sqrt(within / freedom * (1 / chosen.hands + 1 / rest))
    alone = tail(apart / error if error else inf, freedom) if apart else 0.5
    return int(1 / max(1 - (1 - alone) ** len(everything), 0.001))


def once_in_seasons(runs: Iterable[tuple[int, int, int]], length: int) -> int:
    """Return in how many seasons like this one somebody has a run of this length once, by
    chance alone: rounded down, at most 1000.

    :param runs: for each player and game his contracts, those that everybody made in this
        game, and those that everybody took.

    >>> once_in_seasons([(10, 1, 2)], 10), once_in_seasons([(10, 1, 2), (10, 1, 2)], 10)
    (1000, 512)
    """
    nobody = 1.0
    for taken, made, of in runs:
        rate = made / of
        run = rate**length
        without = [1.0] * length + [1 - run]
        for n in range(length + 1, taken + 1):
            without.append(without[n - 1] - (1 - rate) * run * without[n - length - 1])
        nobody *= without[taken]
    return int(1 / max(1 - nobody, 0.001))
