"""What the season of a circle costs: ``season.py [EVENINGS] [HANDS]`` prints a table.

Fills an installation with a circle of a thousand evenings of forty hands, then measures its
season page cold, in a new process, and warm, in turns with L, the bare page of the references;
and, without HTTP, what bringing the statistics up to date takes after a hand of tonight.
"""

import datetime
import itertools
import random
import re
import sqlite3
import statistics
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests/support")]

from exchange import Connection, Request
from process import marque, reference

from scorekeeper.circles.ranking import board
from scorekeeper.circles.season import ALL_TIME
from scorekeeper.formats import night_document
from scorekeeper.service import hands
from scorekeeper.service.access import SheetRepository
from scorekeeper.service.circles.access import CircleRepository
from scorekeeper.service.circles.founding import found_circle
from scorekeeper.storage.installation import DATABASE_NAME, Installation

PLAYERS = ("Anne", "Bruno", "Chloé", "David")
FIRST = datetime.date(2007, 1, 4)
ROUNDS, REQUESTS = 5, 40


def evening(number, count):
    """The events of one evening: its hands differ from those of the others."""
    chance = random.Random(number)
    played = [
        {
            "taker": chance.choice(PLAYERS),
            "contract": chance.choice(("petite", "garde", "garde", "garde_sans")),
            "bouts": chance.randrange(4),
            "points": chance.randrange(25, 70),
        }
        for _ in range(count)
    ]
    day = (FIRST + datetime.timedelta(weeks=number)).isoformat()
    document = {
        "format": night_document.FORMAT,
        "game": "tarot",
        "date": day,
        "players": list(PLAYERS),
        "hands": played,
    }
    return [(event.kind, event.body) for event in night_document.read(document)]


def opened(folder):
    """The circles of an installation, and its file to be closed."""
    installation = Installation(folder)
    installation.create()
    sheets = SheetRepository(
        lambda: installation.shared_journal, lambda: installation.secret_key
    )
    return CircleRepository(sheets)


def fill(circles, evenings, count):
    """Found a circle with so many evenings; its access, and that of the last sheet."""
    circle = circles.access(found_circle(circles, "Mesure", PLAYERS))
    for number in range(evenings):
        token = circles.journal.open_sheet(evening(number, count))
        sheet = circles.sheets.access(token)
        circle.record("linked", {"sheet": sheet.sheet_id, "players": [1, 2, 3, 4]})
    return circle, sheet


def after_a_hand(circle, sheet):
    """Milliseconds of CPU from a hand of tonight to the board."""
    taken = []
    answers = {"taker": 0, "contract": "garde", "bouts": 2, "points": 49}
    for _ in range(REQUESTS):
        hands.add_hand(sheet, answers)
        began = time.process_time()
        circle.look_again()
        board(circle.statistics(ALL_TIME).statistics, ALL_TIME)
        taken.append(time.process_time() - began)
    return 1000 * statistics.median(taken)


def cold(folder, address):
    """Milliseconds of the first answer of a new process."""
    with marque(folder) as process, Connection(process.port) as connection:
        return 1000 * connection.ask(asked(address)).seconds


def first(folder, address):
    """Seconds of each answer of a process that has no summaries, until the page is there."""
    with closing(sqlite3.connect(folder / DATABASE_NAME)) as db, db:
        db.execute("DELETE FROM summary")
    request = asked(address)._replace(expected=(200, 503))
    taken, status = [], 503
    with marque(folder) as process, Connection(process.port) as connection:
        while status == 503:
            answer = connection.ask(request)
            status = answer.status
            taken.append(answer.seconds)
    return taken


def asked(address, cookie=""):
    """One request for a page.

    :param cookie: of a phone that has loaded the stylesheets, as after its first page.
    """
    head = f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n"
    return Request("page", f"{head}Cookie: {cookie}\r\n\r\n")


def phone(process, address):
    """The cookies of a phone that has been here before."""
    status, headers, body = process.get(address)
    assert status == 200
    styles = re.search(r'name="stylesheets" content="(\S+)', body)[1]
    return f"{headers['Set-Cookie'].partition(';')[0]}; marque_styles={styles}"


def warm(folder, address):
    """Milliseconds of the page and of L, taken in turns."""
    found = {"page": [], "L": []}
    with marque(folder) as process, reference("page", folder / "L") as bare:
        request = asked(address, phone(process, address))
        both = (("page", process, request), ("L", bare, asked("/")))
        for _, (name, program, wanted) in itertools.product(range(ROUNDS), both):
            with Connection(program.port) as connection:
                answers = [connection.ask(wanted).seconds for _ in range(REQUESTS)]
            found[name].append(1000 * statistics.median(answers[5:]))
    return found


def main(evenings=1000, count=40):
    """Fill, measure and print."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "instance"
        circles = opened(folder)
        circle, sheet = fill(circles, evenings, count)
        began = time.perf_counter()
        circle.statistics(ALL_TIME)
        print(f"{evenings} evenings of {count} hands")
        print(f"summaries computed for the first time: {time.perf_counter() - began:.1f} s")
        print(f"after a hand of tonight: {after_a_hand(circle, sheet):.1f} ms of CPU")
        circles.journal.close()
        address = f"/circles/{circle.tokens.reading}/seasons/0"
        taken = first(folder, address)
        print(
            f"page without summaries: {len(taken)} answers in {sum(taken):.1f} s, "
            f"the longest {1000 * max(taken):.0f} ms"
        )
        taken = [cold(folder, address) for _ in range(3)]
        print(f"page, first of a process: {min(taken):.0f}–{max(taken):.0f} ms")
        found = warm(folder, address)
        ratios = [page / bare for page, bare in zip(*found.values(), strict=True)]
        middle = statistics.median(ratios)
        print(
            f"page, warm: {statistics.median(found['page']):.2f} ms, "
            f"{middle:.2f} ({min(ratios):.2f}–{max(ratios):.2f}) L"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
