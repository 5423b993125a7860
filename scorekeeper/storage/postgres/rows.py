"""Rows of the journal in PostgreSQL: every statement of it, on a connection of the caller.

Nothing here is particular to one server: no advisory lock, no sequence, no trigger, no
``NOTIFY``, no clock of the server; only a move locks tables, where the server can do that.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from psycopg import errors, sql

from scorekeeper.storage.base import (
    Grant,
    Head,
    StoredEvent,
    StoredSheet,
    StoredSummary,
)
from scorekeeper.storage.chain import EventRow, SheetEventRow
from scorekeeper.storage.hash_chain import START
from scorekeeper.storage.names import NAMING
from scorekeeper.storage.postgres.deadlines import Connection

APPEND = """
INSERT INTO event (sheet, seq, key, kind, body, at, hash)
SELECT %(sheet)s::bigint, %(seq)s::integer, %(key)s::text, %(kind)s::text, %(body)s::text,
       %(at)s::text, %(hash)s::bytea
WHERE EXISTS (SELECT 1 FROM event WHERE sheet = %(sheet)s AND seq = %(after)s
              AND hash = %(previous)s)
  AND NOT EXISTS (SELECT 1 FROM property WHERE name = 'mark')
ON CONFLICT DO NOTHING
RETURNING sheet
"""
"""Stores an event where the one before it is there, and its key and its place are free."""

NAMED = """
WITH appended AS ({append}), changed AS (
    INSERT INTO name (sheet, player, name)
    SELECT sheet, player, given
    FROM appended, unnest(%(players)s::integer[], %(names)s::text[]) AS called (player, given)
    ON CONFLICT (sheet, player) DO UPDATE SET name = excluded.name
)
SELECT sheet FROM appended
"""

RENAMED = """
WITH appended AS ({append}), changed AS (
    UPDATE name SET name = %(name)s FROM appended
    WHERE name.sheet = appended.sheet AND name.player = %(player)s
)
SELECT sheet FROM appended
"""

RENEWED = """
WITH appended AS ({append}), removed AS (
    DELETE FROM access USING appended WHERE access.sheet = appended.sheet
), added AS (
    INSERT INTO access (token_hash, sheet, may_write)
    SELECT token, sheet, given
    FROM appended, unnest(%(tokens)s::bytea[], %(writes)s::boolean[]) AS new (token, given)
)
SELECT sheet FROM appended
"""

ADMITTED = """
WITH appended AS ({append}), added AS (
    INSERT INTO access (token_hash, sheet, may_write)
    SELECT token, sheet, given
    FROM appended, unnest(%(tokens)s::bytea[], %(writes)s::boolean[]) AS new (token, given)
    ON CONFLICT DO NOTHING
)
SELECT sheet FROM appended
"""

EVENTS = """
SELECT seq, kind, body, at, hash,
       CASE WHEN kind = ANY(%(naming)s) THEN
           (SELECT array_agg(name ORDER BY player) FROM name WHERE sheet = %(sheet)s) END
FROM event WHERE sheet = %(sheet)s AND seq >= %(after)s ORDER BY seq
"""
"""The events of a sheet, and with those that name players the names of all of them."""

OUTLINE = """
SELECT e.seq, e.kind, e.body, e.at, e.hash, before.hash,
       (SELECT array_agg(name ORDER BY player) FROM name WHERE sheet = %(sheet)s)
FROM event e LEFT JOIN event before ON before.sheet = e.sheet AND before.seq = e.seq - 1
WHERE e.sheet = %(sheet)s AND e.kind = ANY(%(naming)s) ORDER BY e.seq
"""

OUTLINES = """
SELECT access.token_hash, access.sheet, access.may_write, last.seq, last.hash,
       e.seq, e.kind, e.body, e.at, e.hash, before.hash,
       (SELECT array_agg(name ORDER BY player) FROM name WHERE sheet = access.sheet)
