"""The ranking of a tournament, the way of one person, cross table, penalties, prizes."""

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.names import plain
from scorekeeper.streams.errors import UnknownEntry
from scorekeeper.tournaments import prizes, rounds
from scorekeeper.tournaments.errors import TournamentRefused
from scorekeeper.tournaments.next_round import seated_order
from scorekeeper.tournaments.ranking import NOTHING, changes, ranking, rests_on, round_scores
from scorekeeper.tournaments.service.access import TournamentAccess
from scorekeeper.tournaments.service.next_steps import next_steps
from scorekeeper.tournaments.service.tables import readable_sheets
from scorekeeper.tournaments.service.tokens import Role
from scorekeeper.tournaments.tournament import Penalty, Table, Tournament
from scorekeeper.tournaments.web._desk import desk_page, number_in, signed_number
from scorekeeper.tournaments.web.access import TOURNAMENT, device_tournaments, posted_key
from scorekeeper.web.access import reads, writes
from scorekeeper.web.templating import fragment

bp = Blueprint("tournament_ranking", __name__, url_prefix="/tournaments/<token>")

FAULTS = (msg("retard"), msg("renonce"), msg("donne faussée"), msg("signe"), msg("conduite"))
"""The reasons of a penalty that are one tap away."""


@bp.get("/ranking", defaults={"number": 0})
@bp.get("/ranking/<int:number>")
@reads(TOURNAMENT, seen_by=[Role.ORGANIZER])
def show(desk: TournamentAccess, number: int) -> ResponseReturnValue:
    """Show the ranking after a round, the last one without a number: as it was published, to
    the organizer as it stands, and what has changed since."""
    who = number_in(request.args, "who")
    if desk.role is Role.READING and not who:
        key = ("tournament ranking", desk.token, desk.tournament.shown, number)
        content = fragment(key, lambda: _ranking(desk, number))
    else:
        content = Markup(_ranking(desk, number, who))
    return desk_page("ranking", desk, content=content)


def _ranking(desk: TournamentAccess, number: int, who: int = 0) -> str:
    """Return what a page of the ranking shows.

    :raises UnknownEntry: if there is no ranking after a round of this number.
    """
    tournament = desk.tournament
    shown = [r for r in tournament.rounds if r.is_closed or (desk.may_organize and r.slips)]
    found = [round for round in shown if number in (0, round.number)]
    if number and not found:
        raise UnknownEntry
    round = found[-1] if found else None
    now = ranking(tournament, round.number, provisional=not round.is_closed) if round else ()
    lines = now if desk.may_organize or not round else round.ranking
    known = [r for r in shown if round and r.number <= round.number and lines == now]
    scores = [round_scores(tournament, one) for one in known]
    changed = changes(round.ranking, now) if round and round.is_closed else ()
    is_done = desk.may_organize and round is tournament.last_round and not changed
    playing, seats_teams = {*tournament.entrants}, tournament.regulations.seats_teams
    return desk_page(
        "_ranking",
        desk,
        round=round,
        rounds=shown,
        counted=known,
        lines=lines,
        scores_of=lambda who: [one.get(who, NOTHING) for one in scores],
        has_penalties=any(one.penalties for one in known),
        basis=rests_on(tournament, round.number) if round else (),
        changed=changed,
        step=next_steps(tournament)[0] if is_done and round and round.is_closed else None,
        gone={
            one.who
            for one in lines
            if playing.isdisjoint((one.who,) if seats_teams else tournament.members(one.who))
        },
        who=who if any(line.who == who for line in lines) else 0,
        sheets={one.number: readable_sheets(desk, one) for one in known if who},
    )


@bp.get("/cross-table")
@reads(TOURNAMENT, seen_by=[Role.ORGANIZER])
def cross_table(desk: TournamentAccess) -> ResponseReturnValue:
    """Show who met whom: the table and the others of each round, by the last ranking."""
    closed = [r for r in desk.tournament.rounds if r.is_closed]
    places = seated_order(desk.tournament)
    order = sorted(places, key=lambda one: (places[one], one))
    rows = {one: row for row, one in enumerate(order, 1)}
    sheets = {one.number: readable_sheets(desk, one) for one in closed}
    return desk_page("cross_table", desk, closed=closed, rows=rows, sheets=sheets)


