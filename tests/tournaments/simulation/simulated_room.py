"""Random evenings of tournaments through the pages: phones and paper at the tables, helpers, a
network that loses requests and answers, a disk that fails, kills, a change of machine.

Each table plays deals that are drawn before, and counts them by itself
(``tests/support/independent``). In the end no hand is lost or doubled, each result is what its
table played, and the checker finds nothing in the file of the evening.
"""

import io
import re
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random

import check_tournament as checker
from desk import field, hidden
from independent.tarot import score
from random_evenings import Evening
from simulated_server import Server

from scorekeeper.tournaments.regulations import PRESETS, from_fields
from scorekeeper.tournaments.round import TableResult
from scorekeeper.tournaments.service import tokens
from scorekeeper.tournaments.service.tokens import Role
from scorekeeper.tournaments.web.regulations_form import typed

DEALS = 2
LOSSES = {"request": 0.04, "answer": 0.05, "kill": 0.01, "disk": 0.03}
"""The chance that a request or its answer is lost, the program is killed, its disk fails."""

WAYS = ("phone", "phone", "paper", "phone, then paper")
ORDER = {3: (0, 1, 2), 4: (0, 3, 1, 2), 5: (0, 1, 2, 3, 4)}
"""The seats of a table in the order of the deal: North, West, South, East."""

PATIENCE = 60
"""Times that a request is sent again."""


class Network:
    """Machines that run the program, and the way to them.

    :param random: draws what is lost.
    :param folder: an empty one, for the machines.
    """

    def __init__(self, random, folder):
        self.random, self.folder, self.machines = random, Path(folder), 0
        self.counts = Counter()
        self.start_machine()

    def start_machine(self):
        """Start the program on a machine with nothing on it."""
        self.machines += 1
        self.server = Server(self.folder / str(self.machines))

    def close(self):
        self.server.close()

    def chance(self, name):
        happens = self.random.random() < LOSSES[name]
        self.counts[name] += happens
        return happens

    def get(self, url):
        """The answer to a request, which is sent until one arrives."""
        return self._ask(lambda: self.server.get(url))

    def post(self, url, fields):
        """The answer to a form, which is sent until one arrives, with one key."""
        fields = {"key": f"{self.random.getrandbits(128):032x}"} | fields
        items = [
            (name, str(one))
            for name, value in fields.items()
            for one in (value if isinstance(value, (list, tuple)) else [value])
        ]
        return self._ask(lambda: self.server.post(url, items, outbox=False), is_form=True)

    def record(self, url, fields):
        """Post a form that must be taken."""
        answer = self.post(url, fields)
        assert answer.status_code == 303, answer.text
        return answer.location

    def _ask(self, send, is_form=False):
        for _ in range(PATIENCE):
            if self.chance("kill"):
                self.server.stop()
            self.server.start()
            if self.chance("request"):
                continue
            if is_form and self.chance("disk"):
                kind = self.random.choice(["full", "error", "cut before", "cut after"])
                self.server.disk.plan(kind, self.random.randrange(8))
            try:
                answer = send()
            except ConnectionError:
                continue
            finally:
                self.server.disk.fails = None
            if answer.status_code < 500 and not self.chance("answer"):
                return answer
        raise TimeoutError


