"""A tournament that decides and folds as its access does, without a database."""

from scorekeeper.streams.base import decode, encode
from scorekeeper.streams.events import Event
from scorekeeper.tournaments.next_round import draw_request, fingerprint
from scorekeeper.tournaments.people import NewPerson, register
from scorekeeper.tournaments.person import NAMES_EACH
from scorekeeper.tournaments.regulations import PRESETS, as_fields, from_fields
from scorekeeper.tournaments.round import TableResult
from scorekeeper.tournaments.rounds import close, publish, publish_by_hand, record_slip
from scorekeeper.tournaments.tournament import fold_tournament

ABOUT = {"title": "Coupe d'automne", "date": "2026-11-23", "place": "Salle"}
FIRST = TableResult((30, -10, -10, -10))


class Decided:
    """A new tournament.

    :param people: who are here, two a team where teams are ranked.
    """

    def __init__(self, preset="tarot_libre", people=0, about=ABOUT, **fields):
        body = {"names": [about["title"]], "date": about["date"], "place": about["place"]}
        body |= {"preset": preset, "game": about.get("game", PRESETS[preset].games[0])}
        body |= {"fields": as_fields(from_fields(preset, fields))}
        self.tournament = fold_tournament([Event(1, "announced", decode(encode(body)))])
        if people:
            self.record("enrolled", register, new_people(people, preset), True)

    def record(self, kind, decision, *arguments):
        body = decision(self.tournament, *arguments)
        if body is not None:
            self.append(kind, body)

    def append(self, kind, body):
        seq = self.tournament.version + 1
        event = Event(seq, kind, decode(encode(body)), hash=seq.to_bytes(8))
        self.tournament = self.tournament.apply(event)

    def erase(self, number):
        """Forget the name, licence and club of somebody."""
        for place in range(NAMES_EACH * (number - 1) + 1, NAMES_EACH * number + 1):
            self.append("renamed", {"player": place, "name": ""})


def decided(*, preset, fields, **about):
    """The desk of a tournament that is announced like that."""
    return Decided(preset, about=about, **fields)


def new_people(count, preset):
    in_teams = preset != "tarot_libre"
    return [NewPerson(f"J{n}", team=(n + 1) // 2 * in_teams) for n in range(1, count + 1)]


def play(desk, number, result=FIRST):
    """Record a slip for each table of a round, and close it."""
    for table in range(1, len(desk.tournament.rounds[number - 1].tables) + 1):
        desk.record("slip", record_slip, number, table, result)
    desk.record("closed", close, number)


def publish_next(desk, seed=1, kind=""):
    seen = fingerprint(draw_request(desk.tournament, seed, kind))
    number = len(desk.tournament.rounds) + 1
    desk.record("published", publish, number, seed, kind, seen)


def seat(desk):
    """Seat who is here by hand, at tables of three and four; no search takes its time."""
    here = desk.tournament.entrants
    tables = -(-len(here) // 4)
    seats = [here[table::tables] for table in range(tables)]
    desk.record("published", publish_by_hand, len(desk.tournament.rounds) + 1, seats)
