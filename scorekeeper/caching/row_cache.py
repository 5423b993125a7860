"""What is rendered once: the markup of a row, and the page of one version of a sheet.

A row never changes: a new hand renders one, a correction those that it moves. A page is the
same for whoever comes by one link until somebody writes; what differs each time, the token
and the key of its forms, is put in on the way.
"""

import re
import struct
import threading
import zlib
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from flask import Response, current_app, render_template, session
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from scorekeeper.sheets.rows import Row
from scorekeeper.web.access import SheetAccess, new_key
from scorekeeper.web.assets import takes_gzip
from scorekeeper.web.page import current_language

ROWS = 1000
"""Most rows whose markup is kept, a megabyte and a half: what twenty-five tables look at."""

TOKENS = 300
"""Most devices whose token is kept: signing one takes as long as putting a page together."""

PAGES = 20
"""Most pages that are kept, a megabyte: what is looked at again before somebody writes."""

CSRF, KEY = "\x01", "\x02"
"""What fills the place of a token and of a key: nothing that is typed has it."""

HOLES = re.compile(f"({CSRF}+|{KEY}+)")

GZIP = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
"""What a gzip file begins with."""

END = b"\x03\0"
"""The last block of a packed text: an empty one."""

T = TypeVar("T")


class Shelf(Generic[T]):
    """What was made, by its key; the oldest leaves first."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: dict[Hashable, T] = {}
        self._putting = threading.Lock()

    def get(self, key: Hashable) -> T | None:
        """What was kept under this key."""
        return self._kept.get(key)

    def put(self, key: Hashable, made: T) -> T:
        """Keep this; what it is."""
        with self._putting:
            self._kept.pop(key, None)
            self._kept[key] = made
            while len(self._kept) > self._size:
                del self._kept[next(iter(self._kept))]
        return made


def row_of(access: SheetAccess, row: Row, linked: bool) -> Markup:
    """The markup of one row of a sheet, as this link shows it in this language."""
    rows: Shelf[tuple[Row, Markup]] = current_app.extensions["rows"]
    key = (id(row), access.token, current_language().code, linked, access.sheet.columns)
    found = rows.get(key)
    if found is None or found[0] is not row:
        made = render_template(
            "sheets/_row.html", access=access, sheet=access.sheet, row=row, linked=linked
        )
        found = rows.put(key, (row, Markup(made)))
    return found[1]


class Piece(NamedTuple):
    """A part of a page, plain and packed."""

    plain: bytes
    packed: bytes


class Page(NamedTuple):
    """A page but for its token and its keys."""

    etag: str
    parts: tuple[Piece | str, ...]
    """The pieces that stay, and between them what stands for what is put in."""


def page_of(access: SheetAccess, make: Callable[[str, str], str]) -> Response:
    """The page of a sheet as it stands, made once for each link and language.

    :param make: makes the page, given what stands for its token and for its key.
    """
    pages: Shelf[Page] = current_app.extensions["pages"]
    holes = CSRF * len(_csrf()), KEY * len(new_key())
    key = (access.token, current_language().code, holes)
    found = pages.get(key)
    if found is None or found.etag != access.sheet.etag:
        found = pages.put(key, Page(access.sheet.etag, _parts(make(*holes))))
    return _sent(found)


def _parts(page: str) -> tuple[Piece | str, ...]:
    """A page in pieces, each packed as what comes after all those before it.

    What is put in later is as long as what stands for it, so that a piece still finds what
    it repeats at the same distance.
    """
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    parts: list[Piece | str] = []
    for text in HOLES.split(page):
        plain = text.encode()
        packed = packer.compress(plain) + packer.flush(zlib.Z_SYNC_FLUSH)
        parts.append(text if HOLES.fullmatch(text) else Piece(plain, packed))
    return tuple(parts)


def _csrf() -> str:
    """The token of this device's forms; one does for as long as its session lasts."""
    raw = session.get("csrf_token")
    return _signed(current_app.secret_key, raw) if raw else str(generate_csrf())


@lru_cache(TOKENS)
def _signed(secret: bytes, raw: str) -> str:
    return str(generate_csrf())


def _sent(page: Page) -> Response:
    given = {CSRF: _csrf(), KEY: new_key()}
    pieces = [
        part if isinstance(part, Piece) else _unpacked(given[part[0]].encode())
        for part in page.parts
    ]
    body = b"".join(piece.plain for piece in pieces)
    response = Response(content_type="text/html; charset=utf-8")
    response.vary.add("Accept-Encoding")
    if takes_gzip():
        packed = b"".join(piece.packed for piece in pieces)
        body = GZIP + packed + END + struct.pack("<II", zlib.crc32(body), len(body))
        response.headers["Content-Encoding"] = "gzip"
    response.set_data(body)
    return response


def _unpacked(plain: bytes) -> Piece:
    """A part that is put in as it is, as a block of its own."""
    return Piece(plain, struct.pack("<BHH", 0, len(plain), 0xFFFF - len(plain)) + plain)
