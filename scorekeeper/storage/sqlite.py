"""The journal in SQLite: events in order, appended, chained, never changed.

The settings of the connection are the promise. With ``TRUNCATE`` and ``EXTRA`` an event
that :meth:`Storage.append` has returned survives the program, the system and the power.
"""

import base64
import hashlib
import json
import os
import secrets
import sqlite3
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

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
    "cache_size": ("-256", -256),  # a connection a thread; the program remembers what it reads
}
"""What every connection sets, and what it must read back."""

START = bytes(32)
"""The hash before the first event of a sheet."""


class StorageError(Exception):
    """A database that cannot be used, with a sentence that says why."""


class Moved(Exception):
    """The journal is not where the writer thought: somebody wrote since."""


class KeyReused(Exception):
    """A key came back with another event than the first time."""


class Gone(Exception):
    """The sheet has been deleted."""


class Stored(NamedTuple):
    """One event as the journal holds it."""

    seq: int
    kind: str
    body: Mapping[str, Any]
    at: str
    stamp: str
    """The beginning of its hash: no other journal has it."""


class Written(NamedTuple):
    """The event that a key has written."""

    seq: int
    stamp: str


class Access(NamedTuple):
    """What a token opens."""

    sheet: int
    writes: bool
    """Whether it may write; else it may only read."""


def read_token(write_token: str) -> str:
    """The token that may only read, from the one that may write; there is no way back."""
    return as_token(hashlib.sha256(b"read\0" + write_token.encode()).digest())


