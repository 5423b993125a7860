"""The home page: what this is, and the circles, tournaments and sheets of this device."""

from functools import cache

from flask import Blueprint, abort, redirect, render_template, request, session
from flask.typing import ResponseReturnValue

from scorekeeper.circles.service.example import TOKEN as EXAMPLE_CIRCLE
from scorekeeper.circles.web.access import closed_circles, device_circles, forget_circle
from scorekeeper.i18n.languages import LANGUAGES
from scorekeeper.sheets.formats.examples import fft_match
from scorekeeper.sheets.formats.night_document import read
from scorekeeper.sheets.service.example import TOKEN as EXAMPLE
from scorekeeper.sheets.sheet import Sheet, fold
from scorekeeper.sheets.web.device import device_sheets, forget_sheet
from scorekeeper.tournaments.service.example import TOKEN as EXAMPLE_TOURNAMENT
from scorekeeper.tournaments.web.access import ROLES, device_tournaments, forget_tournament
from scorekeeper.web.addresses import local_path

bp = Blueprint("home", __name__)

SHOWN = 4
"""The sheets of the device that are listed at once; the others are one tap away."""

PICTURED = 3
"""The hands in the picture of a sheet."""


@bp.get("/")
def show() -> ResponseReturnValue:
    """Show the purpose of La Marque, a new sheet, and the sheets of this device."""
    accesses = device_sheets()
    return render_template(
        "home/show.html",
        accesses=accesses[:SHOWN],
        older=accesses[SHOWN:],
        circles=device_circles(),
        closed_circles=closed_circles(),
        tournaments=device_tournaments(),
        roles=ROLES,
        example=EXAMPLE,
        example_circle=EXAMPLE_CIRCLE,
        example_tournament=EXAMPLE_TOURNAMENT,
        picture=_picture(),
    )


@bp.post("/language")
def choose_language() -> ResponseReturnValue:
    """Choose the language of this device."""
    code = request.form.get("language")
    if code not in LANGUAGES:
        abort(400)
    session["language"] = code
    session.permanent = True
    return redirect(local_path(request.form.get("next", "")), 303)


@bp.post("/forgotten")
def forget() -> ResponseReturnValue:
    """Take a sheet, a circle or a tournament off this device; it stays where it is."""
    token = request.form.get("token", "")
    forget_sheet(token)
    forget_circle(token)
    forget_tournament(token)
    return redirect("/", 303)


@cache
def _picture() -> Sheet:
    """Return the sheet in the picture: the first hands of the example."""
    return fold(read(fft_match())[: 1 + PICTURED])
