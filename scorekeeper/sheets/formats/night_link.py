"""A night as the end of an address: its document, compressed, after the ``#``, which no
browser sends to a server.

``night=2/3-0f3a9c61-rZJNj…``: the second part of three of a night; the eight digits, the
beginning of the SHA-256 of the whole, tell which parts belong together and that none is
damaged. The data is raw deflate (RFC 1951) in base64url without padding (RFC 4648).
"""

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any
from zlib import DEFLATED, MAX_WBITS, compressobj, decompressobj, error

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.formats.file_bounds import require_bounded
from scorekeeper.sheets.formats.strict_json import DocumentError, parse

MOST_BYTES = 512 * 1024
"""Most bytes of a document: a thousand hands, the most of a sheet, are less."""

PART = re.compile(r"night=([1-9]\d?)/([1-9]\d?)-([0-9a-f]{8})-([A-Za-z0-9_-]+)")


def parts(document: Mapping[str, Any], most: int) -> list[str]:
    """Return the ends of the addresses of a night, as few as there can be.

    :param most: the most letters of the data of one.
    """
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    compressor = compressobj(9, DEFLATED, -MAX_WBITS)
    data = compressor.compress(text.encode()) + compressor.flush()
    letters = urlsafe_b64encode(data).decode().rstrip("=")
    pieces = [letters[n : n + most] for n in range(0, len(letters), most)]
    return [
        f"night={n}/{len(pieces)}-{_check(data)}-{piece}" for n, piece in enumerate(pieces, 1)
    ]


def has_night(text: str) -> bool:
    """Return True if there is a part of a night in a text."""
    return PART.search(text) is not None


def read(text: str) -> object:
    """Return the document of the night whose parts are in a text, in any order.

    :raises DocumentError: if a part is missing or damaged, or the document is too large.
    """
    found = PART.findall(text)
    by_number = {int(n): piece for n, _, _, piece in found}
    count = int(found[0][1])
    if len({(of, check) for _, of, check, _ in found}) > 1:
        raise _refused(
            msg("ce sont les liens de plusieurs soirées ; apportez-les une par une")
        )
    if set(by_number) != set(range(1, count + 1)):
        missing = ", ".join(str(n) for n in range(1, count + 1) if n not in by_number)
        raise _refused(
            msg("il manque la partie %(missing)s sur %(n)s", missing=missing, n=count)
        )
    data = _decoded("".join(by_number[n] for n in sorted(by_number)))
    if _check(data) != found[0][2]:
        raise _refused(msg("il est abîmé ou coupé ; demandez-le une deuxième fois"))
    content = _inflated(data)
    require_bounded(content)
    return parse(content)


def _check(data: bytes) -> str:
    return sha256(data).hexdigest()[:8]


def _decoded(data: str) -> bytes:
    try:
        return urlsafe_b64decode(data + "=" * (-len(data) % 4))
    except ValueError:
        return b""


def _inflated(data: bytes) -> bytes:
    """Return the content, of which no more than is allowed is ever written."""
    decompressor = decompressobj(-MAX_WBITS)
    try:
        content = decompressor.decompress(data, MOST_BYTES)
    except error:
        raise _refused(msg("ce n'est pas une soirée de La Marque")) from None
    if not decompressor.eof:
        raise _refused(msg("il est plus long qu'une soirée"))
    return content


def _refused(message: Message) -> DocumentError:
    return DocumentError(msg("lien"), message)
