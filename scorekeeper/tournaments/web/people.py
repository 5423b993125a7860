"""The people of a tournament: registering, correcting, check-in, who must not meet."""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from flask import Blueprint, current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.i18n.messages import Message
from scorekeeper.rules.typed_numbers import number_of
from scorekeeper.sheets.names import folded
from scorekeeper.sheets.web.exchange import ROSTERS
from scorekeeper.streams.errors import UnknownEntry
from scorekeeper.tournaments import people, till
from scorekeeper.tournaments.errors import TournamentRefused
from scorekeeper.tournaments.person import Person, listed_by
from scorekeeper.tournaments.reasons import UNRANKED
from scorekeeper.tournaments.service.access import TournamentAccess
from scorekeeper.tournaments.service.next_steps import next_steps
from scorekeeper.tournaments.service.people import (
    change_person,
    erase_person,
    register_people,
    texts_about,
)
from scorekeeper.tournaments.service.tokens import Role
from scorekeeper.tournaments.service.typed_people import (
    Group,
    read_people,
    seems_inverted,
    unread_columns,
)
from scorekeeper.tournaments.tournament import Tournament
from scorekeeper.tournaments.web._tournament_page import holds, number_in, tournament_page
from scorekeeper.tournaments.web.access import TOURNAMENT, device_tournaments, posted_key
from scorekeeper.web.access import reads, writes

bp = Blueprint("tournament_people", __name__, url_prefix="/tournaments/<token>")


class PersonRow(NamedTuple):
    """Those who come and go with one tap: a player, or a team."""

    people: tuple[int, ...]
    label: str
    is_here: bool


def rows(tournament: Tournament) -> list[PersonRow]:
    """Return everybody registered in alphabetical order, partners together."""
    named = {person.number for person in tournament.registered}
    called = tournament.naming(is_team=False)
    groups = tournament.teams.values() if tournament.regulations.ranks_teams else ()
    alone = [(n,) for n in sorted(named) if not groups or not tournament.team_of[n - 1]]
    found = [
        PersonRow(kept, " / ".join(map(called, kept)), tournament.here >= {*kept})
        for kept in (tuple(n for n in group if n in named) for group in (*groups, *alone))
        if kept
    ]
    return sorted(found, key=lambda row: listed_by(row.label))


@bp.get("/people")
@reads(TOURNAMENT, Role.CHECK_IN)
def index(access: TournamentAccess) -> ResponseReturnValue:
    """Show the line that registers, and everybody."""
    return _index_page(access, request.args)


@bp.post("/people")
@writes(TOURNAMENT, Role.CHECK_IN)
def add(access: TournamentAccess) -> ResponseReturnValue:
    """Register the people of a line or of a list, which is shown first as it was read, as is a
    line that may have the surname first."""
    form = request.form
    has_teams = access.tournament.regulations.ranks_teams
    partner = number_in(form, "partner") if has_teams else 0
    is_surname_first = "first" in form or form.get("read") == "first"
    groups = read_people(
        form.get("people", ""),
        are_teams=has_teams and not partner,
        surname_first=is_surname_first,
    )
    inverted = () if is_surname_first else next(filter(seems_inverted, groups), ())
    is_line = "list" not in form and len(form.get("people", "").splitlines()) == 1
    if "read" in form or (inverted and is_line):
        return _index_page(
            access, form, groups, inverted=inverted, is_surname_first=is_surname_first
        )
    new = [
        person._replace(team=-n if has_teams else 0)
        for n, group in enumerate(groups, 1)
        for person in group
    ]
    try:
        mate = partner if len(groups) == 1 else 0
        register_people(access, new, "here" in form, mate, key=posted_key())
    except TournamentRefused as refused:
        return _index_page(access, form, groups=groups, error=refused.message), 422
    alone = (
        len(access.tournament.team_of) if has_teams and len(new) == 1 and not partner else 0
    )
    told: dict[str, Any] = {"new": len(new), "partner": alone, "mate": mate or None}
    if "list" not in form:
        told["here"] = int("here" in form)
    if "other" in form:
        told["other"] = number_in(form, "other")
    return redirect(url_for("tournament_people.index", **told), 303)


