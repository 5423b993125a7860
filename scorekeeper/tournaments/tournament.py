"""The tournament: the events of its stream, folded in order.

A tournament is immutable: applying an event returns a new one. Its events are
:class:`scorekeeper.streams.events.Event`. Names are outside of the chain, as those of a sheet:
number 0 is the title, then each person has three, his name, his licence and his club, so that
all three can be changed and erased. People have numbers from 1, and so have teams, rounds and
tables.

=============  =========================================================================
``announced``  ``names``: the title; ``date``, ``place``, ``game``, ``preset``; ``fields``:
               those of :class:`scorekeeper.tournaments.regulations.Regulations`, as text;
               ``room``: the room key, of which the links of the evening follow
``regulated``  ``fields``: as they are now; after the first round only the prizes change
``enrolled``   ``names``: all so far, then those of new people; ``teams``: the team of each, 0
               without; ``here``: whether they have checked in; ``taken``: the numbers of
               who was erased, which the first of the new people have
``renamed``    ``player``: the number of the name; ``name``: as it is now
``paired``     ``people``: two who were registered alone and are a team now; other teams get
               the numbers without a gap; ``left``: who was erased of the team of the first,
               and is in the former one of the second. Never after round 1 was published
``attending``  ``people``; ``here``: whether they play the rounds that are drawn from now on
``paid``       ``paid``: people and what each has paid in all, in cents, 0 for nothing
``unranked``   ``player``; ``unranked``: false if he is ranked again; ``reason``
``apart``      ``pairs``: of people who must not meet; ``apart``: false if they may again
``published``  ``round``, ``draw``, ``seed``, ``basis``, ``tables``, ``exempt``, ``repeats``,
               ``forced``, ``final``: the seats of a round, as everybody can see them;
               ``consolation``: so many tables, the last ones of a final, are those of its
               consolante, of which ``seed`` and ``forced`` are
``reseated``   ``round``, ``tables``, ``exempt``, ``repeats``: mended by hand
``withdrawn``  ``round``: the last one, of which nothing was played: its seats are taken back
``timed``      ``round`` and the fields of :class:`scorekeeper.tournaments.clock.Clock`
``slip``       ``round``, ``table``, and the fields of :class:`TableResult`; ``by``, ``sheet``,
               ``beside``, ``stopped``: see :class:`Slip`
``called``     ``round``, ``table``: that a table calls the referee
``answered``   ``round``, ``table``: that he has come, or need not; ``comes``: he says so
``fined``      ``round``, ``who``, ``points``, ``reason``: who is ranked, and what is added
``unfined``    ``entry``: the ``seq`` of a penalty that is taken back
``closed``     ``round``; ``ranking``: place, who, total and wins of each, as published. Again
               for the same round if it was corrected since
``redacted``   ``events``: the ``seq`` of earlier ones of which a text was removed since
=============  =========================================================================
"""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any, NamedTuple

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.streams.errors import UnknownEntry
from scorekeeper.streams.events import Event, etag_of
from scorekeeper.tournaments.draw.movement import meetings
from scorekeeper.tournaments.person import NAMES_EACH, Pair, Person, told_apart
from scorekeeper.tournaments.regulations import Regulations, stored_regulations
from scorekeeper.tournaments.round import (
    NOTHING,
    ROUND_CHANGES,
    Published,
    Round,
    Table,
    published,
)

FINAL = msg("Finale")
CONSOLATION = msg("Consolante")
WITH_CONSOLATION = msg("Finale et consolante")


