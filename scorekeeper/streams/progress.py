"""The progress of long work, told to whoever shows it."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import TypeVar

from scorekeeper.i18n.messages import Message

Progress = Callable[[int, int], None]
"""Told how much of how much is done."""


Show = Callable[[Message], AbstractContextManager[Progress]]
"""Shows the progress of what a label names, until it ends."""

ROWS = 1000
"""Rows between two calls of a :data:`Progress`."""

Row = TypeVar("Row")


def unwatched(done: int, total: int) -> None:
    """Nothing: the progress of what nobody watches."""


def part(progress: Progress, index: int, parts: int) -> Progress:
    """Return the progress of one of several parts that take about as long.

    >>> part(print, 1, 2)(3, 10)
    13 20
    """
    return lambda done, total: progress(index * total + done, parts * total)


def told(rows: Iterable[Row], progress: Progress, total: int) -> Iterator[Row]:
    """Return the same rows, telling how many of all have been taken."""
    for taken, row in enumerate(rows):
        if taken % ROWS == 0:
            progress(taken, total)
        yield row
