"""The hash chain of a sheet's events: a changed or missing event breaks every later hash."""

import hashlib
import re

START = bytes(32)
"""The hash before the first event of a sheet."""


def chained_hash(previous: bytes, seq: int, kind: str, body: str, at: str) -> bytes:
    """SHA-256 of an event and of the hash before it.

    :param body: JSON as it is stored.
    """
    return hashlib.sha256(previous + f"{seq}\0{kind}\0{at}\0{body}".encode()).digest()


def etag_of(seq: int, chained: bytes) -> str:
    """The ETag of a sheet whose last event has this ``seq`` and this hash."""
    return f"{seq}_{chained[:8].hex()}"


def seq_of_etag(etag: str) -> int | None:
    """The ``seq`` in an ETag of :func:`etag_of`; nothing if this is none."""
    found = re.fullmatch(r"([1-9]\d{0,8})_[0-9a-f]{16}", etag, re.ASCII)
    return int(found[1]) if found else None
