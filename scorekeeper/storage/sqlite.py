"""The journal in SQLite: events in order, appended, hash-chained, never changed.

Invariant: with ``journal_mode=TRUNCATE`` and ``synchronous=EXTRA`` an event that
:meth:`SqliteJournal.append` has returned survives a crash of the program, of the system and
of the power (``tests/reliability/test_power.py``).
"""

import hashlib
import secrets
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.events import Event
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

APPLICATION = 0x4D415251
"""SQLite's ``application_id`` of our files: « MARQ »."""

SCHEMA = 2
"""SQLite's ``user_version``: the version of ``schema.sql``, see ``migrations.py``."""

SETTINGS = {
    "foreign_keys": ("ON", 1),
    "journal_mode": ("TRUNCATE", "truncate"),
    "synchronous": ("EXTRA", 3),
    "busy_timeout": ("5000", 5000),
    "trusted_schema": ("OFF", 0),
    "cell_size_check": ("ON", 1),
    "secure_delete": ("ON", 1),
    "cache_size": ("-256", -256),  # a connection a thread; sheets are cached above
}
"""What every connection sets, and what it must read back."""

START = bytes(32)
"""The hash before the first event of a sheet."""


def _token_hash(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


def connect(path: Path) -> sqlite3.Connection:
    """A connection with the settings that keep a hand.

    :raises StorageError: if SQLite does not take them.
    """
    db = sqlite3.connect(path, isolation_level=None, timeout=5)
    for name, (wanted, expected) in SETTINGS.items():
        db.execute(f"PRAGMA {name} = {wanted}")
        found = db.execute(f"PRAGMA {name}").fetchone()[0]
        if found != expected:
            raise StorageError(
                msg(
                    "SQLite refuse %(name)s = %(wanted)s (il reste à %(found)s).",
                    name=name,
                    wanted=wanted,
                    found=found,
                )
            )
    return db


@contextmanager
def _busy_errors() -> Iterator[None]:
    """Raise :class:`DatabaseBusy` where SQLite is locked, full or read-only."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise DatabaseBusy(str(error)) from error


class SqliteJournal:
    """A :class:`~scorekeeper.storage.base.Journal` in one file.

    Shared by the threads of one process, with a connection a thread.
    """

    def __init__(self, path: Path) -> None:
        """Open the file, or make it; one of an earlier version stays as it is.

        :raises StorageError: if it is not a journal of ours, or a newer one.
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
                    self._make(db)
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

    def _make(self, db: sqlite3.Connection) -> None:
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
        """One write, whole or not at all; one at a time in this process."""
        db = self._connection()
        with self._writing, _busy_errors():
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with _busy_errors():
            return self._connection().execute(query, values).fetchall()

    def open_sheet(
        self, events: Sequence[tuple[str, Mapping[str, Any]]], token: str = ""
    ) -> str:
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

    def append(
        self, sheet_id: int, key: str, kind: str, body: Mapping[str, Any], after: int
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
                return Appended(known[2], _etag(known[3]))
            seq, previous = _last(db, sheet_id)
            if seq != after:
                raise JournalMoved(seq)
            chained = _insert(db, sheet_id, seq + 1, key, kind, body, previous)
            return Appended(seq + 1, _etag(chained))

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
            Event(seq, kind, decode(body), at, _etag(chained))
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
        """The first event whose hash does not follow, as sheet and ``seq``, if any."""
        query = "SELECT sheet, seq, kind, body, at, hash FROM event ORDER BY sheet, seq"
        at_sheet, expected, previous = 0, 1, START
        for sheet, seq, kind, body, at, found in self._connection().execute(query):
            if sheet != at_sheet:
                at_sheet, expected, previous = sheet, 1, START
            if seq != expected or _chain(previous, seq, kind, body, at) != found:
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
    body: Mapping[str, Any],
    previous: bytes,
) -> bytes:
    text = encode(body)
    at = datetime.now(UTC).isoformat(timespec="seconds")
    chained = _chain(previous, seq, kind, text, at)
    db.execute(
        "INSERT INTO event (sheet, seq, key, kind, body, at, hash)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (sheet, seq, key, kind, text, at, chained),
    )
    return chained


def _last(db: sqlite3.Connection, sheet: int) -> tuple[int, bytes]:
    """The ``seq`` and the hash of the last event of this sheet.

    :raises SheetDeleted: if the sheet was deleted.
    """
    query = "SELECT seq, hash FROM event WHERE sheet = ? ORDER BY seq DESC LIMIT 1"
    row = db.execute(query, (sheet,)).fetchone()
    if row is None:
        raise SheetDeleted(sheet)
    return row[0], row[1]


def _etag(chained: bytes) -> str:
    return chained[:8].hex()


def _chain(previous: bytes, seq: int, kind: str, body: str, at: str) -> bytes:
    return hashlib.sha256(previous + f"{seq}\0{kind}\0{at}\0{body}".encode()).digest()
