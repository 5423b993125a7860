"""The home page: what this is, and the sheets of this device."""

from flask import Blueprint, abort, redirect, request, session
from flask.typing import ResponseReturnValue

from scorekeeper.i18n.languages import LANGUAGES
from scorekeeper.web.access import EXAMPLE_TOKEN
from scorekeeper.web.device_sheets import device_sheets, forget_sheet
from scorekeeper.web.rendering import render_template

bp = Blueprint("home", __name__)


@bp.get("/")
def show() -> ResponseReturnValue:
    """The purpose of La Marque, a new sheet, and the sheets of this device."""
    return render_template("home/show.html", accesses=device_sheets(), example=EXAMPLE_TOKEN)


@bp.post("/language")
def choose_language() -> ResponseReturnValue:
    """Choose the language of this device."""
    code = request.form.get("language")
    if code not in LANGUAGES:
        abort(400)
    session["language"] = code
    session.permanent = True
    return redirect(_local_path(request.form.get("next", "")), 303)


@bp.post("/forgotten")
def forget() -> ResponseReturnValue:
    """Take a sheet off this device; the sheet itself stays."""
    forget_sheet(request.form.get("token", ""))
    return redirect("/", 303)


def _local_path(path: str) -> str:
    """A path of this site: the one given, if it is one."""
    is_local = path.startswith("/") and not path.startswith(("//", "/\\"))
    return path if is_local and path.isprintable() else "/"
