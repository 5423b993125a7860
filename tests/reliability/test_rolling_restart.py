"""Every process replaced while tables play: no request fails, no hand is lost or doubled."""

import contextlib
import http.client
import secrets
import signal
import threading
import time
from urllib.parse import urlencode

import pytest
from conftest import CAST, GARDE, token_of
from processes import Processes

from scorekeeper.storage.postgres.journal import PostgresJournal

pytestmark = pytest.mark.long

SEATS = urlencode({"name": CAST[:4], "number": [""] * 4, "dealer": "0"}, doseq=True)
FORM = {"Content-Type": "application/x-www-form-urlencoded"}

PAUSE = 0.4
"""Seconds between two requests of a table: four phones would ask for news twice as often."""

HANDS = 5
"""Requests of a table for one hand."""


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


def replace_all(processes):
    """Replace every process once; seconds that it took."""
    began, before = time.monotonic(), processes.children
    processes.process.send_signal(signal.SIGHUP)
    processes.await_children(len(before), but=before, seconds=90)
    return time.monotonic() - began


@pytest.mark.parametrize(
    "tables, restarts",
    [(10, 1), pytest.param(100, 10, marks=pytest.mark.hours)],
    ids=["once", "ten times"],
)
def test_a_rolling_restart_fails_no_request_and_loses_no_hand(
    tmp_path, database_url, tables, restarts
):
    processes = Processes(tmp_path, DATABASE_URL=database_url, SECRET_KEY="k" * 32)
    journal = PostgresJournal(database_url)
    try:
        processes.await_answer()
        processes.await_children(2)
        with playing(processes.port, tables) as played:
            time.sleep(1)
            took = [replace_all(processes) for _ in range(restarts)]
            time.sleep(1)
        assert [table.failures for table in played if table.failures] == []
        for table in played:
            events = journal.events(journal.grant(token_of(table.sheet)).sheet_id)
            assert len(events) == 1 + len(table.acknowledged)
        hands, answers = (
            sum(len(table.acknowledged) for table in played),
            sum(table.answers for table in played),
        )
        print(f"{answers} requests, {hands} hands, {max(took):.1f} s at most")
        assert answers > 20 * restarts and hands > tables / 5
        assert journal.first_broken_event() is None
    finally:
        journal.close()
        output = processes.stop()
    assert "Traceback" not in output and "ne démarre pas" not in output
