"""Sheets: open one, show it, print it, play the next game."""

from datetime import date

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.games import PRESETS
from scorekeeper.i18n.messages import Message
from scorekeeper.reports.board_grid import grids
from scorekeeper.reports.print_layout import print_layout
from scorekeeper.reports.settlement import settlement
from scorekeeper.service import sheets
from scorekeeper.service.access import new_key
from scorekeeper.web.access import (
    posted_key,
    query_seq,
    read_access,
    repository,
    write_access,
)
from scorekeeper.web.device_sheets import device_sheets, known_names, remember_sheet
from scorekeeper.web.forms.rules_form import RulesForm
from scorekeeper.web.forms.seats_form import SeatsForm
from scorekeeper.web.rate_limits import limit_opened, limit_writes
from scorekeeper.web.rendering import render_template
from scorekeeper.web.templating import page_or_fragment
from scorekeeper.web.views._own_rules import own_rules
from scorekeeper.web.views._sheet_page import next_form, recorded_event, sheet_page

bp = Blueprint("sheets", __name__, url_prefix="/sheets")


@bp.get("/new")
def new() -> ResponseReturnValue:
    """The form of a new sheet, with the players of the last one."""
    recent = device_sheets()
    last = recent[0].outline if recent else None
    rules = RulesForm.of(last) if last else RulesForm.named("")
    if request.args.get("rules") in PRESETS:
        rules = RulesForm.named(request.args["rules"])
    same = last is not None and bool(last.game.board) == bool(rules.game.board)
    names = [last.names[n] for n in last.state.seats] if last and same else []
    return _new_page(rules, SeatsForm.suggested(rules.game, names))


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


@bp.get("/<token>")
def show(token: str) -> ResponseReturnValue:
    """The running sheet, with the form of the next hand for those who may write."""
    access = read_access(token)
    recorded = recorded_event(access, query_seq("recorded"), query_seq("since"))
    return sheet_page(access, next_form(access) if access.may_write else None, recorded)


@bp.get("/<token>/print")
def paper(token: str) -> ResponseReturnValue:
    """The sheet to be printed: without links, for a printed file would hold their tokens."""
    access = read_access(token)
    return render_template(
        "sheets/print.html",
        access=access,
        layout=None if access.sheet.game.board else print_layout(access.sheet),
        grids=grids(access.sheet) if access.sheet.game.board else (),
        settlement=settlement(access.sheet),
    )


@bp.post("/<token>/revanche")
@limit_writes
@limit_opened
def revanche(token: str) -> ResponseReturnValue:
    """Open the next game of the same players by the same rules."""
    following = sheets.open_revanche(write_access(token))
    return redirect(url_for("sheets.show", token=following), 303)


def _new_page(rules: RulesForm, seats: SeatsForm, whole: bool = False) -> Response:
    """The form of a new sheet; for htmx only its seats, unless the rules change."""
    return page_or_fragment(
        "sheets/new.html",
        "sheets/new.html" if whole else "table/_seats.html",
        rules=rules,
        seats=seats,
        choices=_choices(rules),
        known=known_names(),
        today=date.today().isoformat(),
        key=new_key(),
        action=url_for("sheets.create"),
    )


def _choices(rules: RulesForm) -> list[tuple[str, Message | str, bool]]:
    """The rules to choose among: the code, the title, and if they are those of the form."""
    named = rules.name
    own = [
        (code, one.name, one.name == named and one.game is rules.game)
        for code, one in own_rules().items()
    ]
    usual = [
        (name, preset.title, preset is rules.preset and not any(chosen for *_, chosen in own))
        for name, (_, preset) in PRESETS.items()
    ]
    return [*usual, *own]


def _day(given: str) -> str:
    """The date given, or today where it is none."""
    try:
        return date.fromisoformat(given).isoformat()
    except ValueError:
        return date.today().isoformat()
