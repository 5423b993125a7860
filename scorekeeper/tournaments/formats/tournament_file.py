"""The tournament file, version 1: an evening as lines of text (``docs/tournaments.md``).

What the format lacks are named fields: of a player ``here=1`` (plays the rounds drawn from now
on), ``erased=1`` (his name is gone), ``unranked=1`` and ``reason=`` (why), of a round
``final=1``, ``consolation=1``, ``forced=1`` and, once its seats were changed by hand,
``drawn=`` (how it was drawn before), ``deals=`` if it was shortened and, until it is closed,
its clock, ``started=``, ``ends=`` and ``last=1`` (its last deal was announced); of a result
``reason=`` (of a correction) and ``typed=`` (how often it was typed); of a line of a ranking
``was=`` (place, total and wins as they were published, where a correction has changed them
since).
"""

from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.tournaments.clock import Clock
from scorekeeper.tournaments.prizes import prizes
from scorekeeper.tournaments.ranking import ranking
from scorekeeper.tournaments.regulations import FIELDS, as_text
from scorekeeper.tournaments.round import Round, Table
from scorekeeper.tournaments.tournament import Tournament

HEAD = "fiche-tournoi"
"""The first keyword of a file."""

VERSION = "1"

DRAWN = ("random", "ranking")
"""The draws that keep people apart who must not meet, where that is possible."""

COUNTED = ("played", "half")
"""The results whose sum rests on their deals: those of the round, without ``deals=``."""

MAX_TYPED = 9
"""Most times that a result counts as typed."""

ERASED = "?"
"""The text in place of a name that was erased."""


def write(tournament: Tournament, *, bare: bool = False) -> str:
    """Return the file of a tournament: the same text for the same evening.

    :param bare: without what follows from the rest, as a restart code holds it.
    """
    return "".join(_lines(tournament, bare))


def _line(*fields: object, **named: object) -> str:
    """Return a line; named fields that are empty or 0 are left out."""
    given = [f"{name}={value}" for name, value in named.items() if value not in ("", 0)]
    return "\t".join([*map(str, fields), *given]) + "\n"


def _lines(tournament: Tournament, bare: bool) -> Iterator[str]:
    regulations = tournament.regulations
    yield _line(HEAD, VERSION)
    for keyword in ("title", "date", "place", "game"):
        yield _line(keyword, getattr(tournament, keyword))
    yield _line("preset", regulations.preset)
    for field in FIELDS:
        value = getattr(regulations, "odd" if field.name == "odd_tables" else field.name)
        is_said = value or field.unit != "texts"
        if is_said and (not bare or field.is_asked(regulations.preset)):
            yield _line("set", field.name, as_text(value))
    for person in tournament.people:
        yield _line(
            "player",
            person.number,
            person.name or ERASED,
            licence=person.licence,
            club=person.club,
            team=person.team,
            here=int(person.is_here),
            paid=0 if bare else tournament.paid.get(person.number, 0),
            erased=int(not person.name),
            unranked=int(person.number in tournament.unranked),
            reason=tournament.unranked.get(person.number, "") if person.name else "",
        )
    if regulations.ranks_teams and not bare:
        for team in tournament.teams:
            yield _line("team", team, tournament.team_name(team) or ERASED)
    for pair in sorted(tournament.apart):
        yield _line("apart", *pair)
    for round in tournament.rounds:
        others = round.consolation
        yield from _block(tournament, _Part(round, range(1, others.start)), bare)
        if others:
            yield from _block(tournament, _Part(round, others), bare)
    if tournament.is_over and not bare:
        for prize in prizes(tournament):
            yield _line("prize", *prize[:3], text=prize.in_kind)
    yield _line("end")


