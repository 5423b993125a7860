"""The course of an evening: the totals after each hand, and who led."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.reports.evening.played import PlayedHand
from scorekeeper.rules.score import Points
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


def places(sheet: Sheet, standing: Points) -> Points:
    """Return the place of each column with these totals, from 1; equal totals share one."""
    least = sheet.options.get("wins") == "least"
    worth = [-points if least else points for points in standing]
    return tuple(1 + sum(other > own for other in worth) for own in worth)


def leader(sheet: Sheet, standing: Points) -> int | None:
    """Return the column that is first alone."""
    first = [n for n, place in enumerate(places(sheet, standing)) if place == 1]
    return first[0] if len(first) == 1 else None
