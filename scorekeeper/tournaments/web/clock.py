"""The clock of the round under way, and how far its tables are."""

import hashlib
from collections.abc import Callable

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.i18n.messages import Message
from scorekeeper.streams.errors import UnknownEntry
from scorekeeper.streams.events import utc_now
from scorekeeper.tournaments.clock import Clock, later
from scorekeeper.tournaments.errors import TournamentRefused
from scorekeeper.tournaments.next_round import kind_of_draw
from scorekeeper.tournaments.service.access import TournamentAccess
from scorekeeper.tournaments.service.progress import progress, shorter
from scorekeeper.tournaments.service.tables import set_clock, table_sheets
from scorekeeper.tournaments.service.tokens import Role
from scorekeeper.tournaments.web._tournament_page import number_in, tournament_page
from scorekeeper.tournaments.web.access import TOURNAMENT, posted_key
from scorekeeper.web.access import reads, writes

bp = Blueprint("tournament_clock", __name__, url_prefix="/tournaments/<token>")

MOST_MINUTES = 240
"""Longest time of a round, as in the regulations."""


@bp.get("/progress")
@reads(TOURNAMENT, Role.DESK, Role.REFEREE)
def show(access: TournamentAccess) -> ResponseReturnValue:
    """Show how far each table of the last round is, and its clock; the news of that where they
    are asked for, 204 without any."""
    return _progress_page(access)


@bp.post("/clock")
@writes(TOURNAMENT, Role.DESK, Role.REFEREE)
def change(access: TournamentAccess) -> ResponseReturnValue:
    """Start or change the clock of a round, as it was seen."""
    form = request.form
    minutes = min(number_in(form, "minutes"), MOST_MINUTES)
    now = utc_now()
    changes: dict[str, Callable[[Clock], Clock]] = {
        "start": lambda clock: Clock(
            now, later(now, 60 * minutes) if minutes else "", clock.deals
        ),
        "more": lambda clock: clock.moved(minutes, now),
        "less": lambda clock: clock.moved(-minutes, now),
        "last": lambda clock: clock.announced(now),
        "resume": lambda clock: clock._replace(ends="", is_last=False),
        "deals": lambda clock: clock._replace(deals=number_in(form, "deals")),
    }
    if form.get("change") not in changes:
        raise UnknownEntry
    number, seen = number_in(form, "round"), form.get("seen", "")
    try:
        set_clock(access, number, changes[form["change"]], seen, key=posted_key())
    except TournamentRefused as refused:
        return _progress_page(access, refused.message)
    return redirect(url_for("tournament_clock.show"), 303)


def _progress_page(
    access: TournamentAccess, refused: Message | None = None
) -> ResponseReturnValue:
    tournament, round = access.tournament, access.tournament.last_round
    if round is None:
        raise UnknownEntry
    sheets, deals = table_sheets(access, round), number_in(request.args, "deals")
    heads = [one.etag for one in sheets.values()]
    seen = repr((access.etag, heads, deals))
    etag = hashlib.sha256(seen.encode()).hexdigest()[:16]
    if request.args.get("v") == etag:
        return "", 204
    fewer = shorter(tournament, round, sheets)
    cuts = deals > 0 and deals == fewer
    shown = round._replace(clock=round.clock._replace(deals=deals)) if cuts else round
    page = tournament_page(
        "_progress" if "v" in request.args else "progress",
        access,
        round=round,
        oob="v" in request.args,
        etag=etag,
        tables=progress(tournament, shown, sheets),
        shorter=fewer,
        cuts=cuts,
        deals=tournament.deals_of(shown),
        needs_all=kind_of_draw(tournament) == "ranking",
        refused=refused,
    )
    return page, 409 if refused else 200
