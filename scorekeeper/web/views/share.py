"""Sharing: the two addresses of a sheet, as text and as QR codes, and new ones."""

import io

import segno
from flask import Blueprint, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from ..serve import addresses
from ..storage import read_token
from .door import (
    forget,
    memory,
    new_key,
    reading,
    remember,
    sent_key,
    storage,
    token_of,
    writing,
)

bp = Blueprint("share", __name__, url_prefix="/sheets/<token>/share")


@bp.get("")
def show(token: str) -> str:
    """The addresses of a sheet: the one that writes, for those who have it, and the one
    that reads."""
    door = reading(token)
    links = [_link(read_token(door.token) if door.writes else door.token, False)]
    if door.writes:
        links.append(_link(door.token, True))
    return render_template("share.html", door=door, links=links, key=new_key())


@bp.post("")
def renew(token: str) -> Response:
    """Give the sheet new addresses: those before open nothing any more."""
    new = token_of(f"renewed {token} {sent_key()}")
    if storage().access(new) is None:
        door = writing(token)
        storage().renew(door.id, sent_key(), new)
        memory().forget(door.id)
    forget(token)
    remember(new)
    return redirect(url_for("share.show", token=new), 303)


def _link(token: str, writes: bool) -> dict[str, object]:
    address = _root() + url_for("sheets.show", token=token).lstrip("/")
    return {"address": address, "writes": writes, "code": _code(address)}


def _root() -> str:
    """Where this server is for other devices: not localhost, where another is known."""
    name = request.host.rsplit(":", 1)[0]
    if name in ("localhost", "127.0.0.1", "[::1]"):
        port = request.host.rpartition(":")[2]
        return addresses("0.0.0.0", int(port) if port.isdigit() else 80)[-1][1]
    return request.host_url


def _code(address: str) -> Markup:
    """A QR code as a drawing, black on white in any theme."""
    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        drawn, kind="svg", scale=4, border=4, omitsize=True, xmldecl=False, light="white"
    )
    return Markup(drawn.getvalue().decode())
