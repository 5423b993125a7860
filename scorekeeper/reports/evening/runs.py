"""Runs of hands: the longest ones in which a column's points have a property."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from scorekeeper.sheets.played import PlayedHand


class Run(NamedTuple):
    """Consecutive hands of one column; those that it sat out interrupt nothing."""

    column: int
    hands: tuple[PlayedHand, ...]


def longest_runs(
    columns: int, hands: Sequence[PlayedHand], holds: Callable[[int], bool]
) -> list[Run]:
    """Return the longest run of each column, the first of equal ones.

    :param columns: the number of columns.
    :param holds: the property of the column's points in a hand.
    """
    return [_longest(column, hands, holds) for column in range(columns)]


def _longest(column: int, hands: Sequence[PlayedHand], holds: Callable[[int], bool]) -> Run:
    own = [hand for hand in hands if column in hand.columns]
    runs = [
        tuple(group)
        for found, group in groupby(own, lambda hand: holds(hand.points[column]))
        if found
    ]
    return Run(column, max(runs, key=len, default=()))
