"""Rows of the journal in SQLite: events, names and access tokens, read and written inside a
transaction of the caller."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.storage.base import (
    Head,
    SheetDeleted,
    StoredEvent,
    StoredSheet,
    StoredSummary,
)
from scorekeeper.storage.chain import FIRST, EventRow, verify
from scorekeeper.storage.names import NAMING

EVENTS = (
    "SELECT seq, kind, body, at, hash FROM event WHERE sheet = ? AND seq >= ? ORDER BY seq"
)
"""The query of the events of a sheet from a ``seq`` on."""

EVERY_EVENT = "SELECT sheet, seq, kind, body, at, hash FROM event ORDER BY sheet, seq"
"""The query of the events of all sheets."""

OUTLINE = (
    "SELECT event.seq, event.kind, event.body, event.at, event.hash, before.hash"
    " FROM event LEFT JOIN event AS before"
    " ON before.sheet = event.sheet AND before.seq = event.seq - 1"
    f" WHERE event.sheet = ? AND event.kind IN ({', '.join('?' * len(NAMING))})"
    " ORDER BY event.seq"
)
"""The query of the events of a sheet that name players, each with the hash before it."""


def last_event(db: sqlite3.Connection, sheet: int) -> Head:
    """The last event of a sheet, verified with the one before it.

    :raises SheetDeleted: if the sheet was deleted.
    :raises ChainBroken: if they do not belong together.
    """
    query = (
        "SELECT seq, kind, body, at, hash FROM event WHERE sheet = ? ORDER BY seq DESC LIMIT 2"
    )
    rows: list[EventRow] = db.execute(query, (sheet,)).fetchall()[::-1]
    if not rows:
        raise SheetDeleted(sheet)
    if len(rows) > 1:
        verify(rows[1:], Head(rows[0][0], rows[0][4]))
    else:
        verify(rows)
    return Head(rows[-1][0], rows[-1][4])


def outline_rows(db: sqlite3.Connection, sheet: int) -> list[EventRow]:
    """The events of a sheet that open it and change its seats and names, each verified with
    the hash before it.

    :raises ChainBroken: if they do not belong together.
    """
    rows = []
    for *row, previous in db.execute(OUTLINE, (sheet, *NAMING)):
        event: EventRow = tuple(row)
        verify([event], FIRST if event[0] == 1 else Head(event[0] - 1, previous or b""))
        rows.append(event)
    return rows


def insert_event(db: sqlite3.Connection, sheet: int, event: StoredEvent) -> None:
    """Write one event."""
    db.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", (sheet, *event))


def names_of(db: sqlite3.Connection, sheet: int) -> list[str]:
    """The players of a sheet in the order of their numbers."""
    query = "SELECT name FROM name WHERE sheet = ? ORDER BY player"
    return [name for (name,) in db.execute(query, (sheet,))]


def set_names(db: sqlite3.Connection, sheet: int, names: Sequence[str]) -> None:
    """Write the names of the first players of a sheet."""
    query = "INSERT OR REPLACE INTO name VALUES (?, ?, ?)"
    db.executemany(query, [(sheet, player, name) for player, name in enumerate(names)])


def set_access(db: sqlite3.Connection, sheet: int, hashes: Mapping[bytes, bool]) -> None:
    """Let these tokens open a sheet, and no others."""
    db.execute("DELETE FROM access WHERE sheet = ?", (sheet,))
    add_access(db, sheet, hashes)


def add_access(db: sqlite3.Connection, sheet: int, hashes: Mapping[bytes, bool]) -> None:
    """Let these tokens, which open nothing yet, open a sheet besides those that do."""
    query = "INSERT INTO access VALUES (?, ?, ?)"
    db.executemany(query, [(token, sheet, may_write) for token, may_write in hashes.items()])


def read_access(db: sqlite3.Connection, sheet: int) -> dict[bytes, bool]:
    """The hashes of the tokens that open a sheet, in order, and whether each may write."""
    query = "SELECT token_hash, may_write FROM access WHERE sheet = ? ORDER BY token_hash"
    return {token: bool(may_write) for token, may_write in db.execute(query, (sheet,))}


def read_sheet(db: sqlite3.Connection, sheet: int) -> StoredSheet | None:
    """A whole sheet; nothing if there is none."""
    events = db.execute(
        "SELECT seq, key, kind, body, at, hash FROM event WHERE sheet = ? ORDER BY seq",
        (sheet,),
    ).fetchall()
    if not events:
        return None
    return StoredSheet(
        sheet,
        read_access(db, sheet),
        names_of(db, sheet),
        [StoredEvent(*event) for event in events],
    )


def write_sheet(db: sqlite3.Connection, sheet: StoredSheet) -> None:
    """Write a whole sheet in the place of the one of this id; remove that, without events."""
    db.execute("DELETE FROM sheet WHERE id = ?", (sheet.id,))
    if not sheet.events:
        return
    db.execute("INSERT INTO sheet VALUES (?)", (sheet.id,))
    set_access(db, sheet.id, sheet.access)
    set_names(db, sheet.id, sheet.names)
    insert_events(db, sheet.id, sheet.events)


def insert_events(db: sqlite3.Connection, sheet: int, events: Iterable[StoredEvent]) -> None:
    """Write some events."""
    query = "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)"
    db.executemany(query, [(sheet, *event) for event in events])


def read_summaries(
    db: sqlite3.Connection, sheets: Sequence[int], program: str
) -> dict[int, StoredSummary]:
    """The summaries of these sheets that this version of the code computed."""
    query = (
        "SELECT sheet, hash, body, checksum FROM summary"
        f" WHERE program = ? AND sheet IN ({', '.join('?' * len(sheets))})"
    )
    return {
        sheet: StoredSummary(chained, body)
        for sheet, chained, body, checksum in db.execute(query, (program, *sheets))
        if checksum == StoredSummary(chained, body).checksum(sheet)
    }


def write_summaries(
    db: sqlite3.Connection, summaries: Mapping[int, StoredSummary], program: str
) -> None:
    """Write the summaries of those of these sheets that exist."""
    query = "INSERT OR REPLACE INTO summary SELECT id, ?, ?, ?, ? FROM sheet WHERE id = ?"
    rows = [
        (one.hash, program, one.body, one.checksum(sheet), sheet)
        for sheet, one in summaries.items()
    ]
    db.executemany(query, rows)
