"""The sheets of a circle: who is there tonight, the last sheet again, one of them."""

from datetime import date

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.circles.circle import Circle, Link
from scorekeeper.service.access import new_key
from scorekeeper.service.circles import sheets
from scorekeeper.service.circles.access import CircleAccess
from scorekeeper.service.errors import CircleRefused, InvalidAnswers
from scorekeeper.service.seating import Seating
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.web.access import posted_key, query_seq
from scorekeeper.web.circle_access import read_circle, table_access
from scorekeeper.web.circle_limits import limit_circle_writes
from scorekeeper.web.device import remember_sheet
from scorekeeper.web.forms.present_form import LastSheet, PresentForm
from scorekeeper.web.rate_limits import limit_opened
from scorekeeper.web.views.circles._links import (
    link_of,
    opens_here,
    sheet_of,
    sheet_token_here,
)

bp = Blueprint("circle_sheets", __name__, url_prefix="/circles/<token>/sheets")

RECENT = 8
"""The last sheets whose players and rules are offered first."""


@bp.get("/new")
def new(token: str) -> ResponseReturnValue:
    """The form of the players who are there tonight, in the order of the seats."""
    return _new_page(access := table_access(token), _present_form(access))


@bp.post("")
@limit_circle_writes
@limit_opened
def create(token: str) -> ResponseReturnValue:
    """Open a sheet for the players who were tapped, by the rules that were chosen."""
    access = table_access(token)
    form = _present_form(access)
    form.read(request.form)
    rules = form.rules_chosen
    names = tuple(access.circle.player(player).name for player in form.order)
    try:
        link = sheets.open_in_circle(
            access,
            rules.game,
            rules.options,
            Seating(names, tuple(range(len(names))), 0),
            form.order,
            date=date.today().isoformat(),
            key=posted_key(),
        )
    except CircleRefused as refused:
        form.errors = [refused.message]
    except InvalidAnswers as refused:
        form.errors = [error.message for error in refused.errors]
    else:
        return _go_to(access, link)
    return _new_page(access, form), 422


@bp.post("/again")
@limit_circle_writes
@limit_opened
def again(token: str) -> ResponseReturnValue:
    """Open a sheet for the players of the last one, by its rules; the next player deals."""
    access = table_access(token)
    last = request.form.get("last", "")
    number = int(last) if last.isascii() and last.isdigit() and len(last) < 9 else 0
    try:
        link = sheets.open_again(access, number, date.today().isoformat())
    except CircleRefused as refused:
        form = _present_form(access)
        form.errors = [refused.message]
        return _new_page(access, form), 422
    return _go_to(access, link)


@bp.get("/<int:number>")
def open(token: str, number: int) -> ResponseReturnValue:
    """Go to a sheet of the circle, to write it or to read it; to its evening, if its links
    were renewed since."""
    access = read_circle(token)
    link = link_of(access, number)
    if opens_here(access, link.sheet):
        return _go_to(access, link, query_seq("hand"))
    evening = sheet_of(access, link).date or f"sheet-{number}"
    return redirect(url_for("circle_figures.evening", token=token, date=evening))


def _go_to(access: CircleAccess, link: Link, hand: int | None = None) -> ResponseReturnValue:
    """Go to a sheet, by the token that the device has for it already or by the circle's.

    :param hand: the id of one of its hands, to see that one.
    """
    sheet_token = sheet_token_here(access, link.sheet)
    if access.may_open:
        remember_sheet(sheet_token)
    if hand is not None:
        return redirect(url_for("hands.show", token=sheet_token, id=hand), 303)
    return redirect(url_for("sheets.show", token=sheet_token), 303)


def _present_form(access: CircleAccess) -> PresentForm:
    circle = access.circle
    links = _latest_first(access)[:RECENT]
    both = [(link, sheet) for link in links if (sheet := sheets.existing_sheet(access, link))]
    recent = [(_seated(circle, link, sheet), sheet) for link, sheet in both]
    form = PresentForm.offered(circle, recent)
    if links and (last := sheets.repeated(access, links[0].number)):
        link, sheet = last
        names = [circle.player(player).name for player in _seated(circle, link, sheet)]
        form.last = LastSheet(link.number, names, sheet.game.rules_title(sheet.options))
    return form


def _latest_first(access: CircleAccess) -> list[Link]:
    """The sheets that still exist, by their dates, of one date that linked last first."""
    latest = sorted(
        access.sheets.by_id.values(),
        key=lambda sheet: (sheet.summary.date, sheet.link.number),
        reverse=True,
    )
    return [sheet.link for sheet in latest]


def _seated(circle: Circle, link: Link, sheet: Sheet) -> list[int]:
    return sheets.seated_players(circle, link, sheet)


def _new_page(access: CircleAccess, form: PresentForm) -> str:
    return render_template("circles/sheets/new.html", access=access, form=form, key=new_key())
