"""Whole club evenings through the pages, from a seed: phones and paper at the tables, helpers,
a network that loses requests and answers, a disk that fails, kills, a change of machine.

Each table plays deals that are drawn before, and counts them by itself
(``tests/support/independent``). In the end no hand is lost or doubled, each result is what its
table played, and the checker finds nothing in the file of the evening.

    .venv/bin/python tests/tournaments/simulation/simulated_room.py --evenings 2000
"""

import argparse
import html
import io
import multiprocessing
import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[3]
TESTS = ROOT / "tests"
sys.path[:0] = [
    str(ROOT),
    str(ROOT / "tools"),
    *(str(TESTS / name) for name in ("support", "tournaments/support", "simulation")),
]

import check_tournament as checker  # noqa: E402
from independent.tarot import score  # noqa: E402
from simulated_server import Server  # noqa: E402

from scorekeeper.tournaments.service import tokens  # noqa: E402
from scorekeeper.tournaments.service.tokens import Role  # noqa: E402

DEALS = 2
LOSSES = {"request": 0.04, "answer": 0.05, "kill": 0.01, "disk": 0.03}
"""The chance that a request or its answer is lost, the program is killed, its disk fails."""

WAYS = ("phone", "phone", "paper", "phone, then paper")
ORDER = {3: (0, 1, 2), 4: (0, 3, 1, 2)}
"""The seats of a table in the order of the deal: North, West, South, East."""

PATIENCE = 60
"""Times that a request is sent again."""


