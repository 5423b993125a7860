"""What an evening costs whom, in cents: the sum is zero to the cent.

The points of tarot are money already. A table whose points do not sum to zero (penalties,
free marking) settles each one's distance from the mean; the two teams of Belote, what is
between them.
"""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.sheets.sheet import Sheet


class Payment(NamedTuple):
    """Who pays whom, and how much in cents."""

    payer: int
    receiver: int
    cents: int


class Settlement(NamedTuple):
    """An evening settled; empty where it is not played for money."""

    amounts: tuple[int, ...] = ()
    """What each column wins or loses, in cents."""
    payments: tuple[Payment, ...] = ()


def settlement(sheet: Sheet) -> Settlement:
    """What each column of a sheet wins or loses, and who pays whom."""
    if sheet.stake is None:
        return Settlement()
    points = sheet.state.standing
    if sheet.game.teams:
        points = (points[0] - points[1], points[1] - points[0])
    amounts = cents(points, *sheet.stake)
    return Settlement(amounts, tuple(payments(amounts)))


def cents(points: Sequence[int], stake: int, per: int = 1) -> tuple[int, ...]:
    """What each wins or loses, in cents, at so many cents for so many points.

    Each amount is within a cent of the exact one, and they sum to zero.

    >>> cents((198, -66, -66, -66), 5)
    (990, -330, -330, -330)
    >>> cents((100, 0, 0), 1, 100)
    (1, 0, -1)
    """
    count = len(points)
    if not count:
        return ()
    total = sum(points)
    parts = [stake * (count * own - total) for own in points]  # in cents / (per × count)
    unit = per * count
    floors = [part // unit for part in parts]
    missing = -sum(floors)
    order = sorted(range(count), key=lambda n: (-(parts[n] % unit), n))
    for n in order[:missing]:
        floors[n] += 1
    return tuple(floors)


def payments(amounts: Sequence[int]) -> list[Payment]:
    """Who pays whom so that everybody is even: at most one payment less than there are
    people, and fewer where amounts match.

    >>> payments((500, -500, 20, -20))
    [Payment(payer=1, receiver=0, cents=500), Payment(payer=3, receiver=2, cents=20)]
    """
    left = list(amounts)
    found = _exact(left)
    while any(left):
        payer, receiver = left.index(min(left)), left.index(max(left))
        paid = min(-left[payer], left[receiver])
        left[payer] += paid
        left[receiver] -= paid
        found.append(Payment(payer, receiver, paid))
    return found


def _exact(left: list[int]) -> list[Payment]:
    """The payments between two whose amounts match."""
    found = []
    for receiver, amount in enumerate(left):
        if amount > 0 and -amount in left:
            payer = left.index(-amount)
            found.append(Payment(payer, receiver, amount))
            left[receiver] = left[payer] = 0
    return found
