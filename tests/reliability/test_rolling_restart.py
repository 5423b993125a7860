"""Two processes behind Caddy, PostgreSQL and its standby, as ``deploy/`` describes them.

While tables play, each process is restarted in turn, or killed: a restart fails no request,
and nothing loses an acknowledged hand.
"""

import contextlib
import http.client
import secrets
import shutil
import sys
import threading
import time
from urllib.parse import urlencode

import postgres
import pytest
from conftest import CAST, GARDE, require, token_of, wait_until
from server import ROOT

from scorekeeper.streams.postgres.driver import open_postgres

sys.path.insert(0, str(ROOT / "deploy"))

import loopback

TABLES = 40

SEATS = urlencode({"name": CAST[:4], "number": [""] * 4, "dealer": "0"}, doseq=True)
FORM = {"Content-Type": "application/x-www-form-urlencoded"}

PAUSE = 0.4
"""Seconds between two requests of a table: four phones would ask for news twice as often."""

HANDS = 5
"""Requests of a table for one hand."""

OFF = ("WTF_CSRF_ENABLED", "RATELIMIT_ENABLED")


class Table:
    """A table that asks for news and posts hands without a second try.

    :param keeps: true if it keeps its connection open; else each request has its own.
    """

    def __init__(self, port, keeps):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.keeps = keeps
        self.answers, self.failures, self.acknowledged = 0, [], []
        self.sheet = self.ask("POST", "/sheets", SEATS)[1]

    def ask(self, method, path, body=None):
        """The status and the location of an answer."""
        headers = FORM if self.keeps else FORM | {"Connection": "close"}
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        answer.read()
        ours = answer.getheader("Content-Security-Policy")
        self.by = "the program" if ours else "the proxy"
        return answer.status, answer.getheader("Location")

    def play(self, stopped):
        while not stopped.wait(PAUSE * (0.5 + secrets.randbelow(100) / 100)):
            try:
                self.act()
                self.answers += 1
            except (OSError, http.client.HTTPException) as error:
                self.failures.append(repr(error))
                self.connection.close()
        self.connection.close()

    def act(self):
        if secrets.randbelow(HANDS):
            status, expected = self.ask("GET", f"{self.sheet}/live?v=x")[0], 200
        else:
            key = secrets.token_hex(16)
            status = self.ask("POST", f"{self.sheet}/hands", urlencode(GARDE | {"key": key}))[
                0
            ]
            expected = 303
            self.acknowledged += [key] if status == expected else []
        if status != expected:
            self.failures.append((status, expected, self.by))


@contextlib.contextmanager
def playing(port, count):
    """Tables that play, half of them on connections that they keep."""
    tables = [Table(port, keeps=number % 2) for number in range(count)]
    stopped = threading.Event()
    threads = [threading.Thread(target=table.play, args=(stopped,)) for table in tables]
    for thread in threads:
        thread.start()
    try:
        yield tables
    finally:
        stopped.set()
        for thread in threads:
            thread.join()


@pytest.fixture(scope="module")
def topology():
    require(postgres.binary("initdb"), postgres.MISSING)
    require(shutil.which("caddy"), "no caddy: install Debian's package")
    with contextlib.closing(loopback.Topology(off=OFF)) as running:
        yield running


def hands_of(topology, tables):
    """The hands that are stored and those that were acknowledged, as sets of keys."""
    journal = open_postgres(topology.database_url)
    stored = set()
    try:
        for table in tables:
            sheet = journal.stored_stream(journal.grant(token_of(table.sheet)).sheet_id)
            stored |= {event.key for event in sheet.events[1:]}
        assert journal.first_broken_event() is None
    finally:
        journal.close()
    return stored, {key for table in tables for key in table.acknowledged}


def failures_of(tables):
    return [failure for table in tables for failure in table.failures]


@pytest.mark.long
def test_the_proxy_hides_the_health_addresses_and_logs_no_sheet(topology):
    table = Table(topology.port, keeps=True)
    for path in ("/health/live", "/health/ready"):
        assert table.ask("GET", path)[0] == 404
    for app in topology.apps:
        app.kill()
    with contextlib.suppress(OSError):
        assert table.ask("POST", f"{table.sheet}/hands", "x=1")[0] in (502, 503)
    table.connection.close()
    assert token_of(table.sheet)[:5] not in topology.caddy.output
    for app in topology.apps:
        app.start()


@pytest.mark.long
def test_every_process_restarted_in_turn_fails_no_request(topology):
    with playing(topology.port, TABLES) as tables:
        for app in topology.apps:
            time.sleep(3)  # until Caddy has found the one before ready
            topology.restart(app)
        wait_until(lambda: sum(len(table.acknowledged) for table in tables) > 40)
    assert failures_of(tables) == []
    stored, acknowledged = hands_of(topology, tables)
    assert stored == acknowledged
    print(sum(table.answers for table in tables), "requests,", len(stored), "hands")


@pytest.mark.hours
def test_a_killed_process_loses_no_acknowledged_hand_and_the_other_goes_on(topology):
    with playing(topology.port, TABLES) as tables:
        for _ in range(5):
            for app in topology.apps:
                time.sleep(1.5)
                app.kill()
                app.start()
    stored, acknowledged = hands_of(topology, tables)
    assert acknowledged <= stored and len(acknowledged) > 100
    failures = failures_of(tables)
    assert len(stored - acknowledged) <= len(failures) < len(tables)
    print(len(acknowledged), "hands,", len(failures), "failures")
