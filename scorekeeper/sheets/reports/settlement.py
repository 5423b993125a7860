"""The settlement of an evening in cents; the amounts sum to zero exactly.

The points of tarot sum to zero already. Where they do not (penalties, free marking), each
player settles the distance from the mean; two teams settle their difference.
"""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.sheets.sheet import Sheet


class Payment(NamedTuple):
    """One payment between two columns."""

    payer: int
    receiver: int
    cents: int


class Settlement(NamedTuple):
    """The amounts and payments of an evening; empty without a stake."""

    amounts: tuple[int, ...] = ()
    """The gain or loss of each column, in cents."""
    payments: tuple[Payment, ...] = ()
    uneven: bool = False
    """True if the points of the players do not sum to zero: the amounts are distances from
    their mean."""


def settlement(sheet: Sheet) -> Settlement:
    """Return the settlement of a sheet at its stake."""
    if sheet.stake is None:
        return Settlement()
    points = sheet.state.standing
    if sheet.game.teams:
        points = (points[0] - points[1], points[1] - points[0])
    amounts = cents(points, *sheet.stake)
    return Settlement(amounts, tuple(payments(amounts)), sum(points) != 0)


def cents(points: Sequence[int], stake: int, per: int = 1) -> tuple[int, ...]:
    """Return the gain or loss of each column, in cents.

    Each amount is less than a cent from the exact one, and they sum to zero.

    :param stake: cents for so many points.
    :param per: the number of points.

    >>> cents((198, -66, -66, -66), 5)
    (990, -330, -330, -330)
    >>> cents((50, 40, -90), 1, 100)
    (1, 0, -1)
    """
    count = len(points)
    if not count:
        return ()
    total = sum(points)
    exact = [stake * (count * own - total) for own in points]  # in cents / (per × count)
    unit = per * count
    amounts = [part // unit for part in exact]
    missing = -sum(amounts)
    by_remainder = sorted(range(count), key=lambda n: (-(exact[n] % unit), n))
    for n in by_remainder[:missing]:
        amounts[n] += 1
    return tuple(amounts)


def payments(amounts: Sequence[int]) -> list[Payment]:
    """Return the payments that settle these amounts; there are fewer than columns.

    :param amounts: cents by column, with the sum zero.

    >>> payments((500, -500, 20, -20))
    [Payment(payer=1, receiver=0, cents=500), Payment(payer=3, receiver=2, cents=20)]
    """
    open_amounts = list(amounts)
    found = _matching(open_amounts)
    while any(open_amounts):
        payer = open_amounts.index(min(open_amounts))
        receiver = open_amounts.index(max(open_amounts))
        paid = min(-open_amounts[payer], open_amounts[receiver])
        open_amounts[payer] += paid
        open_amounts[receiver] -= paid
        found.append(Payment(payer, receiver, paid))
    return found


def _matching(open_amounts: list[int]) -> list[Payment]:
    """Settle the pairs of columns whose amounts match; clears them in the list."""
    found = []
    for receiver, amount in enumerate(open_amounts):
        if amount > 0 and -amount in open_amounts:
            payer = open_amounts.index(-amount)
            found.append(Payment(payer, receiver, amount))
            open_amounts[receiver] = open_amounts[payer] = 0
    return found
