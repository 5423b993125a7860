"""Sharing: the two addresses of a sheet, as text and as QR codes, and new ones."""

import io

import segno
from flask import Blueprint, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.cli.serve import addresses
from scorekeeper.storage.sqlite import read_only_token
from scorekeeper.web.access import (
    derived_token,
    forget_sheet,
    new_key,
    posted_key,
    reading,
    remember_sheet,
    sheet_cache,
    storage,
    writing,
)

bp = Blueprint("share", __name__, url_prefix="/sheets/<token>/share")


@bp.get("")
def show(token: str) -> str:
    """The addresses of a sheet: the one that writes, for those who have it, and the one
    that reads."""
    access = reading(token)
    links = [_link(read_only_token(access.token) if access.writes else access.token, False)]
    if access.writes:
        links.append(_link(access.token, True))
    return render_template("share/show.html", access=access, links=links, key=new_key())


@bp.post("")
def renew(token: str) -> Response:
    """Give the sheet new addresses: those before open nothing any more."""
    new = derived_token(f"renewed {token} {posted_key()}")
    if storage().access(new) is None:
        access = writing(token)
        storage().renew(access.id, posted_key(), new)
        sheet_cache().forget_sheet(access.id)
    forget_sheet(token)
    remember_sheet(new)
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
