"""The store of streams: append-only events with one hash chain each, durable, never changed.

A sheet and a circle are each a stream: events, names of players beside the chain, and access
tokens stored as hashes. :class:`EventStore` has the order of checks, written once, as are the
statements (:mod:`scorekeeper.streams.statements`); a driver for each database sends them
(:class:`scorekeeper.streams.driver.Driver`). One suite of tests holds for both
(``tests/streams/store_contract.py``).
"""

import json
import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType
from typing import Any, NamedTuple

from scorekeeper.i18n.messages import msg
from scorekeeper.streams import statements
from scorekeeper.streams.base import (
    PARTS,
    DatabaseBusy,
    Grant,
    Head,
    KeyReused,
    Renaming,
    StaleHead,
    StorageError,
    StoredEvent,
    StoredStream,
    StoredSummary,
    StreamDeleted,
    damaged,
    new_stream_id,
    row_checksum,
    token_hash,
    token_hashes,
)
from scorekeeper.streams.chain import (
    FIRST,
    NAMING,
    REDACTED,
    START,
    ChainBroken,
    decoded,
    next_event,
    redacted_body,
    verify,
    verify_chains,
    without_names,
)
from scorekeeper.streams.driver import Driver, Row, StoredChanges, Transaction
from scorekeeper.streams.events import Body, Event

MAX_ATTEMPTS = 10
"""Times that an event is sent whose place another one had taken, which was then given up."""

READ_AT_ONCE = 100
"""Streams that are read together where all are verified."""

DELETED = "deleted "
"""The beginning of the note of a deleted stream, before its id."""

NOTHING: Body = MappingProxyType({})
"""The body of an event that says nothing but its kind."""


class AppendState(NamedTuple):
    """The state of a stream that decides if an event can be appended."""

    head: Head | None
    """The last event of the stream; absent if it was deleted."""
    recorded: tuple[int, str, str, bytes] | None
    """``seq``, kind, body and hash of the event that the key has stored, if any."""


