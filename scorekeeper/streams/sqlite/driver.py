"""The statements of SQLite, below :class:`scorekeeper.streams.event_store.EventStore`.

Invariant: with ``journal_mode=TRUNCATE`` and ``synchronous=EXTRA`` an event that
:meth:`SqliteDriver.append` has stored survives a crash of the program, of the system and of
the power (``tests/reliability/test_power.py``).
"""

import logging
import sqlite3
import weakref
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock, Thread, current_thread
from typing import Any

from scorekeeper import program
from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.streams.base import (
    DatabaseBusy,
    DatabaseMoved,
    DatabaseStopped,
    Grant,
    Head,
    RowBeside,
    StorageError,
    StoredEvent,
    StoredSheet,
    StoredSummary,
    name_checksums,
    token_checksums,
)
from scorekeeper.streams.chain import (
    FIRST,
    NAMING,
    ChainBroken,
    EventRow,
    SheetEventRow,
    verify,
)
from scorekeeper.streams.driver import INCONSISTENT, AppendState, Change, Outline
from scorekeeper.streams.event_store import EventStore
from scorekeeper.streams.sqlite.connection import (
    SCHEMA,
    busy_errors,
    connect,
    require_schema,
    version_of,
)

GRANT = """
SELECT access.sheet, may_write, seq, hash FROM access
JOIN event ON event.sheet = access.sheet WHERE token_hash = ? ORDER BY seq DESC LIMIT 1
"""

LAST_TWO = """
SELECT seq, kind, body, at, hash FROM event WHERE sheet = ? ORDER BY seq DESC LIMIT 2
"""

EVENTS = """
SELECT seq, kind, body, at, hash FROM event WHERE sheet = ? AND seq >= ? ORDER BY seq
"""

OUTLINE = f"""
SELECT event.seq, event.kind, event.body, event.at, event.hash, before.hash
FROM event LEFT JOIN event AS before
     ON before.sheet = event.sheet AND before.seq = event.seq - 1
WHERE event.sheet = ? AND event.kind IN ({", ".join("?" * len(NAMING))}) ORDER BY event.seq
"""
"""The events of a stream that name players, each with the hash before it."""

HEADS = """
SELECT id, (SELECT seq FROM event WHERE sheet = id ORDER BY seq DESC LIMIT 1) AS last,
       (SELECT hash FROM event WHERE sheet = id ORDER BY seq DESC LIMIT 1)
FROM (SELECT value AS id FROM json_each(?)) WHERE last IS NOT NULL
"""

ROWS_BESIDE = """
SELECT sheet, player, CAST(name AS BLOB), checksum FROM name
UNION ALL SELECT sheet, -1 - may_write, token_hash, checksum FROM access
"""

IS_THERE = """
SELECT 1 FROM access WHERE token_hash = ? UNION SELECT 1 FROM sheet WHERE id = ?
"""

WRITE_SUMMARY = "INSERT OR REPLACE INTO summary SELECT id, ?, ?, ?, ? FROM sheet WHERE id = ?"


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


