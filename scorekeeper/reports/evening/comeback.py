"""The comebacks of an evening: from the worst moment to the final place."""

from collections.abc import Sequence
from statistics import mean
from typing import NamedTuple

from scorekeeper.reports.evening.course import Moment, leader, moments
from scorekeeper.sheets.played import PlayedHand
from scorekeeper.sheets.sheet import Sheet


class Comeback(NamedTuple):
    """The climb of a column from its worst moment to its final place."""

    column: int
    start: int
    """Its place, or its deficit on the leader where only two columns play."""
    end: int
    """Its final place."""
    hands: tuple[PlayedHand, ...]
    """The hands after that moment that it played."""


EARLIEST = 3
"""The hand from which on a place is one that a column can come back from."""

PLACES = 2
"""Fewest places of a comeback."""

AVERAGE_HANDS = 2
"""Smallest deficit of a comeback between two columns, in average hands."""


def comebacks(sheet: Sheet, hands: Sequence[PlayedHand]) -> list[Comeback]:
    """Return the largest comebacks: more than one if they are equal."""
    course = moments(sheet, hands)[EARLIEST - 1 :]
    if len(sheet.columns) == 2:
        return _overtaken_deficit(sheet, hands, course)
    found = [
        one
        for column in range(len(sheet.columns))
        if (one := _climb(sheet, course, column)) and one.start - one.end >= PLACES
    ]
    best = max((one.start - one.end for one in found), default=0)
    return [one for one in found if one.start - one.end == best]


def _climb(sheet: Sheet, course: Sequence[Moment], column: int) -> Comeback | None:
    """Return the climb from the last moment at which the column had its worst place, of a
    column that is still at the table and has played since."""
    if column in sheet.state.absent_columns:
        return None
    there = [
        (sheet.ranks_of(moment.standing)[column], index)
        for index, moment in enumerate(course)
        if column in moment.hand.columns
    ]
    if not there:
        return None
    worst, index = max(there)
    after = _after(course, index, column)
    return Comeback(column, worst, sheet.final_ranks[column], after) if after else None


def _overtaken_deficit(
    sheet: Sheet, hands: Sequence[PlayedHand], course: Sequence[Moment]
) -> list[Comeback]:
    """Return the largest deficit of the winner of two columns, if he had a large one."""
    winner = leader(sheet, sheet.state.standing)
    if winner is None or not course:
        return []
    sign = -1 if sheet.options.get("wins") == "least" else 1
    behind = [sign * (one.standing[1 - winner] - one.standing[winner]) for one in course]
    worst = max(behind)
    if worst < AVERAGE_HANDS * mean(hand.swing for hand in hands):
        return []
    after = _after(course, behind.index(worst), winner)
    return [Comeback(winner, worst, 1, after)]


def _after(course: Sequence[Moment], index: int, column: int) -> tuple[PlayedHand, ...]:
    later = [moment.hand for moment in course[index + 1 :]]
    return tuple(hand for hand in later if column in hand.columns)
