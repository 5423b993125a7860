"""The journal in SQLite: events in order, appended, hash-chained, never changed.

Invariant: with ``journal_mode=TRUNCATE`` and ``synchronous=EXTRA`` an event that
:meth:`SqliteJournal.append` has returned survives a crash of the program, of the system and
of the power (``tests/reliability/test_power.py``).
"""

import logging
import secrets
import sqlite3
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.events import Body, Event
from scorekeeper.storage.base import (
    NOTHING,
    DatabaseBusy,
    DatabaseMoved,
    DatabaseStopped,
    Grant,
    Head,
    JournalMoved,
    KeyReused,
    Renaming,
    SheetDeleted,
    StorageError,
    StoredSheet,
    StoredSummary,
    encode,
    new_sheet_id,
    token_hash,
    token_hashes,
)
from scorekeeper.storage.chain import (
    FIRST,
    ChainBroken,
    decoded,
    next_event,
    verify,
    verify_chains,
)
from scorekeeper.storage.names import NAMING, without_names
from scorekeeper.storage.progress import Progress, told, unwatched
from scorekeeper.storage.sqlite.connection import busy_errors, connect
from scorekeeper.storage.sqlite.rows import (
    EVENTS,
    EVERY_EVENT,
    add_access,
    insert_event,
    last_event,
    names_of,
    outline_rows,
    read_access,
    read_sheet,
    read_summaries,
    set_access,
    set_names,
    write_sheet,
    write_summaries,
)
from scorekeeper.storage.sqlite.schema import require_schema

