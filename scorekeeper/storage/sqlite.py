"""The journal in SQLite: events in order, appended, hash-chained, never changed.

Invariant: with ``journal_mode=TRUNCATE`` and ``synchronous=EXTRA`` an event that
:meth:`SqliteJournal.append` has returned survives a crash of the program, of the system and
of the power (``tests/reliability/test_power.py``).
"""

import hashlib
import secrets
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.events import Body, Event
from scorekeeper.storage.base import (
    Appended,
    DatabaseBusy,
    Grant,
    JournalMoved,
    KeyReused,
    SheetDeleted,
    StorageError,
    decode,
    encode,
    read_only_token,
)
from scorekeeper.storage.hash_chain import START, chained_hash, etag_of
from scorekeeper.storage.sqlite_connection import busy_errors, connect

APPLICATION = 0x4D415251
"""SQLite's ``application_id`` of our files: « MARQ »."""

SCHEMA = 2
"""SQLite's ``user_version``: the version of ``schema.sql``, see ``migrations.py``."""


def _token_hash(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


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
        self._open()

    def _open(self) -> None:
        try:
            with self._transaction() as db:
                application = db.execute("PRAGMA application_id").fetchone()[0]
                version = db.execute("PRAGMA user_version").fetchone()[0]
                empty = not db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
                if empty and not application:
                    self._create_schema(db)
                elif application != APPLICATION or version < 1:
                    raise StorageError(
                        msg("%(path)s n'est pas une base de La Marque.", path=self.path)
                    )
                elif version > SCHEMA:
                    raise StorageError(
                        msg(
                            "%(path)s vient d'une version plus récente de La Marque (base "
                            "%(version)s, ce programme connaît %(known)s).",
                            path=self.path,
                            version=version,
                            known=SCHEMA,
                        )
                    )
        except (sqlite3.Error, DatabaseBusy) as error:
            raise StorageError(
                msg("%(path)s ne s'ouvre pas : %(why)s.", path=self.path, why=str(error))
            ) from error

    def _create_schema(self, db: sqlite3.Connection) -> None:
        schema = Path(__file__).with_name("schema.sql").read_text(encoding="utf-8")
        for statement in schema.split(";\n"):
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {SCHEMA}")

    def _connection(self) -> sqlite3.Connection:
        db: sqlite3.Connection | None = getattr(self._local, "db", None)
        if db is None:
            db = self._local.db = connect(self.path)
        return db

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """One write transaction; one at a time in this process."""
        with self._writing, busy_errors():
            db = self._connection()
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with busy_errors():
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
                previous = _insert(db, sheet, seq, f"first-{seq}", kind, body, previous)
        return token

    def grant(self, token: str) -> Grant | None:
        """See :meth:`scorekeeper.storage.base.Journal.grant`."""
        query = "SELECT id, writer = ? FROM sheet WHERE writer = ? OR reader = ?"
        for sheet_id, may_write in self._rows(query, *[_token_hash(token)] * 3):
            return Grant(sheet_id, bool(may_write))
        return None

    def append(self, sheet_id: int, key: str, kind: str, body: Body, after: int) -> Appended:
        """See :meth:`scorekeeper.storage.base.Journal.append`."""
        with self._transaction() as db:
            known = db.execute(
                "SELECT kind, body, seq, hash FROM event WHERE sheet = ? AND key = ?",
                (sheet_id, key),
            ).fetchone()
            if known:
                if known[:2] != (kind, encode(body)):
                    raise KeyReused(key)
                return Appended(known[2], etag_of(known[3]))
            seq, previous = _last(db, sheet_id)
            if seq != after:
                raise JournalMoved(seq)
            chained = _insert(db, sheet_id, seq + 1, key, kind, body, previous)
            return Appended(seq + 1, etag_of(chained))

    def seq_of_key(self, sheet_id: int, key: str) -> int | None:
        """See :meth:`scorekeeper.storage.base.Journal.seq_of_key`."""
        rows = self._rows("SELECT seq FROM event WHERE sheet = ? AND key = ?", sheet_id, key)
        return int(rows[0][0]) if rows else None

    def events(self, sheet_id: int, after: int = 0) -> list[Event]:
        """See :meth:`scorekeeper.storage.base.Journal.events`."""
        query = (
            "SELECT seq, kind, body, at, hash FROM event"
            " WHERE sheet = ? AND seq > ? ORDER BY seq"
        )
        return [
            Event(seq, kind, decode(body), at, etag_of(chained))
            for seq, kind, body, at, chained in self._rows(query, sheet_id, after)
        ]

    def renew(self, sheet_id: int, key: str, token: str) -> None:
        """See :meth:`scorekeeper.storage.base.Journal.renew`."""
        with self._transaction() as db:
            seq, previous = _last(db, sheet_id)
            _insert(db, sheet_id, seq + 1, key, "renewed", {}, previous)
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


def _insert(
    db: sqlite3.Connection,
    sheet: int,
    seq: int,
    key: str,
    kind: str,
    body: Body,
    previous: bytes,
) -> bytes:
    text = encode(body)
    at = datetime.now(UTC).isoformat(timespec="seconds")
    chained = chained_hash(previous, seq, kind, text, at)
    db.execute(
        "INSERT INTO event (sheet, seq, key, kind, body, at, hash)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (sheet, seq, key, kind, text, at, chained),
    )
    return chained


def _last(db: sqlite3.Connection, sheet: int) -> tuple[int, bytes]:
    """The ``seq`` and hash of the last event of a sheet.

    :raises SheetDeleted: if the sheet was deleted.
    """
    query = "SELECT seq, hash FROM event WHERE sheet = ? ORDER BY seq DESC LIMIT 1"
    row = db.execute(query, (sheet,)).fetchone()
    if row is None:
        raise SheetDeleted(sheet)
    return row[0], row[1]