FROM access JOIN LATERAL (
    SELECT seq, hash FROM event WHERE sheet = access.sheet ORDER BY seq DESC LIMIT 1
) last ON true
JOIN event e ON e.sheet = access.sheet AND e.kind = ANY(%(naming)s)
LEFT JOIN event before ON before.sheet = e.sheet AND before.seq = e.seq - 1
WHERE access.token_hash = ANY(%(tokens)s) ORDER BY access.token_hash, e.seq
"""

GRANT = """
SELECT access.sheet, access.may_write, last.seq, last.hash
FROM access JOIN LATERAL (
    SELECT seq, hash FROM event WHERE sheet = access.sheet ORDER BY seq DESC LIMIT 1
) last ON true
WHERE token_hash = %s
"""

HEADS = """
SELECT asked.id, last.seq, last.hash
FROM unnest(%s::bigint[]) AS asked (id) JOIN LATERAL (
    SELECT seq, hash FROM event WHERE sheet = asked.id ORDER BY seq DESC LIMIT 1
) last ON true
"""

STATE = """
SELECT (SELECT value FROM property WHERE name = 'mark'), last.seq, last.hash,
       known.seq, known.kind, known.body, known.hash
FROM (SELECT 1) AS always
LEFT JOIN LATERAL (
    SELECT seq, hash FROM event WHERE sheet = %(sheet)s ORDER BY seq DESC LIMIT 1
) last ON true
LEFT JOIN event known ON known.sheet = %(sheet)s AND known.key = %(key)s
"""
"""Why an event was not stored."""


INSERT_ACCESS = """
INSERT INTO access (sheet, token_hash, may_write)
SELECT %s, * FROM unnest(%s::bytea[], %s::boolean[])
"""

INSERT_NAMES = """
INSERT INTO name (sheet, player, name)
SELECT %s, number - 1, name FROM unnest(%s::text[]) WITH ORDINALITY AS called (name, number)
"""

INSERT_EVENTS = """
INSERT INTO event (sheet, seq, key, kind, body, at, hash)
SELECT %s, * FROM unnest(%s::integer[], %s::text[], %s::text[], %s::text[], %s::text[],
                         %s::bytea[])
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


class Change(NamedTuple):
    """A statement that appends an event and changes other tables, and its values."""

    statement: str
    values: Mapping[str, Any]


NO_CHANGE = Change(APPEND, {})


class AppendState(NamedTuple):
    """The state of a sheet that decides if an event can be appended."""

    mark: str
    head: Head | None
    """The last event of the sheet; absent if the sheet was deleted."""
    recorded: tuple[int, str, str, bytes] | None
    """``seq``, kind, body and hash of the event that the key has stored, if any."""


def named(names: Sequence[str]) -> Change:
    """Give the first players of a sheet these names."""
    if not names:
        return NO_CHANGE
    values = {"players": list(range(len(names))), "names": list(names)}
    return Change(NAMED.format(append=APPEND), values)


def renamed(player: int, name: str) -> Change:
    """Give one player another name."""
    return Change(RENAMED.format(append=APPEND), {"player": player, "name": name})


def renewed(hashes: Mapping[bytes, bool]) -> Change:
    """Let these tokens open a sheet, and no others."""
    values = {"tokens": list(hashes), "writes": list(hashes.values())}
    return Change(RENEWED.format(append=APPEND), values)


def admitted(hashes: Mapping[bytes, bool]) -> Change:
    """Let these tokens open a sheet besides."""
    values = {"tokens": list(hashes), "writes": list(hashes.values())}
    return Change(ADMITTED.format(append=APPEND), values)


def append(
    connection: Connection, sheet: int, last: Head, event: StoredEvent, change: Change
) -> bool:
    """Store an event after this one, in one statement; false if it could not be stored."""
    values = {"sheet": sheet, "after": last.seq, "previous": last.hash, **event._asdict()}
    statement = sql.SQL(change.statement)
    return bool(connection.execute(statement, {**values, **change.values}).fetchall())