PAGE = 500
"""Summaries that one query reads."""


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

    is_shared = False

    def __init__(self, path: Path, is_draft: bool = False) -> None:
        """Open the file, or create it; an older schema version is not migrated here.

        :param is_draft: whether nothing is lost with the file, which is then not synced.
        :raises StorageError: if it is no journal of La Marque, or a newer one.
        """
        self.path = path
        self._local = threading.local()
        self._writing = threading.Lock()
        self._damage = ""
        self._open()
        if is_draft:
            self._connection().execute("PRAGMA synchronous = OFF")

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
    def _writing_transaction(self) -> Iterator[sqlite3.Connection]:
        """A transaction that a database which moved, or is half filled, refuses.

        :raises DatabaseMoved: if so.
        """
        with self._transaction() as db:
            if mark := _mark_of(db):
                raise DatabaseMoved(mark)
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

    def open_sheet(
        self,
        events: Sequence[tuple[str, Body]],
        token: str = "",
        tokens: Mapping[str, bool] | None = None,
    ) -> str:
        """See :meth:`scorekeeper.storage.base.Journal.open_sheet`."""
        token = token or secrets.token_urlsafe(16)
        with self._writing_transaction() as db:
            query = "SELECT 1 FROM access WHERE token_hash = ?"
            if db.execute(query, (token_hash(token),)).fetchone():
                return token
            sheet, last = new_sheet_id(), FIRST
            db.execute("INSERT INTO sheet VALUES (?)", (sheet,))
            set_access(db, sheet, token_hashes(token, tokens))
            for kind, body in events:
                last = _insert(db, sheet, last, f"first-{last.seq + 1}", kind, body)
        return token

    def grant(self, token: str) -> Grant | None:
        """See :meth:`scorekeeper.storage.base.Journal.grant`."""
        query = (
            "SELECT access.sheet, may_write, seq, hash FROM access"
            " JOIN event ON event.sheet = access.sheet"
            " WHERE token_hash = ? ORDER BY seq DESC LIMIT 1"
        )
        for sheet_id, may_write, seq, chained in self._rows(query, token_hash(token)):
            return Grant(sheet_id, bool(may_write), Head(seq, chained))
        return None

    def known_tokens(self, tokens: Collection[str]) -> set[str]:
        """See :meth:`scorekeeper.storage.base.Journal.known_tokens`."""
        query = "SELECT 1 FROM access WHERE token_hash = ?"
        return {token for token in tokens if self._rows(query, token_hash(token))}

    def append(
        self,
        sheet_id: int,
        key: str,
        kind: str,
        body: Body,
        after: int,
        previous: bytes = b"",
    ) -> Head:
        """See :meth:`scorekeeper.storage.base.Journal.append`."""
        with self._writing_transaction() as db:
            known = _recorded(db, sheet_id, key)
            if known:
                if known[:2] != (kind, encode(without_names(body)[0])):
                    raise KeyReused(key)
                return Head(known[2], known[3])
            last = last_event(db, sheet_id)
            _require_last(last, Head(after, previous or last.hash))
            return _insert(db, sheet_id, last, key, kind, body)

    def seq_of_key(self, sheet_id: int, key: str) -> int | None:
        """See :meth:`scorekeeper.storage.base.Journal.seq_of_key`."""
        rows = self._rows("SELECT seq FROM event WHERE sheet = ? AND key = ?", sheet_id, key)
        return int(rows[0][0]) if rows else None

    def events(self, sheet_id: int, after: int = 0, previous: bytes = b"") -> list[Event]:
        """See :meth:`scorekeeper.storage.base.Journal.events`."""
        with self._watched():
            rows = self._rows(EVENTS, sheet_id, after)
            before = rows.pop(0)[4] if rows and rows[0][0] == after else b""
            if previous not in (b"", before):
                raise JournalMoved(after)
            if before:
                verify(rows, Head(after, before))
            elif not after:
                verify(rows)
            return self._decoded(sheet_id, rows)

    def _decoded(self, sheet_id: int, rows: list[tuple[Any, ...]]) -> list[Event]:
        has_names = any(row[1] in NAMING for row in rows)
        return decoded(rows, names_of(self._connection(), sheet_id) if has_names else ())

    def outline(self, sheet_id: int) -> list[Event]:
        """See :meth:`scorekeeper.storage.base.Journal.outline`."""
        with self._watched():
            return self._decoded(sheet_id, outline_rows(self._connection(), sheet_id))

    def outlines(self, tokens: Collection[str]) -> dict[str, tuple[Grant, list[Event]]]:
        """See :meth:`scorekeeper.storage.base.Journal.outlines`."""
        found = {}
        for token in tokens:
            with suppress(DatabaseStopped):
                if grant := self.grant(token):
                    found[token] = grant, self.outline(grant.sheet_id)
        return found

    def heads(self, sheet_ids: Collection[int]) -> dict[int, Head]:
        """See :meth:`scorekeeper.storage.base.Journal.heads`."""
        query = "SELECT seq, hash FROM event WHERE sheet = ? ORDER BY seq DESC LIMIT 1"
        found = {sheet_id: self._rows(query, sheet_id) for sheet_id in sheet_ids}
        return {sheet_id: Head(*rows[0]) for sheet_id, rows in found.items() if rows}

    def rename(
        self, sheet_id: int, key: str, player: int, name: str, after: Head | None = None
    ) -> None:
        """See :meth:`scorekeeper.storage.base.Journal.rename`; ``secure_delete`` is on."""
        with self._writing_transaction() as db:
            _rename(db, Renaming(sheet_id, key, player, name), after)

    def rename_all(self, renamings: Sequence[Renaming]) -> None:
        """See :meth:`scorekeeper.storage.base.Journal.rename_all`."""
        with self._writing_transaction() as db:
            for one in renamings:
                with suppress(SheetDeleted):
                    _rename(db, one)

    def renew(
        self,
        sheet_id: int,
        key: str,
        token: str,
        tokens: Mapping[str, bool] | None = None,
        body: Body = NOTHING,
    ) -> None:
        """See :meth:`scorekeeper.storage.base.Journal.renew`."""
        with self._writing_transaction() as db:
            if _recorded(db, sheet_id, key):
                query = "SELECT 1 FROM access WHERE token_hash = ?"
                if db.execute(query, (token_hash(token),)).fetchone():
                    return
                raise KeyReused(key)
            _insert(db, sheet_id, last_event(db, sheet_id), key, "renewed", body)
            set_access(db, sheet_id, token_hashes(token, tokens))

    def admit(self, sheet_id: int, tokens: Mapping[str, bool]) -> None:
        """See :meth:`scorekeeper.storage.base.Journal.admit`."""
        hashes = {token_hash(token): may_write for token, may_write in tokens.items()}
        with self._writing_transaction() as db:
            last = last_event(db, sheet_id)
            known = read_access(db, sheet_id)
            new = {token: hashes[token] for token in hashes if token not in known}
            if new:
                _insert(db, sheet_id, last, secrets.token_hex(16), "admitted", {})
                add_access(db, sheet_id, new)

    def read_summaries(
        self, sheet_ids: Collection[int], program: str
    ) -> dict[int, StoredSummary]:
        """See :meth:`scorekeeper.storage.base.Journal.read_summaries`."""
        wanted = list(sheet_ids)
        with self._watched():
            pages = [
                read_summaries(self._connection(), wanted[start : start + PAGE], program)
                for start in range(0, len(wanted), PAGE)
            ]
        return {sheet: summary for page in pages for sheet, summary in page.items()}

    def write_summaries(self, summaries: Mapping[int, StoredSummary], program: str) -> None:
        """See :meth:`scorekeeper.storage.base.Journal.write_summaries`."""
        with self._writing_transaction() as db:
            write_summaries(db, summaries, program)

    def delete(self, sheet_id: int) -> None:
        """See :meth:`scorekeeper.storage.base.Journal.delete`; ``secure_delete`` is on, which
        overwrites the rows: for every byte see :meth:`purge`."""
        with self._writing_transaction() as db:
            db.execute("DELETE FROM sheet WHERE id = ?", (sheet_id,))

    def purge(self) -> None:
        """See :meth:`scorekeeper.storage.base.Journal.purge`.

        ``secure_delete`` overwrites what is deleted, but not the copies that SQLite leaves in
        the unused part of a page when it moves rows to another page. Half a second for a
        hundred megabytes, in which nothing is written.
        """
        with self._writing, self._watched():
            if self._damage:
                raise DatabaseStopped(self._damage)
            self._connection().execute("VACUUM")

    def sheet_ids(self) -> list[int]:
        """See :meth:`scorekeeper.storage.base.Journal.sheet_ids`."""
        return [sheet_id for (sheet_id,) in self._rows("SELECT id FROM sheet ORDER BY id")]

    def stored_sheet(self, sheet_id: int) -> StoredSheet | None:
        """See :meth:`scorekeeper.storage.base.Journal.stored_sheet`."""
        with self._transaction() as db:
            return read_sheet(db, sheet_id)

    def store_sheet(self, *sheets: StoredSheet) -> None:
        """See :meth:`scorekeeper.storage.base.Journal.store_sheet`."""
        with self._transaction() as db:
            for sheet in sheets:
                write_sheet(db, sheet)

    def first_broken_event(self, progress: Progress = unwatched) -> tuple[int, int] | None:
        """See :meth:`scorekeeper.storage.base.Journal.first_broken_event`."""
        with busy_errors():
            total = self.count_events() if progress is not unwatched else 0
            rows = self._connection().execute(EVERY_EVENT)
            return verify_chains(told(rows, progress, total))

    def count_events(self) -> int:
        """See :meth:`scorekeeper.storage.base.Journal.count_events`."""
        return int(self._rows("SELECT count(*) FROM event")[0][0])

    def mark(self) -> str:
        """See :meth:`scorekeeper.storage.base.Journal.mark`."""
        with self._watched():
            return _mark_of(self._connection())

    def set_mark(self, mark: str) -> None:
        """See :meth:`scorekeeper.storage.base.Journal.set_mark`."""
        with self._transaction() as db:
            db.execute("DELETE FROM property WHERE name = 'mark'")
            if mark:
                db.execute("INSERT INTO property VALUES ('mark', ?)", (mark,))

    def close(self) -> None:
        """Close this thread's connection."""
        db = getattr(self._local, "db", None)
        if db is not None:
            db.close()
            del self._local.db