class SqliteDriver:
    """A :class:`~scorekeeper.streams.driver.Driver` for one file.

    Shared by the threads of one process, with one connection per thread; all are closed by
    :meth:`close`, or with this object.
    """

    is_shared = False

    def __init__(self, path: Path, is_draft: bool = False) -> None:
        """Open the file, or create it; an older schema version is not migrated here.

        :param is_draft: whether nothing is lost with the file, which is then not synced.
        :raises StorageError: if it is no database of La Marque, or a newer one.
        """
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
        process.

        :raises DatabaseStopped: if damage was found before.
        """
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
            with busy_errors():
                yield
        except (ChainBroken, sqlite3.DatabaseError) as error:
            if isinstance(error, sqlite3.IntegrityError):
                raise
            raise self.damaged(0, str(error)) from error

    def _require_whole(self) -> None:
        """:raises DatabaseStopped: if damage was found before."""
        if self._damage:
            raise DatabaseStopped(self._damage)

    def damaged(self, stream: int, why: str) -> DatabaseStopped:
        """Refuse every write from now on, and tell the operator once."""
        if not self._damage:
            self._damage = why
            logging.getLogger("la_marque").critical("%s", say(stopped(self.path, why)))
        return DatabaseStopped(why)

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self._watched():
            return self._connection().execute(query, values).fetchall()

    def grants(self, hashes: Sequence[bytes]) -> dict[bytes, Grant]:
        """Return the stream that each of these tokens opens, and its head."""
        return {
            hashed: Grant(sheet_id, bool(may_write), Head(seq, chained))
            for hashed in hashes
            for sheet_id, may_write, seq, chained in self._rows(GRANT, hashed)
        }

    def known(self, hashes: Sequence[bytes]) -> Collection[bytes]:
        """Return those of these hashes of tokens that open a stream."""
        query = "SELECT 1 FROM access WHERE token_hash = ?"
        return [hashed for hashed in hashes if self._rows(query, hashed)]

    def heads(self, streams: Sequence[int]) -> dict[int, Head]:
        """Return the last event of each stream that exists."""
        rows = self._rows(HEADS, f"[{','.join(map(str, streams))}]")
        return {stream: Head(seq, chained) for stream, seq, chained in rows}

    def events(self, stream: int, after: int) -> tuple[list[EventRow], Sequence[str]]:
        """Return the events from a ``seq`` on, and the names if these events need them."""
        rows: list[Any] = self._rows(EVENTS, stream, after)
        return rows, self._names(stream) if any(row[1] in NAMING for row in rows) else ()

    def _names(self, stream: int) -> list[str]:
        query = "SELECT name FROM name WHERE sheet = ? ORDER BY player"
        return [name for (name,) in self._rows(query, stream)]

    def outlines(self, hashes: Sequence[bytes]) -> dict[bytes, Outline]:
        """Return the outline of the stream that each token opens."""
        outlines = {}
        for hashed, grant in self.grants(hashes).items():
            rows = self._rows(OUTLINE, grant.sheet_id, *NAMING)
            events: list[Any] = [
                (row[:5], FIRST.hash if row[0] == 1 else row[5] or b"") for row in rows
            ]
            outlines[hashed] = Outline(grant, events, self._names(grant.sheet_id))
        return outlines

    def append(self, stream: int, last: Head, event: StoredEvent, change: Change) -> bool:
        """Store an event after this one, verified with the one before it."""
        with self.batch() as db:
            rows: list[EventRow] = db.execute(LAST_TWO, (stream,)).fetchall()[::-1]
            verify(rows[-1:], Head(rows[0][0], rows[0][4]) if len(rows) > 1 else FIRST)
            key = "SELECT 1 FROM event WHERE sheet = ? AND key = ?"
            if (
                not rows
                or (rows[-1][0], rows[-1][4]) != last
                or db.execute(key, (stream, event.key)).fetchone()
                or _mark_of(db)
            ):
                return False
            db.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", (stream, *event))
            _change(db, stream, change)
            return True

    def append_state(self, stream: int, key: str) -> AppendState:
        """Return why an event was not stored."""
        query = "SELECT seq, kind, body, hash FROM event WHERE sheet = ? AND key = ?"
        recorded: list[Any] = self._rows(query, stream, key)
        head = self.heads([stream]).get(stream)
        return AppendState(self.mark(), head, recorded[0] if recorded else None)

    def insert(self, sheet: StoredSheet, hashed: bytes) -> bool:
        """Store a new stream, unless this token opens one, or it is there."""
        with self._unmarked() as db:
            if db.execute(IS_THERE, (hashed, sheet.id)).fetchone():
                return False
            _insert(db, sheet)
            return True

    def delete(self, stream: int) -> None:
        """Delete a stream; ``secure_delete`` is on, which overwrites the rows: for every byte
        see :meth:`purge`."""
        with self._unmarked() as db:
            db.execute("DELETE FROM sheet WHERE id = ?", (stream,))

    @contextmanager
    def _unmarked(self) -> Iterator[sqlite3.Connection]:
        with self.batch() as db:
            if mark := _mark_of(db):
                raise DatabaseMoved(mark)
            yield db

    def stored(self, stream: int) -> StoredSheet | None:
        """Return a whole stream as it is at one moment."""
        with self.batch() as db:
            events = db.execute(
                "SELECT seq, key, kind, body, at, hash FROM event"
                " WHERE sheet = ? ORDER BY seq",
                (stream,),
            ).fetchall()
            access = db.execute(
                "SELECT token_hash, may_write FROM access WHERE sheet = ? ORDER BY token_hash",
                (stream,),
            )
            tokens = {token: bool(may_write) for token, may_write in access}
            stored = [StoredEvent(*event) for event in events]
            return StoredSheet(stream, tokens, self._names(stream), stored) if events else None

    def store(self, sheets: Sequence[StoredSheet]) -> None:
        """Store streams in the place of those of their ids."""
        with self.batch() as db:
            for sheet in sheets:
                db.execute("DELETE FROM sheet WHERE id = ?", (sheet.id,))
                if sheet.events:
                    _insert(db, sheet)

    def streams(self) -> list[int]:
        """Return the ids of all streams, in ascending order."""
        return [stream for (stream,) in self._rows("SELECT id FROM sheet ORDER BY id")]

    def every_event(self) -> Iterator[SheetEventRow]:
        """Yield the events of all streams, without holding them in memory."""
        query = "SELECT sheet, seq, kind, body, at, hash FROM event ORDER BY sheet, seq"
        with busy_errors():
            yield from self._connection().execute(query)

    def rows_beside(self) -> Iterator[RowBeside]:
        """Yield the names and tokens of all streams; none in a file of an older version."""
        db = self._connection()
        with busy_errors():
            if version_of(db) == SCHEMA:
                yield from map(RowBeside._make, db.execute(ROWS_BESIDE))

    def count_events(self) -> int:
        """Return the number of all events."""
        return int(self._rows("SELECT count(*) FROM event")[0][0])

    def inconsistent_sheet(self) -> int | None:
        """Return the id of a stream whose rows do not belong together, if there is one; none
        in a file of an older version."""
        is_current = version_of(self._connection()) == SCHEMA
        rows = self._rows(INCONSISTENT) if is_current else []
        return int(rows[0][0]) if rows else None

    def read_summaries(
        self, streams: Sequence[int], program: str
    ) -> list[tuple[int, StoredSummary, int]]:
        """Return the summaries of these streams, each with its checksum."""
        query = (
            "SELECT sheet, hash, body, checksum FROM summary"
            " WHERE program = ? AND sheet IN (SELECT value FROM json_each(?))"
        )
        rows = self._rows(query, program, f"[{','.join(map(str, streams))}]")
        return [(id, StoredSummary(chained, body), sum) for id, chained, body, sum in rows]

    def write_summaries(self, summaries: Mapping[int, StoredSummary], program: str) -> None:
        """Store the summaries of those of these streams that exist."""
        rows = [
            (summary.hash, program, summary.body, summary.checksum(stream), stream)
            for stream, summary in summaries.items()
        ]
        with self._unmarked() as db:
            db.executemany(WRITE_SUMMARY, rows)

    def mark(self) -> str:
        """Return the mark; empty without one."""
        with self._watched():
            return _mark_of(self._connection())

    def set_mark(self, mark: str) -> None:
        """Set the mark."""
        with self.batch() as db:
            db.execute("DELETE FROM property WHERE name = 'mark'")
            if mark:
                db.execute("INSERT INTO property VALUES ('mark', ?)", (mark,))

    def notes(self) -> Mapping[str, str]:
        """Return all short texts."""
        return dict(self._rows("SELECT name, value FROM property"))

    def note(self, name: str, text: str) -> None:
        """Keep a short text."""
        with self._unmarked() as db:
            db.execute("DELETE FROM property WHERE name = ?", (name,))
            if text:
                db.execute("INSERT INTO property VALUES (?, ?)", (name, text))

    def confirm(self) -> None:
        """Nothing: what can be read here is on the disk."""

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
        """Close the connections of all threads; a thread that still uses its own crashes."""
        _close(self._connections)


def _close(
    connections: Connections, is_done: Callable[[Thread], bool] = lambda owner: True
) -> None:
    """Close the connections of those threads for which this is true."""
    for thread in filter(is_done, list(connections)):
        if db := connections.pop(thread, None):
            db.close()


def _insert(db: sqlite3.Connection, sheet: StoredSheet) -> None:
    """Write a whole new stream."""
    db.execute("INSERT INTO sheet VALUES (?)", (sheet.id,))
    _change(db, sheet.id, Change(sheet.names, tokens=sheet.access))
    query = "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)"
    db.executemany(query, [(sheet.id, *event) for event in sheet.events])


def _change(db: sqlite3.Connection, stream: int, change: Change) -> None:
    """Change names, tokens and texts of a stream."""
    if change.names:
        query = "INSERT OR REPLACE INTO name VALUES (?, ?, ?, ?)"
        checksums = name_checksums(stream, change.names)
        numbered = enumerate(zip(change.names, checksums, strict=True))
        db.executemany(query, [(stream, player, *name) for player, name in numbered])
    if change.renamed:
        player, name = change.renamed
        query = "UPDATE name SET name = ?, checksum = ? WHERE sheet = ? AND player = ?"
        db.execute(query, (name, *name_checksums(stream, [name], player), stream, player))
    query = "UPDATE event SET body = ? WHERE sheet = ? AND seq = ?"
    db.executemany(query, [(body, stream, seq) for seq, body in change.redacted.items()])
    if change.replaces_tokens:
        db.execute("DELETE FROM access WHERE sheet = ?", (stream,))
    query = "INSERT OR IGNORE INTO access VALUES (?, ?, ?, ?)"
    checksums = token_checksums(stream, change.tokens)
    tokens = zip(change.tokens.items(), checksums, strict=True)
    db.executemany(query, [(token, stream, writes, sum) for (token, writes), sum in tokens])


def _mark_of(db: sqlite3.Connection) -> str:
    row = db.execute("SELECT value FROM property WHERE name = 'mark'").fetchone()
    return str(row[0]) if row else ""
