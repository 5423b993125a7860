"""Two processes behind Caddy, PostgreSQL and its standby, as ``deploy/`` describes them.

While tables play, each process is restarted in turn, or killed: a restart fails no request,
and nothing loses an acknowledged hand.
"""

import contextlib
import shutil
import sys
import time
from http.client import HTTPConnection

import postgres
import pytest
from conftest import require, token_of, wait_until
from kills import Phones
from server import ROOT

from scorekeeper.streams.postgres.driver import open_postgres

sys.path.insert(0, str(ROOT / "deploy"))

import loopback

PHONES = 12
"""Phones that post a hand as soon as the one before is acknowledged."""

OFF = ("WTF_CSRF_ENABLED", "RATELIMIT_ENABLED")


@pytest.fixture(scope="module")
def topology():
    require(postgres.binary("initdb"), postgres.MISSING)
    require(shutil.which("caddy"), "no caddy: install Debian's package")
    with contextlib.closing(loopback.Topology(off=OFF)) as running:
        yield running


@pytest.fixture
def phones(topology):
    playing = Phones([topology.port], PHONES)
    yield playing
    playing.stop()


def stored_once(topology, phones):
    """Assert that each acknowledged hand of phones is stored once; how many there are."""
    with contextlib.closing(open_postgres(topology.database_url)) as journal:
        streams = [journal.stored_stream(stream) for stream in journal.stream_ids()]
        assert journal.first_broken_event() is None
    keys = [event.key for stream in streams for event in stream.events if event.kind == "hand"]
    acknowledged = set(phones.acknowledged)
    assert acknowledged <= {*keys} and len({*keys}) == len(keys)
    return len(acknowledged)


def ask(port, method, path, body=None):
    """The status of what the proxy answers."""
    with contextlib.closing(HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.request(method, path, body)
        return connection.getresponse().status


@pytest.mark.long
def test_the_proxy_hides_the_health_addresses_and_logs_no_sheet(topology, phones):
    wait_until(lambda: phones.acknowledged)
    phones.stop()
    for path in ("/health/live", "/health/ready"):
        assert ask(topology.port, "GET", path) == 404
    for app in topology.apps:
        app.kill()
    with contextlib.suppress(OSError):
        assert ask(topology.port, "POST", f"{phones.sheet}/hands", "x=1") in (502, 503)
    assert token_of(phones.sheet)[:5] not in topology.caddy.output
    for app in topology.apps:
        app.start()


@pytest.mark.long
def test_every_process_restarted_in_turn_fails_no_request(topology, phones):
    for app in topology.apps:
        time.sleep(6)  # until Caddy has found the one before ready
        topology.restart(app)
    wait_until(lambda: len(phones.acknowledged) > 40)
    phones.stop()
    assert phones.answers.keys() == {303}
    print(stored_once(topology, phones), "hands")


@pytest.mark.hours
def test_a_killed_process_loses_no_acknowledged_hand_and_the_other_goes_on(topology, phones):
    for app in topology.apps * 5:
        time.sleep(1.5)
        app.kill()
        app.start()
    phones.stop()
    failures = phones.answers.total() - phones.answers[303]
    hands = stored_once(topology, phones)
    assert hands > 100 and failures < hands / 10
    print(hands, "hands,", failures, "failures")