def state_for_append(connection: Connection, sheet: int, key: str) -> AppendState:
    """The state that decides if an event with this key can be appended."""
    found = connection.execute(STATE, {"sheet": sheet, "key": key}).fetchone()
    assert found is not None
    mark, seq, chained, *recorded = found
    return AppendState(
        mark or "",
        Head(seq, chained) if seq else None,
        tuple(recorded) if recorded[0] else None,
    )


def await_standby(connection: Connection) -> None:
    """Commit a change of nothing: where commits wait for a standby, it holds all that was
    committed before."""
    connection.execute("UPDATE property SET value = value WHERE name = 'schema'")


def events(
    connection: Connection, sheet: int, after: int
) -> tuple[list[EventRow], Sequence[str]]:
    """The events of a sheet from a ``seq`` on, and the names of its players if those are
    needed."""
    values = {"sheet": sheet, "after": after, "naming": list(NAMING)}
    found = connection.execute(EVENTS, values).fetchall()
    names = next((row[5] for row in found if row[5]), ())
    return [(row[0], row[1], row[2], row[3], row[4]) for row in found], names


def outline(
    connection: Connection, sheet: int
) -> tuple[list[tuple[EventRow, bytes]], Sequence[str]]:
    """The events that open a sheet and change its seats and names, each with the hash before
    it; and the names."""
    values = {"sheet": sheet, "naming": list(NAMING)}
    found = connection.execute(OUTLINE, values).fetchall()
    names = next((row[6] for row in found if row[6]), ())
    return [
        ((row[0], row[1], row[2], row[3], row[4]), row[5] or START) for row in found
    ], names


class Outline(NamedTuple):
    """The events that open a sheet and change its seats and names, and what goes with them."""

    grant: Grant
    rows: list[tuple[EventRow, bytes]]
    """Each event, and the hash of the one before it."""
    names: Sequence[str]


def outlines(connection: Connection, hashes: Sequence[bytes]) -> dict[bytes, Outline]:
    """The outline of the sheet that each token opens, by the hash of the token."""
    values = {"tokens": list(hashes), "naming": list(NAMING)}
    found: dict[bytes, Outline] = {}
    for hashed, sheet, writes, seq, chained, *event, before, names in connection.execute(
        OUTLINES, values
    ):
        grant = Grant(sheet, writes, Head(seq, chained))
        outline = found.setdefault(hashed, Outline(grant, [], names or ()))
        row: EventRow = tuple(event)
        outline.rows.append((row, before or START))
    return found


def grant(connection: Connection, hashed: bytes) -> Grant | None:
    """The grant of a token, with the last event of its sheet."""
    found = connection.execute(GRANT, (hashed,)).fetchone()
    return Grant(found[0], found[1], Head(found[2], found[3])) if found else None


def known_hashes(connection: Connection, hashes: Sequence[bytes]) -> list[bytes]:
    """Those of these hashes of tokens that open a sheet."""
    query = "SELECT token_hash FROM access WHERE token_hash = ANY(%s)"
    return [found for (found,) in connection.execute(query, (list(hashes),))]


def heads(connection: Connection, sheets: Sequence[int]) -> dict[int, Head]:
    """The last event of each sheet that exists."""
    found = connection.execute(HEADS, (list(sheets),))
    return {sheet: Head(seq, chained) for sheet, seq, chained in found}


def sheet_ids(connection: Connection) -> list[int]:
    """The ids of all sheets."""
    return [found for (found,) in connection.execute("SELECT id FROM sheet ORDER BY id")]


