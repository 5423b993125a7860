"""The history of a tournament: a line for each event, in the words of the pages.

Names are those of today: whoever was corrected or erased since is so here too. Check-ins and
payments of the same ten minutes are one line each.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.history import HistoryPage, page_bounds
from scorekeeper.streams.chain import REDACTED
from scorekeeper.streams.events import Body, Event
from scorekeeper.tournaments.person import NAMES_EACH
from scorekeeper.tournaments.reasons import as_said
from scorekeeper.tournaments.slips import HOWS
from scorekeeper.tournaments.statement import euros
from scorekeeper.tournaments.tournament import Tournament, fold_tournament

WORDS: Mapping[str, tuple[Message, ...]] = {
    "announced": (msg("Ouvrir le tournoi"),),
    "regulated": (msg("Règlement"),),
    "enrolled": (msg("Inscrire"),),
    "renamed": (msg("Changer"), msg("Effacer")),
    "paired": (msg("Former l'équipe"),),
    "attending": (msg("n'est pas là"), msg("est là")),
    "paid": (msg("Rendre"), msg("payé")),
    "unranked": (msg("Reclasser"), msg("Hors classement")),
    "apart": (msg("Ils peuvent se rencontrer"), msg("Qui ne se rencontre pas")),
    "published": (msg("Publier ces places"),),
    "reseated": (msg("Les places"),),
    "withdrawn": (msg("Retirer ces places"),),
    "timed": (msg("Pendule et tables"), msg("Lancer la pendule")),
    "slip": (msg("Noté"), msg("Résultat accepté ✓")),
    "called": (msg("Arbitre"),),
    "answered": (msg("Annuler"), msg("J'y vais")),
    "fined": (msg("Pénalités"),),
    "unfined": (msg("Retirer"),),
    "closed": (msg("classement publié"), msg("Publier à nouveau le classement")),
    REDACTED: (msg("Texte retiré"),),
}
"""The words for each kind of event; :func:`_told` decides where the second ones are meant."""

MOST = 6
"""Most names in a line; further ones are counted."""


TournamentLine = tuple[str, tuple[object, ...]]
"""A line of the history: its time, ISO 8601 in UTC, and its parts."""


def history_page(
    events: Sequence[Event],
    now: Tournament,
    before: int | None = None,
    after: int | None = None,
) -> HistoryPage[TournamentLine]:
    """Return a page of the history of a tournament of these events: the latest lines, or those
    before or after the one of a number, counted from 1."""
    runs, since = dict[object, list[int]](), 0
    for place, event in enumerate(events):
        is_often = event.kind in ("attending", "paid")
        since = since if is_often else place
        gives_back = event.kind == "paid" and not any(cents for _, cents in event.body["paid"])
        same = event.kind, event.body.get("here"), gives_back, event.at[:15]
        runs.setdefault((since, *same) if is_often else place, []).append(place)
    first, last = page_bounds([0] * len(runs), before, after)
    shown, lines, state = {run[0]: run for run in [*runs.values()][first:last]}, [], now
    for place, event in enumerate(events[: max(shown, default=-1) + 1]):
        if place in shown:
            run = [events[n] for n in shown[place]]
            lines.append((run[-1].at, _says(run, state, now)))
        state = state.apply(event) if place else fold_tournament([event])
    older, newer = first + 1 if first else None, last if last < len(runs) else None
    return HistoryPage(tuple(lines[::-1]), older, newer)


def _says(run: Sequence[Event], before: Tournament, now: Tournament) -> tuple[object, ...]:
    """Return the line of some events: the round and the table, the words, who, what else."""
    kind, body = run[0].kind, run[0].body
    where = list[object]()
    if "round" in body:
        then = before.apply(run[0]) if kind == "published" else before
        where = [then.round_title(body["round"], body.get("table", 0))]
    if "table" in body:
        where.append(msg("table %(n)s", n=body["table"]))
    told = _told(run, before, now)
    names = tuple(now.called(n) for n in dict.fromkeys(told.people))
    if len(names) > MOST:
        names = (*names[:MOST], f"+ {len(names) - MOST}")
    reason = [as_said(body["reason"])] if body.get("reason") and kind != "fined" else []
    words = WORDS[kind][-told.is_second]
    return (*where, words, *([names] if names else []), *told.more, *reason)


class Told(NamedTuple):
    """The parts of a line that each kind of event has of its own."""

    people: Sequence[int] = ()
    more: Sequence[object] = ()
    is_second: bool = False
    """True where the second words of the kind are meant."""


def _told(run: Sequence[Event], before: Tournament, now: Tournament) -> Told:
    body = run[0].body
    match run[0].kind:
        case "enrolled":
            first, count = len(before.team_of) + 1, len(body["teams"])
            people = [*body.get("taken", ()), *range(first, first + count)]
            return Told(people, [msg("déjà là")] * body["here"])
        case "renamed" if body["player"]:
            number = (body["player"] - 1) // NAMES_EACH + 1
            return Told([number], is_second=not now.person(number).name)
        case "attending" | "paired":
            people = [n for event in run for n in event.body["people"]]
            return Told(people, is_second=body.get("here", False))
        case "paid":
            cents = dict(pair for event in run for pair in event.body["paid"])
            total = sum(cents.values())
            return Told([*cents], [euros(total)], True) if total else Told([*cents])
        case "unranked":
            return Told([body["player"]], is_second=body["unranked"])
        case "apart":
            people = [n for pair in body["pairs"] for n in pair]
            return Told(people, is_second=body["apart"])
        case "reseated":
            return Told(more=_moved(body, before, now))
        case "timed":
            deals = [msg("%(n)s donnes", n=body["deals"])] * bool(body["deals"])
            more = deals + [msg("Dernière donne")] * body["is_last"]
            return Told((), more, not before.round(body["round"]).clock.started)
        case "slip":
            return _slip(body, before, now)
        case "answered":
            return Told(is_second="comes" in body)
        case "fined" | "unfined":
            return _fine(run[0], before, now)
        case "closed":
            return Told(is_second=bool(before.round(body["round"]).ranking))
    return Told()


def _slip(body: Body, before: Tournament, now: Tournament) -> Told:
    people = [body["by"]] if body.get("by") else []
    sides = now.side_names(before.round(body["round"]).tables[body["table"] - 1])
    how = HOWS.get("average" if body.get("stopped") else body["how"])
    points = tuple(map(_points, sides, body["points"]))
    return Told(people, [how, points] if how else [points], bool(people))


def _fine(event: Event, before: Tournament, now: Tournament) -> Told:
    """Return whose penalty was added, or removed."""
    both = before.apply(event).rounds + before.rounds
    entry = event.body.get("entry", event.seq)
    fine = next(one for round in both for one in round.penalties if one.entry == entry)
    who = now.name_of(fine.who, is_team=now.regulations.ranks_teams)
    return Told(more=[_points(who, fine.points), as_said(fine.reason)])


def _moved(body: Body, before: Tournament, now: Tournament) -> list[object]:
    """Return who sits elsewhere after the seats of a round were changed, and where."""
    round, name = before.round(body["round"]), now.naming(is_team=now.regulations.seats_teams)
    after = {n: table for table, seats in enumerate(body["tables"], 1) for n in seats}
    moved = sorted(n for n in {*round.seated, *after} if after.get(n, 0) != round.table_of(n))
    where = {n: msg("table %(n)s", n=table) for n, table in after.items()}
    return [Message("%(a)s → %(b)s", {"a": name(n), "b": where.get(n, "–")}) for n in moved]


def _points(name: str, points: int) -> Message:
    return Message("%(name)s %(points)s", {"name": name, "points": points})
