"""Everybody's page of a tournament: where I sit, with whom; my rounds as published."""

from functools import lru_cache
from typing import Any, NamedTuple

from flask import Blueprint, redirect, request, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.i18n.messages import Message
from scorekeeper.sheets.names import bare
from scorekeeper.streams.errors import UnknownEntry
from scorekeeper.tournaments.person import NAMES_EACH, told_apart
from scorekeeper.tournaments.prizes import is_settled, prizes
from scorekeeper.tournaments.ranking import NOTHING, Scored, round_scores
from scorekeeper.tournaments.round import Penalty, Published, Round
from scorekeeper.tournaments.service.access import TournamentAccess
from scorekeeper.tournaments.service.tokens import Role
from scorekeeper.tournaments.tournament import Tournament
from scorekeeper.tournaments.web._tournament_page import bare_words, number_in, tournament_page
from scorekeeper.tournaments.web.access import TOURNAMENT
from scorekeeper.tournaments.web.tables import seated_at
from scorekeeper.web.access import reads

bp = Blueprint("tournament_everybody", __name__, url_prefix="/tournaments/<token>")

MOST_FOUND = 12
"""Most people who are found by a name: of a few letters one types more."""

MOST_RANKED = 40
"""The first of the ranking, ten tables: phones ask for all of them after each change."""

MOST_KNOWN = 3
"""Most tournaments in which a device remembers whose it is."""


class PersonRound(NamedTuple):
    """A round as one person has it."""

    round: Round
    person: int
    table: int
    """0 where he does not sit."""
    seat: Message | None
    partners: tuple[str, ...]
    """Those on his side of a table, where sides are drawn for the round."""
    others: tuple[str, ...]
    """Tablemates at Tarot, the other side at belote."""
    is_exempt: bool
    scored: Scored | None
    """Of who is ranked, once the round is closed."""
    place: Published | None
    penalties: tuple[Penalty, ...]


def step_of(tournament: Tournament, round: Round, person: int) -> PersonRound:
    """Return what a round is for one person."""
    regulations, team = tournament.regulations, tournament.team_of[person - 1]
    seat = team if regulations.seats_teams else person
    who = team if regulations.ranks_teams else person
    table = round.table_of(seat)
    sitting = seated_at(tournament, round, table)
    sides = tournament.sides(round.tables[table - 1]) if table else ()
    own = next((side for side in sides if seat in side), ())
    scored = round_scores(tournament, round).get(who, NOTHING) if round.is_closed else None
    return PersonRound(
        round,
        person,
        table,
        next((one.label for one in sitting if one.number == seat), None),
        tuple(one.name for one in sitting if one.number in own and one.number != seat),
        tuple(one.name for one in sitting if one.number not in own),
        seat in round.exempt,
        scored if scored and scored.is_seated else None,
        next((line for line in round.ranking if line.who == who), None),
        tuple(one for one in round.penalties if one.who == who),
    )


@bp.get("/me/<int:n>")
@reads(TOURNAMENT, seen_by=[Role.ORGANIZER])
def show(access: TournamentAccess, n: int) -> ResponseReturnValue:
    """Show the rounds of one person as published, the last one first."""
    return _page("me", access, known_person(access.tournament, n))


def home_page(access: TournamentAccess) -> ResponseReturnValue:
    """Show whose device this is where he sits; else who was looked for by a name. ``me``
    says once whose device it is, 0 that it is somebody else's."""
    known: dict[str, int] = session.get("me", {})
    if "me" in request.args:
        n = number_in(request.args, "me")
        others = [(token, one) for token, one in known.items() if token != access.token]
        mine = [(access.token, known_person(access.tournament, n))] if n else []
        session["me"] = dict([*others, *mine][-MOST_KNOWN:])
        session.permanent = True
        return redirect(url_for("tournaments.show"), 303)
    words = request.args.get("q", "").strip()
    found = found_by(access.tournament.names, words) if words else []
    me = known.get(access.token, 0)
    is_known = 0 < me <= len(access.tournament.team_of) and access.tournament.person(me).name
    return _page("everybody", access, me if is_known else 0, words=words, found=found)


def found_by(names: tuple[str, ...], words: str) -> list[int]:
    """Return the numbers of the registered people whose names hold all these words.

    :param names: those of a :class:`Tournament`.
    """
    sought = bare_words(words)
    known = names[1::NAMES_EACH]  # empty: erased
    pairs = enumerate(zip(known, bare_names(names), strict=True), 1)
    return [n for n, (name, found) in pairs if name and all(one in found for one in sought)]


@lru_cache(maxsize=16)
def bare_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of all people as they are compared with what is looked for: many phones
    look for theirs within a minute."""
    return tuple(map(bare, told_apart(names)))


def known_person(tournament: Tournament, n: int) -> int:
    """Return the number of somebody who is registered.

    :raises UnknownEntry: if nobody has it: answered with 404.
    """
    if not 0 < n <= len(tournament.team_of) or not tournament.person(n).name:
        raise UnknownEntry
    return n


def _page(
    template: str,
    access: TournamentAccess,
    me: int,
    found: list[int] | None = None,
    **more: Any,
) -> ResponseReturnValue:
    tournament = access.tournament
    if tournament.shown and request.args.get("v") == tournament.shown:
        return "", 204
    last, regulations = tournament.last_round, tournament.regulations
    who = tournament.team_of[me - 1] if me and regulations.ranks_teams else me
    is_apart = who and regulations.ranks_teams and not regulations.seats_teams
    mates = [n for n in tournament.members(who) if n != me] if is_apart else []
    given = prizes(tournament) if me and is_settled(tournament) else ()
    is_news = "HX-Request" in request.headers and "v" in request.args
    return tournament_page(
        "_live" if is_news else template,
        access,
        oob=template if is_news else "",
        me=me,
        won=[prize for prize in given if prize.who == who],
        who=who,
        steps=[
            step_of(tournament, one, n)
            for one in reversed(tournament.rounds if me else ())
            for n in (me, *mates)
        ],
        found=[(n, last and step_of(tournament, last, n)) for n in (found or ())[:MOST_FOUND]],
        count=len(found or ()),
        most_ranked=MOST_RANKED,
        **more,
    )