class EventStore:
    """Streams in one database; safe for threads.

    Names of players are no part of the hash chain. The bodies of events that are taken and
    given here have a list ``names``, those of the last event; the stored ones have
    ``players``, their number: see :func:`scorekeeper.streams.chain.without_names`.
    """

    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    @property
    def is_shared(self) -> bool:
        """True if other processes append to the same streams."""
        return self.driver.is_shared

    @property
    def place(self) -> str:
        """The database, for sentences to the operator."""
        return self.driver.place

    # Reading

    def grant(self, token: str) -> Grant | None:
        """Return the stream of this token, with its head; ``None`` for an unknown one."""
        return self.grants([token]).get(token)

    def grants(self, tokens: Collection[str]) -> dict[str, Grant]:
        """Return the grant of each of these tokens; unknown ones are missing."""
        hashes = {token: token_hash(token) for token in tokens}
        found = {
            row[0]: _grant(row) for row in self._by_tokens(statements.GRANTS, hashes.values())
        }
        return {token: found[hashed] for token, hashed in hashes.items() if hashed in found}

    def _by_tokens(self, statement: str, hashes: Collection[bytes]) -> list[Row]:
        """Return the rows of a statement about the tokens of these hashes."""
        places = ", ".join("?" * len(hashes)) or "NULL"
        return self.driver.rows(statement.format(places), list(hashes))

    def known_tokens(self, tokens: Collection[str]) -> set[str]:
        """Return those of these tokens that open a stream."""
        hashes = {token_hash(token): token for token in tokens}
        return {
            hashes[hashed] for (hashed,) in self._by_tokens(statements.KNOWN_TOKENS, hashes)
        }

    def heads(self, stream_ids: Collection[int]) -> dict[int, Head]:
        """Return the last event of each of these streams; a deleted one is missing."""
        rows = self.driver.rows(statements.HEADS, (_listed(stream_ids),))
        return {stream: Head(seq, chained) for stream, seq, chained in rows}

    def events(self, stream: int, after: int = 0, previous: bytes = b"") -> list[Event]:
        """Return the events of a stream, in order, after the one of this ``seq``.

        :param previous: the hash of the event ``after``, as the caller has seen it.
        :raises StaleHead: if ``previous`` is given, and the stream has no such event: it
            was deleted, or its database restored from a backup.
        :raises DatabaseStopped: if they are not those that were stored.
        """
        found = self.driver.rows(statements.EVENTS, (stream, stream, after))
        rows: list[Any] = [row[:5] for row in found]
        names = next((row[5] for row in found if row[5]), "[]")
        before = rows.pop(0)[4] if rows and rows[0][0] == after else b""
        if previous not in (b"", before):
            self._require_shared(stream, after)
            raise StaleHead(after)
        try:
            if before:
                verify(rows, Head(after, before))
            elif not after:
                verify(rows)
        except ChainBroken as error:
            raise self.driver.damaged(stream, str(error)) from error
        return decoded(rows, json.loads(names))

    def outline(self, stream: int) -> list[Event]:
        """Return the events of a stream that open it and change its seats and names."""
        return [event for event in self.events(stream) if event.kind in NAMING]

    def outlines(self, tokens: Collection[str]) -> dict[str, tuple[Grant, list[Event]]]:
        """Return the grant of each of these tokens, with the outline of its stream; unknown
        tokens and damaged streams are missing."""
        hashes = {token_hash(token): token for token in tokens}
        opened = {}
        found = groupby(self._by_tokens(statements.OUTLINES, hashes), key=itemgetter(0))
        for hashed, rows in ((hashed, list(rows)) for hashed, rows in found):
            grant = _grant(rows[0])
            try:
                naming: list[Any] = [row[5:10] for row in rows]
                for event, row in zip(naming, rows, strict=True):
                    verify([event], Head(event[0] - 1, row[10] or START))
                events = decoded(naming, json.loads(rows[0][11] or "[]"))
            except (ChainBroken, ValueError) as error:
                self.driver.damaged(grant.sheet_id, str(error))
            else:
                opened[hashes[hashed]] = grant, events
        return opened

    def seq_of_key(self, stream: int, key: str) -> int | None:
        """Return the ``seq`` of the event that this key has stored, if any."""
        recorded = self._append_state(stream, key).recorded
        if recorded is None:
            return None
        self.driver.confirm()
        return recorded[0]

    # Writing

    def open_stream(
        self,
        events: Sequence[tuple[str, Body]],
        token: str = "",
        tokens: Mapping[str, bool] | None = None,
        id: int = 0,
    ) -> str:
        """Store a new stream with its first events, as kind and body; return its write token.

        :param token: 128 secret bits, random if empty; the same token opens one stream once.
        :param tokens: the tokens that open the stream, this one included, and whether each may
            write; without them, this one and the read-only one derived from it.
        :param id: of the stream, where it was known before; random if 0.
        """
        token = token or secrets.token_urlsafe(16)
        names, chained = _chained(events)
        stored = StoredStream(
            id or new_stream_id(), token_hashes(token, tokens), names, chained
        )
        hashed = token_hash(token)
        self._write(lambda db: statements.insert_new_stream(db, stored, hashed))
        return token

    def append(
        self, stream: int, key: str, kind: str, body: Body, after: int, previous: bytes = b""
    ) -> Head:
        """Store one more event, durably; the same key stores it once.

        :param key: the idempotency key, 1 to 64 characters.
        :param after: the ``seq`` of the last event that the caller has seen.
        :param previous: the hash of that event, as the caller has seen it; not compared if
            empty.
        :returns: the event that the key has stored, now or before.
        :raises StaleHead: if the stream has newer events.
        :raises KeyReused: if the key stored another event before; names are not compared.
        :raises StreamDeleted: if the stream was deleted.
        :raises DatabaseBusy: if the database cannot write now.
        :raises DatabaseStopped: if the database is damaged, or no longer holds that event.
        """
        if not previous:
            head = self.heads([stream]).get(stream, FIRST)
            previous = head.hash if head.seq == after else FIRST.hash
        last = Head(after, previous)
        return self.store(stream, last, *self.prepared(last, key, kind, body))

    def prepared(
        self, last: Head, key: str, kind: str, body: Body
    ) -> tuple[StoredEvent, StoredChanges]:
        """Return an event after this one as it is to be stored, with what it changes."""
        stored, names = without_names(body)
        return next_event(last, key, kind, stored), StoredChanges(dict(enumerate(names)))

    def rename(
        self, stream: int, key: str, player: int, name: str, after: Head | None = None
    ) -> None:
        """Replace the name of a player, which leaves the database with that; the event
        ``renamed`` says that it was replaced, not by what.

        :param player: the number of the player in the stream.
        :param name: empty to erase the name.
        :param after: the last event that the caller has seen; whichever is the last if absent.
        :raises StaleHead: if the stream has newer events than that one.
        :raises KeyReused: if the key stored another event before; the same renaming again is
            nothing.
        :raises StreamDeleted: if the stream was deleted.
        """
        body, change = {"player": player}, StoredChanges({player: name})
        if after is None:
            self._append_to_last(stream, key, "renamed", body, change)
        else:
            self.store(stream, after, next_event(after, key, "renamed", body), change)

    def rename_all(self, renamings: Sequence[Renaming]) -> None:
        """Do the same for several players, in one transaction where the database is a file;
        deleted streams are left out. Raise KeyReused if one of the keys stored another event
        before."""
        with self.batch():
            for renaming in renamings:
                with suppress(StreamDeleted):
                    self.rename(*renaming)

    def batch(self) -> AbstractContextManager[object]:
        """Do what follows in one transaction where the database is a file, which saves waiting
        for the disk; nobody else writes meanwhile."""
        return self.driver.batch()

    def renew(
        self,
        stream: int,
        key: str,
        token: str,
        tokens: Mapping[str, bool] | None = None,
        body: Body = NOTHING,
    ) -> None:
        """Replace all tokens of a stream by this one and the read-only one derived from it.

        :param tokens: those that open the stream from now on, as for :meth:`open_stream`.
        :param body: the body of the event ``renewed``.
        :raises KeyReused: if the key stored an event before; the same renewal again is
            nothing.
        :raises StreamDeleted: if the stream was deleted.
        """
        if self.seq_of_key(stream, key) is not None:
            if not self.known_tokens([token]):
                raise KeyReused(key)
            return
        change = StoredChanges(tokens=token_hashes(token, tokens), replaces_tokens=True)
        self._append_to_last(stream, key, "renewed", body, change)

    def add_tokens(self, stream: int, tokens: Mapping[str, bool]) -> None:
        """Let these tokens open a stream beside those that do, until its tokens are renewed;
        the event ``admitted`` records it. Nothing if all of them open it already. ``tokens``:
        true for one that may write. Raise StreamDeleted if the stream was deleted."""
        hashes = {token_hash(token): may_write for token, may_write in tokens.items()}
        if len(self._by_tokens(statements.KNOWN_TOKENS, hashes)) == len(hashes):
            self.driver.confirm()
            return
        key = secrets.token_hex(16)
        self._append_to_last(stream, key, "admitted", NOTHING, StoredChanges(tokens=hashes))

    def tell(self, stream_ids: Collection[int], kind: str, key: str = "") -> None:
        """Append an event that says nothing but its kind to each of these streams, in one
        transaction where the database is a file; deleted ones are left out. ``key``: that of
        each event, or new ones if empty. Raise KeyReused if it stored another event before."""
        with self.driver.batch():
            for stream in stream_ids:
                with suppress(StreamDeleted):
                    event_key = key or secrets.token_hex(16)
                    self._append_to_last(stream, event_key, kind, NOTHING, StoredChanges())

    def redact(self, stream: int, replace: Callable[[Event], Body]) -> bool:
        """Remove texts from the events of a stream: their hashes stay, a checksum of their own
        covers the rest, and the event ``redacted`` names them. Return False if none changes.

        :param replace: returns the body of an event without the text, or as it is; called
            again where somebody wrote in between.
        """
        while events := self.events(stream):
            bodies, previous = {}, START
            for event in events:
                body = replace(event)
                if body != event.body:
                    stored, _ = without_names(body)
                    bodies[event.seq] = redacted_body(previous, event, stored)
                previous = event.hash
            if not bodies:
                return False
            last = Head(events[-1].seq, events[-1].hash)
            redaction = {"events": list(bodies)}
            said = next_event(last, secrets.token_hex(16), REDACTED, redaction)
            with suppress(StaleHead):
                self.store(stream, last, said, StoredChanges(redacted=bodies))
                return True
        return False

    def delete(self, stream: int) -> None:
        """Delete a stream, its events, its names and its summary; where the database is a
        file, its id is noted: see :mod:`scorekeeper.streams.heads`."""

        def work(db: Transaction) -> bool:
            if not self.is_shared:
                statements.set_property(db, f"{DELETED}{stream}", "1")
            return statements.delete_stream(db, stream)

        self._write(work)

    def purge(self) -> None:
        """Overwrite what was renamed or deleted before wherever the files of the database
        still hold a copy of it. Raise DatabaseBusy if the database cannot write now."""
        self.driver.purge()

    def _write(self, work: Callable[[Transaction], bool | None]) -> None:
        """Do some work in one transaction. Where it returns False, it was done before: what
        was found stored is waited for."""
        if self.driver.write(work) is False:
            self.driver.confirm()

    def _append_to_last(
        self, stream: int, key: str, kind: str, body: Body, change: StoredChanges
    ) -> None:
        """Store an event after whatever is the last one."""
        while last := self.heads([stream]).get(stream):
            with suppress(StaleHead):
                self.store(stream, last, next_event(last, key, kind, dict(body)), change)
                return
        raise StreamDeleted(stream)

    def store(
        self, stream: int, last: Head, event: StoredEvent, change: StoredChanges
    ) -> Head:
        """Store an event after this one, see :meth:`append`; or say why not, in the one order
        of checks."""
        for _ in range(MAX_ATTEMPTS):
            if self.driver.append(stream, last, event, change):
                return Head(event.seq, event.hash)
            state = self._append_state(stream, event.key)
            if state.recorded:
                seq, kind, body, chained = state.recorded
                if (kind, body) != (event.kind, event.body):
                    raise KeyReused(event.key)
                self.driver.confirm()
                return Head(seq, chained)
            if state.head is None:
                raise StreamDeleted(stream)
            if state.head != last:
                if state.head.seq <= last.seq:
                    self._require_shared(stream, last.seq)
                raise StaleHead(state.head.seq)
        raise DatabaseBusy(f"event {event.seq} of a stream could not be stored")

    def _append_state(self, stream: int, key: str) -> AppendState:
        """Return why an event was not stored."""
        (row,) = self.driver.rows(statements.APPEND_STATE, (stream, key))
        seq, chained, *known = row
        recorded: Any = tuple(known) if known[0] else None
        return AppendState(Head(seq, chained) if seq else None, recorded)

    def _require_shared(self, stream: int, seq: int) -> None:
        """Stop if an event is missing that only this process could have removed. Raise
        DatabaseStopped if the stream is there without it: another file took the place of the
        database, or it is damaged."""
        if not self.is_shared and self.heads([stream]):
            raise self.driver.damaged(stream, f"event {seq} is not the one that was read")

    # Whole streams, and the whole database

    def stream_ids(self) -> list[int]:
        """Return the ids of all streams, in ascending order."""
        return [stream for (stream,) in self.driver.rows(statements.STREAMS, is_long=True)]

    def stored_stream(self, stream: int) -> StoredStream | None:
        """Return a stream as it is stored, all of one moment; nothing if it was deleted."""
        events, names, tokens = [], [], {}
        rows = self.driver.rows(statements.STORED, [stream] * 3)
        for part, number, *event in sorted(rows, key=itemgetter(0, 1)):
            if part == 0:
                events.append(StoredEvent(number, *event))
            elif part == 1:
                names.append(event[0])
            else:
                tokens[event[-1]] = bool(number)
        return StoredStream(stream, tokens, names, events) if events else None

    def fill(self, streams: Callable[[], Iterable[StoredStream]]) -> None:
        """Store streams as another database stored them, all or none. ``streams`` is
        called again if the connection was lost. Raise StorageError if there are streams."""

        def store(db: Transaction) -> None:
            if db.execute(statements.STREAMS).fetchone():
                raise StorageError(
                    msg(
                        "%(target)s contient d'autres feuilles : prenez une base vide.",
                        target=self.place,
                    )
                )
            for stored in streams():
                statements.insert_stream(db, stored)

        self.driver.write(store, is_long=True)

    def read_summaries(
        self, stream_ids: Collection[int], program: str
    ) -> dict[int, StoredSummary]:
        """Return the summaries of these streams by this version of the code; those that are
        not stored, or damaged, are missing."""
        summaries = {}
        rows = self.driver.rows(statements.SUMMARIES, (_listed(stream_ids), program))
        for stream, chained, body, checksum in rows:
            summary = StoredSummary(chained, body)
            if summary.checksum(stream) == checksum:
                summaries[stream] = summary
        return summaries

    def write_summaries(self, summaries: Mapping[int, StoredSummary], program: str) -> None:
        """Store summaries by this version of the code in the place of those of the same
        streams, deleted ones left out. A summary is a cache: it is deleted with its stream,
        and no backup holds it."""
        rows = [
            (summary.hash, program, summary.body, summary.checksum(stream), stream)
            for stream, summary in summaries.items()
        ]
        self.driver.store_cache(statements.STORE_SUMMARY, rows)

    def require_whole(self) -> None:
        """Nothing, if every chain, name and token is as it was stored, and all of them belong
        together. Raise DatabaseDamaged if not."""
        if broken := self.first_broken_event():
            why = msg(
                "la feuille %(sheet)s ne se suit plus à l'événement %(seq)s",
                sheet=str(broken[0]),
                seq=broken[1],
            )
            raise damaged(self.place, why)
        if not self.driver.is_current:
            return
        self.require_rows()
        if (incomplete := self.inconsistent_stream()) is not None:
            why = msg("la feuille %(sheet)s n'est pas entière", sheet=str(incomplete))
            raise damaged(self.place, why)

    def require_rows(self) -> None:
        """Raise DatabaseDamaged unless every name and token is as it was stored."""
        if changed := self.changed_row():
            sheet, part = changed
            why = msg(
                "à la feuille %(sheet)s, %(part)s n'est plus celui qui a été enregistré",
                sheet=str(sheet),
                part=PARTS.get(part, msg("le nom du joueur %(n)s", n=part + 1)),
            )
            raise damaged(self.place, why)

    def first_broken_event(self) -> tuple[int, int] | None:
        """Return the first event whose hash does not match, as stream and ``seq``."""
        return verify_chains(self._every_row(statements.CHAINS))

    def changed_row(self) -> tuple[int, int] | None:
        """Return a name or a token that is not the one that was stored, as stream and part of
        :func:`scorekeeper.streams.base.row_checksum`; nothing if all are."""
        for stream, part, content, checksum in self._every_row(statements.ROWS_BESIDE):
            if row_checksum(stream, part, content) != checksum:
                return stream, part
        return None

    def _every_row(self, statement: str) -> Iterator[Any]:
        """Give the rows of all streams, of some of them at a time: whoever writes meanwhile
        waits for no more than these."""
        streams = self.stream_ids()
        for first in range(0, len(streams), READ_AT_ONCE):
            asked = _listed(streams[first : first + READ_AT_ONCE])
            yield from self.driver.checked_rows(statement, asked)

    def inconsistent_stream(self) -> int | None:
        """Return the id of a stream whose rows do not belong together, if there is one."""
        rows = self.driver.rows(statements.INCONSISTENT, is_long=True)
        return int(rows[0][0]) if rows else None

    def count_events(self) -> int:
        """Return the number of all events."""
        return int(self.driver.rows(statements.COUNT_EVENTS, is_long=True)[0][0])

    def notes(self, beginning: str) -> dict[str, str]:
        """Return by name the short texts beside the streams whose names begin so."""
        notes = self.driver.rows(statements.PROPERTIES)
        return {name: text for name, text in notes if name.startswith(beginning)}

    def note(self, name: str, text: str) -> None:
        """Keep a short text under a name, until an empty one removes it: what work that takes
        long has begun, for other processes and for the next one after a crash. Raise
        DatabaseBusy if the database cannot write now."""
        self._write(lambda db: statements.set_property(db, name, text))

    def close(self) -> None:
        """Close the connections of this thread, or all of them."""
        self.driver.close()


def _grant(row: Row) -> Grant:
    """Return the grant in a row that begins as those of ``GRANTS``."""
    _, stream, may_write, seq, chained, *_ = row
    return Grant(stream, bool(may_write), Head(seq, chained))


def _listed(streams: Collection[int]) -> str:
    """Return ids of streams as a JSON list."""
    return f"[{','.join(map(str, streams))}]"


def _chained(
    events: Sequence[tuple[str, Body]],
) -> tuple[Sequence[str], Sequence[StoredEvent]]:
    """Return the names of a new stream, and its first events."""
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