class Pages:
    """The pages of an organizer and his helpers, as the desk of an evening: each decision is
    posted by the form that has it."""

    def __init__(self, network, *, game, preset, fields, **about):
        self.network, self.random = network, network.random
        about |= {"game": "tarot" if game == "tarot" else "belote", "preset": preset}
        self.home = network.record("/tournaments", about | typed(from_fields(preset, fields)))
        self.organizer = self.home.rpartition("/")[2]
        self.room = tokens.room_key(self.organizer)

    @property
    def tournament(self):
        self.network.server.start()
        apps = self.network.server.app.extensions
        return apps["tournaments"].access(self.organizer).state

    def page(self, *roles):
        """The address of the tournament of one who has one of these roles."""
        return f"/tournaments/{tokens.token_of(self.room, self.random.choice(roles))}"

    def record(self, kind, decision, *arguments):
        """Post what a decision is asked."""
        getattr(self, decision.__name__)(*arguments)

    def register(self, new, is_here):
        groups = {}
        for person in new:
            groups.setdefault(person.team or object(), []).append(person)
        lines = ["nom;licence;club"]
        for group in groups.values():
            cells = zip(*(person[:3] for person in group), strict=True)
            lines.append(";".join(" / ".join(cell).strip(" /") for cell in cells))
        form = {"people": "\n".join(lines)} | ({"here": "1"} if is_here else {})
        self.network.record(f"{self.page(Role.CHECK_IN)}/people", form)

    def attend(self, people, is_here):
        form = {"people": " ".join(map(str, people))} | ({"here": "1"} if is_here else {})
        self.network.record(f"{self.page(Role.CHECK_IN)}/check-in", form)

    def keep_apart(self, pairs, apart):
        for one, other in pairs:
            self.network.record(f"{self.home}/apart", {"one": one, "other": other})

    def set_ranked(self, number, is_ranked, reason):
        form = {"who": number, "reason": reason} | ({"again": "1"} if is_ranked else {})
        self.network.record(f"{self.page(Role.CHECK_IN, Role.DESK)}/unranked", form)

    def publish(self, number, seed, kind, seen):
        page = self.network.get(f"{self.home}/draw?seed={seed}&kind={kind}").text
        form = hidden(page, "/rounds")
        assert form["seen"] == seen and int(form["number"]) == number
        self.network.record(f"{self.home}/rounds", form)

    def publish_final(self, number, size, seed=None, shown=None):
        form = {"kind": "final", "number": number, "size": size}
        form |= {} if seed is None else {"others": "1", "seed": seed}
        self.network.record(f"{self.home}/rounds", form | {"seen": self.tournament.etag})

    def publish_by_hand(self, number, tables, exempt=()):
        form = {"kind": "manual", "number": number}
        form |= {"seats": seats_as_typed(tables, exempt), "seen": self.tournament.etag}
        self.network.record(f"{self.home}/rounds", form)

    def reseat(self, number, tables, exempt, shown):
        form = {"seats": seats_as_typed(tables, exempt), "seen": shown.etag}
        self.network.record(f"{self.home}/rounds/{number}/seats", form)

    def set_clock(self, number, change, seen):
        clock = self.tournament.round(number).clock
        deals = change(clock).deals
        changed = {"change": "deals", "deals": deals} if deals else {"change": "start"}
        role = Role.REFEREE if deals else Role.DESK
        self.network.record(
            f"{self.page(role)}/clock", {"round": number, "seen": seen, **changed}
        )

    def record_slip(self, number, table, result, seen=0):
        form = {"table": table, "seen": seen, "points": result.points, "how": result.how}
        if result.how == "forfeit" and len(result.points) == 2:
            form["how"] = f"forfeit {1 if result.points[0] == 0 else 2}"
        names = ("belotes", "capots", "extra", "deals", "reason")
        form |= {name: getattr(result, name) for name in names}
        slips = f"{self.page(Role.DESK, Role.REFEREE)}/rounds/{number}/slips"
        answer = self.network.post(slips, form)
        if "le téléphone joue encore" in answer.text:
            answer = self.network.post(slips, form | {"anyway": 1})
        assert answer.status_code == 303, answer.text

    def add_penalty(self, number, who, points, reason):
        faulty = who
        if self.tournament.regulations.has_sides:  # the points go to the other side
            tables = self.tournament.round(number).tables
            faulty = next((table[0] for table in tables if who in table[1:]), 0)
        if faulty:
            form = {"round": number, "who": faulty, "points": abs(points), "reason": reason}
            self.network.record(f"{self.page(Role.REFEREE)}/penalties", form)

    def remove_penalty(self, entry):
        self.network.record(f"{self.page(Role.REFEREE)}/penalties", {"entry": entry})

    def close(self, number):
        form = f"{self.home}/rounds/{number}/close"
        page = self.network.get(f"{self.home}/ranking/{number}").text
        if form in page:  # not after a correction that leaves the ranking
            self.network.record(form, hidden(page, "/close"))
        assert self.tournament.round(number).is_closed

    # At the tables.

    def open_table(self, number, table):
        """The sheet of a table, opened with its card."""
        code = tokens.card_code(self.room, table)
        card = f"{self.page(Role.READING)}/tables/{table}/{code}"
        return self.network.record(card, {"round": number})

    def record_deal(self, sheet, deal):
        """Record a deal; sometimes the phone sends it again, late."""
        form = deal | {"base": field(self.network.get(sheet).text, "base"), "confirm": ""}
        form |= {"key": f"{self.random.getrandbits(128):032x}"}
        answer = self.network.post(f"{sheet}/hands", form)
        if answer.status_code == 422:  # a doubt, which the table confirms
            form["confirm"] = field(answer.text, "confirm")
            answer = self.network.post(f"{sheet}/hands", form)
        assert answer.status_code == 303, answer.text
        if self.random.random() < 0.2:
            self.network.post(f"{sheet}/hands", form)

    def accept(self, sheet):
        """A second player accepts; sometimes his phone sends it again, late."""
        page = self.network.get(f"{sheet}/result").text
        names = re.findall(r'<button[^>]*name="by" value="(\d+)"', page)
        form = {name: field(page, name) for name in ("key", "base")}
        form |= {"by": self.random.choice(names)}
        self.network.record(f"{sheet}/result", form)
        if self.random.random() < 0.2:
            self.network.post(f"{sheet}/result", form)

    def hands_on(self, sheet):
        """How many hands a sheet has."""
        sheets = self.network.server.app.extensions["sheets"]
        return len(sheets.access(sheet.rpartition("/")[2]).sheet.hands)

    def change_machine(self):
        """Another machine takes over from the file of the first, with the organizer's link."""
        network = self.network
        content = network.get(f"{self.home}/tournament.txt").text.encode()
        network.close()
        network.start_machine()
        file = {"file": (io.BytesIO(content), "soiree.txt")}
        form = {"link": self.organizer} | file
        page = network.server.client.post("/tournaments/restart", data=form).text
        network.record("/tournaments/restart", hidden(page, "/restart") | {"confirmed": "1"})


