"""Calls for the referee: made on the sheet of a table, shown and answered at the desk."""

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.sheets.service.access import SheetAccess, SheetRole
from scorekeeper.sheets.web.access import SHEET
from scorekeeper.tournaments.rounds import answer_call, call_referee
from scorekeeper.tournaments.service.access import TournamentAccess
from scorekeeper.tournaments.service.tables import at_table, notify_table
from scorekeeper.tournaments.service.tokens import Role
from scorekeeper.tournaments.web._tournament_page import number_in, tournament_page
from scorekeeper.tournaments.web.access import TOURNAMENT, posted_key, tournaments
from scorekeeper.web.access import reads, writes

bp = Blueprint("tournament_calls", __name__)


@bp.get("/tournaments/<token>/calls")
@reads(TOURNAMENT, Role.DESK, Role.REFEREE)
def show(access: TournamentAccess) -> ResponseReturnValue:
    """Show the tables that call the referee, each a button: the line over the pages of the
    desk, which asks for it again and again."""
    return tournament_page("_calls", access)


@bp.post("/tournaments/<token>/calls")
@writes(TOURNAMENT, Role.DESK, Role.REFEREE)
def answer(access: TournamentAccess) -> ResponseReturnValue:
    """Answer the call of a table, which is told on its phones."""
    number, table = number_in(request.form, "round"), number_in(request.form, "table")
    access.record("answered", answer_call, number, table, True, key=posted_key())
    notify_table(access, number, table)
    return redirect(url_for("tournament_slips.show", number=number, table=table), 303)


@bp.post("/sheets/<token>/referee")
@writes(SHEET, SheetRole.WRITING)
def call(access: SheetAccess) -> ResponseReturnValue:
    """Call the referee to the table of a sheet, or say that he need not come."""
    place = at_table(tournaments(), access)
    if place and place.is_current:
        is_over = "over" in request.form
        kind, decision = ("answered", answer_call) if is_over else ("called", call_referee)
        at = place.round.number, place.table
        place.access.record(kind, decision, *at, key=posted_key())
        notify_table(place.access, *at)
    return redirect(url_for("sheets.show"), 303)
