"""The start page: what this is, and the sheets of this device."""

from flask import Blueprint, abort, redirect, render_template, request, session
from werkzeug.wrappers import Response

from scorekeeper.i18n.locales import LANGUAGES
from scorekeeper.web.access import EXAMPLE, device_sheets, forget_sheet

bp = Blueprint("start", __name__)


@bp.get("/")
def show() -> str:
    """What this is, a new sheet, and those of this device."""
    return render_template("home/show.html", accesses=device_sheets(), example=EXAMPLE)


@bp.post("/language")
def choose() -> Response:
    """Read in another language from now on."""
    code = request.form.get("language")
    if code not in LANGUAGES:
        abort(400)
    session["language"] = code
    session.permanent = True
    return redirect(_inside(request.form.get("next", "")), 303)


@bp.post("/forgotten")
def leave() -> Response:
    """Take a sheet off this device; the sheet itself stays."""
    forget_sheet(request.form.get("token", ""))
    return redirect("/", 303)


def _inside(path: str) -> str:
    """A path of this site, whatever was asked for."""
    plain = path.startswith("/") and not path.startswith(("//", "/\\"))
    return path if plain and path.isprintable() else "/"
