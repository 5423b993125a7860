"""The journal in PostgreSQL, for several processes on several machines.

A hand is one statement and one round trip: an event is inserted only where the event that its
writer has seen is there, so that the chain itself is the optimistic lock. Every statement may
be sent twice (:mod:`scorekeeper.storage.postgres.connection`).
"""

import contextlib
import logging
import secrets
import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import psycopg
from psycopg import errors

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import msg
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
    StoredEvent,
    StoredSheet,
    StoredSummary,
    new_sheet_id,
    token_hash,
    token_hashes,
)
from scorekeeper.storage.chain import (
    FIRST,
    ChainBroken,
    EventRow,
    decoded,
    next_event,
    verify,
    verify_chains,
)
from scorekeeper.storage.names import without_names
from scorekeeper.storage.places import without_password
from scorekeeper.storage.postgres import rows
from scorekeeper.storage.postgres.connection import (
    PATIENCE,
    Connections,
    unreachable,
)
from scorekeeper.storage.postgres.consistency import inconsistent_sheet
from scorekeeper.storage.postgres.deadlines import Connection
from scorekeeper.storage.postgres.schema import require_schema
from scorekeeper.storage.postgres.settings import require_safe, warn_without_standby
from scorekeeper.storage.progress import Progress, told, unwatched

TURNS = 10
"""Times that an event is sent whose place another one had taken, which was then given up."""

LONG = 3600.0
"""Seconds that a copy or a check of all sheets may take."""


