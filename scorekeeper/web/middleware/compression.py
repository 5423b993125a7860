"""Fewer bytes on the wire: gzip for text, and templates without their indentation."""

import gzip
import re
import struct
import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache

from flask import Flask, Response, request
from jinja2.ext import Extension

MIN_SIZE = 500
"""Bytes from which compression makes an answer noticeably smaller."""

LEVEL = 5
"""The level of compression: 6 takes a third longer, for 1 % fewer bytes."""

BEST = 9
"""The level of a page with inline styles: a phone loads one such page."""

WINDOW = 1 << zlib.MAX_WBITS
"""Bytes that a gzip stream can refer back to."""

END_OF_BEGINNING = b"<title>"
"""Where the pages of one language stop being alike: ``templates/base.html`` has it last."""

MIN_BEGINNING = 4096
"""Bytes from which the common beginning of pages is compressed only once."""

TEXT = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
"""Beginnings of the media types that are compressed."""


class StripIndentation(Extension):
    """Templates without the white space at the beginning of their lines."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The source of a template as it is compiled."""
        return re.sub(r"(?m)^[ \t]+", "", source)


def install(app: Flask) -> None:
    """Compress the answers of an application."""
    app.jinja_env.add_extension(StripIndentation)
    app.after_request(compress)


def accepts_gzip() -> bool:
    """True if the client of this request takes gzip."""
    return request.accept_encodings["gzip"] > 0


def compress(response: Response) -> Response:
    """A text answer gzipped, if that is worth it and the client takes it."""
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
    """An answer that is made while it is sent, gzipped piece by piece."""
    compressor, held = zlib.compressobj(LEVEL, wbits=zlib.MAX_WBITS | 16), 0
    for piece in pieces:
        compressed, held = compressor.compress(piece), held + len(piece)
        if held >= WINDOW:  # or a slow answer would seem to stand still
            compressed, held = compressed + compressor.flush(zlib.Z_SYNC_FLUSH), 0
        if compressed:
            yield compressed
    yield compressor.flush()


def gzip_page(body: bytes) -> bytes:
    """An answer gzipped; the inline styles at the beginning of a page are compressed once."""
    end = body.find(END_OF_BEGINNING) if body.startswith(b"<!doctype") else -1
    if end < MIN_BEGINNING:
        return gzip.compress(body, LEVEL, mtime=0)
    beginning, rest = body[:end], body[end:]
    window = beginning[-WINDOW:]  # what the rest may refer to: it is one stream
    compressor = zlib.compressobj(BEST, wbits=-zlib.MAX_WBITS, zdict=window)
    compressed, checksum = _gzip_beginning(beginning)
    trailer = struct.pack("<LL", zlib.crc32(rest, checksum), len(body))
    return b"".join((compressed, compressor.compress(rest), compressor.flush(), trailer))


@lru_cache(maxsize=64)
def _gzip_beginning(beginning: bytes) -> tuple[bytes, int]:
    """The beginning of a gzip stream, up to a byte boundary, and its checksum so far."""
    compressor = zlib.compressobj(BEST, wbits=zlib.MAX_WBITS | 16)
    compressed = compressor.compress(beginning) + compressor.flush(zlib.Z_SYNC_FLUSH)
    return compressed, zlib.crc32(beginning)