class Tournament(NamedTuple):
    """A tournament after some of its events."""

    names: tuple[str, ...]
    """The title, then name, licence and club of each person."""
    date: str
    """ISO 8601."""
    place: str
    game: str
    regulations: Regulations
    team_of: tuple[int, ...] = ()
    """The team of each person by number, from 1; 0 without."""
    here: frozenset[int] = frozenset()
    """The people who play the rounds that are drawn from now on."""
    apart: frozenset[Pair] = frozenset()
    """People who must not meet."""
    paid: Mapping[int, int] = NOTHING
    """The cents that somebody has paid, by the numbers of people."""
    unranked: Mapping[int, str] = NOTHING
    """The people who play and are not ranked (*hors classement*), each with the reason."""
    unranked_published: Mapping[int, str] = NOTHING
    """The same as a ranking was published last."""
    rounds: tuple[Round, ...] = ()
    withdrawn: tuple[Round, ...] = ()
    """The rounds whose seats were taken back, each as it was."""
    room: str = ""
    """The room key; empty in a tournament that was read from a file."""
    version: int = 0
    hash: bytes = b""
    shown: str = ""
    """The ETag of the last event that changed what readers see."""

    @property
    def etag(self) -> str:
        """The ETag of the tournament: two with the same one are equal."""
        return etag_of(self.version, self.hash)

    @property
    def as_published(self) -> "Tournament":
        """The tournament as readers see it: of a round that is closed what was published last,
        of another one its seats and its clock."""
        rounds = (
            (round.is_closed and round.published)
            or round._replace(slips=NOTHING, penalties=(), ranking=(), calls=NOTHING)
            for round in self.rounds
        )
        return self._replace(
            rounds=tuple(rounds), paid=NOTHING, unranked=self.unranked_published
        )

    @property
    def title(self) -> str:
        """The name of the tournament."""
        return self.names[0]

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody who was ever registered, by number from 1."""
        return tuple(self.person(number) for number in range(1, len(self.team_of) + 1))

    @property
    def registered(self) -> tuple[Person, ...]:
        """Everybody who was registered and not erased."""
        return tuple(person for person in self.people if person.name)

    def person(self, number: int) -> Person:
        """Return the person of this number, who must exist."""
        first = NAMES_EACH * (number - 1) + 1
        name, licence, club = self.names[first : first + NAMES_EACH]
        team = self.team_of[number - 1]
        return Person(number, name, licence, club, team, number in self.here)

    @property
    def teams(self) -> dict[int, tuple[int, ...]]:
        """The members of each team, by its number."""
        members: dict[int, tuple[int, ...]] = {}
        for number, team in enumerate(self.team_of, 1):
            if team:
                members[team] = (*members.get(team, ()), number)
        return dict(sorted(members.items()))

    def members(self, ranked: int) -> tuple[int, ...]:
        """Return the people behind a number that is ranked."""
        return self.teams[ranked] if self.regulations.ranks_teams else (ranked,)

    def team_name(self, team: int) -> str:
        """Return the names of the members of a team."""
        return " / ".join(self.person(number).name for number in self.teams[team])

    def called(self, number: int) -> str:
        """Return the name of a person as pages and paper show it: see :func:`told_apart`."""
        return told_apart(self.names)[number - 1]

    def name_of(self, number: int, *, is_team: bool) -> str:
        """Return the name of a player or of a team as pages and paper show it."""
        return self.naming(is_team=is_team)(number)

    def naming(self, *, is_team: bool) -> Callable[[int], str]:
        """Return :meth:`name_of` for a page of many: what all need is looked up once."""
        names, teams = told_apart(self.names), self.teams if is_team else {}
        return lambda one: " / ".join(
            names[n - 1] for n in (teams[one] if is_team else (one,))
        )

    def sides(self, table: Table) -> tuple[Table, ...]:
        """Return who is seated at a table, by the numbers of its result: each alone, or the
        partners of a *mêlée*."""
        regulations = self.regulations
        if regulations.has_sides and not regulations.seats_teams:
            return table[:2], table[2:]
        return tuple((one,) for one in table)

    def side_names(self, table: Table) -> tuple[str, ...]:
        """Return the names at a table, by the numbers of its result."""
        name = self.naming(is_team=self.regulations.seats_teams)
        return tuple(" / ".join(map(name, side)) for side in self.sides(table))

    def round_title(self, number: int, table: int = 0) -> Message:
        """Return what a round is called, or what a table of it plays: a *position* at Tarot, a
        *partie* at belote."""
        for round in self.rounds[number - 1 : number]:
            if table in round.consolation:
                return CONSOLATION
            if round.is_final:
                return WITH_CONSOLATION if round.consolation and not table else FINAL
        if self.regulations.has_sides:
            return msg("Partie %(n)s", n=number)
        return msg("Position %(n)s", n=number)

    @property
    def ranked(self) -> tuple[int, ...]:
        """Everybody who can be ranked: players, or teams."""
        if self.regulations.ranks_teams:
            return tuple(self.teams)
        return tuple(range(1, len(self.team_of) + 1))

    @property
    def entrants(self) -> tuple[int, ...]:
        """Numbers that play the next round, as the draw seats them: players, or teams of which
        both are here."""
        if not self.regulations.seats_teams:
            return tuple(sorted(self.here))
        whole = {team: members for team, members in self.teams.items() if len(members) == 2}
        return tuple(team for team, members in whole.items() if self.here >= {*members})

    def late_for(self, round: Round) -> tuple[int, ...]:
        """Return who of the entrants has no seat in a round that is not closed. Who comes to a
        final late is no finalist, and without a consolante there is no other seat."""
        if round.is_closed or (round.is_final and not round.consolation):
            return ()
        known = round.seated | {*round.exempt} | round.finalists
        return tuple(one for one in self.entrants if one not in known)

    def deals_of(self, round: Round) -> int:
        """Return how many deals a round has: those of the regulations, unless it was
        shortened; 0 where it is played to a target or to time."""
        return round.clock.deals or self.regulations.deals

    @property
    def last_round(self) -> Round | None:
        """The round that was published last."""
        return self.rounds[-1] if self.rounds else None

    def round(self, number: int) -> Round:
        """Return a round by its number.

        :raises UnknownEntry: unless it was published.
        """
        if not 0 < number <= len(self.rounds):
            raise UnknownEntry
        return self.rounds[number - 1]

    def absent(self, round: Round) -> tuple[int, ...]:
        """Return the people who are registered and do not play a round."""
        playing = {*round.seated, *round.exempt}
        if self.regulations.seats_teams:
            playing = {number for team in playing for number in self.teams[team]}
        return tuple(n for n in range(1, len(self.team_of) + 1) if n not in playing)

    def repeats_at(self, number: int, tables: Iterable[Table]) -> int:
        """Return the pairs at these tables, each counted as often as they met in a round
        before this one."""
        met = meetings(round.tables for round in self.rounds[: number - 1])
        return sum(met[pair] for pair in meetings([tables]).elements())

    @property
    def forbidden(self) -> frozenset[Pair]:
        """The pairs that must not meet, as the draw seats them: partners at Tarot too."""
        if not self.regulations.seats_teams:
            partners = {
                (one, other)
                for members in self.teams.values()
                for one in members
                for other in members
                if one < other
            }
            return self.apart | partners
        pairs = [sorted((self.team_of[a - 1], self.team_of[b - 1])) for a, b in self.apart]
        return frozenset((a, b) for a, b in pairs if a < b)

    @property
    def is_over(self) -> bool:
        """True once all rounds of the regulations are closed."""
        closed = sum(round.is_closed for round in self.rounds)
        return closed == len(self.rounds) >= self.regulations.rounds

    def apply(self, event: Event) -> "Tournament":
        """Return the tournament after one more event."""
        changed = CHANGES[event.kind](self, event) if event.kind in CHANGES else self
        shown = self.shown if event.kind in UNPUBLISHED else event.etag
        return changed._replace(version=event.seq, hash=event.hash, shown=shown)

    def with_round(self, number: int, **changes: Any) -> "Tournament":
        """Return the tournament with another state of one round."""
        rounds = list(self.rounds)
        rounds[number - 1] = rounds[number - 1]._replace(**changes)
        return self._replace(rounds=tuple(rounds))


def _regulated(tournament: Tournament, event: Event) -> Tournament:
    preset = tournament.regulations.preset
    fields = event.body["fields"]
    return tournament._replace(regulations=stored_regulations(preset, fields))


def _enrolled(tournament: Tournament, event: Event) -> Tournament:
    teams = (*tournament.team_of, *event.body["teams"])
    new = *event.body.get("taken", ()), *range(len(tournament.team_of) + 1, len(teams) + 1)
    here = tournament.here.union(new) if event.body["here"] else tournament.here
    return tournament._replace(names=tuple(event.body["names"]), team_of=teams, here=here)


def _paired(tournament: Tournament, event: Event) -> Tournament:
    one, other = event.body["people"]
    teams = list(tournament.team_of)
    for number in event.body.get("left", ()):
        teams[number - 1] = teams[other - 1]
    teams[other - 1] = teams[one - 1]
    numbers = {team: n for n, team in enumerate(sorted(set(teams) - {0}), 1)}
    return tournament._replace(team_of=tuple(numbers.get(team, 0) for team in teams))


def _renamed(tournament: Tournament, event: Event) -> Tournament:
    names = list(tournament.names)
    names[event.body["player"]] = event.body["name"]
    return tournament._replace(names=tuple(names))


def _attending(tournament: Tournament, event: Event) -> Tournament:
    people = event.body["people"]
    change = tournament.here.union if event.body["here"] else tournament.here.difference
    return tournament._replace(here=frozenset(change(people)))


def _paid(tournament: Tournament, event: Event) -> Tournament:
    paid = {**tournament.paid, **dict(event.body["paid"])}
    return tournament._replace(paid={n: cents for n, cents in paid.items() if cents})


def _apart(tournament: Tournament, event: Event) -> Tournament:
    pairs = [(a, b) for a, b in event.body["pairs"]]
    change = tournament.apart.union if event.body["apart"] else tournament.apart.difference
    return tournament._replace(apart=frozenset(change(pairs)))


def _unranked(tournament: Tournament, event: Event) -> Tournament:
    number = event.body["player"]
    others = {n: reason for n, reason in tournament.unranked.items() if n != number}
    own = {number: event.body["reason"]} if event.body["unranked"] else {}
    return tournament._replace(unranked={**others, **own})


def _published(tournament: Tournament, event: Event) -> Tournament:
    return tournament._replace(rounds=(*tournament.rounds, published(event)))


def _withdrawn(tournament: Tournament, event: Event) -> Tournament:
    *rounds, last = tournament.rounds
    return tournament._replace(rounds=tuple(rounds), withdrawn=(*tournament.withdrawn, last))


def _in_round(tournament: Tournament, event: Event) -> Tournament:
    rounds, place = [*tournament.rounds], event.body["round"] - 1
    rounds[place] = ROUND_CHANGES[event.kind](rounds[place], event)
    return tournament._replace(rounds=tuple(rounds))


def _unfined(tournament: Tournament, event: Event) -> Tournament:
    rounds = tuple(
        round._replace(
            penalties=tuple(one for one in round.penalties if one.entry != event.body["entry"])
        )
        for round in tournament.rounds
    )
    return tournament._replace(rounds=rounds)


def _closed(tournament: Tournament, event: Event) -> Tournament:
    number, ranking = event.body["round"], [Published(*one) for one in event.body["ranking"]]
    closed = tournament.with_round(number, is_closed=True, ranking=tuple(ranking))
    rounds = (
        round._replace(published=round._replace(published=None, calls=NOTHING))
        if round.is_closed and round.number <= number
        else round
        for round in closed.rounds
    )
    return closed._replace(rounds=tuple(rounds), unranked_published=tournament.unranked)


UNPUBLISHED = frozenset(
    {"apart", "paid", "slip", "called", "answered", "fined", "unfined", "unranked"}
)
"""The kinds of event that change nothing that readers see, until a ranking is published."""

CHANGES: Mapping[str, Callable[[Tournament, Event], Tournament]] = {
    "regulated": _regulated,
    "enrolled": _enrolled,
    "paired": _paired,
    "renamed": _renamed,
    "attending": _attending,
    "paid": _paid,
    "apart": _apart,
    "unranked": _unranked,
    "published": _published,
    "withdrawn": _withdrawn,
    "unfined": _unfined,
    "closed": _closed,
    **dict.fromkeys(ROUND_CHANGES, _in_round),
}
"""The function that applies each kind of event; that of ``announced`` is
:func:`from_announcement`."""


def from_announcement(event: Event) -> Tournament:
    """Return the new tournament of an ``announced`` event."""
    body = event.body
    return Tournament(
        tuple(body["names"]),
        body["date"],
        body["place"],
        body["game"],
        stored_regulations(body["preset"], body["fields"]),
        room=body.get("room", ""),
        version=event.seq,
        hash=event.hash,
        shown=event.etag,
    )


def fold_tournament(events: Iterable[Event]) -> Tournament:
    """Return the tournament of these events, the first of which announces it."""
    first, *others = events
    return reduce(Tournament.apply, others, from_announcement(first))
