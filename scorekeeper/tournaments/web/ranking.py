"""The ranking of a tournament, penalties, prizes."""

from collections.abc import Iterable

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.streams.errors import UnknownEntry
from scorekeeper.tournaments import prizes, rounds
from scorekeeper.tournaments.errors import TournamentRefused
from scorekeeper.tournaments.person import listed_by
from scorekeeper.tournaments.ranking import (
    NOTHING,
    changes,
    finalists_now,
    outdated,
    ranking,
    rests_on,
    round_scores,
    unranked,
)
from scorekeeper.tournaments.reasons import FAULTS
from scorekeeper.tournaments.round import Penalty, Published, Round, Table
from scorekeeper.tournaments.service.access import TournamentAccess
from scorekeeper.tournaments.service.next_steps import next_steps
from scorekeeper.tournaments.service.tables import (
    AtTable,
    close_tables,
    table_sheets,
)
from scorekeeper.tournaments.service.tokens import Role
from scorekeeper.tournaments.slips import HOWS, knows_sums, wrong_sums
from scorekeeper.tournaments.till import till
from scorekeeper.tournaments.tournament import Tournament
from scorekeeper.tournaments.web._tournament_page import (
    number_in,
    signed_number,
    tournament_page,
)
from scorekeeper.tournaments.web.access import TOURNAMENT, posted_key
from scorekeeper.web.access import reads, writes
from scorekeeper.web.templating import fragment

bp = Blueprint("tournament_ranking", __name__, url_prefix="/tournaments/<token>")


@bp.get("/ranking", defaults={"number": 0})
@bp.get("/ranking/<int:number>")
@reads(TOURNAMENT, seen_by=[Role.ORGANIZER])
def show(access: TournamentAccess, number: int) -> ResponseReturnValue:
    """Show the ranking after a round, the last one without a number: as it was published, to
    the organizer as it stands, and what has changed since."""
    if access.role is Role.READING:
        key = ("tournament ranking", access.token, access.tournament.shown, number)
        content = fragment(key, lambda: _ranking(access, number))
    else:
        content = Markup(_ranking(access, number))
    return tournament_page("ranking", access, content=content)


@bp.post("/rounds/<int:number>/close")
@writes(TOURNAMENT, Role.ORGANIZER)
def close(access: TournamentAccess, number: int) -> ResponseReturnValue:
    """Let the results of a round count and publish the ranking; again after a correction, with
    those of all rounds that it changes, earlier ones too."""
    key = posted_key()
    try:
        shown = access.state_shown(request.form.get("page", ""), rounds.CORRECTED)
        access.record("closed", rounds.close, number, shown, key=key)
        close_tables(access, number)
        for other in outdated(access.tournament):
            access.record("closed", rounds.close, other, key=f"{key}-{other}")
    except TournamentRefused as refused:
        content = Markup(_ranking(access, number, refused=refused.message))
        return tournament_page("ranking", access, content=content), 409
    return redirect(url_for(".show", number=number), 303)


def _ranking(access: TournamentAccess, number: int, refused: Message | None = None) -> str:
    """Return what a page of the ranking shows.

    :raises UnknownEntry: if there is no ranking after a round of this number.
    """
    tournament = access.tournament
    shown = _rounds_shown(access, has_all=bool(refused))
    found = [round for round in shown if number in (0, round.number)]
    if number and not found:
        raise UnknownEntry
    round = found[-1] if found else None
    now = ranking(tournament, round.number, provisional=not round.is_closed) if round else ()
    lines = now if access.may_organize or not round else round.ranking
    known = [r for r in shown if round and r.number <= round.number and lines == now]
    scores = [round_scores(tournament, one) for one in known]
    if round and lines == now:
        lines += unranked(tournament, round.number, provisional=not round.is_closed)
    changed = changes(round.ranking, now) if round and round.is_closed else ()
    is_done = access.may_organize and round is tournament.last_round and not changed
    onward = [one for one in next_steps(tournament) if one.path not in ("/ranking", "/paper")]
    return tournament_page(
        "_ranking",
        access,
        round=round,
        rounds=shown,
        counted=known,
        lines=lines,
        scores_of=lambda who: [one.get(who, NOTHING) for one in scores],
        has_penalties=any(one.penalties for one in known),
        basis=rests_on(tournament, round.number) if round else (),
        changed=changed,
        steps=onward if is_done and round and round.is_closed else [],
        gone=_gone(tournament, lines),
        refused=refused,
        final=next((one for one in tournament.rounds if one.is_final), None),
        finalists_now=finalists_now,
        **(_checks(access, round) if round and not round.is_closed else {}),
    )


