"""The interface of a database, and what its statements take and return.

A driver for each database has statements and nothing else; the order of checks is that of
:class:`scorekeeper.streams.event_store.EventStore`.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from types import MappingProxyType
from typing import NamedTuple, Protocol

from scorekeeper.streams.base import (
    DatabaseStopped,
    Grant,
    Head,
    RowBeside,
    StoredEvent,
    StoredSheet,
    StoredSummary,
)
from scorekeeper.streams.chain import EventRow, SheetEventRow

INCONSISTENT = """
SELECT sheet FROM event WHERE NOT EXISTS (SELECT 1 FROM sheet WHERE id = event.sheet)
UNION ALL
SELECT sheet FROM access WHERE NOT EXISTS (SELECT 1 FROM sheet WHERE id = access.sheet)
UNION ALL
SELECT sheet FROM name WHERE NOT EXISTS (SELECT 1 FROM sheet WHERE id = name.sheet)
UNION ALL
SELECT id FROM sheet WHERE NOT EXISTS (SELECT 1 FROM event WHERE sheet = id AND seq = 1)
UNION ALL
SELECT id FROM sheet LEFT JOIN access ON sheet = id GROUP BY id
HAVING count(*) FILTER (WHERE may_write) = 0 OR count(*) FILTER (WHERE NOT may_write) = 0
UNION ALL
SELECT sheet FROM name GROUP BY sheet HAVING max(player) + 1 <> count(*)
LIMIT 1
"""
"""A stream that is missing, has no first event, has no token of a kind, or lacks the name of a
player between others: also if a constraint has been dropped."""


class Change(NamedTuple):
    """The changes beside the chain that are stored together with an event."""

    names: Sequence[str] = ()
    """The names of the first players."""
    renamed: tuple[int, str] | None = None
    """The number of one player, and the new name."""
    tokens: Mapping[bytes, bool] = MappingProxyType({})
    """Hashes of tokens that open the stream, and whether each may write."""
    replaces_tokens: bool = False
    """True if no others open it any more."""
    redacted: Mapping[int, str] = MappingProxyType({})
    """The new bodies of earlier events, by ``seq``."""


class AppendState(NamedTuple):
    """The state of a stream that decides if an event can be appended."""

    mark: str
    head: Head | None
    """The last event of the stream; absent if it was deleted."""
    recorded: tuple[int, str, str, bytes] | None
    """``seq``, kind, body and hash of the event that the key has stored, if any."""


class Outline(NamedTuple):
    """The events that open a stream and change its seats and names, and what they need."""

    grant: Grant
    rows: Sequence[tuple[EventRow, bytes]]
    """Each event, and the hash of the one before it."""
    names: Sequence[str]


class Driver(Protocol):
    """The statements of one database. Its own errors are those of ``base``."""

    is_shared: bool
    """True if other processes append to the same streams."""

    place: str
    """The database, for sentences to the operator."""

    def grants(self, hashes: Sequence[bytes]) -> dict[bytes, Grant]:
        """Return the stream that each of these tokens opens, and its head: one query, where
        the database is not a file."""

    def known(self, hashes: Sequence[bytes]) -> Collection[bytes]:
        """Return those of these hashes of tokens that open a stream."""

    def heads(self, streams: Sequence[int]) -> dict[int, Head]:
        """Return the last event of each stream that exists."""

    def events(self, stream: int, after: int) -> tuple[list[EventRow], Sequence[str]]:
        """Return the events from a ``seq`` on, and the names if these events need them."""

    def outlines(self, hashes: Sequence[bytes]) -> dict[bytes, Outline]:
        """Return the outline of the stream that each token opens."""

    def append(self, stream: int, last: Head, event: StoredEvent, change: Change) -> bool:
        """Store an event, durably, with what it changes: only if the last event is this one,
        the key is free and the database has no mark; else change nothing and return False."""

    def append_state(self, stream: int, key: str) -> AppendState:
        """Return why an event was not stored."""

    def insert(self, sheet: StoredSheet, hashed: bytes) -> bool:
        """Store a new stream, unless this token opens one, or it is there: then return False.

        :raises DatabaseMoved: if the database has a mark.
        """

    def delete(self, stream: int) -> None:
        """Delete a stream and all rows about it.

        :raises DatabaseMoved: if the database has a mark.
        """

    def stored(self, stream: int) -> StoredSheet | None:
        """Return a whole stream as it is at one moment."""

    def store(self, sheets: Sequence[StoredSheet]) -> None:
        """Store streams in the place of those of their ids, all or none, mark or not."""

    def streams(self) -> list[int]:
        """Return the ids of all streams, in ascending order."""

    def every_event(self) -> Iterator[SheetEventRow]:
        """Yield the events of all streams, in the order of stream and ``seq``."""

    def rows_beside(self) -> Iterator[RowBeside]:
        """Yield the names and tokens of all streams."""

    def count_events(self) -> int:
        """Return the number of all events."""

    def inconsistent_sheet(self) -> int | None:
        """Return the id of a stream whose rows do not belong together, if there is one."""

    def read_summaries(
        self, streams: Sequence[int], program: str
    ) -> list[tuple[int, StoredSummary, int]]:
        """Return the summaries of these streams, each with its checksum."""

    def write_summaries(self, summaries: Mapping[int, StoredSummary], program: str) -> None:
        """Store the summaries of those of these streams that exist."""

    def mark(self) -> str:
        """Return the mark; empty without one."""

    def set_mark(self, mark: str) -> None:
        """Set the mark; what began to be written before is there when this returns."""

    def notes(self) -> Mapping[str, str]:
        """Return all short texts that are kept beside the streams, by name."""

    def note(self, name: str, text: str) -> None:
        """Keep a short text; an empty one removes it.

        :raises DatabaseMoved: if the database has a mark.
        """

    def confirm(self) -> None:
        """Wait until what was found stored would survive a loss of this server."""

    def batch(self) -> AbstractContextManager[object]:
        """Do what follows in one transaction, where that saves waiting for a disk."""

    def purge(self) -> None:
        """Overwrite what is gone."""

    def damaged(self, stream: int, why: str) -> DatabaseStopped:
        """Tell the operator about damage; stop all writing where one process alone writes."""

    def close(self) -> None:
        """Close the connections of this thread, or all of them."""
