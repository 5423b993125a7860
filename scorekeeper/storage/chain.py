"""The hash chain of a sheet's events as rows of a database: extended, verified, decoded."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from scorekeeper.sheets.events import Body, Event
from scorekeeper.storage.base import Head, StoredEvent, decode_all, encode
from scorekeeper.storage.hash_chain import START, chained_hash
from scorekeeper.storage.names import with_names

EventRow = tuple[int, str, str, str, bytes]
"""``seq``, ``kind``, ``body``, ``at`` and ``hash`` of an event."""

SheetEventRow = tuple[int, int, str, str, str, bytes]
"""The id of the sheet, and an :data:`EventRow`."""

FIRST = Head(0, START)
"""What precedes the first event of a sheet."""


class ChainBroken(Exception):
    """An event is not the one that its hash, or the event before it, says it is."""


def next_event(last: Head, key: str, kind: str, stored_body: Body) -> StoredEvent:
    """An event to be stored after this one, recorded now.

    :param stored_body: see :func:`scorekeeper.storage.names.without_names`.
    """
    seq, text = last.seq + 1, encode(stored_body)
    at = datetime.now(UTC).isoformat(timespec="seconds")
    chained = chained_hash(last.hash, seq, kind, text, at)
    return StoredEvent(seq, key, kind, text, at, chained)


def verify(rows: Iterable[EventRow], last: Head = FIRST) -> None:
    """Nothing, if these events follow each other, and this one.

    :raises ChainBroken: if one does not.
    """
    for row in rows:
        if row[0] != last.seq + 1 or chained_hash(last.hash, *row[:4]) != row[4]:
            raise ChainBroken(f"event {row[0]} does not follow {last.seq}")
        last = Head(row[0], row[4])


def verify_chains(rows: Iterable[SheetEventRow]) -> tuple[int, int] | None:
    """The first event that does not follow the one before it, as sheet and ``seq``; nothing
    if all do.

    :param rows: in the order of sheet and ``seq``.
    """
    current, last = 0, FIRST
    for sheet, seq, kind, body, at, found in rows:
        if sheet != current:
            current, last = sheet, FIRST
        if seq != last.seq + 1 or chained_hash(last.hash, seq, kind, body, at) != found:
            return sheet, seq
        last = Head(seq, found)
    return None


def decoded(rows: Sequence[EventRow], names: Sequence[str]) -> list[Event]:
    """The events of some rows, with the names of the players as they are now."""
    bodies = decode_all([body for _, _, body, _, _ in rows])
    return [
        Event(seq, kind, with_names(kind, body, names), at, chained)
        for (seq, kind, _, at, chained), body in zip(rows, bodies, strict=True)
    ]
