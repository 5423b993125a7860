"""The course of an evening: the totals after each hand, who led, runs and comebacks."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from statistics import mean
from typing import NamedTuple, TypeVar

from scorekeeper.rules.score import Points
from scorekeeper.sheets.played import PlayedHand
from scorekeeper.sheets.sheet import Sheet


def standings(sheet: Sheet, hands: Sequence[PlayedHand]) -> list[Points]:
    """Return the totals after each hand; after the last, with all that came later."""
    totals = [hand.standing for hand in hands]
    return [*totals[:-1], sheet.state.standing] if totals else []


def leaders(sheet: Sheet, totals: Iterable[Points]) -> list[int | None]:
    """Return the column that is first alone by each of these totals, of those that played and
    had come by then."""
    played, found = [column for rank, column in sheet.final_order if rank], list[int | None]()
    for ranks in map(sheet.ranks_of, totals):
        there = [column for column in played if column < len(ranks)]
        best = min(ranks[column] for column in there)
        first = [column for column in there if ranks[column] == best]
        found.append(first[0] if len(first) == 1 else None)
    return found


def leader(sheet: Sheet) -> int | None:
    """Return the column that is first alone at the end, of those that played."""
    return leaders(sheet, [sheet.state.standing])[0]


T = TypeVar("T")


def longest_runs(
    columns: int, hands: Sequence[PlayedHand], holds: Callable[[int], bool]
) -> list[tuple[PlayedHand, ...]]:
    """Return the longest run of consecutive hands of each column, the first of equal ones;
    those that it sat out interrupt nothing.

    :param columns: the number of columns.
    :param holds: the property of the column's points in a hand.
    """
    runs = []
    for n in range(columns):
        played = [(hand.points[n], hand) for hand in hands if n in hand.columns]
        run = longest_run(played, lambda one: holds(one[0]))
        runs.append(tuple(hand for _, hand in run))
    return runs


def longest_run(items: Iterable[T], holds: Callable[[T], bool]) -> tuple[T, ...]:
    """Return the longest run of items with a property, the first of equal ones.

    >>> longest_run("0111011", "1".__eq__), longest_run("", "1".__eq__)
    (('1', '1', '1'), ())
    """
    runs = [tuple(group) for has_it, group in groupby(items, holds) if has_it]
    return max(runs, key=len, default=())


class Comeback(NamedTuple):
    """The climb of a column from its worst moment to its final place."""

    column: int
    start: int
    """Its place, or its deficit on the leader where only two columns play."""
    end: int
    """Its final place."""
    hands: tuple[PlayedHand, ...]
    """The hands after that moment that it played."""


Course = Sequence[tuple[PlayedHand, Points]]
"""Hands with the totals after each."""

EARLIEST = 3
"""The hand from which on a place is one that a column can come back from."""

PLACES = 2
"""Fewest places of a comeback."""

AVERAGE_HANDS = 2
"""Smallest deficit of a comeback between two columns, in average hands."""


def comebacks(sheet: Sheet, hands: Sequence[PlayedHand]) -> list[Comeback]:
    """Return the largest comebacks: more than one if they are equal."""
    course = list(zip(hands, standings(sheet, hands), strict=True))[EARLIEST - 1 :]
    if len(sheet.columns) == 2:
        return _overtaken_deficit(sheet, hands, course)
    climbs = [
        climb
        for column in range(len(sheet.columns))
        if (climb := _climb(sheet, course, column)) and climb.start - climb.end >= PLACES
    ]
    best = max((climb.start - climb.end for climb in climbs), default=0)
    return [climb for climb in climbs if climb.start - climb.end == best]


def _climb(sheet: Sheet, course: Course, column: int) -> Comeback | None:
    """Return the climb from the last moment at which the column had its worst place, of a
    column that is still at the table and has played since."""
    if column in sheet.state.absent_columns:
        return None
    there = [
        (sheet.ranks_of(standing)[column], index)
        for index, (hand, standing) in enumerate(course)
        if column in hand.columns
    ]
    if not there:
        return None
    worst, index = max(there)
    after = _after(course, index, column)
    return Comeback(column, worst, sheet.final_ranks[column], after) if after else None


def _overtaken_deficit(
    sheet: Sheet, hands: Sequence[PlayedHand], course: Course
) -> list[Comeback]:
    """Return the largest deficit of the winner of two columns, if he had a large one."""
    winner = leader(sheet)
    if winner is None or not course:
        return []
    sign = -1 if sheet.options.get("wins") == "least" else 1
    behind = [sign * (standing[1 - winner] - standing[winner]) for _, standing in course]
    worst = max(behind)
    if worst < AVERAGE_HANDS * mean(hand.swing for hand in hands):
        return []
    after = _after(course, behind.index(worst), winner)
    return [Comeback(winner, worst, 1, after)]


def _after(course: Course, index: int, column: int) -> tuple[PlayedHand, ...]:
    return tuple(hand for hand, _ in course[index + 1 :] if column in hand.columns)