class PostgresJournal:
    """A :class:`~scorekeeper.storage.base.Journal` in PostgreSQL, shared by threads.

    :param url: ``postgresql://…``, as libpq reads it.
    :raises StorageError: if the database cannot be opened, is none of La Marque's, or could
        lose a hand.
    """

    is_shared = True

    def __init__(self, url: str) -> None:
        self.place = without_password(url)
        try:
            self._connections = Connections(url)
            self._connections.open(self._prepare)
        except psycopg.Error as error:
            raise unreachable(self.place, error) from error

    def _prepare(self, connection: Connection) -> None:
        warn_without_standby(require_safe(connection))
        require_schema(connection, self.place)

    def open_sheet(
        self,
        events: Sequence[tuple[str, Body]],
        token: str = "",
        tokens: Mapping[str, bool] | None = None,
    ) -> str:
        """See :meth:`scorekeeper.storage.base.Journal.open_sheet`."""
        token = token or secrets.token_urlsafe(16)
        names, chained = _chained(events)
        sheet = StoredSheet(new_sheet_id(), token_hashes(token, tokens), names, chained)

        def store(connection: Connection) -> None:
            _require_unmarked(connection)
            if rows.known_hashes(connection, [token_hash(token)]):
                rows.await_standby(connection)
                return
            with connection.transaction():
                rows.insert_sheet(connection, sheet)
                _require_unmarked(connection)  # set_mark waits for what came before

        try:
            self._connections.run(store)
        except errors.UniqueViolation:  # the same form at the same moment
            if not self.known_tokens([token]):
                raise
        return token

    def grant(self, token: str) -> Grant | None:
        """See :meth:`scorekeeper.storage.base.Journal.grant`."""
        return self._connections.run(lambda db: rows.grant(db, token_hash(token)))

    def known_tokens(self, tokens: Collection[str]) -> set[str]:
        """See :meth:`scorekeeper.storage.base.Journal.known_tokens`."""
        hashes = {token_hash(token): token for token in tokens}
        found = self._connections.run(lambda db: rows.known_hashes(db, list(hashes)))
        return {hashes[known] for known in found}

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
        stored, names = without_names(body)
        if not previous:
            head = self.heads([sheet_id]).get(sheet_id, FIRST)
            previous = head.hash if head.seq == after else bytes(32)
        last = Head(after, previous)
        event = next_event(last, key, kind, stored)
        return self._append(sheet_id, last, event, rows.named(names))

    def _append(
        self, sheet_id: int, last: Head, event: StoredEvent, change: rows.Change
    ) -> Head:
        """Store an event after this one, with a change of other tables; or say why not."""

        def store(connection: Connection) -> Head | None:
            if rows.append(connection, sheet_id, last, event, change):
                return Head(event.seq, event.hash)
            return self._recorded(connection, sheet_id, last, event)

        for _ in range(TURNS):
            try:
                stored = self._connections.run(store)
            except errors.ForeignKeyViolation:
                raise SheetDeleted(sheet_id) from None
            if stored:
                return stored
        raise DatabaseBusy(f"event {event.seq} of a sheet could not be stored")

    def _recorded(
        self, connection: Connection, sheet_id: int, last: Head, event: StoredEvent
    ) -> Head | None:
        """The event that the key has stored; nothing if it may be stored now.

        An event of which only this server knows, since it waited for a standby when it was
        cut off, is waited for before it is acknowledged.
        """
        state = rows.state_for_append(connection, sheet_id, event.key)
        if state.mark:
            raise DatabaseMoved(state.mark)
        if state.recorded:
            seq, kind, body, chained = state.recorded
            if (kind, body) != (event.kind, event.body):
                raise KeyReused(event.key)
            rows.await_standby(connection)
            return Head(seq, chained)
        if state.head is None:
            raise SheetDeleted(sheet_id)
        if state.head != last:
            raise JournalMoved(state.head.seq)
        return None

    def seq_of_key(self, sheet_id: int, key: str) -> int | None:
        """See :meth:`scorekeeper.storage.base.Journal.seq_of_key`."""

        def find(connection: Connection) -> int | None:
            recorded = rows.state_for_append(connection, sheet_id, key).recorded
            if recorded is None:
                return None
            rows.await_standby(connection)
            return recorded[0]

        return self._connections.run(find)

    def events(self, sheet_id: int, after: int = 0, previous: bytes = b"") -> list[Event]:
        """See :meth:`scorekeeper.storage.base.Journal.events`."""
        found, names = self._connections.run(lambda db: rows.events(db, sheet_id, after))
        before = found.pop(0)[4] if found and found[0][0] == after else b""
        if previous not in (b"", before):
            raise JournalMoved(after)
        try:
            if before:
                verify(found, Head(after, before))
            elif not after:
                verify(found)
        except ChainBroken as error:
            raise self._damaged(sheet_id, error) from error
        return decoded(found, names)

    def outline(self, sheet_id: int) -> list[Event]:
        """See :meth:`scorekeeper.storage.base.Journal.outline`."""
        found, names = self._connections.run(lambda db: rows.outline(db, sheet_id))
        return self._outline(sheet_id, found, names)

    def outlines(self, tokens: Collection[str]) -> dict[str, tuple[Grant, list[Event]]]:
        """See :meth:`scorekeeper.storage.base.Journal.outlines`: one query for all."""
        hashes = {token_hash(token): token for token in tokens}
        found = self._connections.run(lambda db: rows.outlines(db, list(hashes)))
        opened = {}
        for hashed, (grant, events, names) in found.items():
            with contextlib.suppress(DatabaseStopped):
                outline = self._outline(grant.sheet_id, events, names)
                opened[hashes[hashed]] = grant, outline
        return opened

    def _outline(
        self, sheet_id: int, found: Sequence[tuple[EventRow, bytes]], names: Sequence[str]
    ) -> list[Event]:
        try:
            for event, before in found:
                verify([event], Head(event[0] - 1, before))
        except ChainBroken as error:
            raise self._damaged(sheet_id, error) from error
        return decoded([event for event, _ in found], names)

    def _damaged(self, sheet_id: int, error: ChainBroken) -> DatabaseStopped:
        report = msg(
            "%(path)s est abîmée : la feuille %(sheet)s ne se suit plus (%(why)s).",
            path=self.place,
            sheet=str(sheet_id),
            why=str(error),
        )
        logging.getLogger("la_marque").critical("%s", say(report))
        return DatabaseStopped(str(error))

    def heads(self, sheet_ids: Collection[int]) -> dict[int, Head]:
        """See :meth:`scorekeeper.storage.base.Journal.heads`: one query for all."""
        return self._connections.run(lambda db: rows.heads(db, list(sheet_ids)))

    def rename(
        self, sheet_id: int, key: str, player: int, name: str, after: Head | None = None
    ) -> None:
        """See :meth:`scorekeeper.storage.base.Journal.rename`; the name before leaves the
        files of PostgreSQL with the next vacuum."""
        body, change = {"player": player}, rows.renamed(player, name)
        if after is None:
            self._append_to_last(sheet_id, key, "renamed", body, change)
        else:
            event = next_event(after, key, "renamed", body)
            self._append(sheet_id, after, event, change)

    def rename_all(self, renamings: Sequence[Renaming]) -> None:
        """See :meth:`scorekeeper.storage.base.Journal.rename_all`: one after the other."""
        for one in renamings:
            with contextlib.suppress(SheetDeleted):
                self.rename(*one)

    def renew(
        self,
        sheet_id: int,
        key: str,
        token: str,
        tokens: Mapping[str, bool] | None = None,
        body: Body = NOTHING,
    ) -> None:
        """See :meth:`scorekeeper.storage.base.Journal.renew`."""
        if self.seq_of_key(sheet_id, key) is not None:
            if self.known_tokens([token]):
                return
            raise KeyReused(key)
        change = rows.renewed(token_hashes(token, tokens))
        self._append_to_last(sheet_id, key, "renewed", dict(body), change)

    def admit(self, sheet_id: int, tokens: Mapping[str, bool]) -> None:
        """See :meth:`scorekeeper.storage.base.Journal.admit`."""
        hashes = {token_hash(token): may_write for token, may_write in tokens.items()}

        def are_known(connection: Connection) -> bool:
            if len(rows.known_hashes(connection, list(hashes))) < len(hashes):
                return False
            rows.await_standby(connection)
            return True

        if not self._connections.run(are_known):
            change = rows.admitted(hashes)
            self._append_to_last(sheet_id, secrets.token_hex(16), "admitted", {}, change)

    def _append_to_last(
        self, sheet_id: int, key: str, kind: str, body: Mapping[str, Any], change: rows.Change
    ) -> None:
        """Store an event after whatever is the last one."""
        while True:
            last = self.heads([sheet_id]).get(sheet_id)
            if last is None:
                raise SheetDeleted(sheet_id)
            try:
                self._append(sheet_id, last, next_event(last, key, kind, body), change)
            except JournalMoved:
                continue
            return

    def read_summaries(
        self, sheet_ids: Collection[int], program: str
    ) -> dict[int, StoredSummary]:
        """See :meth:`scorekeeper.storage.base.Journal.read_summaries`."""
        return self._connections.run(
            lambda db: rows.read_summaries(db, list(sheet_ids), program)
        )

    def write_summaries(self, summaries: Mapping[int, StoredSummary], program: str) -> None:
        """See :meth:`scorekeeper.storage.base.Journal.write_summaries`; no commit waits for
        the disk or the standby."""
        with contextlib.suppress(errors.ForeignKeyViolation):  # deleted meanwhile
            self._connections.run(lambda db: rows.write_summaries(db, summaries, program))

    def delete(self, sheet_id: int) -> None:
        """See :meth:`scorekeeper.storage.base.Journal.delete`; the bytes leave the files of
        PostgreSQL with the next vacuum."""

        def delete(connection: Connection) -> None:
            with connection.transaction():
                if not rows.delete_sheet(connection, sheet_id):
                    rows.await_standby(connection)
                _require_unmarked(connection)  # set_mark waits for what came before

        self._connections.run(delete)

    def purge(self) -> None:
        """See :meth:`scorekeeper.storage.base.Journal.purge`: nothing, PostgreSQL overwrites
        rows that are gone by and by, after its vacuum."""

    def sheet_ids(self) -> list[int]:
        """See :meth:`scorekeeper.storage.base.Journal.sheet_ids`."""
        return self._connections.run(rows.sheet_ids, LONG)

    def stored_sheet(self, sheet_id: int) -> StoredSheet | None:
        """See :meth:`scorekeeper.storage.base.Journal.stored_sheet`."""
        return self._connections.run(lambda db: rows.stored_sheet(db, sheet_id))

    def store_sheet(self, *sheets: StoredSheet) -> None:
        """See :meth:`scorekeeper.storage.base.Journal.store_sheet`."""

        def store(connection: Connection) -> None:
            with connection.transaction():
                for sheet in sheets:
                    rows.delete_sheet(connection, sheet.id)
                    if sheet.events:
                        rows.insert_sheet(connection, sheet)

        self._connections.run(store, LONG)

    def first_broken_event(self, progress: Progress = unwatched) -> tuple[int, int] | None:
        """See :meth:`scorekeeper.storage.base.Journal.first_broken_event`."""
        total = self.count_events() if progress is not unwatched else 0
        return self._connections.run(
            lambda db: verify_chains(told(rows.every_event(db), progress, total)), LONG
        )

    def inconsistent_sheet(self) -> int | None:
        """The id of a sheet whose rows do not belong together; nothing if all do."""
        return self._connections.run(inconsistent_sheet, LONG)

    def count_events(self) -> int:
        """See :meth:`scorekeeper.storage.base.Journal.count_events`."""
        return self._connections.run(rows.count_events, LONG)

    def mark(self) -> str:
        """See :meth:`scorekeeper.storage.base.Journal.mark`."""
        return self._connections.run(rows.mark)

    def set_mark(self, mark: str) -> None:
        """See :meth:`scorekeeper.storage.base.Journal.set_mark`; what began to be written
        before is there when this returns.

        :raises DatabaseBusy: if something is written for seconds, or waits for a standby.
        """
        self._connections.run(lambda db: rows.set_mark(db, mark))
        if not self._connections.run(rows.await_writers):
            time.sleep(2 * PATIENCE)  # no program waits longer for a statement

    def close(self) -> None:
        """Close every connection of this process."""
        self._connections.close()


def _chained(
    events: Sequence[tuple[str, Body]],
) -> tuple[Sequence[str], Sequence[StoredEvent]]:
    """The names of a new sheet, and its first events."""
    names: list[str] = []
    chained: list[StoredEvent] = []
    last = FIRST
    for kind, body in events:
        stored, given = without_names(body)
        names[: len(given)] = given
        event = next_event(last, f"first-{last.seq + 1}", kind, stored)
        chained.append(event)
        last = Head(event.seq, event.hash)
    return names, chained


def _require_unmarked(connection: Connection) -> None:
    """:raises DatabaseMoved: if the database was moved, or is half filled."""
    if mark := rows.mark(connection):
        raise DatabaseMoved(mark)
