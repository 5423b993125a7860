"""The statements of PostgreSQL, below :class:`scorekeeper.streams.event_store.EventStore`.

A hand is one statement and one round trip: an event is inserted only where the event that its
writer has seen is there, so that the chain itself is the optimistic lock. Every statement may
be sent twice (:mod:`scorekeeper.streams.postgres.connection`). Nothing here is particular to
one server: no advisory lock, no sequence, no trigger, no ``NOTIFY``, no clock of the server;
only a move locks tables, where the server can do that.
"""

import logging
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from typing import Any

import psycopg
from psycopg import errors, sql

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import msg
from scorekeeper.streams.base import (
    DatabaseMoved,
    DatabaseStopped,
    Grant,
    Head,
    RowBeside,
    SheetDeleted,
    StoredEvent,
    StoredSheet,
    StoredSummary,
    name_checksums,
    token_checksums,
)
from scorekeeper.streams.chain import FIRST, NAMING, EventRow, SheetEventRow
from scorekeeper.streams.driver import INCONSISTENT, AppendState, Change, Outline
from scorekeeper.streams.event_store import EventStore
from scorekeeper.streams.places import without_password
from scorekeeper.streams.postgres.connection import (
    PATIENCE,
    Connection,
    Connections,
    unreachable,
)
from scorekeeper.streams.postgres.schema import (
    require_safe,
    require_schema,
    warn_without_standby,
)

LONG = 3600.0
"""Seconds that a copy or a check of all streams may take."""

PURGED = ("name", "event")
"""The tables with what players wrote."""

MAX_REWRITTEN = 4 << 20
"""Most bytes of a table that is written anew: a fifth of a second, in which nobody reads it.
The events of some 250 evenings, the names of 15,000."""

LOCK_PATIENCE = 300
"""Milliseconds that a table which is to be written anew is waited for: others wait behind."""

APPEND = """
WITH appended AS (
    INSERT INTO event (sheet, seq, key, kind, body, at, hash)
    SELECT %(sheet)s::bigint, %(seq)s::integer, %(key)s::text, %(kind)s::text, %(body)s::text,
           %(at)s::text, %(hash)s::bytea
    WHERE EXISTS (SELECT 1 FROM event WHERE sheet = %(sheet)s AND seq = %(after)s
                  AND hash = %(previous)s)
      AND NOT EXISTS (SELECT 1 FROM property WHERE name = 'mark')
    ON CONFLICT DO NOTHING
    RETURNING sheet
){changes}
SELECT sheet FROM appended
"""
"""Stores an event where the one before it is there, and its key and its place are free."""

NAMED = """, named AS (
    INSERT INTO name (sheet, player, name, checksum)
    SELECT sheet, player, given, sum
    FROM appended, unnest(%(players)s::integer[], %(names)s::text[], %(checksums)s::bigint[])
        AS called (player, given, sum)
    ON CONFLICT (sheet, player) DO UPDATE SET name = excluded.name,
        checksum = excluded.checksum
)"""

RENAMED = """, renamed AS (
    UPDATE name SET name = %(name)s, checksum = %(checksum)s FROM appended
    WHERE name.sheet = appended.sheet AND name.player = %(player)s
)"""

REDACTED = """, redacted AS (
    UPDATE event SET body = given
    FROM appended, unnest(%(places)s::integer[], %(bodies)s::text[]) AS other (place, given)
    WHERE event.sheet = appended.sheet AND event.seq = place
)"""

REMOVED_TOKENS = """, removed AS (
    DELETE FROM access USING appended WHERE access.sheet = appended.sheet
)"""

ADDED_TOKENS = """, added AS (
    INSERT INTO access (token_hash, sheet, may_write, checksum)
    SELECT token, sheet, given, sum
    FROM appended, unnest(%(tokens)s::bytea[], %(writes)s::boolean[], %(sums)s::bigint[])
        AS new (token, given, sum)
    ON CONFLICT DO NOTHING
)"""

EVENTS = """
SELECT seq, kind, body, at, hash,
       CASE WHEN kind = ANY(%(naming)s) THEN
           (SELECT array_agg(name ORDER BY player) FROM name WHERE sheet = %(sheet)s) END
FROM event WHERE sheet = %(sheet)s AND seq >= %(after)s ORDER BY seq
"""
"""The events of a stream, and with those that name players the names of all of them."""

