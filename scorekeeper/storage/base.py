"""The interface of a database of La Marque, and the errors it raises.

:class:`Journal` separates the program from its database: append-only events with one hash
chain per sheet, names of players beside them, and access tokens stored as hashes.
The packages ``sqlite`` and ``postgres`` implement it; one suite of tests holds for both
(``tests/storage/journal_contract.py``).
"""

import base64
import hashlib
import json
import secrets
import sys
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol
from zlib import crc32

from scorekeeper.i18n.messages import Message
from scorekeeper.sheets.events import Body, Event, etag_of
from scorekeeper.storage.progress import Progress, unwatched


class StorageError(Exception):
    """A database that cannot be used, with a message for the operator."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class DatabaseDamaged(StorageError):
    """A database that is missing, empty or corrupt: only a backup helps."""


class DatabaseBusy(Exception):
    """A database that cannot answer now: locked, or its disk is full. Nothing was written."""


class OutcomeUnknown(DatabaseBusy):
    """The connection was lost while an event was being committed: it may be stored, or not.
    The same idempotency key, sent again, stores it once."""


class DatabaseMoved(Exception):
    """The sheets are being moved to another database, or have been: this one takes no more.

    The argument is the place that they moved to.
    """


class DatabaseStopped(Exception):
    """A database in which damage was found while it was open: nothing is written to it any
    more. What can still be read without an error is read."""


class JournalMoved(Exception):
    """An event was not appended: the sheet has newer events than the caller expected."""


class KeyReused(Exception):
    """An idempotency key was sent again with another event than the first time."""


class SheetDeleted(Exception):
    """The sheet is not in the database any more."""


class Head(NamedTuple):
    """The last event of a sheet, or another one, as optimistic locking names it."""

    seq: int
    hash: bytes
    """The whole chained hash of the event, 32 bytes."""

    @property
    def etag(self) -> str:
        """The text form of the head: the ETag of the stream after this event."""
        return etag_of(self.seq, self.hash)


class Grant(NamedTuple):
    """The right that an access token gives: to read a sheet, or to write it too."""

    sheet_id: int
    may_write: bool
    head: Head
    """The last event of the sheet when the token was looked up."""


class StoredEvent(NamedTuple):
    """An event as a database stores it, to be copied byte for byte."""

    seq: int
    key: str
    kind: str
    body: str
    at: str
    hash: bytes


class StoredSheet(NamedTuple):
    """A whole sheet as a database stores it, to be copied into another database."""

    id: int
    access: Mapping[bytes, bool]
    """The SHA-256 of each access token, and whether it may write."""
    names: Sequence[str]
    """The players in the order of their numbers; an erased name is empty."""
    events: Sequence[StoredEvent]


class StoredSummary(NamedTuple):
    """A summary of a sheet, and the last event that it counts."""

    hash: bytes
    body: str

    def checksum(self, sheet_id: int) -> int:
        """Return the CRC-32 with which the summary of this sheet is stored."""
        return crc32(self.body.encode(), crc32(self.hash, sheet_id & 0xFFFFFFFF))


class Renaming(NamedTuple):
    """Another name for a player: see :meth:`Journal.rename`."""

    sheet_id: int
    key: str
    player: int
    name: str


NOTHING: Body = MappingProxyType({})
"""The body of an event that says nothing but its kind."""


class Journal(Protocol):
    """Events of sheets, appended durably and never changed. A circle is stored as a sheet with
    events and tokens of its own: see :mod:`scorekeeper.circles`.

    Names of players are no part of the hash chain. The bodies of events that this interface
    takes and gives have a list ``names``, those of the last event; the stored ones have
    ``players``, their number: see :func:`scorekeeper.storage.names.without_names`.
    """

    is_shared: bool
    """True if other processes append to the same sheets: what was read before may be old."""

    def open_sheet(
        self,
        events: Sequence[tuple[str, Body]],
        token: str = "",
        tokens: Mapping[str, bool] | None = None,
    ) -> str:
        """Store a new sheet with its first events, as kind and body; return its write token.

        :param token: 128 secret bits, random if empty; the same token opens one sheet once.
        :param tokens: the tokens that open the sheet, this one included, and whether each may
            write; without them, this one and the read-only one derived from it.
        """

    def grant(self, token: str) -> Grant | None:
        """The sheet that this token gives access to; ``None`` for an unknown token."""

    def known_tokens(self, tokens: Collection[str]) -> set[str]:
        """Those of these tokens that give access to a sheet."""

    def append(
        self,
        sheet_id: int,
        key: str,
        kind: str,
        body: Body,
        after: int,
        previous: bytes = b"",
    ) -> Head:
        """Store one more event, durably; the same key stores it once.

        :param key: the idempotency key, 1 to 64 characters.
        :param after: the ``seq`` of the last event that the caller has seen.
        :param previous: the hash of that event, as the caller has seen it; not compared if
            empty.
        :returns: the event that the key has stored, now or before.
        :raises JournalMoved: if the sheet has newer events.
        :raises KeyReused: if the key stored another event before; names are not compared.
        :raises SheetDeleted: if the sheet was deleted.
        :raises DatabaseBusy: if the database cannot write now.
        :raises DatabaseMoved: if the sheets were moved to another database.
        :raises DatabaseStopped: if the database is damaged, or no longer holds that event.
        """

    def seq_of_key(self, sheet_id: int, key: str) -> int | None:
        """The ``seq`` of the event that this key has stored, if any."""

    def events(self, sheet_id: int, after: int = 0, previous: bytes = b"") -> list[Event]:
        """The events of a sheet, in order, after the one of this ``seq``.

        :param previous: the hash of the event ``after``, as the caller has seen it.
        :raises JournalMoved: if ``previous`` is given, and the sheet has no such event: it was
            deleted, or its database restored from a backup.
        :raises DatabaseStopped: if they are not those that were stored.
        """

    def outline(self, sheet_id: int) -> list[Event]:
        """The events of a sheet that open it and change its seats and names, in order."""

    def outlines(self, tokens: Collection[str]) -> dict[str, tuple[Grant, list[Event]]]:
        """The grant of each of these tokens, with the outline of its sheet; unknown tokens and
        damaged sheets are missing."""

    def heads(self, sheet_ids: Collection[int]) -> dict[int, Head]:
        """The last event of each of these sheets; a deleted sheet is missing."""

    def rename(
        self, sheet_id: int, key: str, player: int, name: str, after: Head | None = None
    ) -> None:
        """Replace the name of a player, which leaves the database with that; the event
        ``renamed`` says that it was replaced, not by what.

        :param player: the number of the player on the sheet.
        :param name: empty to erase the name.
        :param after: the last event that the caller has seen; whichever is the last if absent.
        :raises JournalMoved: if the sheet has newer events than that one.
        :raises KeyReused: if the key stored another event before; the same renaming again is
            nothing.
        :raises SheetDeleted: if the sheet was deleted.
        """

    def rename_all(self, renamings: Sequence[Renaming]) -> None:
        """The same for several players, in one transaction where the database is a file;
        deleted sheets are left out.

        :raises KeyReused: if one of the keys stored another event before.
        """

    def renew(
        self,
        sheet_id: int,
        key: str,
        token: str,
        tokens: Mapping[str, bool] | None = None,
        body: Body = NOTHING,
    ) -> None:
        """Replace all tokens of a sheet by this one and the read-only one derived from it.

        :param tokens: those that open the sheet from now on, as for :meth:`open_sheet`.
        :param body: the body of the event ``renewed``.
        :raises KeyReused: if the key stored an event before; the same renewal again is
            nothing.
        :raises SheetDeleted: if the sheet was deleted.
        """

    def admit(self, sheet_id: int, tokens: Mapping[str, bool]) -> None:
        """Let these tokens open a sheet beside those that do, until its tokens are renewed;
        the event ``admitted`` records it. Nothing if all of them open it already.

        :param tokens: the tokens, and whether each may write.
        :raises SheetDeleted: if the sheet was deleted.
        """

    def read_summaries(
        self, sheet_ids: Collection[int], program: str
    ) -> dict[int, StoredSummary]:
        """Return the summaries of these sheets; those that are not stored, or damaged, are
        missing.

        :param program: the version of the code that computed them.
        """

    def write_summaries(self, summaries: Mapping[int, StoredSummary], program: str) -> None:
        """Store summaries in the place of those of the same sheets, deleted ones left out. A
        summary is a cache: it is deleted with its sheet, and copied by no move.

        :param program: the version of the code that computed them.
        """

    def delete(self, sheet_id: int) -> None:
        """Delete a sheet, its events, its names and its summary."""

    def purge(self) -> None:
        """Overwrite what was renamed or deleted before wherever the file of a database still
        holds a copy of it; a server does that by itself, with time.

        :raises DatabaseBusy: if the database cannot write now.
        """

    def sheet_ids(self) -> list[int]:
        """The ids of all sheets, in ascending order."""

    def stored_sheet(self, sheet_id: int) -> StoredSheet | None:
        """A sheet as it is stored, all of one moment; nothing if it was deleted."""

    def store_sheet(self, *sheets: StoredSheet) -> None:
        """Store sheets as another database stored them, all or none, in the place of those of
        their ids; without events, remove that one."""

    def first_broken_event(self, progress: Progress = unwatched) -> tuple[int, int] | None:
        """The first event whose hash does not match, as sheet and ``seq``; or ``None``."""

    def count_events(self) -> int:
        """The number of all events."""

    def mark(self) -> str:
        """The mark of this database: see :meth:`set_mark`."""

    def set_mark(self, mark: str) -> None:
        """Mark the database as moved, or as half filled: with any mark every write but
        :meth:`store_sheet` raises :class:`DatabaseMoved`. An empty mark takes the mark off."""

    def close(self) -> None:
        """Close the connections of this thread, or all of them."""


def new_sheet_id() -> int:
    """A random number of 63 bits: sheets of two databases hardly ever share one."""
    return secrets.randbits(63) or 1


def token_hash(token: str) -> bytes:
    """The hash by which a database knows an access token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


