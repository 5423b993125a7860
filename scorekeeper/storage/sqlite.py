"""The journal in SQLite: events in order, appended, hash-chained, never changed.

Invariant: with ``journal_mode=TRUNCATE`` and ``synchronous=EXTRA`` an event that
:meth:`SqliteJournal.append` has returned survives a crash of the program, of the system and
of the power (``tests/reliability/test_power.py``).
"""

import hashlib
import logging
import secrets
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.i18n.operator import say
from scorekeeper.sheets.events import Body, Event
from scorekeeper.storage.base import (
    Appended,
    DatabaseBusy,
    DatabaseStopped,
    Grant,
    JournalMoved,
    KeyReused,
    StorageError,
    encode,
    read_only_token,
)
from scorekeeper.storage.hash_chain import START, chained_hash, etag_of
from scorekeeper.storage.sqlite_chain import (
    ChainBroken,
    decoded,
    insert_event,
    last_event,
    outline_rows,
    verify,
)
from scorekeeper.storage.sqlite_connection import busy_errors, connect
from scorekeeper.storage.sqlite_schema import require_schema

EVENTS = (
    "SELECT seq, kind, body, at, hash FROM event WHERE sheet = ? AND seq >= ? ORDER BY seq"
)
"""The query of the events of a sheet from a ``seq`` on."""


