"""The hash chain of a sheet's events: a changed or missing event breaks every later hash."""

import hashlib

START = bytes(32)
"""The hash before the first event of a sheet."""


def chained_hash(previous: bytes, seq: int, kind: str, body: str, at: str) -> bytes:
    """SHA-256 of an event and of the hash before it.

    :param body: JSON as it is stored.
    """
    return hashlib.sha256(previous + f"{seq}\0{kind}\0{at}\0{body}".encode()).digest()
