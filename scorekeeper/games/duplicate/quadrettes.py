"""Match points of quadrettes: two teams play each board at two tables.

At one table an attacker of the first team plays against three of the second, at the other
table the other way round.
"""

from math import isqrt

from scorekeeper.games.duplicate.point_values import PM_UNITS


def quadrette_points(own: int, opposing: int) -> int:
    """Return the PM of a board for one team, in thousandths, rounded to the nearest.

    The square root of the difference between the results of the two attackers, with its
    sign; computed in whole numbers.

    :param own: the result of the team's own attacker.
    :param opposing: the result of the other team's attacker.

    >>> quadrette_points(62, 46), quadrette_points(-56, 88), quadrette_points(60, 50)
    (4000, -12000, 3162)

    Rule: FFT 2012, p. 13-26.
    """
    difference = abs(own - opposing)
    points = (isqrt(4 * PM_UNITS * PM_UNITS * difference) + 1) // 2
    return points if own > opposing else -points
