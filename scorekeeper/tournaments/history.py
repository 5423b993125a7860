"""The history of a tournament: what happened, a page of sentences at a time.

Names are those of today: whoever was corrected or erased since is so here too. Check-ins,
payments and corrected names that come close together are one sentence.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.history import page_bounds
from scorekeeper.streams.chain import REDACTED
from scorekeeper.streams.events import Event
from scorekeeper.tournaments.clock import Clock, seconds_from
from scorekeeper.tournaments.regulations import FIELDS, as_fields, stored_regulations
from scorekeeper.tournaments.statement import euros
from scorekeeper.tournaments.till import MEANS
from scorekeeper.tournaments.tournament import (
    FINAL,
    NAMES_EACH,
    Table,
    Tournament,
    fold_tournament,
    result_of,
)

MOST_NAMED = 6
"""Most people that one sentence names; further ones are counted."""

TOGETHER = 600
"""Seconds within which events of :data:`OFTEN` are one sentence."""


class Happening(NamedTuple):
    """The subject of one sentence."""

    event: Event
    """The event, or the first one of several."""
    before: Tournament
    """The tournament before it."""
    now: Tournament
    """The tournament as it is today, which has the names."""
    people: tuple[int, ...] = ()
    """Everybody who came, left or paid in these events."""
    cents: int = 0
    """What was paid in these events; negative where it was given back."""

    @property
    def round(self) -> Message:
        """The round of the event."""
        if self.event.kind == "published" and self.event.body.get("final"):
            return FINAL
        return self.before.round_title(self.event.body["round"])

    def of_round(self, says: object) -> Message:
        """Return a sentence about the round of the event."""
        return msg("%(round)s · %(says)s", round=self.round, says=says)

    def of_table(self, says: Message) -> Message:
        """Return a sentence about the table of the event."""
        table = self.event.body["table"]
        return msg("%(round)s, table %(n)s · %(says)s", round=self.round, n=table, says=says)

    def named(self, people: Iterable[int]) -> Message | tuple[object, ...]:
        """Return the names of people, as far as a sentence has room for them."""
        return listed(tuple(map(self.now.called, dict.fromkeys(people))))


class HistoryLine(NamedTuple):
    """One sentence of the history."""

    at: str
    """The time of its event, or of the last one, ISO 8601 in UTC."""
    says: Message


class HistoryPage(NamedTuple):
    """Some consecutive sentences of a history."""

    lines: tuple[HistoryLine, ...]
    """The latest first."""
    older: int | None = None
    """The number of the sentence before which the older ones are; None if there are none."""
    newer: int | None = None
    """The number of the sentence after which the newer ones are; None if there are none."""


def listed(shown: Sequence[object]) -> Message | tuple[object, ...]:
    """Return the first of many, and how many more there are.

    >>> str(listed("ABCDEFGHI"))
    'A, B, C, D, E, F et 3 de plus'
    """
    first, more = tuple(shown[:MOST_NAMED]), len(shown) - MOST_NAMED
    return msg("%(some)s et %(n)s de plus", some=first, n=more) if more > 0 else first


def _regulated(one: Happening) -> Message:
    regulations, fields = one.before.regulations, one.event.body["fields"]
    before, after = (
        as_fields(them)
        for them in (regulations, stored_regulations(regulations.preset, fields))
    )
    changed = (field for field in FIELDS if before.get(field.name) != after.get(field.name))
    questions = tuple(field.question for field in changed)
    return msg("Règlement changé : %(questions)s", questions=listed(questions))


def _enrolled(one: Happening) -> Message:
    first = len(one.before.team_of) + 1
    new = range(first, first + len(one.event.body["teams"]))
    people = one.named((*one.event.body.get("taken", ()), *new))
    if one.event.body["here"]:
        return msg("Inscription sur place : %(people)s", people=people)
    return msg("Inscription : %(people)s", people=people)


def _renamed(one: Happening) -> Message:
    number = _renamed_person(one.event)
    if not number:
        return msg("Nom du tournoi changé")
    name = one.now.called(number)
    if not one.now.person(number).name:
        return msg("Joueur effacé : %(name)s", name=name)
    return msg("Nom, licence ou club corrigé : %(name)s", name=name)


def _renamed_person(event: Event) -> int:
    """Return the number of the person of a name that was changed; 0 for the title."""
    place: int = event.body["player"]
    return (place - 1) // NAMES_EACH + 1


def _paired(one: Happening) -> Message:
    return msg("Équipe formée : %(people)s", people=one.named(one.event.body["people"]))


def _attending(one: Happening) -> Message:
    people = one.named(one.people)
    if one.event.body["here"]:
        return msg("Sont là : %(people)s", people=people)
    return msg("Ne sont plus là : %(people)s", people=people)


def _paid(one: Happening) -> Message:
    values = {"amount": euros(abs(one.cents)), "people": one.named(one.people)}
    if one.cents < 0:
        return msg("Rendu %(amount)s : %(people)s", **values)
    means = MEANS[one.event.body["means"]]
    return msg("Payé %(amount)s (%(means)s) : %(people)s", means=means, **values)


def _unranked(one: Happening) -> Message:
    body, name = one.event.body, one.now.called(one.event.body["player"])
    if body["unranked"]:
        return msg("Hors classement : %(name)s, %(reason)s", name=name, reason=body["reason"])
    return msg("De nouveau classé : %(name)s", name=name)


def _apart(one: Happening) -> Message:
    name = one.now.called
    pairs = tuple(
        msg("%(one)s et %(other)s", one=name(a), other=name(b))
        for a, b in one.event.body["pairs"]
    )
    if one.event.body["apart"]:
        return msg("Ne se rencontrent pas : %(pairs)s", pairs=listed(pairs))
    return msg("Peuvent de nouveau se rencontrer : %(pairs)s", pairs=listed(pairs))


def _published(one: Happening) -> Message:
    return one.of_round(msg("places publiées"))


def _reseated(one: Happening) -> Message:
    body, round = one.event.body, one.before.round(one.event.body["round"])
    before, after = _places(round.tables), _places(body["tables"])
    name = one.now.naming(is_team=one.now.regulations.seats_teams)
    moved = [n for n in {**before, **after} if before.get(n) != after.get(n)]
    exempt = {*body.get("exempt", ())}
    if not moved:
        tables = round.changed_by(map(tuple, body["tables"]))
        return one.of_round(msg("places changées, table %(tables)s", tables=tables))

    def move(who: int) -> Message:
        if who in after:
            return msg("%(name)s → table %(n)s", name=name(who), n=after[who])
        is_exempt = msg("%(name)s → exempt", name=name(who))
        return is_exempt if who in exempt else msg("%(name)s → sans place", name=name(who))

    return one.of_round(listed(tuple(map(move, moved))))


def _places(tables: Iterable[Table]) -> dict[int, int]:
    """Return the table of everybody who is seated."""
    return {who: n for n, table in enumerate(tables, 1) for who in table}


def _withdrawn(one: Happening) -> Message:
    return one.of_round(msg("places retirées"))


def _timed(one: Happening) -> Message:
    before, body = one.before.round(one.event.body["round"]).clock, one.event.body
    clock = Clock(**{name: body[name] for name in Clock._fields})
    if clock.started and not before.started:
        return one.of_round(msg("pendule lancée"))
    if clock.is_last and not before.is_last:
        return one.of_round(msg("dernière donne annoncée"))
    if clock.deals and clock.deals != before.deals:
        return one.of_round(msg("raccourcie à %(n)s donnes", n=clock.deals))
    return one.of_round(msg("pendule changée"))


def _slip(one: Happening) -> Message:
    body, round = one.event.body, one.before.round(one.event.body["round"])
    result, known = result_of(body), round.slips.get(body["table"])
    seats = round.tables[body["table"] - 1]

    names = one.now.side_names(seats)
    shown = int if one.now.regulations.has_sides else _with_sign

    def points(numbers: Sequence[int]) -> tuple[Message, ...]:
        return tuple(
            msg("%(name)s %(points)s", name=name, points=shown(number))
            for name, number in zip(names, numbers, strict=True)
        )

    marks = points(result.points)
    is_same = known is not None and known.result.is_same(result)
    if by := body.get("by"):
        says = msg("accepté par %(name)s : %(marks)s", name=one.now.called(by), marks=marks)
    elif is_same:
        says = msg("saisi une fois de plus, sans changement : %(marks)s", marks=marks)
    elif body.get("stopped") or result.how != "played":
        says = msg("décidé par l'arbitre : %(marks)s", marks=marks)
    elif body.get("sheet"):
        says = msg("feuille acceptée : %(marks)s", marks=marks)
    else:
        says = msg("résultat noté : %(marks)s", marks=marks)
    if known is not None and not is_same:
        was = points(known.result.points)
        says = msg("%(says)s, au lieu de %(was)s", says=says, was=was)
    if result.reason and not is_same:
        says = msg("%(says)s (%(reason)s)", says=says, reason=result.reason)
    return one.of_table(says)


def _with_sign(points: int) -> Message | int:
    return Message("+%(n)s", {"n": points}) if points > 0 else points


def _called(one: Happening) -> Message:
    return one.of_table(msg("appelle l'arbitre"))


def _answered(one: Happening) -> Message:
    return one.of_table(msg("l'arbitre est venu, ou l'appel est annulé"))


def _fined(one: Happening) -> Message:
    body = one.event.body
    fault = _fault(one, body["who"], body["points"], body["reason"])
    return one.of_round(msg("pénalité, %(fault)s", fault=fault))


def _fault(one: Happening, who: int, points: int, reason: str) -> Message:
    return msg(
        "%(name)s %(points)s (%(reason)s)",
        name=one.now.name_of(who, is_team=one.now.regulations.ranks_teams),
        points=_with_sign(points),
        reason=reason,
    )


def _unfined(one: Happening) -> Message:
    entry = one.event.body["entry"]
    known = (fine for round in one.before.rounds for fine in round.penalties)
    fine = next(fine for fine in known if fine.entry == entry)
    fault = _fault(one, fine.who, fine.points, fine.reason)
    return msg("Pénalité retirée : %(fault)s", fault=fault)


def _closed(one: Happening) -> Message:
    if one.before.round(one.event.body["round"]).ranking:
        return one.of_round(msg("classement publié à nouveau"))
    return one.of_round(msg("classement publié"))


SENTENCES: Mapping[str, Callable[[Happening], Message]] = {
    "announced": lambda one: msg("Tournoi annoncé"),
    "regulated": _regulated,
    "enrolled": _enrolled,
    "renamed": _renamed,
    "paired": _paired,
    "attending": _attending,
    "paid": _paid,
    "unranked": _unranked,
    "apart": _apart,
    "published": _published,
    "reseated": _reseated,
    "withdrawn": _withdrawn,
    "timed": _timed,
    "slip": _slip,
    "called": _called,
    "answered": _answered,
    "fined": _fined,
    "unfined": _unfined,
    "closed": _closed,
    REDACTED: lambda one: msg("Texte retiré"),
}
"""The sentence of each kind of event."""

OFTEN: Mapping[str, Callable[[Event], object]] = {
    "attending": lambda event: event.body["here"],
    "paid": lambda event: event.body["means"],
    "renamed": _renamed_person,
}
"""The kinds of event that come by the hundred, or several for one tap, and what those of one
sentence have in common."""


def runs(events: Sequence[Event]) -> list[list[int]]:
    """Return the places of the events of each sentence. Nothing but events of :data:`OFTEN`
    stands between those of one sentence; they span :data:`TOGETHER` at most, so that the
    sentences of a page keep their numbers while the tournament goes on."""
    found: list[list[int]] = []
    open_runs: dict[object, list[int]] = {}
    for place, event in enumerate(events):
        common = OFTEN.get(event.kind)
        if common is None:
            open_runs.clear()
            found.append([place])
            continue
        name = event.kind, common(event)
        run = open_runs.get(name)
        if run and seconds_from(events[run[0]].at, event.at) <= TOGETHER:
            run.append(place)
        else:
            open_runs[name] = [place]
            found.append(open_runs[name])
    return found


def history_page(
    events: Sequence[Event],
    now: Tournament,
    before: int | None = None,
    after: int | None = None,
) -> HistoryPage:
    """Return a page of the history of a tournament: the latest sentences, unless others are
    asked for.

    :param events: all of the tournament.
    :param now: the tournament after them.
    :param before: for the latest sentences before this number, counted from 1.
    :param after: for the earliest sentences after this number.
    """
    all_runs = runs(events)
    first, last = page_bounds([0] * len(all_runs), before, after)
    shown = all_runs[first:last]
    lines = sorted(_told(events, shown, now), reverse=True)
    older, newer = first + 1 if first else None, last if last < len(all_runs) else None
    return HistoryPage(tuple(line for _, line in lines), older, newer)


def _told(
    events: Sequence[Event], shown: Sequence[Sequence[int]], now: Tournament
) -> list[tuple[int, HistoryLine]]:
    """Return the sentence of each run beside the place of its last event."""
    first_of = {place: run[0] for run in shown for place in run}
    state, about = now, dict[int, Happening]()  # nothing is before the first event
    for place in range(max(first_of, default=-1) + 1):
        event, before = events[place], state
        state = before.apply(event) if place else fold_tournament(events[:1])
        if place in first_of:
            first = first_of[place]
            known = about.get(first) or Happening(event, before, now)
            about[first] = _with(known, event, before)
    says = {first: SENTENCES[one.event.kind](one) for first, one in about.items()}
    return [(run[-1], HistoryLine(events[run[-1]].at, says[run[0]])) for run in shown]


def _with(one: Happening, event: Event, before: Tournament) -> Happening:
    """Return what happened with one more event of its run."""
    if event.kind == "attending":
        return one._replace(people=(*one.people, *event.body["people"]))
    if event.kind == "paid":
        known, paid = before.paid, event.body["paid"]
        cents = sum(now - (known[n].cents if n in known else 0) for n, now in paid)
        people = (*one.people, *(n for n, _ in paid))
        return one._replace(people=people, cents=one.cents + cents)
    return one
