"""Which points can be those of a hand, and which those after each hand."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from itertools import chain
from operator import eq
from typing import NamedTuple

from scorekeeper.games import GAMES
from scorekeeper.rules.game import Game
from scorekeeper.sheets.formats.table_columns import FAR, FEW, Points

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
    hand = sorted(filter(None, row))
    least = min(map(abs, hand), default=0)
    return not hand or (not sum(hand) and tuple(n / least for n in hand) in RATIOS)


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
    """Return True if no side loses points."""
    return min(row) >= 0


def _steps_of(
    points: Sequence[Points], fits: Callable[[Points], bool], mistakes: int = 0
) -> list[Points | None]:
    """Return the points of the hands after which these are the standings, all but a few of
    which fit; absent for a line that only sets them back to zero. Nothing if they are none, or
    are set back often."""
    before = [Decimal()] * len(points[0])
    games, steps = 1, list[Points | None]()
    for row in points:
        step = [now - then for now, then in zip(row, before, strict=True)]
        if not fits(step):
            is_new = fits(row)
            games, mistakes = games + is_new, mistakes - (not is_new)
            step = [*row] if is_new else step
        steps.append(step if any(row) or any(step) else None)
        before = [*row]
    return steps if mistakes >= 0 and (games == 1 or len(points) >= FEW * games) else []


def _of_a_game(rows: Sequence[Points], mistakes: int = 0) -> list[Points | None]:
    """Return the points of the hands of a game, as :func:`_steps_of`; nothing of few rows."""
    found = (_steps_of(rows, fits, mistakes) for fits in FITS.values() if len(rows) >= FEW)
    return next(filter(None, found), [])


class Standings(NamedTuple):
    """Lines as the standings after each hand."""

    steps: Sequence[Points | None]
    """The points of each hand; absent for a line that only says from where all begin."""
    start: Decimal
    """What each had before the first hand."""
    is_sure: bool


def standings_of(rows: Sequence[Points], is_told: bool = False) -> Standings | None:
    """Return rows as standings, if their differences are points of a game, if all begin with
    the same, or if nobody ever lost a point; absent for others. They may begin again from
    zero, which is no sure reading where it may have been.

    :param is_told: something else says that they are standings.
    """
    begun, start = _from_start(rows)
    game, is_many = game_of(rows), len({*map(tuple, rows)}) >= FEW
    if game and any(map(eq, rows, rows[1:])):
        return None  # a hand twice is more likely than one without points
    steps, is_sure = _of_a_game(begun, len(rows) // FAR), is_told
    if steps:
        begins = [step in (None, row) for row, step in zip(begun, steps, strict=True)]
        late = [n for n in range(FEW, len(begins)) if not any(begins[n - FEW + 1 : n + 1])]
        may_begin = any(fits(begun[n]) for n in late for fits in FITS.values())
        may_begin |= any(begins[1:FEW] + begins[1 - FEW :])  # a game is rarely so short
        is_sure |= bool(_of_a_game(begun)) and not (game or may_begin)
    elif is_told or start:
        steps = _steps_of(begun, lambda row: True)
    elif is_many and not game:
        is_moving = len(rows) > FEW and not any(map(sum, rows))
        steps = _steps_of(rows, (lambda row: True) if is_moving else is_rising)
    before = [None] * (len(rows) - len(begun))
    return Standings([*before, *steps], start, is_sure) if steps else None


def _from_start(rows: Sequence[Points]) -> tuple[Sequence[Points], Decimal]:
    """Return standings without the points that each had before the first hand, and these: what
    all have in the first line, which is left out, or their share of a sum that stays. Zero if
    there are none, or if the lines are too far from each other to be standings."""
    are_equal = len({*chain(*rows[:1])}) == 1
    if len(rows) < FEW - are_equal or game_of(rows):
        return rows, Decimal()
    sums = {*map(sum, rows)}
    start = Decimal(sum(rows[0])) / len(rows[0])
    if bool(start % ROUND) + (len(sums) > 1) + (not are_equal) > 1:
        return rows, Decimal()
    begun = [[value - start for value in row] for row in rows[are_equal:]]
    return begun, start
