"""QR codes of addresses, as other devices of the network open them."""

import io
import re
from functools import lru_cache
from typing import Any
from urllib.parse import urljoin

import segno
from flask import current_app, request, url_for
from markupsafe import Markup

from scorekeeper.web.addresses import EVERY_INTERFACE, addresses

LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")
"""Names of this machine that another device cannot use."""


def server_address(path: str) -> str:
    """Return the address of a path of this server for other devices: not that of localhost if
    the server listens at another."""
    root, name = request.host_url, request.host.rsplit(":", 1)[0]
    if name in LOCAL_NAMES:
        port = request.host.rpartition(":")[2]
        host = current_app.config.get("HOST", EVERY_INTERFACE[0])
        root = addresses(host, int(port) if port.isdigit() else 80)[-1][1]
    return root + path.lstrip("/")


def page_address(name: str, query: str) -> str:
    """Return the address of a page for other devices, with a query that no server sees. On a
    phone the page is opened by the shell of ``static/phone/``, whose address has all of it
    after the ``#``."""
    path = url_for(name)
    if current_app.config["OTHER_DEVICES"]:
        return f"{server_address(path)}#{query}"
    inner = path.removeprefix(request.script_root).lstrip("/")
    return f"{urljoin(request.url_root, '..')}#{inner}?{query}"


MANY_DIGITS = re.compile(r"(?<=-)(?=[0-9]{99})")
"""The start of the digits of a restart code, which are packed as digits."""


@lru_cache(maxsize=256)
def qr_code(text: str) -> Markup:
    """Return the QR code of an address or a restart code as SVG, black on white."""
    drawn = io.BytesIO()
    segments: Any = MANY_DIGITS.split(text)  # segno takes them, and its types do not say so
    encoding = None if text.isascii() else "utf-8"
    code = segno.make(segments, error="m", micro=False, encoding=encoding, eci=bool(encoding))
    code.save(
        drawn, kind="svg", scale=4, border=4, omitsize=True, xmldecl=False, light="white"
    )
    return Markup(drawn.getvalue().decode())


def qr_codes(texts: tuple[str, ...]) -> tuple[Markup, ...]:
    """Return the QR code of each of these texts."""
    return tuple(map(qr_code, texts))
