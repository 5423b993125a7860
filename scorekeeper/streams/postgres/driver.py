"""PostgreSQL, below :class:`scorekeeper.streams.event_store.EventStore`.

A hand is one statement and one round trip: an event is inserted only where the event that its
writer has seen is there, so that the chain itself is the optimistic lock. Every statement may
be sent twice (:mod:`scorekeeper.streams.postgres.connection`). Nothing here is particular to
one server: no advisory lock, no sequence, no trigger, no ``NOTIFY``, no clock of the server.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import psycopg
from psycopg import errors, sql

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import msg
from scorekeeper.streams.base import (
    DatabaseStopped,
    Head,
    StoredEvent,
    StreamDeleted,
    name_checksum,
    token_checksum,
)
from scorekeeper.streams.driver import Driver, Row, StoredChanges, T, Transaction
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


def open_postgres(url: str) -> EventStore:
    """Open the store in a database; see :class:`PostgresDriver`."""
    return EventStore(PostgresDriver(url))


class PostgresDriver(Driver):
    """A database on a server; ``url``: ``postgresql://…`` for libpq. Raise StorageError
    if it cannot be opened, is none of La Marque's, or could lose a hand."""

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

    def rows(self, statement: str, values: Any = (), is_long: bool = False) -> list[Row]:
        return self._connections.run(
            lambda db: db.execute(statement, values).fetchall(), _seconds(is_long)
        )

    def write(self, work: Callable[[Transaction], T], is_long: bool = False) -> T:
        def transact(connection: Connection) -> T:
            with connection.transaction():
                return work(connection)

        run = partial(self._connections.run, transact, _seconds(is_long))
        try:
            try:
                return run()
            except errors.UniqueViolation:  # the same form at the same moment: now it is seen
                return run()
        except errors.ForeignKeyViolation as error:
            raise StreamDeleted from error

    def append(
        self, stream: int, last: Head, event: StoredEvent, change: StoredChanges
    ) -> bool:
        """Store an event after this one, in one statement."""
        changes = "".join(
            statement
            for statement, is_wanted in (
                (NAMED, change.names),
                (REDACTED, change.redacted),
                (REMOVED_TOKENS, change.replaces_tokens),
                (ADDED_TOKENS, change.tokens),
            )
            if is_wanted
        )
        values = event._asdict() | {
            "sheet": stream,
            "after": last.seq,
            "previous": last.hash,
            "players": list(change.names),
            "names": list(change.names.values()),
            "checksums": [name_checksum(stream, *one) for one in change.names.items()],
            "places": list(change.redacted),
            "bodies": list(change.redacted.values()),
            "tokens": list(change.tokens),
            "writes": list(change.tokens.values()),
            "sums": [token_checksum(stream, *one) for one in change.tokens.items()],
        }
        try:
            return bool(self.rows(APPEND.format(changes=changes), values))
        except errors.ForeignKeyViolation:
            raise StreamDeleted(stream) from None

    def store_cache(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run the statement for each row without waiting for the disk or the standby."""

        def store(connection: Connection) -> None:
            with connection.pipeline():  # to its end one transaction, and one round trip
                connection.execute("SELECT set_config('synchronous_commit', 'off', true)")
                for row in rows:
                    connection.execute(statement, row)

        with suppress(errors.ForeignKeyViolation):
            self._connections.run(store)

    def confirm(self) -> None:
        """Commit a change of nothing: where commits wait for a standby, it holds all that was
        committed before. An event of which only this server knows, since it waited for a
        standby when it was cut off, is waited for before it is acknowledged."""
        self._connections.run(_confirm)

    def purge(self) -> None:
        """Rewrite the tables with names and texts, in the order of their sheets; a large one,
        which everybody would wait for, is vacuumed: most is overwritten at once, the rest by
        the next rows that are stored there.

        A row that an older transaction still sees, as of a dump, is left to the next purge.
        """
        for table in PURGED:
            self._connections.run(partial(_purge, table=table))

    def damaged(self, stream: int, why: str) -> DatabaseStopped:
        report = msg(
            "%(path)s est abîmée : la feuille %(sheet)s ne se suit plus (%(why)s).",
            path=self.place,
            sheet=str(stream),
            why=why,
        )
        logging.getLogger("la_marque").critical("%s", say(report))
        return DatabaseStopped(why)

    def close(self) -> None:
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


def _seconds(is_long: bool) -> float:
    return LONG if is_long else PATIENCE


def _confirm(connection: Connection) -> None:
    connection.execute("UPDATE property SET value = value WHERE name = 'version'")
