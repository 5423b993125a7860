"""The interface of a database: how statements are sent, and what differs beyond their words.

The statements themselves are those of :mod:`scorekeeper.streams.statements`; the order of
checks is that of :class:`scorekeeper.streams.event_store.EventStore`.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, TypeVar

from scorekeeper.streams.base import DatabaseStopped, Head, StoredEvent

T = TypeVar("T")

Row = tuple[Any, ...]
"""A row that a statement returns, its columns in the order of the statement."""


class StoredChanges(NamedTuple):
    """The changes beside the chain that are stored together with an event."""

    names: Mapping[int, str] = MappingProxyType({})
    """The names of players, by number."""
    tokens: Mapping[bytes, bool] = MappingProxyType({})
    """Hashes of tokens that open the stream, and whether each may write."""
    replaces_tokens: bool = False
    """True if no others open it any more."""
    redacted: Mapping[int, str] = MappingProxyType({})
    """The new bodies of earlier events, by ``seq``."""


class Cursor(Protocol):
    """An executed statement."""

    @property
    def rowcount(self) -> int:
        """The number of rows that were changed."""

    def fetchone(self) -> Any:
        """Return the next row; ``None`` after the last."""


class Transaction(Protocol):
    """A connection in a transaction, as DB-API 2.0 has it."""

    def execute(self, statement: str, values: Sequence[Any] = ..., /) -> Cursor:
        """Run one statement."""

    def executemany(self, statement: str, rows: Collection[Sequence[Any]], /) -> object:
        """Run one statement for each of these rows of values."""


class Driver:
    """One database; safe for threads. Its own errors are those of ``base``. Statements are in
    the SQL of SQLite: see :mod:`scorekeeper.streams.statements`."""

    is_shared = False
    """True if other processes append to the same streams."""

    place: str
    """The database, for sentences to the operator."""

    @property
    def is_current(self) -> bool:
        """False for a database of an earlier schema, which is to be migrated."""
        return True

    def rows(
        self, statement: str, values: Sequence[Any] = (), is_long: bool = False
    ) -> list[Row]:
        """Return the rows of one reading statement: one round trip, which may take longer than
        a request waits if it is long."""
        raise NotImplementedError

    def checked_rows(self, statement: str, asked: str) -> list[Row]:
        """Return the rows of one reading statement about streams, a JSON list, to whoever
        looks for damage, and tells of it himself."""
        return self.rows(statement, (asked,), is_long=True)

    def write(self, work: Callable[[Transaction], T], is_long: bool = False) -> T:
        """Do some work in one transaction, durably; it may be called twice, and take longer
        than a request waits if it is long. Raise StreamDeleted if a stream that it writes rows
        about is deleted meanwhile."""
        raise NotImplementedError

    def append(
        self, stream: int, last: Head, event: StoredEvent, change: StoredChanges
    ) -> bool:
        """Store an event, durably, with what it changes: only if the last event is this one
        and the key is free; else change nothing and return False."""
        raise NotImplementedError

    def store_cache(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run one statement for each row of values, in one transaction that need not survive a
        crash. Rows about a stream that is deleted meanwhile are not stored."""
        raise NotImplementedError

    def batch(self) -> AbstractContextManager[object]:
        """Do what follows in one transaction, where that saves waiting for a disk."""
        return nullcontext()

    def confirm(self) -> None:
        """Wait until what was found stored would survive a loss of this server."""

    def purge(self) -> None:
        """Overwrite what is gone."""
        raise NotImplementedError

    def damaged(self, stream: int, why: str) -> DatabaseStopped:
        """Tell the operator about damage; stop all writing where one process alone writes."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the connections of all threads; a thread that still uses its own fails."""
        raise NotImplementedError
