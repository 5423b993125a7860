"""Compression: text answers gzipped, where the client takes it."""

import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from flask import Flask, Response, request

MIN_SIZE = 500
"""Bytes from which compression makes an answer noticeably smaller."""

LEVEL = 5
"""The level of compression: 6 takes a third longer, for 1 % fewer bytes."""

BEST = 9
"""The level of a page with inline styles: a phone loads one such page."""

MAX_BEST = 256 * 1024
"""Bytes above which no page is compressed so: 250 cards with a QR code each, which hardly
compress, take twenty times as long as at :data:`LEVEL`."""

GZIP = zlib.MAX_WBITS | 16
"""The window size of :mod:`zlib` that stands for the gzip format."""

FLUSH_SIZE = 1 << zlib.MAX_WBITS
"""Bytes of a streamed answer after which all of them are sent."""

HEAD_END = b"<title>"
"""The end of what pages have in common: last in the head of ``templates/web/base.html``."""

MIN_HEAD = 4096
"""Bytes of a head with inline styles, which is compressed once for many pages."""

TEXT = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
"""Beginnings of the media types that are compressed."""


def install(app: Flask) -> None:
    """Compress the answers of an application."""
    app.after_request(compress)


def accepts_gzip() -> bool:
    """Return true if the client of this request takes gzip."""
    return request.accept_encodings["gzip"] > 0


def compress(response: Response) -> Response:
    """Compress a text answer, if that is worth it and the client takes it."""
    if response.direct_passthrough or "Content-Encoding" in response.headers:
        return response
    if not (response.mimetype or "").startswith(TEXT):
        return response
    if not response.is_streamed and len(response.get_data()) < MIN_SIZE:
        return response
    response.vary.add("Accept-Encoding")
    if accepts_gzip():
        if response.is_streamed:
            response.response = gzip_pieces(response.iter_encoded())
        else:
            response.set_data(gzip_page(response.get_data()))
        response.headers["Content-Encoding"] = "gzip"
    return response


def gzip_pieces(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Compress an answer piece by piece, while it is made and sent."""
    compressor, held = zlib.compressobj(LEVEL, wbits=GZIP), 0
    for piece in pieces:
        compressed, held = compressor.compress(piece), held + len(piece)
        if held >= FLUSH_SIZE:  # or a slow answer would seem to stand still
            compressed, held = compressed + compressor.flush(zlib.Z_SYNC_FLUSH), 0
        if compressed:
            yield compressed
    yield compressor.flush()


def gzip_page(body: bytes) -> bytes:
    """Compress a whole answer; a head with inline styles only the first time."""
    end = body.find(HEAD_END)
    if end < MIN_HEAD or len(body) > MAX_BEST:
        return zlib.compress(body, LEVEL, wbits=GZIP)
    compressed, compressor = _gzip_head(body[:end])
    compressor = compressor.copy()
    return b"".join((compressed, compressor.compress(body[end:]), compressor.flush()))


@lru_cache(maxsize=8)
def _gzip_head(head: bytes) -> tuple[bytes, Any]:
    """Return a compressed head, and the compressor that continues it: 270 kilobytes."""
    compressor = zlib.compressobj(BEST, wbits=GZIP)
    compressed = compressor.compress(head) + compressor.flush(zlib.Z_SYNC_FLUSH)
    return compressed, compressor
