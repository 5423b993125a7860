"""The screen of the room: seats by name, clock, ranking, prizes, in pages that turn."""

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.streams.events import utc_now
from scorekeeper.tournaments.clock import seconds_from
from scorekeeper.tournaments.papers.documents import Papers
from scorekeeper.tournaments.person import family_first
from scorekeeper.tournaments.prizes import is_settled, prizes
from scorekeeper.tournaments.round import Round
from scorekeeper.tournaments.service.access import TournamentAccess
from scorekeeper.tournaments.service.tokens import Role
from scorekeeper.tournaments.tournament import Tournament
from scorekeeper.tournaments.web._tournament_page import tournament_page
from scorekeeper.tournaments.web.access import TOURNAMENT
from scorekeeper.web.access import reads
from scorekeeper.web.language import current_language
from scorekeeper.web.qr_code import qr_code, server_address

bp = Blueprint("tournament_screen", __name__, url_prefix="/tournaments/<token>")

YOUNG = 600
"""Seconds of a round in which people may still look for their seats."""


@bp.get("/screen")
@reads(TOURNAMENT, seen_by=[Role.ORGANIZER])
def show(access: TournamentAccess) -> ResponseReturnValue:
    """Show what is published, as readers see it; 204 if that is still of the version asked
    with."""
    if access.token != access.read_token:
        return redirect(url_for("tournament_screen.show", token=access.read_token), 303)
    tournament = access.tournament
    parts = _wanted(access.state.last_round, _filled(tournament))
    version = "-".join([tournament.shown, *parts])
    if request.args.get("v") == version:
        return "", 204
    closed = [round for round in tournament.rounds if round.is_closed]
    return tournament_page(
        "screen",
        access,
        parts=parts,
        version=version,
        last=tournament.last_round,
        closed=closed[-1] if closed else None,
        family_first=family_first,
        papers=Papers(tournament, current_language().translate, tournament.last_round),
        code=qr_code(server_address(url_for("tournaments.show"))),
    )


def _filled(tournament: Tournament) -> list[str]:
    """Return the parts in which there is something for everybody to see, in their order."""
    last = tournament.last_round
    if last is None:
        return []
    filled = {
        "prizes": is_settled(tournament) and prizes(tournament),
        "clock": not last.is_closed and (last.clock.ends or last.clock.is_last),
        "seats": not last.is_closed,
        "ranking": any(round.is_closed for round in tournament.rounds),
    }
    return [part for part in filled if filled[part]]


def _wanted(last: Round | None, filled: list[str]) -> list[str]:
    """Return the parts that people look for now: their seats until the round has run for a
    while or a result has come, from then on the ranking.

    :param last: the last round as it stands; of its results only whether there are any shows.
    """
    if last is None:
        return []
    age = seconds_from(last.clock.started, utc_now()) if last.clock.started else 0.0
    is_young = not (last.is_closed or last.slips or age > YOUNG)
    later = "ranking" if is_young else "seats"
    return [part for part in filled if part != later] or filled
