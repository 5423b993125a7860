"""QR codes of addresses, as other devices of the network open them."""

import io
import re
from functools import lru_cache
from typing import Any

import segno
from flask import request, url_for
from markupsafe import Markup

from scorekeeper.web.addresses import addresses

LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")
"""Names of this machine that another device cannot use."""


def sheet_address(token: str) -> str:
    """Return the address of a sheet for other devices."""
    return server_address(url_for("sheets.show", token=token))


def server_address(path: str) -> str:
    """Return the address of a page for other devices.

    :param path: its path on this server.
    """
    return _root() + path.lstrip("/")


def circle_address(token: str) -> str:
    """Return the address of a circle for other devices."""
    return _root() + url_for("circles.show", token=token).lstrip("/")


def recovery_address() -> str:
    """Return the address at which a circle is found again, for other devices."""
    return _root() + url_for("circle_links.find_lost").lstrip("/")


def _root() -> str:
    """Return the address of this server for other devices: not localhost if it has another."""
    name = request.host.rsplit(":", 1)[0]
    if name in LOCAL_NAMES:
        port = request.host.rpartition(":")[2]
        return addresses("0.0.0.0", int(port) if port.isdigit() else 80)[-1][1]
    return request.host_url


MANY_DIGITS = re.compile(r"(?<=-)(?=[0-9]{99})")
"""The start of the digits of a restart code, which are packed as digits."""


@lru_cache(maxsize=256)
def qr_code(text: str) -> Markup:
    """Return the QR code of an address or a restart code as SVG, black on white in any
    theme."""
    drawn = io.BytesIO()
    segments: Any = MANY_DIGITS.split(text)  # segno takes them, and its types do not say so
    encoding = None if text.isascii() else "utf-8"
    code = segno.make(segments, error="m", micro=False, encoding=encoding, eci=bool(encoding))
    code.save(
        drawn, kind="svg", scale=4, border=4, omitsize=True, xmldecl=False, light="white"
    )
    return Markup(drawn.getvalue().decode())
