"""Write the example tournament: an invented evening of a Tarot club, always the same one.

    .venv/bin/python tests/tools/make_example_tournament.py

Forty players, five positions of five deals, seats drawn at random without a repetition;
somebody comes after the first position, a slip is corrected, a fault is fined, prizes are
given. Nobody has played these deals: contracts, bouts and points are drawn, and the program
scores them.
"""

import sys
import tempfile
from datetime import date
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tournaments" / "support"))

from make_example_circle import Person, sheet_of, tarot_hand
from random_evenings import FIRST, LAST

from scorekeeper.sheets.formats.night_document import with_scores
from scorekeeper.sheets.service.access import SheetRepository
from scorekeeper.streams.installation import Installation
from scorekeeper.tournaments.formats.examples import TOURNAMENT
from scorekeeper.tournaments.formats.tournament_file import write
from scorekeeper.tournaments.next_round import draw_request, fingerprint
from scorekeeper.tournaments.people import NewPerson, attend, keep_apart, register
from scorekeeper.tournaments.prizes import Budget, grid
from scorekeeper.tournaments.rounds import add_penalty, close, publish, record_slip
from scorekeeper.tournaments.service.access import TournamentRepository, announce
from scorekeeper.tournaments.service.tokens import Role
from scorekeeper.tournaments.tournament import TableResult

SEED = 1969
DAY = date(2026, 11, 20)
PLAYERS = 40
LATE = 40
"""The number of who comes after the first position."""
CLUBS = ("TC Sainte-Maure", "Les Atouts du Val", "")
LAST_TWO = 3000


def main():
    """Write the file."""
    text = example_file()
    TOURNAMENT.write_text(text, encoding="utf-8")
    print(f"{len(text.encode())} bytes")


def example_file():
    """The file of the example."""
    random = Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        desk = opened(Path(folder))
        names = random.sample([f"{one} {other}" for one in FIRST for other in LAST], PLAYERS)
        people = [player(random, name) for name in names]
        clubs = [random.choice(CLUBS) for _ in people]
        new = [NewPerson(one.name, club=club) for one, club in zip(people, clubs, strict=True)]
        desk.record("enrolled", register, new, True)
        desk.record("attending", attend, [LATE], False)
        desk.record("apart", keep_apart, [(7, 23)], True)
        for number in range(1, 6):
            play(desk, number, people, random)
            desk.record("attending", attend, [LATE], True)
        return write(desk.tournament)


def opened(folder):
    """A tournament of its own installation, as its organizer."""
    installation = Installation(folder)
    installation.open()
    sheets = SheetRepository(lambda: installation.journal, lambda: installation.secret_key)
    budget = Budget(PLAYERS, entry=1000, last_two=LAST_TWO)
    token = announce(
        TournamentRepository(sheets),
        title="Exemple : le grand prix d'automne",
        date=DAY.isoformat(),
        place="Salle des fêtes",
        game="tarot",
        preset="tarot_libre",
        fields={
            "entry": "1000",
            "grid": " ".join(map(str, grid(budget))),
            "last_two": str(LAST_TWO),
        },
    )
    return TournamentRepository(sheets).access(token, Role)


def player(random, name):
    """Somebody who plays better or worse, and dares more or less."""
    return Person(name, random.gauss(0, 0.25), random.gauss(0, 0.3), 1)


def play(desk, number, people, random):
    """Draw a round, play it, and close it; a slip of the second was typed wrong."""
    seed = random.randrange(2**31)
    seen = fingerprint(draw_request(desk.tournament, seed))
    desk.record("published", publish, seed, "", seen)
    for table, seats in enumerate(desk.tournament.rounds[-1].tables, 1):
        bilans = deals(random, [people[seat - 1] for seat in seats])
        desk.record("slip", record_slip, number, table, TableResult(tuple(bilans)))
    if number == 3:
        desk.record("fined", add_penalty, number, 12, -100, "arrivée en retard à la table")
    desk.record("closed", close, number)
    if number == 2:
        slip = desk.tournament.rounds[-1].slips[3]
        one, other, *rest = slip.result.points
        right = TableResult((other, one, *rest), reason="Nord et Sud inversés")
        desk.record("slip", record_slip, number, 3, right, slip.seq)
        desk.record("closed", close, number)


def deals(random, people):
    """The bilans of five deals at a table."""
    sheet = sheet_of("tarot", DAY, people, people[0])
    sheet["players"] = [one.name for one in people]
    while len(sheet["hands"]) < 5:
        hand = tarot_hand(random, people)
        if "passed" not in hand:
            sheet["hands"].append(hand)
    return with_scores(sheet)["totals"]


if __name__ == "__main__":
    main()
