"""PostgreSQL beside SQLite, two processes beside one, and a hand on its way between them."""

import random
import statistics
import time
from concurrent.futures import ThreadPoolExecutor

import talks
from client import load
from costs import Act, Tables, compare, seated
from evening import events_of, sitting
from exchange import Connection
from postgres import MISSING, Cluster, binary
from process import Process
from rounds import ratio
from stage import hand

from scorekeeper.storage.postgres.journal import PostgresJournal

TABLES = 10
"""Tables that hands are posted to in turns, of 40 hands each."""

SETS = 40
"""So often are there fresh tables."""

PHONES = 12
"""Phones that post as fast as they can."""

APART = 0.05
"""Seconds between the connections of two phones: each process is to accept some."""

POLL = 2.0
"""Seconds between two polls of a phone."""

SAMPLES = 120
"""Hands whose way to a phone of another process is timed."""


class Service:
    """A throw-away PostgreSQL on the disk, and La Marque on it."""

    def __init__(self, stage):
        self._stage = stage
        self.cluster = Cluster(on_disk=True)
        stage.held.callback(self.cluster.remove)
        self.url = self.cluster.url(self.cluster.create_database())

    def written(self, sheets, hands):
        """The tokens of new sheets of so many hands."""
        journal = PostgresJournal(self.url)
        tokens = [journal.open_sheet(events_of(hands)) for _ in range(sheets)]
        journal.close()
        return tokens

    def marque(self, processes=1):
        """La Marque as so many processes on one address."""
        folder = self._stage.folder / "service"
        environment = {"DATABASE_URL": self.url, "SECRET_KEY": "bench " * 6}
        options = [str(folder), "--processes", str(processes)]
        started = Process("marque.py", [], options, environment)
        return self._stage.held.enter_context(started)


def databases(stage, rounds):
    """A hand, a page and a poll on PostgreSQL beside SQLite; processes; other phones."""
    if binary("initdb") is None:
        print(f"\n{MISSING}")
        return
    service = Service(stage)
    _costs(stage, service, rounds)
    _processes(stage, service, rounds)
    _another_process(service)


def _costs(stage, service, rounds):
    file, (tokens,) = stage.marque("file", (SETS * TABLES, 40))
    server, shared = service.marque(), service.written(SETS * TABLES, 40)
    acts = []
    for name, process, opened in (("SQLite", file, tokens), ("PostgreSQL", server, shared)):
        tables = Tables(process, seated(process, opened, TABLES))
        for what, talk, goal in (
            ("hand", talks.save, "time ≤ 1.3"),
            ("page", talks.page, ""),
            ("poll", talks.poll, ""),
        ):
            against = () if process is file else (f"{what}, SQLite",)
            name_ = f"{what}, {name}"
            acts.append(
                Act(name_, tables, talk, against=against, goal=goal if against else "")
            )
    compare(acts, rounds.rounds)


def _processes(stage, service, rounds):
    """Hands a second of phones at once, each with a connection and fresh tables of its own."""
    found = {1: [], 2: []}
    running = {count: service.marque(count) for count in found}
    for n in range(rounds.rounds + 1):
        for count, process in running.items():
            rate = _rate(process, service.written(PHONES * 4, 10), rounds.seconds)
            if n:
                found[count].append(rate)
    print("\n| processes | hands a second | × | goal |\n|--:|--:|---|---|")
    for count, rates in found.items():
        times = ratio(rates, found[1])
        goal = "≥ 1.6" if count > 1 else ""
        print(f"| {count} | {statistics.median(rates):.0f} | {times} | {goal} |")


def _rate(process, tokens, seconds):
    phones = sitting(process, tokens)

    def posted(number):
        own = phones[number::PHONES]
        requests = [hand(phone, n) for n, phone in enumerate(own)]
        seen = {phone.token: 11 for phone in own}
        time.sleep(number * APART)
        return load(process, requests, (303,), 1, seconds, seen).rate

    with ThreadPoolExecutor(PHONES) as pool:
        return sum(pool.map(posted, range(PHONES)))


def _another_process(service):
    """Seconds from the acknowledgment of a hand until a phone of another process shows it."""
    one, other = service.marque(), service.marque()
    (token,) = service.written(1, 10)
    (writer,), (follower,) = (sitting(process, [token]) for process in (one, other))
    late = []
    with Connection(one.port) as sending, Connection(other.port) as asking:
        for _ in range(SAMPLES):
            writer, _ = sending.hold(talks.save(writer))
            recorded, before = time.monotonic(), follower.version
            time.sleep(random.uniform(0, POLL / 10))
            while follower.version == before:
                time.sleep(POLL / 10)  # ten times as often as a phone asks
                follower, _ = asking.hold(talks.poll(follower))
            late.append(time.monotonic() - recorded)
    late.sort()
    p50, p99 = late[len(late) // 2], late[int(len(late) * 0.99)]
    print(
        f"\nA phone of another process that polls every {POLL / 10} s shows a hand after "
        f"{p50:.2f} s (median), {p99:.2f} s (p99, of {SAMPLES}); goal: ≤ its interval + 1.2 s."
    )
