"""The hash chain of a stream's events: extended, verified, decoded; and names apart from it.

A changed or missing event breaks every later hash; only a text that a player wrote may be
removed from one, by :func:`redacted_body`. Names are no part of the chain, so that
they can be changed and erased: a stored event says how many players a sheet has, and another
table how they are called. The rest of the program reads and writes bodies with names. The
stream of a circle holds its title, the names and the nicknames of its players in the same way.
"""

import hashlib
from collections.abc import Iterable, Sequence

from scorekeeper.streams.base import Head, StoredEvent, decode, decode_all, encode
from scorekeeper.streams.events import Body, Event, utc_now

START = bytes(32)
"""The hash before the first event of a sheet."""

NAMING = (
    "opened",
    "seated",
    "renamed",
    "founded",
    "joined",
    "nicknamed",
    "announced",
    "enrolled",
)
"""The kinds of event whose body has names, outside of the database."""

REDACTED = "redacted"
"""The field of a stored body with the checksum of an event of which a text was removed; and
the kind of the event which says so."""

EventRow = tuple[int, str, str, str, bytes]
"""``seq``, ``kind``, ``body``, ``at`` and ``hash`` of an event."""

SheetEventRow = tuple[int, int, str, str, str, bytes]
"""The id of the sheet, and an :data:`EventRow`."""

FIRST = Head(0, START)
"""The hash before the first event of a sheet."""


class ChainBroken(Exception):
    """An event is not the one that its hash, or the event before it, says it is."""


def chained_hash(previous: bytes, seq: int, kind: str, body: str, at: str) -> bytes:
    """SHA-256 of the hash before an event and of the event, its body JSON as it is stored."""
    return hashlib.sha256(previous + f"{seq}\0{kind}\0{at}\0{body}".encode()).digest()


def next_event(last: Head, key: str, kind: str, stored_body: Body) -> StoredEvent:
    """Return an event to be stored after this one, recorded now; its body is
    :func:`without_names`."""
    seq, text, at = last.seq + 1, encode(stored_body), utc_now()
    chained = chained_hash(last.hash, seq, kind, text, at)
    return StoredEvent(seq, key, kind, text, at, chained)


def as_read(event: StoredEvent, names: Sequence[str]) -> Event:
    """Return a new event as it will be read back: it is folded in this form.

    :param names: those in its body.
    """
    body = with_names(event.kind, decode(event.body), names)
    return Event(event.seq, event.kind, body, event.at, event.hash)


def redacted_body(previous: bytes, event: Event, stored_body: Body) -> str:
    """Return another body of an event as text, :func:`without_names`, from which a text was
    removed. The event keeps its place and its hash; ``previous`` is the hash before it. A
    checksum in the body takes the place of what its hash no longer proves."""
    checksum = _redaction(previous, event.seq, event.kind, stored_body, event.at, event.hash)
    return encode({**stored_body, REDACTED: checksum})


def _redaction(
    previous: bytes, seq: int, kind: str, body: Body, at: str, chained: bytes
) -> str:
    return chained_hash(previous + chained, seq, kind, encode(body), at).hex()


def _follows(last: Head, row: EventRow) -> bool:
    """Return True if an event follows this one, as it was recorded or with a text removed."""
    seq, kind, body, at, chained = row
    if seq != last.seq + 1:
        return False
    if chained_hash(last.hash, seq, kind, body, at) == chained:
        return True
    if f'"{REDACTED}":' not in body:
        return False
    try:
        given = dict(decode(body))
    except ValueError:
        return False
    checksum = given.pop(REDACTED, "")
    return bool(checksum == _redaction(last.hash, seq, kind, given, at, chained))


def verify(rows: Iterable[EventRow], last: Head = FIRST) -> None:
    """Nothing, if these events and this one follow each other. Raise ChainBroken if not."""
    for row in rows:
        if not _follows(last, row):
            raise ChainBroken(f"event {row[0]} does not follow {last.seq}")
        last = Head(row[0], row[4])


def verify_chains(rows: Iterable[SheetEventRow]) -> tuple[int, int] | None:
    """Return the first event that does not follow the one before it, as sheet and ``seq``;
    nothing if all do. The rows are in that order."""
    current, last = 0, FIRST
    for sheet, seq, kind, body, at, found in rows:
        if sheet != current:
            current, last = sheet, FIRST
        if not _follows(last, (seq, kind, body, at, found)):
            return sheet, seq
        last = Head(seq, found)
    return None


def decoded(rows: Sequence[EventRow], names: Sequence[str]) -> list[Event]:
    """Return the events of some rows, with the names of the players as they are now."""
    bodies = decode_all([body for _, _, body, _, _ in rows])
    return [
        Event(seq, kind, with_names(kind, body, names), at, chained)
        for (seq, kind, _, at, chained), body in zip(rows, bodies, strict=True)
    ]


def without_names(body: Body) -> tuple[dict[str, object], Sequence[str]]:
    """Return the body as it is stored, and its names, in the order of the players' numbers.

    >>> without_names({"names": ["Anne", "Zoé"], "dealer": 0})
    ({'players': 2, 'dealer': 0}, ['Anne', 'Zoé'])
    """
    names = body.get("names", ())
    stored = {
        "players" if field == "names" else field: len(names) if field == "names" else value
        for field, value in body.items()
    }
    return stored, names


def with_names(kind: str, body: Body, names: Sequence[str]) -> Body:
    """Return the body of a stored event with the names of all players, in their order, as they
    are now.

    >>> with_names("seated", {"players": 2, "dealer": 0}, ["Anne", "Zoé", "Max"])
    {'names': ['Anne', 'Zoé'], 'dealer': 0}
    >>> with_names("renamed", {"player": 1}, ["Anne", "Zoé"])
    {'player': 1, 'name': 'Zoé'}
    """
    if REDACTED in body:
        body = {field: value for field, value in body.items() if field != REDACTED}
    if kind == "renamed":
        return {**body, "name": names[body["player"]]}
    if kind not in NAMING or "players" not in body:
        return body
    return {
        "names" if field == "players" else field: list(names[:value])
        if field == "players"
        else value
        for field, value in body.items()
    }
