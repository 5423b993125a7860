"""Kills of app processes and of PostgreSQL, promotions and cut networks, while phones post.

Phones do as the outbox does: a hand is posted under its own key until it is acknowledged.
"""

import collections
import contextlib
import http.client
import random
import secrets
import signal
import subprocess
import sys
import threading
import time
import urllib.parse
from pathlib import Path

from counting_proxy import CountingProxy
from phone import FOUR, GARDE
from postgres import PATIENCE, ROLE, Cluster, socket_url
from server import ENVIRONMENT, ROOT, free_port

from scorekeeper.streams.postgres.driver import open_postgres

HANDS_OF_A_SHEET = 300


RUN = (
    "import sys, app; from scorekeeper.cli import serve;"
    "config = {'INSTANCE': sys.argv[1], 'RATELIMIT_ENABLED': False};"
    "config |= {'WTF_CSRF_ENABLED': False};"
    "sys.exit(serve.main(sys.argv[2:], lambda: app.create_app(config)))"
)
"""The program: ``FOLDER OPTIONS…``; its database is named by ``DATABASE_URL``."""


class Process:
    """One serving process.

    :param output: the file that it writes to.
    :param environment: variables, such as ``DATABASE_URL``.
    """

    def __init__(self, folder, output, **environment):
        self.port = free_port()
        self._folder, self._output, self._environment = folder, output, environment
        self.start()

    def start(self):
        address = ("--host", "127.0.0.1", "--port", str(self.port))
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUN, str(self._folder), *address],
            cwd=ROOT,
            stdout=self._output,
            stderr=subprocess.STDOUT,
            env=ENVIRONMENT | self._environment,
        )

    def await_answer(self):
        for _ in range(12_000):
            with contextlib.suppress(OSError):
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
                connection.request("GET", "/health/live", headers={"Connection": "close"})
                return connection.getresponse().status
            time.sleep(0.05)
        raise AssertionError("no answer")

    def kill(self):
        """Kill it, and start it again."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.start()

    def revive(self):
        """Start it again if it has ended, as systemd does."""
        if self.process.poll() is not None:
            self.start()

    def stop(self):
        self.process.terminate()
        self.process.wait(40)


class Club:
    """Two processes of the program, PostgreSQL with a synchronous standby, and the network
    between them."""

    def __init__(self, folder):
        self.primary = Cluster()
        self.name = self.primary.create_database()
        self.standby = self.primary.standby()
        self.networks = [CountingProxy(node.folder) for node in (self.primary, self.standby)]
        self.url = socket_url(
            self.name,
            ROLE,
            *(network.folder for network in self.networks),
            target_session_attrs="read-write",
        )
        self.log = Path(folder) / "log"
        self.output, key = self.log.open("w"), secrets.token_hex(32)
        self.processes = [
            Process(folder, self.output, DATABASE_URL=self.url, SECRET_KEY=key)
            for _ in range(2)
        ]
        for process in self.processes:
            process.await_answer()

    @property
    def ports(self):
        return [process.port for process in self.processes]

    def close(self):
        for process in self.processes:
            process.stop()
        self.output.close()
        for network in self.networks:
            network.stop()
        self.primary.remove()
        self.standby.remove()

    def revive(self):
        """Start again the processes that have ended."""
        for process in self.processes:
            process.revive()

    # Faults

    def kill_process(self, chance):
        """Kill one process of the program, which is started again at once."""
        chance.choice(self.processes).kill()

    def kill_postgres(self, chance):
        """Kill PostgreSQL, which starts again at once."""
        self.primary.kill()
        self.primary.start()

    def promote(self, chance):
        """Kill PostgreSQL for good; its standby takes over, and gets a standby of its own."""
        self.primary.kill()
        time.sleep(chance.uniform(0, 0.2))
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary
        time.sleep(chance.uniform(0, 0.2))
        self.standby.follow(self.primary)

    def cut(self, chance):
        """Cut every connection to the database."""
        for network in self.networks:
            network.cut()

    def freeze(self, chance):
        """Let nothing through to the database for a while, neither bytes nor errors."""
        for network in self.networks:
            network.freeze()
        time.sleep(chance.uniform(0.1, 3))
        for network in self.networks:
            network.thaw()

    def lose_answers(self, chance):
        """Lose some answers of the database, with the connection."""
        for network in self.networks:
            network.lose_answers(chance.randrange(1, 6))


KILLS = (Club.kill_process, Club.kill_postgres, Club.promote)
"""The faults that are counted as kills."""

FAULTS = {
    Club.kill_process: 5,
    Club.kill_postgres: 3,
    Club.promote: 2,
    Club.cut: 2,
    Club.freeze: 1,
    Club.lose_answers: 2,
}
"""How often each fault is chosen."""


class Phones:
    """Threads that post hands, to any of the ports, until they are stopped."""

    def __init__(self, ports, number):
        self.ports = ports
        self.sent, self.acknowledged = [], []
        self.answers = collections.Counter()
        self._stopped = threading.Event()
        self._threads = [
            threading.Thread(target=self._play, daemon=True) for _ in range(number)
        ]
        self.sheet, self._hands, self._lock = "", 0, threading.Lock()
        for thread in self._threads:
            thread.start()

    def stop(self, wait=True):
        self._stopped.set()
        for thread in self._threads if wait else ():
            thread.join()

    def await_hands(self, number, revive):
        """Wait until this many more hands are acknowledged; the seconds that it took.

        :param revive: starts what has ended.
        """
        began, enough = time.monotonic(), len(self.acknowledged) + number
        while len(self.acknowledged) < enough:
            assert time.monotonic() - began < PATIENCE, self.answers
            revive()
            time.sleep(0.01)
        return time.monotonic() - began

    def _play(self):
        while not self._stopped.is_set():
            sheet, key = self._current_sheet(), secrets.token_hex(16)
            self.sent.append(key)
            self._post_until_taken(f"{sheet}/hands", GARDE | {"key": key})
            self.acknowledged.append(key)

    def _current_sheet(self):
        """The sheet on which all phones post; another one from time to time."""
        with self._lock:
            if self._hands % HANDS_OF_A_SHEET == 0:
                form = {"name": FOUR, "number": [""] * 4, "dealer": "0"}
                form |= {"key": secrets.token_hex(16)}
                self.sheet = self._post_until_taken("/sheets", form)
            self._hands += 1
            return self.sheet

    def _post_until_taken(self, path, form):
        """Where the answer leads to."""
        body = urllib.parse.urlencode(form, doseq=True)
        while True:
            status, location = self._post(path, body)
            self.answers[status] += 1
            if status == 303:
                return location
            time.sleep(random.uniform(0.02, 0.1))

    def _post(self, path, body):
        """Status and location; where no answer came, the name of the error."""
        port = random.choice(self.ports)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=15)
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Connection": "close"}
        try:
            connection.request("POST", path, body, headers)
            answer = connection.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException) as error:
            return type(error).__name__, ""
        finally:
            connection.close()
        return answer.status, answer.headers.get("Location", "")


def play(folder, kills, phones=6, seed=7):
    """Kill this often; what came of it, by name."""
    chance, done, club = random.Random(seed), collections.Counter(), Club(folder)
    began, slowest = time.monotonic(), 0
    posting = Phones(club.ports, phones)
    try:
        while sum(done[kill.__name__] for kill in KILLS) < kills:
            time.sleep(chance.uniform(0, 0.3))
            (fault,) = chance.choices(list(FAULTS), list(FAULTS.values()))
            fault(club, chance)
            done[fault.__name__] += 1
            slowest = max(slowest, posting.await_hands(chance.choice([0, 1, 10]), club.revive))
            killed = sum(done[kill.__name__] for kill in KILLS)
            if fault in KILLS and killed % 100 == 0:
                print(killed, "kills,", len(posting.acknowledged), "hands", file=sys.stderr)
        posting.stop()
        seconds = time.monotonic() - began
        stored, broken = stored_keys(club)
    finally:
        posting.stop(wait=False)
        club.close()
    acknowledged = collections.Counter(posting.acknowledged)
    return {
        **done,
        "seconds": round(seconds),
        "acknowledged": len(acknowledged),
        "stored": len(stored),
        "lost": len(set(acknowledged) - set(stored)),
        "stored twice": len(stored) - len(set(stored)),
        "never sent": len(set(stored) - set(posting.sent)),
        "answers": dict(posting.answers),
        "seconds until a hand was taken again": round(slowest, 1),
        "broken": broken,
        "tracebacks": club.log.read_text().count("Traceback"),
    }


def stored_keys(club):
    """The keys of all hands in the database, and the first event of a broken chain."""
    keys = club.primary.execute("SELECT key FROM event WHERE kind = 'hand'", club.name)
    journal = open_postgres(club.url)
    try:
        return [key for (key,) in keys], journal.first_broken_event()
    finally:
        journal.close()
