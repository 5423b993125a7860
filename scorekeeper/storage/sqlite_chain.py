"""The hash chain of a sheet in SQLite: extended, and verified by every read and append."""

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from scorekeeper.sheets.events import Body, Event
from scorekeeper.storage.base import SheetDeleted, decode_all, encode
from scorekeeper.storage.hash_chain import START, chained_hash, etag_of

EventRow = tuple[int, str, str, str, bytes]
"""``seq``, ``kind``, ``body``, ``at`` and ``hash`` of an event."""


class ChainBroken(Exception):
    """An event is not the one that its hash, or the event before it, says it is."""


def insert_event(
    db: sqlite3.Connection,
    sheet: int,
    seq: int,
    key: str,
    kind: str,
    body: Body,
    previous: bytes,
) -> bytes:
    """Write one event after the one of this hash; its own hash."""
    text = encode(body)
    at = datetime.now(UTC).isoformat(timespec="seconds")
    chained = chained_hash(previous, seq, kind, text, at)
    db.execute(
        "INSERT INTO event (sheet, seq, key, kind, body, at, hash)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (sheet, seq, key, kind, text, at, chained),
    )
    return chained


def last_event(db: sqlite3.Connection, sheet: int) -> tuple[int, bytes]:
    """The ``seq`` and hash of the last event of a sheet, verified with the one before it.

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
        verify(rows[1:], *_end(rows[0]))
    else:
        verify(rows)
    return _end(rows[-1])


def outline_rows(db: sqlite3.Connection, sheet: int) -> list[EventRow]:
    """The events of a sheet that open it and change its seats, each verified with the hash
    before it.

    :raises ChainBroken: if they do not belong together.
    """
    query = (
        "SELECT event.seq, event.kind, event.body, event.at, event.hash, before.hash"
        " FROM event LEFT JOIN event AS before"
        " ON before.sheet = event.sheet AND before.seq = event.seq - 1"
        " WHERE event.sheet = ? AND event.kind IN ('opened', 'seated') ORDER BY event.seq"
    )
    rows = []
    for *row, previous in db.execute(query, (sheet,)):
        event: EventRow = tuple(row)
        verify([event], event[0] - 1, START if event[0] == 1 else previous or b"")
        rows.append(event)
    return rows


def decoded(rows: Sequence[EventRow]) -> list[Event]:
    """The events of some rows."""
    bodies = decode_all([body for _, _, body, _, _ in rows])
    return [
        Event(seq, kind, body, at, etag_of(seq, chained))
        for (seq, kind, _, at, chained), body in zip(rows, bodies, strict=True)
    ]


def verify(rows: Iterable[EventRow], seq: int = 0, previous: bytes = START) -> None:
    """Nothing, if these events follow each other, and the one of this ``seq`` and hash.

    :raises ChainBroken: if one does not.
    """
    for row in rows:
        if row[0] != seq + 1 or chained_hash(previous, *row[:4]) != row[4]:
            raise ChainBroken(f"event {row[0]} does not follow {seq}")
        seq, previous = _end(row)


def _end(row: Any) -> tuple[int, bytes]:
    return row[0], row[4]