def token_hashes(
    write_token: str, tokens: Mapping[str, bool] | None = None
) -> dict[bytes, bool]:
    """The hashes of the tokens of a sheet, and whether each may write.

    :param tokens: all of them; without them, this one and the read-only one derived from it.
    """
    if tokens is None:
        tokens = {write_token: True, read_only_token(write_token): False}
    return {token_hash(token): may_write for token, may_write in tokens.items()}


def read_only_token(write_token: str) -> str:
    """The token that may only read, derived one way from the one that may write."""
    return token_from_digest(hashlib.sha256(b"read\0" + write_token.encode()).digest())


def token_from_digest(digest: bytes) -> str:
    """128 bits of a digest in URL-safe characters."""
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def encode(body: Body) -> str:
    """The body of an event as it is stored and hashed: compact JSON."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def decode(text: str) -> Body:
    """The body of a stored event: the inverse of :func:`encode` but for tuples."""
    body: Body = json.loads(text, object_pairs_hook=_interned)
    return body


def decode_all(texts: Sequence[str]) -> list[Body]:
    """The bodies of stored events, parsed at once: three times as fast as one by one, and
    with the names of their fields stored once."""
    bodies: list[Body] = json.loads(f"[{','.join(texts)}]")
    return bodies


def as_stored(body: Body) -> Body:
    """The body as it will be read back; an event is folded in this form when written."""
    return decode(encode(body))


def _interned(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object with interned strings: events repeat nearly all of theirs."""
    return {
        sys.intern(name): sys.intern(value) if isinstance(value, str) else value
        for name, value in pairs
    }