def _insert(
    db: sqlite3.Connection, sheet: int, last: Head, key: str, kind: str, body: Body
) -> Head:
    """Write one event after this one, and the names that it gives."""
    stored, names = without_names(body)
    event = next_event(last, key, kind, stored)
    insert_event(db, sheet, event)
    if names:
        set_names(db, sheet, names)
    return Head(event.seq, event.hash)


def _require_last(last: Head, seen: Head) -> None:
    """Refuse an event after one that is not the last of its sheet.

    :raises JournalMoved: if the sheet has newer events.
    :raises ChainBroken: if it has no such event.
    """
    if last.seq > seen.seq:
        raise JournalMoved(last.seq)
    if last != seen:
        raise ChainBroken(f"event {seen.seq} is not the one that was read")


def _rename(db: sqlite3.Connection, one: Renaming, after: Head | None = None) -> None:
    """Replace one name, unless the key has done so before.

    :param after: the last event that the caller has seen.
    """
    body = {"player": one.player}
    known = _recorded(db, one.sheet_id, one.key)
    if known:
        if known[:2] != ("renamed", encode(body)):
            raise KeyReused(one.key)
        return
    last = last_event(db, one.sheet_id)
    _require_last(last, after or last)
    _insert(db, one.sheet_id, last, one.key, "renamed", body)
    query = "UPDATE name SET name = ? WHERE sheet = ? AND player = ?"
    db.execute(query, (one.name, one.sheet_id, one.player))


def _recorded(
    db: sqlite3.Connection, sheet: int, key: str
) -> tuple[str, str, int, bytes] | None:
    """Kind, body, ``seq`` and hash of the event that this key has stored, if any."""
    query = "SELECT kind, body, seq, hash FROM event WHERE sheet = ? AND key = ?"
    found: tuple[str, str, int, bytes] | None = db.execute(query, (sheet, key)).fetchone()
    return found


def _mark_of(db: sqlite3.Connection) -> str:
    found = db.execute("SELECT value FROM property WHERE name = 'mark'").fetchone()
    return str(found[0]) if found else ""
