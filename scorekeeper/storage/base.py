"""The interface of a database of La Marque, and the errors it raises.

:class:`Journal` separates the program from its database: append-only events with one hash
chain per sheet, and access tokens stored as hashes. ``sqlite.py`` implements it.
"""

import base64
import hashlib
import json
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from scorekeeper.i18n.messages import Message
from scorekeeper.sheets.events import Body, Event


class StorageError(Exception):
    """A database that cannot be used, with a message for the operator."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class DatabaseDamaged(StorageError):
    """A database that is missing, empty or corrupt: only a backup helps."""


class DatabaseBusy(Exception):
    """A database that cannot answer now: locked, or its disk is full. Nothing was written."""


class DatabaseStopped(Exception):
    """A database in which damage was found while it was open: nothing is written to it any
    more. What can still be read without an error is read."""


class JournalMoved(Exception):
    """An event was not appended: the sheet has newer events than the caller expected."""


class KeyReused(Exception):
    """An idempotency key was sent again with another event than the first time."""


class SheetDeleted(Exception):
    """The sheet is not in the database any more."""


class Appended(NamedTuple):
    """The position and ETag of the event that an idempotency key has written."""

    seq: int
    etag: str


class Grant(NamedTuple):
    """The right that an access token gives: to read a sheet, or to write it too."""

    sheet_id: int
    may_write: bool


class Journal(Protocol):
    """Events of sheets, appended durably and never changed."""

    def open_sheet(self, events: Sequence[tuple[str, Body]], token: str = "") -> str:
        """Store a new sheet with its first events, as kind and body; return its write token.

        :param token: 128 secret bits, random if empty; the same token opens one sheet once.
        """

    def grant(self, token: str) -> Grant | None:
        """The sheet that this token gives access to; ``None`` for an unknown token."""

    def append(
        self, sheet_id: int, key: str, kind: str, body: Body, after: int, etag: str = ""
    ) -> Appended:
        """Store one more event, durably; the same key stores it once.

        :param key: the idempotency key, 1 to 64 characters.
        :param after: the ``seq`` of the last event that the caller has seen.
        :param etag: the ETag of that event, as the caller has seen it; not compared if empty.
        :raises JournalMoved: if the sheet has newer events.
        :raises KeyReused: if the key stored another event before.
        :raises SheetDeleted: if the sheet was deleted.
        :raises DatabaseBusy: if the database cannot write now.
        :raises DatabaseStopped: if the database is damaged, or no longer holds that event.
        """

    def seq_of_key(self, sheet_id: int, key: str) -> int | None:
        """The ``seq`` of the event that this key has stored, if any."""

    def events(self, sheet_id: int, after: int = 0) -> list[Event]:
        """The events of a sheet, in order, after the one of this ``seq``.

        :raises DatabaseStopped: if they are not those that were stored.
        """

    def outline(self, sheet_id: int) -> list[Event]:
        """The events of a sheet that open it and change its seats, in order."""

    def version(self, sheet_id: int) -> int:
        """The ``seq`` of the last event of a sheet; 0 if it was deleted."""

    def renew(self, sheet_id: int, key: str, token: str) -> None:
        """Replace both tokens of a sheet by this one and the read-only one derived from it.

        :raises KeyReused: if the key stored an event before.
        :raises SheetDeleted: if the sheet was deleted.
        """

    def delete(self, sheet_id: int) -> None:
        """Delete a sheet and its events, and overwrite their bytes in the file."""


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