def seats_as_typed(tables, exempt):
    """Seats as an organizer types them: a line each, an empty one between tables."""
    return "\n\n".join("\n".join(map(str, one)) for one in [*tables, *([n] for n in exempt)])


class Room(Evening):
    """An evening whose tables play their deals, on phones or on paper.

    :param folder: an empty one, for the machines.
    """

    def __init__(self, seed, folder, presets=tuple(PRESETS)):
        self.network = Network(Random(f"network {seed}"), folder)
        super().__init__(seed, partial(Pages, self.network), presets, 16, deals=DEALS)
        self.deals, self.sheets = {}, {}
        self.changes_machine = self.chance(0.3)

    def result(self, played, table):
        """What a table has in the end of the deals that it plays."""
        sides = len(self.tournament.sides(played.tables[table - 1]))
        deals = self.tournament.deals_of(played)
        self.deals[table], points = drawn_deals(self.random, sides, self.belote, deals)
        return TableResult(points, deals=played.clock.deals)

    def slips(self, number, tables):
        """Get the results of tables in any order, of the last round perhaps by a machine that
        takes over."""
        tables = self.random.sample(tables, len(tables))
        if self.changes_machine and number == self.last > 1:
            for table in tables[: len(tables) // 2]:  # done or begun when the machine dies
                self.result(self.tournament.rounds[-1], table)
                sheet = self.desk.open_table(number, table)
                self.desk.record_deal(sheet, self.deals[table][0])
            self.sheets.clear()  # those of closed rounds stay on the disk of the other one
            self.desk.change_machine()
        for table in tables:
            self.slip(number, table)

    def slip(self, number, table):
        """Play the deals of a table on a phone, on paper, or on one, then on the other."""
        seats = self.tournament.rounds[-1].tables[table - 1]
        way = self.random.choice(WAYS)
        if way == "paper" or len(seats) == 5:  # of whom one sits out
            super().slip(number, table)
            return
        result = self.result(self.tournament.rounds[-1], table)
        sheet = self.desk.open_table(number, table)
        for deal in self.deals[table] if way == "phone" else self.deals[table][:1]:
            self.desk.record_deal(sheet, deal)
        if way == "phone":
            self.desk.accept(sheet)
            self.results[number, table] = result.points
            self.sheets[sheet] = len(self.deals[table])
        else:
            self.type(number, table, result)

    def faults(self):
        """What is wrong in the end."""
        faults = [("result", *one) for one in self.changed_results().items()]
        counted = {sheet: self.desk.hands_on(sheet) for sheet in self.sheets}
        faults += [("hands", *one) for one in counted.items() - self.sheets.items()]
        found = checker.check(self.network.get(f"{self.desk.home}/tournament.txt").data)
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
