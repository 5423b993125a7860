"""The journal of a tournament: what happened, in sentences, for its organizer."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.sheets.web.access import query_seq
from scorekeeper.tournaments.history import history_page
from scorekeeper.tournaments.service.access import TournamentAccess
from scorekeeper.tournaments.service.tokens import Role
from scorekeeper.tournaments.web.access import TOURNAMENT
from scorekeeper.web.access import reads

bp = Blueprint("tournament_journal", __name__, url_prefix="/tournaments/<token>/journal")


@bp.get("")
@reads(TOURNAMENT, Role.ORGANIZER)
def show(access: TournamentAccess) -> ResponseReturnValue:
    """Show a page of what happened, the latest first."""
    before, after = query_seq("before"), query_seq("after")
    page = history_page(access.events(), access.tournament, before, after)
    return render_template("tournaments/journal.html", access=access, page=page)
