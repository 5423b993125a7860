"""Counts that several processes exchange, for rate limits that hold for all of them."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class Count(NamedTuple):
    """The number of times that one process has counted something in the window of a limit."""

    process: bytes
    """The process, by a random number of its own."""
    key: bytes
    """A hash of what is counted."""
    times: int
    expires: int
    """The end of the window, in seconds since 1970."""


class Exchanged(NamedTuple):
    """The counts of the other processes, as they were at one time."""

    counts: Sequence[Count]
    at: int
    """The time of the database, in milliseconds."""


class SharedCounts(Protocol):
    """A table in which each process tells the others what it has counted."""

    def exchange(self, process: bytes, own: Sequence[Count], since: int) -> Exchanged:
        """Tell the others these counts, and learn theirs.

        :param own: counts of this process that have changed.
        :param since: when the counts were told that are asked for, in milliseconds of the
            database; 0 for all that have not expired.
        :raises DatabaseBusy: if the database does not answer.
        """

    def forget_expired(self) -> None:
        """Delete the counts of windows that have ended.

        :raises DatabaseBusy: if the database does not answer.
        """
