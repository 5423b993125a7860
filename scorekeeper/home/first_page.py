"""The home page: what this is, and the sheets of this device; other packages add to it."""

from functools import cache

from flask import Blueprint, abort, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.i18n.languages import LANGUAGES
from scorekeeper.sheets.formats.examples import fft_match
from scorekeeper.sheets.formats.night_document import read
from scorekeeper.sheets.service.example import TOKEN as EXAMPLE
from scorekeeper.sheets.sheet import Sheet, fold
from scorekeeper.sheets.web.device import CLOSED, device_sheets, forget_sheet
from scorekeeper.web.addresses import local_path
from scorekeeper.web.first_page import FORGOTTEN, PARTS

bp = Blueprint("home", __name__)

SHOWN = 4
"""The sheets of the device that are listed at once; the others are one tap away."""

PICTURED = 3
"""The hands in the picture of a sheet."""


@bp.get("/")
def show() -> ResponseReturnValue:
    """Show the purpose of La Marque, a new sheet, and the sheets of this device."""
    accesses, parts = device_sheets(), PARTS()
    closed = session.get(CLOSED, ())
    return render_template(
        "home/show.html",
        accesses=accesses[:SHOWN],
        older=accesses[SHOWN:],
        latest=next((one for one in accesses[:SHOWN] if one.token not in closed), None),
        parts=parts,
        resume=next((part.resume for part in parts if part.resume), ""),
        picture=_picture(),
        example=EXAMPLE,
    )


@bp.post("/language")
def choose_language() -> ResponseReturnValue:
    """Choose the language of this device."""
    code = request.form.get("language")
    if code not in LANGUAGES:
        abort(400)
    session["language"] = code
    session.permanent = True
    return redirect(local_path(request.form.get("next", "")) or url_for("home.show"), 303)


@bp.post("/forgotten")
def forget() -> ResponseReturnValue:
    """Take what a token opens off the lists of this device; it stays where it is, and its
    address brings it back."""
    token = request.form.get("token", "")
    forget_sheet(token)
    FORGOTTEN(token)
    if address := local_path(request.form.get("address", "")):
        flash(address)
    return redirect(url_for("home.show"), 303)


@cache
def _picture() -> Sheet:
    """Return the sheet in the picture: the first hands of the example."""
    return fold(read(fft_match())[: 1 + PICTURED])
