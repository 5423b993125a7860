"""The course of an evening: the totals after each hand, and who led."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.rules.score import Points
from scorekeeper.sheets.played import PlayedHand
from scorekeeper.sheets.sheet import Sheet


class Moment(NamedTuple):
    """The totals after a hand."""

    hand: PlayedHand
    standing: Points


def moments(sheet: Sheet, hands: Sequence[PlayedHand]) -> list[Moment]:
    """Return the totals after each hand; after the last, with all that came later."""
    found = [Moment(hand, hand.standing) for hand in hands]
    if found:
        found[-1] = Moment(hands[-1], sheet.state.standing)
    return found


def leader(sheet: Sheet, standing: Points) -> int | None:
    """Return the column that is first alone."""
    first = [n for n, rank in enumerate(sheet.ranks_of(standing)) if rank == 1]
    return first[0] if len(first) == 1 else None
