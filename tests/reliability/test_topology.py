"""Two processes behind Caddy, PostgreSQL and its standby, as ``deploy/`` describes them."""

import contextlib
import shutil
import sys
import threading
import time

import postgres
import pytest
from conftest import require, token_of
from server import ROOT
from test_rolling_restart import Table, playing

from scorekeeper.storage.postgres.journal import PostgresJournal

sys.path.insert(0, str(ROOT / "deploy"))

import loopback

pytestmark = pytest.mark.hours

TABLES = 40

OFF = ("WTF_CSRF_ENABLED", "RATELIMIT_ENABLED")


@pytest.fixture
def topology():
    require(postgres.binary("initdb"), postgres.MISSING)
    require(shutil.which("caddy"), "no caddy: install Debian's package")
    with contextlib.closing(loopback.Topology(off=OFF)) as running:
        yield running


def hands_of(topology, tables):
    """The hands that are stored and those that were acknowledged, as sets of keys."""
    journal = PostgresJournal(topology.database_url)
    stored = set()
    try:
        for table in tables:
            sheet = journal.stored_sheet(journal.grant(token_of(table.sheet)).sheet_id)
            stored |= {event.key for event in sheet.events[1:]}
        assert journal.first_broken_event() is None
    finally:
        journal.close()
    return stored, {key for table in tables for key in table.acknowledged}


def failures_of(tables):
    return [failure for table in tables for failure in table.failures]


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


def test_every_process_restarted_in_turn_fails_no_request(topology):
    with playing(topology.port, TABLES) as tables:
        for _ in range(3):
            for app in topology.apps:
                time.sleep(5)  # until Caddy has found the one before ready
                topology.restart(app)
        time.sleep(1)
    assert failures_of(tables) == []
    stored, acknowledged = hands_of(topology, tables)
    assert stored == acknowledged and len(stored) > 100
    print(sum(table.answers for table in tables), "requests,", len(stored), "hands")


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


def test_the_standby_takes_over_without_the_loss_of_an_acknowledged_hand(topology):
    with playing(topology.port, TABLES) as tables:
        time.sleep(3)
        topology.primary.kill()
        began = time.monotonic()
        topology.promote()
        phone = threading.Thread(target=play_until_recorded, args=(topology.port,))
        phone.start()
        phone.join(30)
        took = time.monotonic() - began
        assert not phone.is_alive()
        time.sleep(3)
    stored, acknowledged = hands_of(topology, tables)
    assert acknowledged <= stored and len(acknowledged) > 50
    print(len(acknowledged), "hands,", f"{took:.1f} s without a hand")


def play_until_recorded(port):
    """Try to open a sheet until that succeeds."""
    while True:
        with contextlib.suppress(Exception):
            if Table(port, keeps=False).sheet:
                return
        time.sleep(0.1)
