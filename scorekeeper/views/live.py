"""What other phones have written: asked for every two seconds, and shared by an address."""

import io

import segno
from flask import Blueprint, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from ..chart import chart
from ..serve import addresses
from ..storage import read_token
from .door import reading, storage

bp = Blueprint("live", __name__, url_prefix="/sheets/<token>")


@bp.get("/live")
def poll(token: str) -> Response | tuple[str, int] | str:
    """The sheet where it is newer than the one that asks; else nothing, at next to no cost."""
    door = reading(token)
    seen = request.args.get("v", "")
    if door.id and seen == str(storage().version(door.id)):
        return "", 204
    return render_template("_news.html", door=door, chart=chart(door.sheet))


@bp.get("/tv")
def screen(token: str) -> str:
    """The totals in large figures, for a television."""
    door = reading(token)
    return render_template("tv.html", door=door, chart=chart(door.sheet))


@bp.get("/share")
def share(token: str) -> str:
    """The addresses of a sheet: the one that writes, for those who have it, and the one
    that reads."""
    door = reading(token)
    links = [_link(read_token(door.token) if door.writes else door.token, False)]
    if door.writes:
        links.append(_link(door.token, True))
    return render_template("share.html", door=door, links=links)


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