class _Part(NamedTuple):
    """A round as a block tells it; a final that has a consolation is two."""

    round: Round
    numbers: range
    """Of its tables."""

    @property
    def is_consolation(self) -> bool:
        """True for the consolation of a final."""
        return self.numbers.start > 1

    @property
    def draw(self) -> str:
        """The kind of draw, as ``draw=`` has it: at random for the consolation."""
        return "random" if self.is_consolation else self.round.draw

    @property
    def tables(self) -> tuple[Table, ...]:
        """The seats of its tables."""
        return tuple(self.round.tables[n - 1] for n in self.numbers)

    @property
    def is_forced(self) -> bool:
        """True if some were at odd tables again before others."""
        is_drawn = self.is_consolation or not self.round.is_final
        return self.round.forced and is_drawn

    def tells_of(self, ranked: int) -> bool:
        """Return True if the penalties and the places of one who is ranked are told here."""
        if not self.round.consolation:
            return True
        is_finalist = ranked in self.round.finalists and self.round.table_of(ranked) > 0
        return is_finalist is not self.is_consolation


def _block(tournament: Tournament, part: _Part, bare: bool) -> Iterator[str]:
    """Return the lines of a block."""
    round = part.round
    number = round.number
    clock = Clock(deals=round.clock.deals) if round.is_closed else round.clock
    yield _line(
        "round",
        number,
        draw="manual" if round.is_mended else part.draw,
        seed="" if part.draw == "manual" else str(round.seed),
        basis=round.basis,
        deals=clock.deals,
        started=clock.started,
        ends=clock.ends,
        last=int(clock.is_last),
        repeats=str(tournament.repeats_at(number, part.tables)),
        closed=int(round.is_closed),
        final=int(round.is_final and not part.is_consolation),
        consolation=int(part.is_consolation),
        forced=int(part.is_forced),
        drawn=part.draw if round.is_mended else "",
    )
    yield from _seats(tournament, part, bare)
    yield from _results(tournament, part, bare)
    if round.is_closed:
        yield from _ranking(tournament, part, bare)


def _seats(tournament: Tournament, part: _Part, bare: bool) -> Iterator[str]:
    round, tables = part.round, part.tables
    number, regulations, teams = round.number, tournament.regulations, tournament.teams
    is_drawn = part.draw in DRAWN and not round.is_mended and not bare
    forbidden = tournament.forbidden if is_drawn else ()
    for person in () if bare else tournament.absent(round._replace(tables=tables)):
        yield _line("absent", number, person)
    for who in round.exempt:
        points = "" if bare else str(regulations.exempt_points)
        yield _line(
            "exempt", number, who, points=points, forced=int(round.forced and not bare)
        )
    for table, seats in zip(part.numbers, tables, strict=True):
        is_turn = part.is_forced and is_drawn and len(seats) in (3, 5)
        forced = int(is_turn or any({*pair} <= {*seats} for pair in forbidden))
        people = seats
        if regulations.seats_teams:
            people = tuple(one for team in seats for one in teams[team])
        yield _line("table", number, table, *people, forced=forced)


def _results(tournament: Tournament, part: _Part, bare: bool) -> Iterator[str]:
    round = part.round
    number = round.number
    for table, slip in sorted(round.slips.items()):
        if table not in part.numbers:
            continue
        named = slip.result._asdict()
        points = named.pop("points")
        if round.clock.deals and slip.result.how in COUNTED:
            deals = slip.result.deals or tournament.regulations.deals
            named["deals"] = 0 if bare and deals == round.clock.deals else deals
        typed = min(slip.typed, MAX_TYPED) if slip.typed > 1 else 0
        how = "" if slip.result.how == "played" else slip.result.how
        yield _line("result", number, table, *points, **{**named, "how": how}, typed=typed)
    for penalty in filter(lambda one: part.tells_of(one.who), round.penalties):
        who = tournament.members(penalty.who)[0]
        who = penalty.who if tournament.regulations.seats_teams else who
        yield _line("penalty", number, who, penalty.points, penalty.reason)


def _ranking(tournament: Tournament, part: _Part, bare: bool) -> Iterator[str]:
    round = part.round
    published = {line.who: line for line in round.ranking}
    for line in ranking(tournament, round.number):
        before = published.get(line.who, line)
        if part.tells_of(line.who) and (before != line or not bare):
            was = ",".join(map(str, (before.place, before.total, before.wins)))
            yield _line(
                *("ranking", round.number, line.place, line.who, line.total),
                wins=str(line.wins) if tournament.regulations.has_sides else "",
                was="" if before == line else was,
            )