def _index_page(
    access: TournamentAccess, typed: Any, groups: Sequence[Group] = (), **more: Any
) -> str:
    tournament = access.tournament
    known = {folded(person.name) for person in tournament.registered}
    partner = number_in(typed, "partner")
    mate = number_in(typed, "mate")
    last = tournament.people[-number_in(typed, "new") or len(tournament.people) :]
    if 0 < mate <= len(tournament.people):
        team = tournament.person(mate).team
        last = tuple(p for p in tournament.registered if p.team == team and p.number != mate)
    usual = tournament.date == date.today().isoformat()
    asked = "here" in typed if request.method == "POST" else typed.get("here", usual, int)
    return tournament_page(
        "people",
        access,
        rows=_found(tournament, typed.get("q", "")),
        typed=typed,
        groups=groups,
        unread=unread_columns(typed.get("people", "")) if groups else (),
        partner=tournament.person(partner) if 0 < partner <= len(tournament.team_of) else None,
        known=known,
        folded=folded,
        last=last,
        is_here=usual if "list" in typed else asked,
        is_list_here=asked if groups or "list" in typed else usual and bool(tournament.rounds),
        rosters=[roster for known in ROSTERS() for roster in known],
        others=_others(access),
        **more,
    )


def _others(access: TournamentAccess) -> list[tuple[str, list[tuple[Person, bool]]]]:
    """Return the people of other tournaments of the device whose people it may see, by title
    and name, and whether they are registered here too: homonyms with another licence are not.
    """
    known = {(folded(one.name), one.licence) for one in access.tournament.registered}
    names = {name for name, _ in known}

    def is_known(person: Person) -> bool:
        name = folded(person.name)
        same = {(name, person.licence), (name, "")} & known
        return bool(same) if person.licence else name in names

    found = []
    for other in device_tournaments():
        if other.stream != access.stream and other.may(Role.CHECK_IN):
            people = [(one, is_known(one)) for one in _by_name(other.tournament)]
            found.append((other.tournament.title, people))
    return found


def _found(tournament: Tournament, words: str) -> list[PersonRow]:
    return [row for row in rows(tournament) if not words or holds(row.label, words)]


@bp.get("/people/<int:n>")
@reads(TOURNAMENT, Role.CHECK_IN)
def person(access: TournamentAccess, n: int) -> ResponseReturnValue:
    """Show what is known of somebody, to correct it."""
    return _person_page(access, n)


@bp.post("/people/<int:n>")
@writes(TOURNAMENT, Role.CHECK_IN)
def change(access: TournamentAccess, n: int) -> ResponseReturnValue:
    """Correct a name, a licence and a club, name the partner, or erase somebody: texts with
    his name are shown first."""
    form = request.form
    was = form.getlist("was")
    try:
        if "erase" in form:
            texts = texts_about(access, n)
            if texts and "seen" not in form:
                return _person_page(access, n, texts=texts)
            chosen = {*texts} & {*form.getlist("text")}
            erase_person(access, n, was=was, key=posted_key(), texts=chosen)
        elif "partner" in form:
            pair = n, number_in(form, "partner")
            access.record("paired", people.pair_up, *pair, key=posted_key())
        else:
            texts = [form.get(name, "") for name in ("name", "licence", "club")]
            change_person(access, n, *texts, was=was, key=posted_key())
    except TournamentRefused as refused:
        return _person_page(access, n, error=refused.message), 422
    if "partner" not in form:  # a name that was replaced or erased leaves the memory too
        current_app.extensions["fragments"].clear()
    return redirect(url_for("tournament_people.index"), 303)


def _person_page(access: TournamentAccess, n: int, **more: Any) -> str:
    if not 0 < n <= len(access.tournament.team_of):
        raise UnknownEntry
    return tournament_page(
        "person",
        access,
        person=access.tournament.person(n),
        alone=() if access.tournament.rounds else people.alone(access.tournament),
        account=_account(access.tournament, n),
        **more,
    )


def _account(tournament: Tournament, n: int) -> till.Account:
    """Return what somebody, or his team, has paid and owes."""
    team = tournament.team_of[n - 1] if tournament.regulations.ranks_teams else 0
    return till.account(tournament, tournament.teams[team] if team else (n,))