def as_token(digest: bytes) -> str:
    """128 bits of a digest, in the letters of an address."""
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def _lock(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


def put_in_place(draft: Path, target: Path) -> None:
    """Give a file its name, whole or not at all, even where the power goes.

    :raises OSError: if the folder cannot be written.
    """
    with open(draft, "rb+") as file:
        os.fsync(file.fileno())
    os.replace(draft, target)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def connect(path: Path) -> sqlite3.Connection:
    """A connection with the settings that keep a hand.

    :raises StorageError: if SQLite does not take them.
    """
    db = sqlite3.connect(path, isolation_level=None, timeout=5)
    for name, (wanted, expected) in SETTINGS.items():
        db.execute(f"PRAGMA {name} = {wanted}")
        found = db.execute(f"PRAGMA {name}").fetchone()[0]
        if found != expected:
            raise StorageError(f"SQLite refuse {name} = {wanted} (il reste à {found}).")
    return db


class Storage:
    """One database file, shared by the threads of one process."""

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
                    raise StorageError(f"{self.path} n'est pas une base de La Marque.")
                elif version > SCHEMA:
                    raise StorageError(
                        f"{self.path} vient d'une version plus récente de La Marque "
                        f"(base {version}, ce programme connaît {SCHEMA})."
                    )
        except sqlite3.Error as error:
            raise StorageError(f"{self.path} ne s'ouvre pas : {error}.") from error

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
        with self._writing:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise

    def open_sheet(
        self, events: Sequence[tuple[str, Mapping[str, Any]]], token: str = ""
    ) -> str:
        """Write a new sheet with its first events; the token that may write it.

        :param events: kind and body of each.
        :param token: a token of 128 secret bits; the same one opens one sheet, once.
        """
        token = token or secrets.token_urlsafe(16)
        with self._transaction() as db:
            query = "SELECT 1 FROM sheet WHERE writer = ?"
            if db.execute(query, (_lock(token),)).fetchone():
                return token
            sheet = db.execute(
                "INSERT INTO sheet (writer, reader) VALUES (?, ?)",
                (_lock(token), _lock(read_token(token))),
            ).lastrowid
            assert sheet is not None
            previous = START
            for seq, (kind, body) in enumerate(events, 1):
                previous = _insert(db, sheet, seq, f"first-{seq}", kind, body, previous)
        return token

    def access(self, token: str) -> Access | None:
        """What this token opens, if anything."""
        lock = _lock(token)
        row = (
            self._connection()
            .execute(
                "SELECT id, writer = ? FROM sheet WHERE writer = ? OR reader = ?",
                (lock, lock, lock),
            )
            .fetchone()
        )
        return Access(row[0], bool(row[1])) if row else None

    def append(
        self, sheet: int, key: str, kind: str, body: Mapping[str, Any], after: int
    ) -> Written:
        """Write one more event, durably.

        The same key writes once: said again, it answers with the first one.

        :param after: the ``seq`` of the last event that the writer knew of.
        :raises Moved: if somebody wrote since.
        :raises KeyReused: if the key was sent with another event.
        """
        with self._transaction() as db:
            known = db.execute(
                "SELECT kind, body, seq, hash FROM event WHERE sheet = ? AND key = ?",
                (sheet, key),
            ).fetchone()
            if known:
                if known[:2] != (kind, _json(body)):
                    raise KeyReused(key)
                return Written(known[2], _stamp(known[3]))
            seq, previous = _last(db, sheet)
            if seq != after:
                raise Moved(seq)
            chained = _insert(db, sheet, seq + 1, key, kind, body, previous)
            return Written(seq + 1, _stamp(chained))

    def written(self, sheet: int, key: str) -> int | None:
        """The ``seq`` of the event that this key wrote, if it did."""
        query = "SELECT seq FROM event WHERE sheet = ? AND key = ?"
        row = self._connection().execute(query, (sheet, key)).fetchone()
        return int(row[0]) if row else None

    def events(self, sheet: int, after: int = 0) -> list[Stored]:
        """The events of this sheet, in order, after the one of this ``seq``."""
        query = (
            "SELECT seq, kind, body, at, hash FROM event"
            " WHERE sheet = ? AND seq > ? ORDER BY seq"
        )
        rows = self._connection().execute(query, (sheet, after)).fetchall()
        return [
            Stored(seq, kind, _read(body), at, _stamp(chained))
            for seq, kind, body, at, chained in rows
        ]

    def renew(self, sheet: int, key: str, token: str) -> None:
        """Give this sheet another token that may write, and with it another that may read;
        those before open nothing any more."""
        with self._transaction() as db:
            seq, previous = _last(db, sheet)
            _insert(db, sheet, seq + 1, key, "renewed", {}, previous)
            db.execute(
                "UPDATE sheet SET writer = ?, reader = ? WHERE id = ?",
                (_lock(token), _lock(read_token(token)), sheet),
            )

    def delete(self, sheet: int) -> None:
        """Take a sheet and its events out of the file, to the last byte."""
        with self._transaction() as db:
            db.execute("DELETE FROM sheet WHERE id = ?", (sheet,))

    def broken(self) -> tuple[int, int] | None:
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
    text = _json(body)
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

    :raises Gone: if somebody has deleted it.
    """
    query = "SELECT seq, hash FROM event WHERE sheet = ? ORDER BY seq DESC LIMIT 1"
    row = db.execute(query, (sheet,)).fetchone()
    if row is None:
        raise Gone(sheet)
    return row[0], row[1]


def _stamp(chained: bytes) -> str:
    return chained[:8].hex()


def as_read(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """What will be read back where this is written."""
    return _read(_json(body))


def _json(body: Mapping[str, Any]) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def _read(text: str) -> Mapping[str, Any]:
    body: Mapping[str, Any] = json.loads(text, object_pairs_hook=_shared)
    return body


def _shared(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose words are held once for all events: they are nearly always the same."""
    return {
        sys.intern(name): sys.intern(value) if isinstance(value, str) else value
        for name, value in pairs
    }


def _chain(previous: bytes, seq: int, kind: str, body: str, at: str) -> bytes:
    told = f"{seq}\0{kind}\0{at}\0{body}".encode()
    return hashlib.sha256(previous + told).digest()
