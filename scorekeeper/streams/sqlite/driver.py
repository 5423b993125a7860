"""SQLite, below :class:`scorekeeper.streams.event_store.EventStore`.

Invariant: with ``journal_mode=TRUNCATE`` and ``synchronous=EXTRA`` an event that
:meth:`SqliteDriver.append` has stored survives a crash of the program, of the system and of
the power (``tests/reliability/test_power.py``).
"""

import logging
import sqlite3
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock, Thread, current_thread
from typing import Any

from scorekeeper import program
from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.streams.base import (
    DatabaseBusy,
    DatabaseStopped,
    Head,
    StorageError,
    StoredEvent,
)
from scorekeeper.streams.chain import FIRST, ChainBroken, EventRow, verify
from scorekeeper.streams.driver import Driver, Row, StoredChanges, T, Transaction
from scorekeeper.streams.event_store import EventStore
from scorekeeper.streams.sqlite.connection import (
    SCHEMA,
    busy_errors,
    connect,
    is_damage,
    require_schema,
    version_of,
)
from scorekeeper.streams.statements import change_stream

LAST_TWO = """
SELECT seq, kind, body, at, hash FROM event WHERE sheet = ? ORDER BY seq DESC LIMIT 2
"""

Connections = dict[Thread, sqlite3.Connection]
"""The connections of a file, by the thread that uses each."""


def stopped(path: Path, why: str) -> Message:
    """Return the report of damage that was found while the program runs, for the operator."""
    return msg(
        "%(path)s est abîmée (%(why)s) : plus rien n'y est écrit. Fermez La Marque, puis "
        "lancez « %(app)s check », qui nomme la copie à remettre.",
        app=program.COMMAND,
        path=path,
        why=why,
    )


def open_sqlite(path: Path, is_draft: bool = False) -> EventStore:
    """Open the store in a file, or create it; see :class:`SqliteDriver`."""
    return EventStore(SqliteDriver(path, is_draft))


class SqliteDriver(Driver):
    """A database in one file. Shared by the threads of one process, with one connection per
    thread; all are closed by :meth:`close`, or with this object."""

    def __init__(self, path: Path, is_draft: bool = False) -> None:
        """Open the file, or create it; an older schema version is not migrated here. Nothing
        is lost with a draft, which is not synced. Raise StorageError if it is no database of
        La Marque, or a newer one."""
        self.path, self.place = path, str(path)
        self._connections: Connections = {}
        weakref.finalize(self, _close, self._connections).atexit = False  # threads may run
        self._writing = RLock()
        self._damage = ""
        self._open()
        if is_draft:
            self._connection().execute("PRAGMA synchronous = OFF")

    def _open(self) -> None:
        try:
            self._connections[current_thread()] = connect(self.path, create=True)
            with busy_errors(), self._begun() as db:
                require_schema(db, self.path)
        except (sqlite3.Error, DatabaseBusy) as error:
            raise StorageError(
                msg("%(path)s ne s'ouvre pas : %(why)s.", path=self.path, why=str(error))
            ) from error

    def _connection(self) -> sqlite3.Connection:
        thread = current_thread()
        db = self._connections.get(thread)
        if db is None:
            _close(self._connections, lambda owner: not owner.is_alive())
            db = self._connections[thread] = connect(self.path)
        return db

    @contextmanager
    def _begun(self) -> Iterator[sqlite3.Connection]:
        db = self._connection()
        db.execute("BEGIN IMMEDIATE")
        try:
            yield db
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise

    @contextmanager
    def batch(self) -> Iterator[sqlite3.Connection]:
        """Begin one write transaction, or go on in that of this thread; one at a time in this
        process. Raise DatabaseStopped if damage was found before."""
        with self._writing, self._watched():
            self._require_whole()
            if self._connection().in_transaction:
                yield self._connection()
            else:
                with self._begun() as db:
                    yield db

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Stop all writing where SQLite, or a hash, says that the file is damaged."""
        try:
            yield
        except sqlite3.IntegrityError:
            raise
        except (ChainBroken, sqlite3.DatabaseError) as error:
            raise self._failure(error) from error

    def _failure(self, error: Exception) -> Exception:
        """Return the error of storage for one of SQLite, or for a broken chain."""
        if isinstance(error, sqlite3.OperationalError) and not is_damage(error):
            return DatabaseBusy(str(error))
        return self.damaged(0, str(error))

    def _require_whole(self) -> None:
        """:raises DatabaseStopped: if damage was found before."""
        if self._damage:
            raise DatabaseStopped(self._damage)

    def damaged(self, stream: int, why: str) -> DatabaseStopped:
        if not self._damage:
            self._damage = why
            logging.getLogger("la_marque").critical("%s", say(stopped(self.path, why)))
        return DatabaseStopped(why)

    @property
    def is_current(self) -> bool:
        return version_of(self._connection()) == SCHEMA

    def rows(
        self, statement: str, values: Sequence[Any] = (), is_long: bool = False
    ) -> list[Row]:
        try:
            return self._connection().execute(statement, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise self._failure(error) from error

    def checked_rows(self, statement: str, asked: str) -> list[Row]:
        with busy_errors():
            return self._connection().execute(statement, (asked,)).fetchall()

    def write(self, work: Callable[[Transaction], T], is_long: bool = False) -> T:
        with self.batch() as db:
            return work(db)

    def append(
        self, stream: int, last: Head, event: StoredEvent, change: StoredChanges
    ) -> bool:
        """Store an event after this one, verified with the one before it."""
        with self.batch() as db:
            rows: list[EventRow] = db.execute(LAST_TWO, (stream,)).fetchall()[::-1]
            verify(rows[-1:], Head(rows[0][0], rows[0][4]) if len(rows) > 1 else FIRST)
            key = "SELECT 1 FROM event WHERE sheet = ? AND key = ?"
            if (
                not rows
                or (rows[-1][0], rows[-1][4]) != last
                or db.execute(key, (stream, event.key)).fetchone()
            ):
                return False
            db.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", (stream, *event))
            change_stream(db, stream, change)
            return True

    def store_cache(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        with self.batch() as db:
            db.executemany(statement, rows)

    def purge(self) -> None:
        """Rewrite the file, unless it is damaged.

        ``secure_delete`` overwrites what is deleted, but not the copies that SQLite leaves in
        the unused part of a page when it moves rows to another page. Half a second for a
        hundred megabytes, in which nothing is written.
        """
        with self._writing, self._watched():
            self._require_whole()
            self._connection().execute("VACUUM")

    def close(self) -> None:
        _close(self._connections)


def _close(
    connections: Connections, is_done: Callable[[Thread], bool] = lambda owner: True
) -> None:
    """Close the connections of those threads for which this is true."""
    for thread in filter(is_done, list(connections)):
        if db := connections.pop(thread, None):
            db.close()