class Room:
    """One evening.

    :param folder: an empty one, for the machines.
    """

    def __init__(self, seed, folder):
        self.random, self.folder, self.machines = Random(seed), Path(folder), 0
        self.counts, self.results, self.sheets = Counter(), {}, {}
        self.is_belote = self.random.random() < 0.4
        self.people = 2 * self.random.randint(4, 8)
        self.rounds = self.random.randint(2, 3)
        self.changes_machine = self.random.random() < 0.3
        self.server = self.machine()

    def machine(self):
        self.machines += 1
        return Server(self.folder / str(self.machines))

    # Requests.

    def chance(self, name):
        happens = self.random.random() < LOSSES[name]
        self.counts[name] += happens
        return happens

    def ask(self, url, fields=None):
        """The answer to a request, which is sent until one arrives."""
        for _ in range(PATIENCE):
            if self.chance("kill"):
                self.server.stop()
            self.server.start()
            if self.chance("request"):
                continue
            if fields is not None and self.chance("disk"):
                kind = self.random.choice(["full", "error", "cut before", "cut after"])
                self.server.disk.plan(kind, self.random.randrange(8))
            try:
                answer = self.send(url, fields)
            except ConnectionError:
                continue
            finally:
                self.server.disk.fails = None
            if answer.status_code < 500 and not self.chance("answer"):
                return answer
        raise TimeoutError(url)

    def send(self, url, fields):
        if fields is None:
            return self.server.get(url)
        items = [(name, one) for name, value in fields.items() for one in listed(value)]
        return self.server.post(url, items, outbox=False)

    def post(self, url, **fields):
        """The answer to a form with a key of its own, which is the same each time."""
        return self.ask(url, {"key": f"{self.random.getrandbits(128):032x}"} | fields)

    # The evening.

    def play(self):
        """Play it; what is wrong in the end."""
        self.open()
        for number in range(1, self.rounds + 1):
            self.publish(number)
            tables = self.tournament.rounds[-1].tables
            played = {
                table: drawn_deals(self.random, len(seats), self.is_belote)
                for table, seats in enumerate(tables, 1)
            }
            if self.changes_machine and number == self.rounds and number > 1:
                self.half(number, played)
                self.change_machine(number)
            self.all_tables(number, played)
            answer = self.post(f"{self.home}/rounds/{number}/close", **self.closing(number))
            assert answer.status_code == 303, answer.text
        return self.faults()

    def open(self):
        preset = "belote_points" if self.is_belote else "tarot_libre"
        about = {"title": "Soirée", "date": "2026-11-23", "preset": preset}
        fields = {"rounds": self.rounds, "deals": DEALS, "draw": "random"}
        fields |= {"game": "belote" if self.is_belote else "tarot"}
        self.home = self.post("/tournaments", **about, **fields).location
        self.organizer = self.home.rpartition("/")[2]
        room = tokens.room_key(self.organizer)
        self.link = {role: f"/tournaments/{tokens.token_of(room, role)}" for role in Role}
        names = [f"J{n}" for n in range(1, self.people + 1)]
        if self.is_belote:
            names = [" / ".join(names[n : n + 2]) for n in range(0, self.people, 2)]
        here = {"people": "\n".join(names), "here": "1"}
        assert self.post(f"{self.link[Role.CHECK_IN]}/people", **here).status_code == 303

    @property
    def tournament(self):
        self.server.start()
        return self.server.app.extensions["tournaments"].access(self.organizer).state

    def publish(self, number):
        page = self.ask(f"{self.home}/draw?seed={self.random.randrange(1, 2**31)}").text
        answer = self.ask(f"{self.home}/rounds", hidden(page, "/rounds"))
        assert answer.status_code == 303 and len(self.tournament.rounds) == number, answer.text

    def closing(self, number):
        return hidden(self.ask(f"{self.home}/rounds/{number}/slips").text, "/close")

    def all_tables(self, number, played):
        for table in self.random.sample(sorted(played), len(played)):
            way = self.random.choice(WAYS)
            self.counts[way] += 1
            deals, points = played[table]
            self.results[number, table] = points
            if way == "paper":
                self.type_slip(number, table, points)
                continue
            sheet = self.open_table(number, table)
            for n, deal in enumerate(deals):
                if way != "phone" and n:
                    break
                self.record(sheet, deal)
            if way == "phone":
                self.accept(sheet)
                self.sheets[number, table] = sheet
            else:
                self.type_slip(number, table, points)

    def half(self, number, played):
        """Some tables are done, others have begun, when the machine dies."""
        for table in self.random.sample(sorted(played), len(played) // 2):
            sheet = self.open_table(number, table)
            self.record(sheet, played[table][0][0])

    def open_table(self, number, table):
        code = tokens.card_code(tokens.room_key(self.organizer), table)
        card = f"{self.link[Role.READING]}/tables/{table}/{code}"
        answer = self.post(card, round=str(number))
        assert answer.status_code == 303, answer.text
        return answer.location

    def record(self, sheet, deal):
        """Record a deal; sometimes the phone sends it again, late."""
        form = {name: str(value) for name, value in deal.items()}
        form |= {"base": field(self.ask(sheet).text, "base"), "confirm": ""}
        form |= {"key": f"{self.random.getrandbits(128):032x}"}
        answer = self.ask(f"{sheet}/hands", form)
        if answer.status_code == 422:  # a doubt, which the table confirms
            form["confirm"] = field(answer.text, "confirm")
            answer = self.ask(f"{sheet}/hands", form)
        assert answer.status_code == 303, answer.text
        if self.random.random() < 0.2:
            self.ask(f"{sheet}/hands", form)

    def accept(self, sheet):
        """A second player accepts; sometimes his phone sends it again, late."""
        page = self.ask(f"{sheet}/result").text
        names = re.findall(r'<button[^>]*name="by" value="(\d+)"', page)
        form = {name: field(page, name) for name in ("key", "base")}
        form |= {"by": self.random.choice(names)}
        answer = self.ask(f"{sheet}/result", form)
        assert answer.status_code == 303, answer.text
        if self.random.random() < 0.2:
            self.ask(f"{sheet}/result", form)

    def type_slip(self, number, table, points):
        role = self.random.choice([Role.DESK, Role.REFEREE])
        form = {"table": str(table), "points": [str(one) for one in points]}
        for _ in range(self.random.choice([1, 1, 2])):
            answer = self.post(f"{self.link[role]}/rounds/{number}/slips", **form)
            assert answer.status_code == 303, answer.text

    def change_machine(self, number):
        """Another machine takes over from the copy of the first, with the organizer's link."""
        self.counts["machine"] += 1
        self.sheets.clear()  # those of closed rounds stay on the disk of the other one
        self.server.close()
        copies = list((self.folder / str(self.machines) / "tournaments").glob("*.txt"))
        self.server = self.machine()
        form = {"link": self.organizer}
        file = {"file": (io.BytesIO(copies[0].read_bytes()), "soiree.txt")}
        page = self.server.client.post("/tournaments/restart", data=form | file).text
        answer = self.ask(
            "/tournaments/restart", hidden(page, "/restart") | {"confirmed": "1"}
        )
        assert answer.location.endswith(self.organizer), answer.text
        if len(self.tournament.rounds) < number:
            self.publish(number)

    # Promises.

    def faults(self):
        tournament, faults = self.tournament, []
        for (number, table), points in self.results.items():
            found = tournament.rounds[number - 1].slips[table].result.points
            if found != points:
                faults.append(("result", number, table, found, points))
        for place, sheet in self.sheets.items():
            access = self.server.app.extensions["sheets"].access(sheet.rpartition("/")[2])
            if len(access.sheet.hands) != DEALS:
                faults.append(("hands", *place, len(access.sheet.hands)))
        text = self.ask(f"{self.home}/tournament.txt").data
        found = checker.check(text)
        return faults + [finding for finding in found if finding.code != "avoidable"]


CONTRACTS = ("petite", "garde", "garde_sans", "garde_contre")


def drawn_deals(random, seats, is_belote, count=DEALS):
    """The deals of a table, as forms, and what each seat, or team, has in the end."""
    played, total = [], [0] * seats
    for _ in range(count):
        if is_belote:
            taker, points = random.randrange(4), random.randint(20, 140)
            points += points > 80  # 81 is a *litige*
            made = (points, 162 - points) if points > 81 else (0, 162)
            mine = made if taker % 2 == 0 else made[::-1]
            played.append({"taker": taker, "suit": "hearts", "points": points})
        else:
            hand = {"taker": random.randrange(seats), "contract": random.choice(CONTRACTS)}
            hand |= {"bouts": random.randrange(4), "points": random.randrange(92)}
            by_deal = score(hand, list(range(seats)), {})
            mine = [by_deal[ORDER[seats].index(seat)] for seat in range(seats)]
            played.append(hand)
        total = [one + other for one, other in zip(total, mine, strict=True)]
    return played, tuple(total)


def listed(value):
    return value if isinstance(value, list) else [value]


def field(page, name):
    """The value of a hidden field of a page."""
    return html.unescape(re.search(rf'name="{name}" value="([^"]*)"', page)[1])


def hidden(page, action):
    """The hidden fields of the form of a page that is posted to this action."""
    pattern = rf'<form[^>]*action="[^"]*{re.escape(action)}"[^>]*>(.*?)</form>'
    form = re.search(pattern, page, re.S)[1]
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form)
    fields += re.findall(r'<textarea[^>]*name="([^"]+)"[^>]*>([^<]*)<', form)
    found = {}
    for name, value in fields:
        found.setdefault(name, []).append(html.unescape(value))
    return found


def played(seed):
    """Return what is wrong after an evening, and how often what happened in it."""
    with tempfile.TemporaryDirectory(
        dir="/dev/shm" if Path("/dev/shm").exists() else None
    ) as f:
        room = Room(seed, f)
        try:
            return room.play(), room.counts
        finally:
            room.server.close()


def judged(seed):
    try:
        return seed, *played(seed)
    except Exception as error:  # an evening that ends with an error is a fault
        return seed, [repr(error)[-500:]], Counter()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--evenings", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began, counts, wrong = time.monotonic(), Counter(), 0
    seeds = range(options.seed, options.seed + options.evenings)
    with multiprocessing.Pool() as pool:
        for seed, faults, happened in pool.imap_unordered(judged, seeds):
            counts += happened
            wrong += bool(faults)
            if faults:
                print(seed, faults[:3], flush=True)
    seconds = time.monotonic() - began
    print(f"{options.evenings} evenings, {wrong} with a fault, {seconds:.0f} s", dict(counts))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
