"""The access tokens of a circle: one for each role, each derived one way from the one above.

A token is a letter, which says the role, and 22 URL-safe characters. That of the guardians
holds seven secret bytes, which are the recovery words, and a message authentication code of
them under the key of the installation. The bytes themselves derive from the ``seed`` of the
circle under the same key. So the words give the token, the token gives the words, the operator
can tell both, and the database holds neither.

A journal knows a token of a circle as ``circle/`` and the token: that of a sheet opens no
circle, and the reverse (``tests/circles/service/test_circle_tokens.py``).
"""

import base64
import binascii
import hashlib
import hmac
from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

from scorekeeper.circles.service.words import COUNT
from scorekeeper.streams.base import token_from_digest

CODE_BYTES = 9
"""Bytes of the authentication code in a guardian's token."""

PREFIX = "circle/"
"""Stands before the tokens of a circle in a journal."""


class CircleRole(IntEnum):
    """The rights of a token; each role has those of the roles below it."""

    READING = 1
    """To look at the circle and its sheets."""
    TABLE = 2
    """To open sheets in the circle and to write on them."""
    GUARDIAN = 3
    """To change names, merges, seasons and links."""


ROLES = {"g": CircleRole.GUARDIAN, "t": CircleRole.TABLE, "r": CircleRole.READING}
"""The role of a token by its first letter."""


class Tokens(NamedTuple):
    """The three tokens of a circle; those that a holder cannot derive are empty."""

    guardian: str
    table: str
    reading: str

    def of(self, role: CircleRole) -> str:
        """Return the token of this role."""
        return (self.reading, self.table, self.guardian)[role - 1]


def role_of(token: str) -> CircleRole | None:
    """Return the role that a token claims; nothing if it is no token of a circle."""
    return ROLES.get(token[:1]) if len(token) == 23 else None


def derive(key: bytes, purpose: str) -> bytes:
    """Return 32 bytes that the key of the installation derives from a text."""
    return hmac.digest(key, purpose.encode(), "sha256")


def secret_of_seed(key: bytes, seed: str) -> bytes:
    """Return the secret bytes of a circle with this seed."""
    return derive(key, f"circle {seed}")[:COUNT]


def guardian_token(key: bytes, secret: bytes) -> str:
    """Return the token of the guardians with these secret bytes."""
    code = derive(key, f"guardian {secret.hex()}")[:CODE_BYTES]
    return "g" + token_from_digest(secret + code)


def secret_of_token(key: bytes, token: str) -> bytes | None:
    """Return the secret bytes of a guardian's token; nothing if this key does not give the
    token of them, since the installation has another key than when the token was made."""
    try:
        secret = base64.urlsafe_b64decode(token[1:] + "==")[:COUNT]
    except (binascii.Error, ValueError):
        return None
    return secret if guardian_token(key, secret) == token else None


def tokens_from(token: str) -> Tokens:
    """Return the tokens that follow from this one, which must be of a circle."""
    role = role_of(token)
    guardian = token if role is CircleRole.GUARDIAN else ""
    table = _below("t", guardian) if guardian else token if role is CircleRole.TABLE else ""
    return Tokens(guardian, table, _below("r", table) if table else token)


def _below(letter: str, token: str) -> str:
    digest = hashlib.sha256(f"circle {letter}\0{token}".encode()).digest()
    return letter + token_from_digest(digest)


def journal_tokens(guardian: str) -> Mapping[str, bool]:
    """Return the three tokens as a journal knows them, and whether each may write."""
    return {
        PREFIX + token: role_of(token) is not CircleRole.READING
        for token in tokens_from(guardian)
    }


def sheet_token(key: bytes, circle_id: int, sheet_id: int, removals: int = 0) -> str:
    """Return the token by which a circle writes on one of its sheets, by the ids of both in
    the database; that of an earlier link, before so many removals, does not open it again."""
    purpose = f"circle {circle_id} sheet {sheet_id}" + (f" {removals}" if removals else "")
    return token_from_digest(derive(key, purpose))