def stored_sheet(connection: Connection, sheet: int) -> StoredSheet | None:
    """A whole sheet, all of one moment; nothing if there is none."""
    with connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        found = connection.execute(
            "SELECT seq, key, kind, body, at, hash FROM event WHERE sheet = %s ORDER BY seq",
            (sheet,),
        ).fetchall()
        if not found:
            return None
        access = connection.execute(
            "SELECT token_hash, may_write FROM access WHERE sheet = %s", (sheet,)
        ).fetchall()
        names = connection.execute(
            "SELECT name FROM name WHERE sheet = %s ORDER BY player", (sheet,)
        ).fetchall()
    return StoredSheet(
        sheet,
        dict(sorted((token, writes) for token, writes in access)),
        [name for (name,) in names],
        [StoredEvent(*event) for event in found],
    )


def insert_sheet(connection: Connection, sheet: StoredSheet) -> None:
    """Write a whole new sheet."""
    columns = [list(column) for column in zip(*sheet.events, strict=True)] or [[]] * 6
    tokens, writes = list(sheet.access), list(sheet.access.values())
    connection.execute("INSERT INTO sheet (id) VALUES (%s)", (sheet.id,))
    connection.execute(INSERT_ACCESS, (sheet.id, tokens, writes))
    connection.execute(INSERT_NAMES, (sheet.id, list(sheet.names)))
    connection.execute(INSERT_EVENTS, (sheet.id, *columns))


def delete_sheet(connection: Connection, sheet: int) -> bool:
    """Delete a sheet and all rows about it; false if there was none."""
    return connection.execute("DELETE FROM sheet WHERE id = %s", (sheet,)).rowcount > 0


def every_event(connection: Connection) -> Iterator[SheetEventRow]:
    """The events of all sheets, without holding them in memory."""
    query = "SELECT sheet, seq, kind, body, at, hash FROM event ORDER BY sheet, seq"
    with connection.transaction(), connection.cursor("every_event") as cursor:
        cursor.itersize = 2000
        yield from cursor.execute(query)


def count_events(connection: Connection) -> int:
    """The number of all events."""
    found = connection.execute("SELECT count(*) FROM event").fetchone()
    assert found is not None
    return int(found[0])


def mark(connection: Connection) -> str:
    """The mark of the database; empty without one."""
    found = connection.execute("SELECT value FROM property WHERE name = 'mark'").fetchone()
    return str(found[0]) if found else ""


def set_mark(connection: Connection, text: str) -> None:
    """Put a mark on the database, or take it off."""
    with connection.transaction():
        connection.execute("DELETE FROM property WHERE name = 'mark'")
        if text:
            connection.execute("INSERT INTO property VALUES ('mark', %s)", (text,))


def await_writers(connection: Connection) -> bool:
    """Wait until every statement that writes sheets and began before has ended; false if the
    server does not know such a lock."""
    try:
        with connection.transaction():
            connection.execute("LOCK TABLE sheet, event, access IN SHARE MODE")
    except (errors.FeatureNotSupported, errors.SyntaxError):
        return False
    return True


def read_summaries(
    connection: Connection, sheets: Sequence[int], program: str
) -> dict[int, StoredSummary]:
    """The summaries of these sheets that this version of the code computed."""
    found = connection.execute(
        "SELECT sheet, hash, body, checksum FROM summary"
        " WHERE program = %s AND sheet = ANY(%s)",
        (program, list(sheets)),
    )
    return {
        sheet: StoredSummary(chained, body)
        for sheet, chained, body, checksum in found
        if checksum == StoredSummary(chained, body).checksum(sheet)
    }


def write_summaries(
    connection: Connection, summaries: Mapping[int, StoredSummary], program: str
) -> None:
    """Write the summaries of those of these sheets that exist."""
    values = {
        "program": program,
        "sheets": list(summaries),
        "hashes": [one.hash for one in summaries.values()],
        "bodies": [one.body for one in summaries.values()],
        "checksums": [one.checksum(sheet) for sheet, one in summaries.items()],
    }
    connection.execute(WRITE_SUMMARIES, values)