@bp.get("/penalties")
@reads(TOURNAMENT, Role.REFEREE)
def penalties(desk: TournamentAccess) -> ResponseReturnValue:
    """Show the penalties, and the form for one more."""
    return _penalties_page(desk)


@bp.post("/penalties")
@writes(TOURNAMENT, Role.REFEREE)
def change_penalties(desk: TournamentAccess) -> ResponseReturnValue:
    """Add a penalty, or take one back."""
    form, key = request.form, posted_key()
    points = abs(signed_number(form.get("points", "")) or 0)
    reason = form.get("other") or form.get("reason", "")
    noted: tuple[Penalty, ...] = ()
    try:
        if "entry" in form:
            desk.record("unfined", rounds.remove_penalty, number_in(form, "entry"), key=key)
        else:
            number = number_in(form, "round")
            receivers, sign = _fined(desk.tournament, number, number_in(form, "who"))
            seen = form.get("page", "")
            fault = sign * points, reason, (desk.holds(seen) or 0) if seen else None
            for place, receiver in enumerate(receivers):
                own = key + f"-{place}" * bool(place)
                desk.record("fined", rounds.add_penalty, number, receiver, *fault, key=own)
            noted = desk.tournament.round(number).penalties[-len(receivers) :]
    except TournamentRefused as refused:
        return _penalties_page(desk, refused.message), 409
    return redirect(url_for(".penalties", noted=[one.entry for one in noted]), 303)


def _fined(tournament: Tournament, number: int, who: int) -> tuple[Table, int]:
    """Return who is given the points of a fault, and their sign: at Tarot they are taken from
    the player, at belote the other side of the table is given them.

    :raises TournamentRefused: of nobody, or of a team without an opponent in that round.
    """
    if not who:
        raise TournamentRefused(msg("Qui a commis la faute ?"))
    round = tournament.round(number)
    if not tournament.regulations.has_sides:
        return (who,), -1
    sides = (tournament.sides(table) for table in round.tables if who in table)
    others = [side for both in sides for side in both if who not in side]
    if not others:
        raise TournamentRefused(msg("Cette équipe n'a pas d'adversaire à cette partie."))
    return others[0], 1


def _penalties_page(desk: TournamentAccess, refused: Message | None = None) -> str:
    tournament, is_team = desk.tournament, desk.tournament.regulations.ranks_teams
    known = {person.team if is_team else person.number for person in tournament.registered}
    names = [(tournament.name_of(n, is_team=is_team), n) for n in known - {0}]
    return desk_page(
        "penalties",
        desk,
        who=number_in(request.values, "who"),
        people=sorted(names, key=lambda one: plain(one[0])),
        faults=FAULTS,
        noted=request.args.getlist("noted", type=int),
        refused=refused,
    )


@bp.get("/prizes")
@reads(TOURNAMENT, seen_by=[Role.ORGANIZER])
def prize_list(desk: TournamentAccess) -> ResponseReturnValue:
    """Show the grid, then who receives what; to the organizer also who is the best over this
    tournament and another one of the device."""
    known = device_tournaments() if desk.may_organize else []
    others = [one for one in known if one.may_organize and one.stream != desk.stream]
    other, cents = number_in(request.args, "other"), 100 * number_in(request.args, "euros")
    both = others[other - 1 : other] if other else []
    lines = prizes.combined(both[0].tournament, desk.tournament) if both else ()
    is_shown = desk.may_organize or desk.tournament.is_over
    return desk_page(
        "prizes",
        desk,
        given=prizes.prizes(desk.tournament) if is_shown else (),
        others=others,
        other=other,
        lines=lines,
        unsure=prizes.unsure(both[0].tournament, desk.tournament, lines) if both else (),
        best=prizes.combined_prizes(lines, cents) if lines else (),
    )