def _rounds_shown(access: TournamentAccess, has_all: bool) -> list[Round]:
    """Return the rounds that have a ranking to look at: closed ones, and for the organizer
    those with a result, or all of them."""
    return [
        round
        for round in access.tournament.rounds
        if round.is_closed or (access.may_organize and (round.slips or has_all))
    ]


def _gone(tournament: Tournament, lines: Iterable[Published]) -> set[int]:
    """Return those in a ranking of whom nobody plays any more."""
    playing, seats_teams = {*tournament.entrants}, tournament.regulations.seats_teams
    return {
        one.who
        for one in lines
        if playing.isdisjoint((one.who,) if seats_teams else tournament.members(one.who))
    }


def _checks(access: TournamentAccess, round: Round) -> dict[str, object]:
    """Return what the organizer looks at before the ranking of a round is published."""
    tournament = access.tournament
    sheets = table_sheets(access, round).items()
    phones = (AtTable(access, round, n, one.sheet) for n, one in sheets)
    return {
        "first": next(one for one in tournament.rounds if not one.is_closed),
        "knows_sums": knows_sums(tournament),
        "wrong": wrong_sums(tournament, round),
        "differing": [
            one.table
            for one in phones
            if one.is_changed or (one.is_playing and one.is_on_paper)
        ],
        "hows": HOWS,
    }


@bp.get("/penalties")
@reads(TOURNAMENT, Role.REFEREE)
def penalties(access: TournamentAccess) -> ResponseReturnValue:
    """Show the penalties, and the form for one more, of somebody who is here or has played."""
    return _penalties_page(access)


@bp.post("/penalties")
@writes(TOURNAMENT, Role.REFEREE)
def change_penalties(access: TournamentAccess) -> ResponseReturnValue:
    """Add a penalty, or take one back."""
    form, key = request.form, posted_key()
    points = abs(signed_number(form.get("points", "")) or 0)
    reason = form.get("other") or form.get("reason", "")
    noted: tuple[Penalty, ...] = ()
    try:
        if "entry" in form:
            access.record("unfined", rounds.remove_penalty, number_in(form, "entry"), key=key)
        else:
            number = number_in(form, "round")
            receivers, sign = _fined(access.tournament, number, number_in(form, "who"))
            seen = form.get("page", "")
            fault = sign * points, reason, (access.holds(seen) or 0) if seen else None
            for place, receiver in enumerate(receivers):
                own = key + f"-{place}" * bool(place)
                access.record("fined", rounds.add_penalty, number, receiver, *fault, key=own)
            noted = access.tournament.round(number).penalties[-len(receivers) :]
    except TournamentRefused as refused:
        return _penalties_page(access, refused.message), 409
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


def _penalties_page(access: TournamentAccess, refused: Message | None = None) -> str:
    tournament, is_team = access.tournament, access.tournament.regulations.ranks_teams
    seats = {*tournament.entrants}.union(*(round.seated for round in tournament.rounds))
    known = {
        person.team if is_team else person.number
        for person in tournament.registered
        if (person.team if tournament.regulations.seats_teams else person.number) in seats
    }
    names = [(tournament.name_of(n, is_team=is_team), n) for n in known - {0}]
    return tournament_page(
        "penalties",
        access,
        who=number_in(request.values, "who"),
        people=sorted(names, key=lambda one: listed_by(one[0])),
        faults=FAULTS,
        noted=request.args.getlist("noted", type=int),
        refused=refused,
    )


@bp.get("/prizes")
@reads(TOURNAMENT, seen_by=[Role.ORGANIZER])
def prize_list(access: TournamentAccess) -> ResponseReturnValue:
    """Show the grid, then who receives what."""
    is_settled = prizes.is_settled(access.tournament)
    is_shown = access.may_organize or is_settled
    given = prizes.prizes(access.tournament) if is_shown else ()
    return tournament_page(
        "prizes",
        access,
        given=given,
        is_settled=is_settled,
        by_place=prizes.by_place(access.tournament.regulations),
        last_two=prizes.last_two(access.tournament, [prize.who for prize in given]),
        say_last_two=prizes.say_last_two,
        till=till(access.tournament),
    )