LAST = "(SELECT seq, hash FROM event WHERE sheet = {} ORDER BY seq DESC LIMIT 1) last"

OUTLINES = f"""
SELECT access.token_hash, access.sheet, access.may_write, last.seq, last.hash,
       e.seq, e.kind, e.body, e.at, e.hash, before.hash,
       (SELECT array_agg(name ORDER BY player) FROM name WHERE sheet = access.sheet)
FROM access JOIN LATERAL {LAST.format("access.sheet")} ON true
JOIN event e ON e.sheet = access.sheet AND e.kind = ANY(%(naming)s)
LEFT JOIN event before ON before.sheet = e.sheet AND before.seq = e.seq - 1
WHERE access.token_hash = ANY(%(tokens)s) ORDER BY access.token_hash, e.seq
"""

GRANTS = f"""
SELECT token_hash, access.sheet, access.may_write, last.seq, last.hash
FROM access JOIN LATERAL {LAST.format("access.sheet")} ON true WHERE token_hash = ANY(%s)
"""

HEADS = f"""
SELECT asked.id, last.seq, last.hash
FROM unnest(%s::bigint[]) AS asked (id) JOIN LATERAL {LAST.format("asked.id")} ON true
"""

STATE = f"""
SELECT (SELECT value FROM property WHERE name = 'mark'), last.seq, last.hash,
       known.seq, known.kind, known.body, known.hash
FROM (SELECT 1) AS always LEFT JOIN LATERAL {LAST.format("%(sheet)s")} ON true
LEFT JOIN event known ON known.sheet = %(sheet)s AND known.key = %(key)s
"""
"""Why an event was not stored."""

IS_THERE = """
SELECT 1 FROM access WHERE token_hash = %s UNION SELECT 1 FROM sheet WHERE id = %s
"""

INSERT_ACCESS = """
INSERT INTO access (sheet, token_hash, may_write, checksum)
SELECT %s, * FROM unnest(%s::bytea[], %s::boolean[], %s::bigint[])
"""

INSERT_NAMES = """
INSERT INTO name (sheet, player, name, checksum)
SELECT %s, number - 1, name, sum
FROM unnest(%s::text[], %s::bigint[]) WITH ORDINALITY AS called (name, sum, number)
"""

INSERT_EVENTS = """
INSERT INTO event (sheet, seq, key, kind, body, at, hash)
SELECT %s, * FROM unnest(%s::integer[], %s::text[], %s::text[], %s::text[], %s::text[],
                         %s::bytea[])
"""

ROWS_BESIDE = """
SELECT sheet, player AS part, convert_to(name, 'UTF8'), checksum FROM name
UNION ALL SELECT sheet, -1 - may_write::int, token_hash, checksum FROM access
ORDER BY sheet, part
"""

WRITE_SUMMARIES = """
WITH settings AS (SELECT set_config('synchronous_commit', 'off', true))
INSERT INTO summary (sheet, hash, program, body, checksum)
SELECT given.sheet, given.hash, %(program)s, given.body, given.checksum
FROM settings, unnest(%(sheets)s::bigint[], %(hashes)s::bytea[], %(bodies)s::text[],
                      %(checksums)s::bigint[]) AS given (sheet, hash, body, checksum)
WHERE EXISTS (SELECT 1 FROM sheet WHERE id = given.sheet)
ON CONFLICT (sheet) DO UPDATE SET hash = excluded.hash, program = excluded.program,
    body = excluded.body, checksum = excluded.checksum
"""
"""Stores summaries without waiting for the disk or the standby."""

NOTE = """
INSERT INTO property (name, value) VALUES (%s, %s)
ON CONFLICT (name) DO UPDATE SET value = excluded.value
"""


def open_postgres(url: str) -> EventStore:
    """Open the store in a database; see :class:`PostgresDriver`."""
    return EventStore(PostgresDriver(url))


