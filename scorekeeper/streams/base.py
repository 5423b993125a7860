"""What a database of La Marque takes and gives, and the errors it raises.

The store itself is :class:`scorekeeper.streams.event_store.EventStore`.
"""

import base64
import hashlib
import json
import secrets
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from zlib import crc32

from scorekeeper.i18n.messages import Message, MessageError, msg
from scorekeeper.streams.events import Body, etag_of


class StorageError(MessageError):
    """A database that cannot be used, with a message for the operator."""


class DatabaseDamaged(StorageError):
    """A database that is missing, empty or corrupt: only a backup helps."""


def newer_database(place: object, version: int, known: int) -> StorageError:
    """Return the error of a database of a later version."""
    return StorageError(
        msg(
            "%(path)s vient d'une version plus récente de La Marque (base "
            "%(version)s, ce programme connaît %(known)s).",
            path=place,
            version=version,
            known=known,
        )
    )


def database_before_1_0(place: object, python: str, *arguments: str) -> StorageError:
    """Return the error of a database of a version before 1.0, which none of ours migrates;
    this Python converts it by the script with these arguments."""
    script = " ".join([python, "deploy/convert_before_1_0.py", *arguments])
    return StorageError(
        msg(
            "%(path)s date d'avant la version 1.0. Une commande la convertit, une fois : "
            "%(script)s",
            path=place,
            script=script,
        )
    )


def damaged(place: object, why: Message | str) -> DatabaseDamaged:
    """Return the error of a database that is corrupt."""
    return DatabaseDamaged(msg("%(path)s est abîmée : %(why)s.", path=place, why=why))


READER, WRITER = -1, -2
"""The places of the tokens that may only read, and of those that may write."""

PARTS = {READER: msg("le lien qui lit"), WRITER: msg("le lien qui écrit")}


class DatabaseBusy(Exception):
    """A database that cannot answer now: locked, or its disk is full. Nothing was written."""


class OutcomeUnknown(DatabaseBusy):
    """The connection was lost while an event was being committed: it may be stored, or not.
    The same idempotency key, sent again, stores it once."""


class DatabaseStopped(Exception):
    """A database in which damage was found while it was open: nothing is written to it any
    more. What can still be read without an error is read."""


class StaleHead(Exception):
    """An event was not appended: the stream has newer events than the caller expected."""


class KeyReused(Exception):
    """An idempotency key was sent again with another event than the first time."""


class StreamDeleted(Exception):
    """The stream is not in the database any more."""


class Head(NamedTuple):
    """The last event of a stream, or another one, as optimistic locking names it."""

    seq: int
    hash: bytes
    """The whole chained hash of the event, 32 bytes."""

    @property
    def etag(self) -> str:
        """The text form of the head: the ETag of the stream after this event."""
        return etag_of(self.seq, self.hash)


class Grant(NamedTuple):
    """The right that an access token gives: to read a stream, or to write it too."""

    sheet_id: int
    may_write: bool
    head: Head
    """The last event of the stream when the token was looked up."""


class StoredEvent(NamedTuple):
    """An event as a database stores it, to be copied byte for byte."""

    seq: int
    key: str
    kind: str
    body: str
    at: str
    hash: bytes


class StoredStream(NamedTuple):
    """A whole stream as a database stores it, to be copied into another database."""

    id: int
    access: Mapping[bytes, bool]
    """The SHA-256 of each access token, and whether it may write."""
    names: Sequence[str]
    """The players in the order of their numbers; an erased name is empty."""
    events: Sequence[StoredEvent]


def row_checksum(stream: int, part: int, content: bytes) -> int:
    """Return the CRC-32 with which a row beside the hash chain of a stream is stored.
    ``part``: the number of a player from 0, whose name in UTF-8 ``content`` is, or
    :data:`READER` or :data:`WRITER`, whose token's hash it is."""
    return crc32(content, crc32(b"%d %d " % (stream, part)))


def name_checksum(stream: int, player: int, name: str) -> int:
    """Return the checksum of the name of a player."""
    return row_checksum(stream, player, name.encode())


def token_checksum(stream: int, hashed: bytes, may_write: bool) -> int:
    """Return the checksum of the hash of a token."""
    return row_checksum(stream, WRITER if may_write else READER, hashed)


class StoredSummary(NamedTuple):
    """A summary of a sheet, and the last event that it counts."""

    hash: bytes
    body: str

    def checksum(self, sheet_id: int) -> int:
        """Return the CRC-32 with which the summary of this sheet is stored."""
        return crc32(self.body.encode(), crc32(self.hash, sheet_id & 0xFFFFFFFF))


class Renaming(NamedTuple):
    """Another name for a player."""

    sheet_id: int
    key: str
    player: int
    name: str


def new_stream_id() -> int:
    """Return a random number of 63 bits: streams of two databases hardly ever share one."""
    return secrets.randbits(63) or 1


def token_hash(token: str) -> bytes:
    """Return the hash by which a database knows an access token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


def token_hashes(
    write_token: str, tokens: Mapping[str, bool] | None = None
) -> dict[bytes, bool]:
    """Return the hashes of all tokens of a stream, and whether each may write; without them,
    of this one and the read-only one derived from it."""
    if tokens is None:
        tokens = {write_token: True, read_only_token(write_token): False}
    return {token_hash(token): may_write for token, may_write in tokens.items()}


def read_only_token(write_token: str) -> str:
    """Return the token that may only read, derived one way from the one that may write."""
    return token_from_digest(hashlib.sha256(b"read\0" + write_token.encode()).digest())


def token_from_digest(digest: bytes) -> str:
    """128 bits of a digest in URL-safe characters."""
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def encode(body: Body) -> str:
    """Return the body of an event as it is stored and hashed: compact JSON."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def decode(text: str) -> Body:
    """Return the body of a stored event: the inverse of :func:`encode` but for tuples."""
    body: Body = json.loads(text, object_pairs_hook=_interned)
    return body


def decode_all(texts: Sequence[str]) -> list[Body]:
    """Return the bodies of stored events, parsed at once: three times as fast as one by one,
    and with the names of their fields stored once."""
    bodies: list[Body] = json.loads(f"[{','.join(texts)}]")
    return bodies


def _interned(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object with interned strings: events repeat nearly all of theirs."""
    return {
        sys.intern(name): sys.intern(value) if isinstance(value, str) else value
        for name, value in pairs
    }
