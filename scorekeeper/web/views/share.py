"""Sharing: the two addresses of a sheet, as text and as QR codes, and new ones."""

import io

import segno
from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.service.access import new_key
from scorekeeper.service.errors import WriteForbidden
from scorekeeper.service.sheets import renew_tokens
from scorekeeper.web.access import EXAMPLE_TOKEN, posted_key, read_access, repository
from scorekeeper.web.device_sheets import forget_sheet, remember_sheet
from scorekeeper.web.rate_limits import limit_writes
from scorekeeper.web.rendering import render_template
from scorekeeper.web.server_addresses import addresses

bp = Blueprint("share", __name__, url_prefix="/sheets/<token>/share")

LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")
"""Names of this machine that another device cannot use."""


@bp.get("")
def show(token: str) -> ResponseReturnValue:
    """The address that only reads and, for those who have it, the one that writes."""
    access = read_access(token)
    links = [_link(access.read_token, False)]
    if access.may_write:
        links.append(_link(token, True))
    return render_template("share/show.html", access=access, links=links, key=new_key())


@bp.post("")
@limit_writes
def renew(token: str) -> ResponseReturnValue:
    """Give the sheet new addresses; those before open nothing any more."""
    if token == EXAMPLE_TOKEN:
        raise WriteForbidden
    new = renew_tokens(repository(), token, key=posted_key())
    forget_sheet(token)
    remember_sheet(new)
    return redirect(url_for("share.show", token=new), 303)


def _link(token: str, writes: bool) -> dict[str, object]:
    address = _root() + url_for("sheets.show", token=token).lstrip("/")
    return {"address": address, "writes": writes, "code": _qr_code(address)}


def _root() -> str:
    """The address of this server for other devices: not localhost, where another is known."""
    name = request.host.rsplit(":", 1)[0]
    if name in LOCAL_NAMES:
        port = request.host.rpartition(":")[2]
        return addresses("0.0.0.0", int(port) if port.isdigit() else 80)[-1][1]
    return request.host_url


def _qr_code(address: str) -> Markup:
    """A QR code as SVG, black on white in any theme."""
    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        drawn, kind="svg", scale=4, border=4, omitsize=True, xmldecl=False, light="white"
    )
    return Markup(drawn.getvalue().decode())