@bp.get("/check-in")
@reads(TOURNAMENT, Role.CHECK_IN)
def check_in(access: TournamentAccess) -> ResponseReturnValue:
    """Show who is missing, each a button, and who is here; and whom the last tap was about, or
    taps sent together, to undo it. They stay where they were tapped: a second tap does not
    fall on the next one."""
    known = range(1, len(access.tournament.team_of) + 1)
    done = [n for n in request.args.getlist("done", int) if n in known]
    shown = _found(access.tournament, request.args.get("q", ""))
    has_paid = "paid" in request.args
    stay = () if has_paid else done
    missing = [row for row in shown if row.is_here == ({*row.people} <= {*stay})]
    here = [row for row in shown if row.is_here != ({*row.people} <= {*stay})]
    now = till.till(access.tournament)
    return tournament_page(
        "check_in",
        access,
        missing=missing,
        here=here,
        done=done,
        till=now,
        paid=[one for one in now.accounts if not {*one.people}.isdisjoint(done)],
        accounts={one.people: one for one in now.accounts},
        has_paid=has_paid,
        step=next_steps(access.tournament)[0] if access.may_organize else None,
    )


@bp.post("/check-in")
@writes(TOURNAMENT, Role.CHECK_IN)
def attend(access: TournamentAccess) -> ResponseReturnValue:
    """Note that people are here, or that they leave; or that they have paid, or are given back
    what they paid."""
    form = request.form
    numbers = [number_of(n) or 0 for n in form.get("people", "").split()]
    if "paid" in form:
        access.record("paid", till.pay, numbers)
    elif "unpaid" in form:
        access.record("paid", till.take_back, numbers)
    elif "here" in form or "gone" in form:
        access.record("attending", people.attend, numbers, "here" in form)
    else:  # a button that an earlier page had
        numbers = []
    done = [] if "undo" in form or "unpaid" in form else numbers
    paid = 1 if "paid" in form else None
    return redirect(url_for("tournament_people.check_in", done=done, paid=paid), 303)


@bp.get("/unranked")
@reads(TOURNAMENT, Role.CHECK_IN, Role.DESK)
def unranked(access: TournamentAccess) -> ResponseReturnValue:
    """Show who plays *hors classement*, and the form for one more."""
    return _unranked_page(access)


@bp.post("/unranked")
@writes(TOURNAMENT, Role.CHECK_IN, Role.DESK)
def rank(access: TournamentAccess) -> ResponseReturnValue:
    """Note that somebody plays *hors classement*, with the reason, or is ranked again."""
    form, number = request.form, number_in(request.form, "who")
    asked = number, "again" in form, form.get("other") or form.get("reason", "")
    try:
        access.record("unranked", people.set_ranked, *asked, key=posted_key())
    except TournamentRefused as refused:
        return _unranked_page(access, refused.message), 422
    return redirect(url_for("tournament_people.unranked", done=number), 303)


def _unranked_page(access: TournamentAccess, refused: Message | None = None) -> str:
    return tournament_page(
        "unranked",
        access,
        people=_by_name(access.tournament),
        who=number_in(request.values, "who"),
        done=number_in(request.args, "done"),
        reasons=UNRANKED,
        refused=refused,
    )


def _by_name(tournament: Tournament) -> list[Person]:
    called = tournament.naming(is_team=False)
    return sorted(tournament.registered, key=lambda one: listed_by(called(one.number)))


@bp.get("/apart")
@reads(TOURNAMENT, Role.ORGANIZER)
def apart(access: TournamentAccess) -> ResponseReturnValue:
    """Show the pairs that must not meet, and two lists to choose one from."""
    return _apart_page(access)


def _apart_page(access: TournamentAccess, refused: Message | None = None) -> str:
    people = _by_name(access.tournament)
    return tournament_page("apart", access, people=people, refused=refused)


@bp.post("/apart")
@writes(TOURNAMENT, Role.ORGANIZER)
def keep_apart(access: TournamentAccess) -> ResponseReturnValue:
    """Keep a pair apart, or let it meet again."""
    pair = number_in(request.form, "one"), number_in(request.form, "other")
    is_apart = "again" not in request.form
    try:
        access.record("apart", people.keep_apart, [pair], is_apart, key=posted_key())
    except TournamentRefused as refused:
        return _apart_page(access, refused.message), 409
    return redirect(url_for("tournament_people.apart"), 303)