class PostgresDriver:
    """A :class:`~scorekeeper.streams.driver.Driver` for one database, shared by threads.

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

    def _rows(
        self, query: str, values: Any = None, seconds: float = PATIENCE
    ) -> list[tuple[Any, ...]]:
        """Return the rows of one statement."""
        statement = sql.SQL(query)
        return self._connections.run(
            lambda db: db.execute(statement, values).fetchall(), seconds
        )

    def grants(self, hashes: Sequence[bytes]) -> dict[bytes, Grant]:
        """Return the stream that each of these tokens opens, and its head."""
        rows = self._rows(GRANTS, (list(hashes),))
        return {row[0]: Grant(row[1], row[2], Head(*row[3:])) for row in rows}

    def known(self, hashes: Sequence[bytes]) -> Collection[bytes]:
        """Return those of these hashes of tokens that open a stream."""
        query = "SELECT token_hash FROM access WHERE token_hash = ANY(%s)"
        return [hashed for (hashed,) in self._rows(query, (list(hashes),))]

    def heads(self, streams: Sequence[int]) -> dict[int, Head]:
        """Return the last event of each stream that exists."""
        return {id: Head(*head) for id, *head in self._rows(HEADS, (list(streams),))}

    def events(self, stream: int, after: int) -> tuple[list[EventRow], Sequence[str]]:
        """Return the events from a ``seq`` on, and the names if these events need them."""
        values = {"sheet": stream, "after": after, "naming": list(NAMING)}
        rows: list[Any] = self._rows(EVENTS, values)
        return [row[:5] for row in rows], next((row[5] for row in rows if row[5]), ())

    def outlines(self, hashes: Sequence[bytes]) -> dict[bytes, Outline]:
        """Return the outline of the stream that each token opens."""
        values = {"tokens": list(hashes), "naming": list(NAMING)}
        outlines: dict[bytes, Outline] = {}
        events: dict[bytes, list[tuple[Any, bytes]]] = {}
        for hashed, stream, may_write, seq, chained, *row in self._rows(OUTLINES, values):
            *event, before, names = row
            rows = events.setdefault(hashed, [])
            rows.append((tuple(event), before or FIRST.hash))
            grant = Grant(stream, may_write, Head(seq, chained))
            outlines[hashed] = Outline(grant, rows, names or ())
        return outlines

    def append(self, stream: int, last: Head, event: StoredEvent, change: Change) -> bool:
        """Store an event after this one, in one statement."""
        changes = "".join(
            statement
            for statement, is_wanted in (
                (NAMED, change.names),
                (RENAMED, change.renamed),
                (REDACTED, change.redacted),
                (REMOVED_TOKENS, change.replaces_tokens),
                (ADDED_TOKENS, change.tokens),
            )
            if is_wanted
        )
        player, name = change.renamed or (0, "")
        values = event._asdict() | {
            "sheet": stream,
            "after": last.seq,
            "previous": last.hash,
            "players": list(range(len(change.names))),
            "names": list(change.names),
            "checksums": name_checksums(stream, change.names),
            "player": player,
            "name": name,
            "places": list(change.redacted),
            "bodies": list(change.redacted.values()),
            "checksum": name_checksums(stream, [name], player)[0],
            "tokens": list(change.tokens),
            "writes": list(change.tokens.values()),
            "sums": token_checksums(stream, change.tokens),
        }
        try:
            return bool(self._rows(APPEND.format(changes=changes), values))
        except errors.ForeignKeyViolation:
            raise SheetDeleted(stream) from None

    def append_state(self, stream: int, key: str) -> AppendState:
        """Return why an event was not stored."""
        (row,) = self._rows(STATE, {"sheet": stream, "key": key})
        mark, seq, chained, *recorded = row
        head = Head(seq, chained) if seq else None
        return AppendState(mark or "", head, tuple(recorded) if recorded[0] else None)

    def insert(self, sheet: StoredSheet, hashed: bytes) -> bool:
        """Store a new stream, unless this token opens one, or it is there."""

        def insert(connection: Connection) -> bool:
            _require_unmarked(connection)
            if connection.execute(IS_THERE, (hashed, sheet.id)).fetchone():
                return False
            with connection.transaction():
                _insert(connection, sheet)
                _require_unmarked(connection)  # set_mark waits for what came before
            return True

        try:
            return self._connections.run(insert)
        except errors.UniqueViolation:  # the same form at the same moment
            if not self._rows(IS_THERE, (hashed, sheet.id)):
                raise
            return False

    def delete(self, stream: int) -> None:
        """Delete a stream; its bytes leave the files of PostgreSQL with :meth:`purge`."""

        def delete(connection: Connection) -> None:
            with connection.transaction():
                if not _delete(connection, stream):
                    _confirm(connection)
                _require_unmarked(connection)  # set_mark waits for what came before

        self._connections.run(delete)

    def stored(self, stream: int) -> StoredSheet | None:
        """Return a whole stream as it is at one moment."""
        return self._connections.run(lambda connection: _stored(connection, stream))

    def store(self, sheets: Sequence[StoredSheet]) -> None:
        """Store streams in the place of those of their ids."""

        def store(connection: Connection) -> None:
            with connection.transaction():
                for sheet in sheets:
                    _delete(connection, sheet.id)
                    if sheet.events:
                        _insert(connection, sheet)

        self._connections.run(store, LONG)

    def streams(self) -> list[int]:
        """Return the ids of all streams, in ascending order."""
        rows = self._rows("SELECT id FROM sheet ORDER BY id", seconds=LONG)
        return [stream for (stream,) in rows]

    def every_event(self) -> Iterator[SheetEventRow]:
        """Yield the events of all streams, without holding them in memory."""
        query = "SELECT sheet, seq, kind, body, at, hash FROM event ORDER BY sheet, seq"
        for row in self._every_row(query):
            yield row[0], row[1], row[2], row[3], row[4], row[5]

    def rows_beside(self) -> Iterator[RowBeside]:
        """Yield the names and tokens of all streams."""
        return map(RowBeside._make, self._every_row(ROWS_BESIDE))

    def _every_row(self, query: str) -> Iterator[tuple[Any, ...]]:
        with (
            self._connections.held(LONG) as connection,
            connection.transaction(),
            connection.cursor("every_row") as cursor,
        ):
            cursor.itersize = 2000
            yield from cursor.execute(sql.SQL(query))

    def count_events(self) -> int:
        """Return the number of all events."""
        return int(self._rows("SELECT count(*) FROM event", seconds=LONG)[0][0])

    def inconsistent_sheet(self) -> int | None:
        """Return the id of a stream whose rows do not belong together, if there is one."""
        rows = self._rows(INCONSISTENT, seconds=LONG)
        return int(rows[0][0]) if rows else None

    def read_summaries(
        self, streams: Sequence[int], program: str
    ) -> list[tuple[int, StoredSummary, int]]:
        """Return the summaries of these streams, each with its checksum."""
        query = (
            "SELECT sheet, hash, body, checksum FROM summary"
            " WHERE program = %s AND sheet = ANY(%s)"
        )
        rows = self._rows(query, (program, list(streams)))
        return [(id, StoredSummary(chained, body), sum) for id, chained, body, sum in rows]

    def write_summaries(self, summaries: Mapping[int, StoredSummary], program: str) -> None:
        """Store the summaries of those of these streams that exist."""
        values = {
            "program": program,
            "sheets": list(summaries),
            "hashes": [summary.hash for summary in summaries.values()],
            "bodies": [summary.body for summary in summaries.values()],
            "checksums": [summary.checksum(id) for id, summary in summaries.items()],
        }
        with suppress(errors.ForeignKeyViolation):  # deleted meanwhile
            self._connections.run(lambda db: db.execute(WRITE_SUMMARIES, values))

    def mark(self) -> str:
        """Return the mark; empty without one."""
        return self._connections.run(_mark)

    def set_mark(self, mark: str) -> None:
        """Set the mark; what began to be written before is there when this returns.

        :raises DatabaseBusy: if something is written for seconds, or waits for a standby.
        """

        def set_mark(connection: Connection) -> None:
            with connection.transaction():
                connection.execute("DELETE FROM property WHERE name = 'mark'")
                if mark:
                    connection.execute("INSERT INTO property VALUES ('mark', %s)", (mark,))

        self._connections.run(set_mark)
        if not self._connections.run(_await_writers):
            time.sleep(2 * PATIENCE)  # no program waits longer for a statement

    def notes(self) -> Mapping[str, str]:
        """Return all short texts."""
        return dict(self._rows("SELECT name, value FROM property"))

    def note(self, name: str, text: str) -> None:
        """Keep a short text."""

        def note(connection: Connection) -> None:
            with connection.transaction():
                _require_unmarked(connection)
                if text:
                    connection.execute(NOTE, (name, text))
                else:
                    connection.execute("DELETE FROM property WHERE name = %s", (name,))

        self._connections.run(note)

    def confirm(self) -> None:
        """Commit a change of nothing: where commits wait for a standby, it holds all that was
        committed before.

        An event of which only this server knows, since it waited for a standby when it was cut
        off, is waited for before it is acknowledged.
        """
        self._connections.run(_confirm)

    def batch(self) -> AbstractContextManager[object]:
        """Nothing: each statement for itself."""
        return nullcontext()

    def purge(self) -> None:
        """Rewrite the tables with names and texts, in the order of their sheets; a large one,
        which everybody would wait for, is vacuumed: most is overwritten at once, the rest by
        the next rows that are stored there.

        A row that an older transaction still sees, as of a dump, is left to the next purge.
        """
        for table in PURGED:
            self._connections.run(partial(_purge, table=table))

    def damaged(self, stream: int, why: str) -> DatabaseStopped:
        """Tell the operator that a stream is damaged."""
        report = msg(
            "%(path)s est abîmée : la feuille %(sheet)s ne se suit plus (%(why)s).",
            path=self.place,
            sheet=str(stream),
            why=why,
        )
        logging.getLogger("la_marque").critical("%s", say(report))
        return DatabaseStopped(why)

    def close(self) -> None:
        """Close every connection of this process."""
        self._connections.close()


def _purge(connection: Connection, table: str) -> None:
    """Write a table anew; vacuum a large one."""
    name = sql.Identifier(table)
    size = connection.execute("SELECT pg_relation_size(%s)", (table,)).fetchone()
    if size and size[0] > MAX_REWRITTEN:
        connection.execute(sql.SQL("VACUUM {}").format(name))
        return
    with connection.transaction():
        connection.execute(f"SET LOCAL lock_timeout = {LOCK_PATIENCE}")
        index = sql.Identifier(f"{table}_pkey")
        connection.execute(sql.SQL("CLUSTER {} USING {}").format(name, index))


def _insert(connection: Connection, sheet: StoredSheet) -> None:
    """Write a whole new stream."""
    columns = [list(column) for column in zip(*sheet.events, strict=True)] or [[]] * 6
    tokens, writes = list(sheet.access), list(sheet.access.values())
    access = (sheet.id, tokens, writes, token_checksums(sheet.id, sheet.access))
    names = (sheet.id, list(sheet.names), name_checksums(sheet.id, sheet.names))
    connection.execute("INSERT INTO sheet (id) VALUES (%s)", (sheet.id,))
    connection.execute(INSERT_ACCESS, access)
    connection.execute(INSERT_NAMES, names)
    connection.execute(INSERT_EVENTS, (sheet.id, *columns))


def _delete(connection: Connection, stream: int) -> bool:
    """Delete a stream and all rows about it; return False if there was none."""
    return connection.execute("DELETE FROM sheet WHERE id = %s", (stream,)).rowcount > 0


def _stored(connection: Connection, stream: int) -> StoredSheet | None:
    with connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        events = connection.execute(
            "SELECT seq, key, kind, body, at, hash FROM event WHERE sheet = %s ORDER BY seq",
            (stream,),
        ).fetchall()
        access = connection.execute(
            "SELECT token_hash, may_write FROM access WHERE sheet = %s", (stream,)
        ).fetchall()
        names = connection.execute(
            "SELECT name FROM name WHERE sheet = %s ORDER BY player", (stream,)
        ).fetchall()
    if not events:
        return None
    return StoredSheet(
        stream,
        dict(sorted((token, may_write) for token, may_write in access)),
        [name for (name,) in names],
        [StoredEvent(*event) for event in events],
    )


def _mark(connection: Connection) -> str:
    row = connection.execute("SELECT value FROM property WHERE name = 'mark'").fetchone()
    return str(row[0]) if row else ""


def _require_unmarked(connection: Connection) -> None:
    """:raises DatabaseMoved: if the database was moved, or is half filled."""
    if mark := _mark(connection):
        raise DatabaseMoved(mark)


def _confirm(connection: Connection) -> None:
    connection.execute("UPDATE property SET value = value WHERE name = 'version'")


def _await_writers(connection: Connection) -> bool:
    """Wait until every statement that writes streams and began before has ended; return False
    if the server does not know such a lock."""
    try:
        with connection.transaction():
            connection.execute("LOCK TABLE sheet, event, access IN SHARE MODE")
    except (errors.FeatureNotSupported, errors.SyntaxError):
        return False
    return True
