"""Which points can be those of a hand, and which those after each hand."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from itertools import chain, pairwise

from scorekeeper.games import GAMES
from scorekeeper.rules.game import Game
from scorekeeper.sheets.formats.table_columns import FEW, SPREAD, Points

RATIOS = {
    *((-1, -1, 2), (-1, -1, -1, 3), (-1, -1, -1, -1, 4), (-1, -1, -1, 1, 2)),
    *((-2, 1, 1), (-3, 1, 1, 1), (-4, 1, 1, 1, 1), (-2, -1, 1, 1, 1)),
}
"""The points of the players of a hand of Tarot as multiples of the smallest, in order."""

ROUND = 100
"""What each begins with is rather a multiple of this."""

TRICKS = (162, 182, 252, 272)
"""The points of both sides of a hand of Belote: of the tricks, with belote, capot, or both."""


def is_tarot(row: Points) -> bool:
    """Return True if these can be the points of a hand of Tarot."""
    hand = [value for value in row if value]
    return not hand or tuple(sorted(n / min(map(abs, hand)) for n in hand)) in RATIOS


def is_belote(row: Points) -> bool:
    """Return True if these can be the marks of both sides in a hand of Belote."""
    return len(row) == 2 and (sum(row) in TRICKS or not any(row))


FITS: dict[str, Callable[[Points], bool]] = {"tarot": is_tarot, "belote": is_belote}
"""Whether points can be those of a hand, by game."""


def game_of(points: Sequence[Points]) -> Game | None:
    """Return the game whose points these are, if there is one."""
    fit = [name for name, fits in FITS.items() if points and all(map(fits, points))]
    return GAMES[fit[0]] if fit and any(map(any, points)) else None


def is_rising(row: Points) -> bool:
    """Return True if no side loses points, and one gains some."""
    return min(row) >= 0 < max(row)


def steps_of(points: Sequence[Points], fits: Callable[[Points], bool]) -> list[Points | None]:
    """Return the points of the hands after which these are the standings, each of which fits;
    absent for a line that only sets them back to zero. Nothing if they are none, or are set
    back often."""
    before = [Decimal()] * len(points[0])
    games, steps = 1, list[Points | None]()
    for row in points:
        step: Points | None = [now - then for now, then in zip(row, before, strict=True)]
        if step and not fits(step):
            games, step = games + 1, row if any(row) else None
            if step and not fits(step):
                return []
        steps.append(step)
        before = [*row]
    return steps if games == 1 or len(points) >= FEW * games else []


def may_be_hand(points: Points, hands: Sequence[Points]) -> bool:
    """Return False for points that are no hand of the game of the others, have not the sum
    that all others have, or are too many and too far apart to be the same by coincidence."""
    game, sums = game_of(hands), {*map(sum, hands)}
    if game:
        return game_of([*hands, points]) is game
    is_close = len(points) < FEW or max(points) - min(points) < SPREAD
    return sum(points) in sums if len(sums) == 1 else is_close


def hands_between(standings: Sequence[Points]) -> list[Points | None]:
    """Return the points of the hands of a game after which these are the standings, as
    :func:`steps_of`; nothing if they are of none, or are few."""
    found = (steps_of(standings, fits) for fits in FITS.values() if len(standings) >= FEW)
    return next(filter(None, found), [])


def is_last_first(standings: Sequence[Points]) -> bool:
    """Return True for standings of a game, or in which nobody lost a point, from the last one
    back to the first."""
    back = standings[::-1]
    if game_of(standings) or hands_between(standings) or len(back) < FEW:
        return False
    steps = [[b - a for a, b in zip(*rows, strict=True)] for rows in pairwise(back)]
    is_fallen = len(back) > FEW and len(back[0]) > 1 and all(map(is_rising, [back[0], *steps]))
    return is_fallen or bool(hands_between(back))


def from_start(points: Sequence[Points]) -> tuple[Sequence[Points], Decimal]:
    """Return standings without the points that each had before the first hand, and these: what
    all have in the first line, which is left out, or their share of a sum that stays. Zero if
    there are none, or if the lines are too far from each other to be standings."""
    if len(points) < FEW or len(points[0]) < 2 or game_of(points):
        return points, Decimal()
    sums, are_equal = {*map(sum, points)}, len({*points[0]}) == 1
    start = Decimal(sum(points[0])) / len(points[0])
    if not start or bool(start % ROUND) + (len(sums) > 1) + (not are_equal) > 1:
        return points, Decimal()
    begun = [[value - start for value in row] for row in points[are_equal:]]
    moves = sum(abs(b - a) for rows in pairwise(points) for a, b in zip(*rows, strict=True))
    is_close = 2 * moves < sum(map(abs, chain(*points)))
    return (begun, start) if is_close or hands_between(begun) else (points, Decimal())
