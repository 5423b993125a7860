"""Sheets: open one, show it, print it, play the next game."""

from datetime import date

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.games import PRESETS
from scorekeeper.reports.chart import sheet_chart
from scorekeeper.reports.duplicate import grids
from scorekeeper.reports.print_layout import print_layout
from scorekeeper.reports.settlement import settlement
from scorekeeper.service import sheets
from scorekeeper.service.access import SheetAccess, new_key
from scorekeeper.service.circles.access import CircleAccess
from scorekeeper.service.errors import CircleRefused
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.web.access import (
    posted_key,
    query_seq,
    read_access,
    repository,
)
from scorekeeper.web.device import device_sheets, known_names, remember_sheet
from scorekeeper.web.forms.rules_form import RulesForm
from scorekeeper.web.forms.seats_form import SeatsForm
from scorekeeper.web.qr_code import qr_code, sheet_address
from scorekeeper.web.rate_limits import limit_opened, limit_writes
from scorekeeper.web.templating import page_or_fragment
from scorekeeper.web.views._game_cards import game_cards
from scorekeeper.web.views._in_circle import (
    circle_asked,
    follow_in_circles,
    last_sheet,
    open_sheet_in,
    player_names,
    players_present,
)
from scorekeeper.web.views._own_rules import own_rules
from scorekeeper.web.views._paper import page_of, wanted_print
from scorekeeper.web.views._sheet_page import next_form, recorded_event, sheet_page

bp = Blueprint("sheets", __name__, url_prefix="/sheets")


@bp.get("/new")
def new() -> ResponseReturnValue:
    """The form of a new sheet, with the players of the last one, or those of a circle."""
    circle = circle_asked()
    last = last_sheet(circle) if circle else _last_of_device()
    rules = RulesForm.of(last) if last else RulesForm.named("")
    if request.args.get("rules") in PRESETS:
        rules = RulesForm.named(request.args["rules"])
    if circle:
        return _new_page(rules, SeatsForm.suggested(rules.game, players_present(circle)))
    same = last is not None and bool(last.game.board) == bool(rules.game.board)
    names = [last.names[n] for n in last.state.seats] if last and same else []
    return _new_page(rules, SeatsForm.suggested(rules.game, names))


def _last_of_device() -> Sheet | None:
    """The last sheet of this device, without its hands."""
    recent = device_sheets()
    return recent[0].outline if recent else None


@bp.post("")
@limit_opened
def create() -> ResponseReturnValue:
    """Open a sheet, or show the form again with what is wrong."""
    rules = RulesForm.posted(request.form, own_rules())
    seats = SeatsForm.posted(request.form, rules.game)
    if seats.is_rearranged or "choose" in request.form:
        return _new_page(rules, seats, whole="choose" in request.form)
    if not seats.validate() or rules.errors:
        return _new_page(rules, seats), 422
    circle = circle_asked()
    if circle:
        return _create_in(circle, rules, seats)
    token = sheets.open_sheet(
        repository(),
        rules.game,
        rules.options,
        seats.seating,
        title=request.form.get("title", ""),
        date=_day(request.form.get("date", "")),
        key=posted_key(),
    )
    remember_sheet(token)
    return redirect(url_for("sheets.show", token=token), 303)


def _create_in(
    circle: CircleAccess, rules: RulesForm, seats: SeatsForm
) -> ResponseReturnValue:
    """Open a sheet in a circle, or show the form again with what the circle refuses."""
    title, day = request.form.get("title", ""), _day(request.form.get("date", ""))
    try:
        address = open_sheet_in(circle, rules, seats.seating, title, day)
    except CircleRefused as refused:
        seats.errors = [refused.message]
        return _new_page(rules, seats), 422
    return redirect(address, 303)


@bp.get("/<token>")
def show(token: str) -> ResponseReturnValue:
    """The running sheet, with the form of the next hand for those who may write."""
    access = read_access(token)
    recorded = recorded_event(access, query_seq("recorded"), query_seq("since"))
    form = next_form(access, recorded) if access.may_write else None
    return sheet_page(access, form, recorded)


@bp.get("/<token>/print")
def paper(token: str) -> ResponseReturnValue:
    """The sheet to be printed: without a link that writes, for a printed file holds links."""
    access = read_access(token)
    sheet = access.sheet
    wanted = wanted_print(sheet)
    layout = None if sheet.game.board else print_layout(sheet, wanted)
    return render_template(
        "sheets/print.html",
        access=access,
        layout=layout,
        chart=sheet_chart(sheet),
        grids=grids(sheet) if sheet.game.board else (),
        settlement=settlement(sheet),
        qr_code=qr_code(sheet_address(access.read_token)),
        **page_of(wanted, layout),
    )


@bp.post("/<token>/revanche")
@limit_writes
@limit_opened
def revanche(access: SheetAccess) -> ResponseReturnValue:
    """Open the next game of the same players by the same rules."""
    following = sheets.open_revanche(access)
    follow_in_circles(access.sheet_id)
    return redirect(url_for("sheets.show", token=following), 303)


def _new_page(rules: RulesForm, seats: SeatsForm, whole: bool = False) -> Response:
    """The form of a new sheet; for htmx only its seats, unless the rules change."""
    circle = circle_asked()
    return page_or_fragment(
        "sheets/new.html",
        "sheets/new.html" if whole else "table/_seats.html",
        rules=rules,
        seats=seats,
        cards=game_cards(rules, own_rules()),
        known=player_names(circle) if circle else known_names(),
        circle=circle,
        title=request.form.get("title", ""),
        day=_day(request.form.get("date", "")),
        key=new_key(),
        action=url_for("sheets.create"),
    )


def _day(given: str) -> str:
    """The date given, or today where it is none."""
    try:
        return date.fromisoformat(given).isoformat()
    except ValueError:
        return date.today().isoformat()