def _token_hash(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


def stopped(path: Path, why: str) -> Message:
    """The report of damage that was found while the program runs, for the operator."""
    return msg(
        "%(path)s est abîmée (%(why)s) : plus rien n'y est écrit. Fermez La Marque, puis "
        "lancez « python3 app.py check », qui nomme la copie à remettre.",
        path=path,
        why=why,
    )


class SqliteJournal:
    """A :class:`~scorekeeper.storage.base.Journal` in one file.

    Shared by the threads of one process, with one connection per thread.
    """

    def __init__(self, path: Path) -> None:
        """Open the file, or create it; an older schema version is not migrated here.

        :raises StorageError: if it is no journal of La Marque, or a newer one.
        """
        self.path = path
        self._local = threading.local()
        self._writing = threading.Lock()
        self._damage = ""
        self._open()

    def _open(self) -> None:
        try:
            self._local.db = connect(self.path, create=True)
            with busy_errors(), self._begun() as db:
                require_schema(db, self.path)
        except (sqlite3.Error, DatabaseBusy) as error:
            raise StorageError(
                msg("%(path)s ne s'ouvre pas : %(why)s.", path=self.path, why=str(error))
            ) from error

    def _connection(self) -> sqlite3.Connection:
        db: sqlite3.Connection | None = getattr(self._local, "db", None)
        if db is None:
            db = self._local.db = connect(self.path)
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
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """One write transaction; one at a time in this process.

        :raises DatabaseStopped: if damage was found before.
        """
        with self._writing, self._watched():
            if self._damage:
                raise DatabaseStopped(self._damage)
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
            self._stop(str(error))
            raise DatabaseStopped(str(error)) from error

    def _stop(self, why: str) -> None:
        """Refuse every write from now on, and tell the operator once."""
        if not self._damage:
            self._damage = why
            logging.getLogger("la_marque").critical("%s", say(stopped(self.path, why)))

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self._watched():
            return self._connection().execute(query, values).fetchall()

    def open_sheet(self, events: Sequence[tuple[str, Body]], token: str = "") -> str:
        """See :meth:`scorekeeper.storage.base.Journal.open_sheet`."""
        token = token or secrets.token_urlsafe(16)
        with self._transaction() as db:
            query = "SELECT 1 FROM sheet WHERE writer = ?"
            if db.execute(query, (_token_hash(token),)).fetchone():
                return token
            sheet = db.execute(
                "INSERT INTO sheet (writer, reader) VALUES (?, ?)",
                (_token_hash(token), _token_hash(read_only_token(token))),
            ).lastrowid
            assert sheet is not None
            previous = START
            for seq, (kind, body) in enumerate(events, 1):
                previous = insert_event(db, sheet, seq, f"first-{seq}", kind, body, previous)
        return token

    def grant(self, token: str) -> Grant | None:
        """See :meth:`scorekeeper.storage.base.Journal.grant`."""
        query = "SELECT id, writer = ? FROM sheet WHERE writer = ? OR reader = ?"
        for sheet_id, may_write in self._rows(query, *[_token_hash(token)] * 3):
            return Grant(sheet_id, bool(may_write))
        return None

    def append(
        self, sheet_id: int, key: str, kind: str, body: Body, after: int, etag: str = ""
    ) -> Appended:
        """See :meth:`scorekeeper.storage.base.Journal.append`."""
        with self._transaction() as db:
            known = db.execute(
                "SELECT kind, body, seq, hash FROM event WHERE sheet = ? AND key = ?",
                (sheet_id, key),
            ).fetchone()
            if known:
                if known[:2] != (kind, encode(body)):
                    raise KeyReused(key)
                return Appended(known[2], etag_of(known[2], known[3]))
            seq, previous = last_event(db, sheet_id)
            if seq > after:
                raise JournalMoved(seq)
            if seq < after or etag not in ("", etag_of(seq, previous)):
                raise ChainBroken(f"event {after} is not the one that was read")
            chained = insert_event(db, sheet_id, seq + 1, key, kind, body, previous)
            return Appended(seq + 1, etag_of(seq + 1, chained))

    def seq_of_key(self, sheet_id: int, key: str) -> int | None:
        """See :meth:`scorekeeper.storage.base.Journal.seq_of_key`."""
        rows = self._rows("SELECT seq FROM event WHERE sheet = ? AND key = ?", sheet_id, key)
        return int(rows[0][0]) if rows else None

    def events(self, sheet_id: int, after: int = 0) -> list[Event]:
        """See :meth:`scorekeeper.storage.base.Journal.events`."""
        with self._watched():
            rows = self._rows(EVENTS, sheet_id, after)
            if rows and rows[0][0] == after:
                verify(rows[1:], after, rows.pop(0)[4])
            elif not after:
                verify(rows)
        return decoded(rows)

    def outline(self, sheet_id: int) -> list[Event]:
        """See :meth:`scorekeeper.storage.base.Journal.outline`."""
        with self._watched():
            return decoded(outline_rows(self._connection(), sheet_id))

    def version(self, sheet_id: int) -> int:
        """See :meth:`scorekeeper.storage.base.Journal.version`."""
        query = "SELECT coalesce(max(seq), 0) FROM event WHERE sheet = ?"
        return int(self._rows(query, sheet_id)[0][0])

    def renew(self, sheet_id: int, key: str, token: str) -> None:
        """See :meth:`scorekeeper.storage.base.Journal.renew`."""
        with self._transaction() as db:
            query = "SELECT 1 FROM event WHERE sheet = ? AND key = ?"
            if db.execute(query, (sheet_id, key)).fetchone():
                raise KeyReused(key)
            seq, previous = last_event(db, sheet_id)
            insert_event(db, sheet_id, seq + 1, key, "renewed", {}, previous)
            db.execute(
                "UPDATE sheet SET writer = ?, reader = ? WHERE id = ?",
                (_token_hash(token), _token_hash(read_only_token(token)), sheet_id),
            )

    def delete(self, sheet_id: int) -> None:
        """See :meth:`scorekeeper.storage.base.Journal.delete`; ``secure_delete`` is on."""
        with self._transaction() as db:
            db.execute("DELETE FROM sheet WHERE id = ?", (sheet_id,))

    def first_broken_event(self) -> tuple[int, int] | None:
        """The first event whose hash does not match, as sheet and ``seq``; or ``None``."""
        query = "SELECT sheet, seq, kind, body, at, hash FROM event ORDER BY sheet, seq"
        current, expected, previous = 0, 1, START
        with busy_errors():
            for sheet, seq, kind, body, at, found in self._connection().execute(query):
                if sheet != current:
                    current, expected, previous = sheet, 1, START
                if seq != expected or chained_hash(previous, seq, kind, body, at) != found:
                    return sheet, seq
                expected, previous = seq + 1, found
        return None

    def close(self) -> None:
        """Close this thread's connection."""
        db = getattr(self._local, "db", None)
        if db is not None:
            db.close()
            del self._local.db
