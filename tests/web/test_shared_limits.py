"""Rate limits that hold for several processes together, and without PostgreSQL for one."""

import contextlib
import time
import urllib.error

import pytest
import server
from conftest import GARDE, UNGUARDED
from limits.storage import MemoryStorage
from routes import SEATS

from app import create_app
from scorekeeper.storage.base import DatabaseBusy
from scorekeeper.storage.shared_counts import Count, Exchanged
from scorekeeper.web import rate_limits
from scorekeeper.web.shared_limits import SharedStorage

LIMITED = {**UNGUARDED, "RATELIMIT_ENABLED": True, "SECRET": "the key of all processes"}


class Table:
    """The table of counts, in memory."""

    def __init__(self):
        self.rows, self.told, self.at, self.is_busy = {}, {}, 1, False

    def exchange(self, process, own, since):
        if self.is_busy:
            raise DatabaseBusy("away")
        self.at += 1
        for count in own:
            self.rows[count.process, count.key] = count
            self.told[count.process, count.key] = self.at
        found = [row for place, row in self.rows.items() if self.told[place] >= since]
        return Exchanged([row for row in found if row.process != process], self.at)

    def forget_expired(self):
        self.rows = {k: row for k, row in self.rows.items() if row.expires > time.time()}


@pytest.fixture
def storages():
    """The counters of three processes."""
    return [SharedStorage(lambda: b"key") for _ in range(3)]


def test_a_process_adds_what_others_have_counted(storages):
    table = Table()
    for storage in storages:
        assert storage.incr("sheet 1", 60) == 1
    for storage in [*storages, *storages]:
        storage.exchange(table)
    assert [storage.get("sheet 1") for storage in storages] == [3, 3, 3]
    assert storages[0].incr("sheet 1", 60) == 4
    assert [storage.get("sheet 2") for storage in storages] == [0, 0, 0]


def test_a_count_of_another_process_ends_with_its_window(storages, monkeypatch):
    table, now = Table(), time.time()
    storages[0].incr("sheet 1", 60)
    storages[0].exchange(table)
    storages[1].exchange(table)
    assert storages[1].get_expiry("sheet 1") == pytest.approx(now + 60, abs=2)
    monkeypatch.setattr(time, "time", lambda: now + 62)
    assert storages[1].get("sheet 1") == 0
    storages[1].exchange(table)
    assert table.rows == {} and storages[1]._others == {}


def test_what_could_not_be_told_is_told_the_next_time(storages):
    table = Table()
    storages[0].incr("sheet 1", 60)
    table.is_busy = True
    with pytest.raises(DatabaseBusy):
        storages[0].exchange(table)
    table.is_busy = False
    storages[0].exchange(table)
    assert [row.times for row in table.rows.values()] == [1]


def test_a_count_that_others_see_later_than_it_was_told_is_not_missed(storages):
    table = Table()
    table.at = 10_000
    storages[1].exchange(table)
    storages[0].incr("sheet 1", 60)
    table.at = 8_000  # its statement had begun before that one
    storages[0].exchange(table)
    table.at = 11_000
    storages[1].exchange(table)
    assert storages[1].get("sheet 1") == 1


def test_what_is_counted_is_told_by_a_keyed_hash(storages):
    table = Table()
    storages[0].incr("device 12 network 192.0.2.7", 60)
    storages[0].exchange(table)
    (row,) = table.rows.values()
    assert len(row.key) == 16
    other = SharedStorage(lambda: b"another key")
    other.exchange(table)
    assert other.get("device 12 network 192.0.2.7") == 0


def test_only_what_has_changed_is_told(storages, monkeypatch):
    table, told = Table(), []
    exchange = table.exchange
    monkeypatch.setattr(
        table, "exchange", lambda *given: told.append(len(given[1])) or exchange(*given)
    )
    storages[0].incr("a", 60)
    for _ in range(3):
        storages[0].exchange(table)
    assert told == [1, 0, 0]


@pytest.fixture
def apps(database_url, tmp_path):
    """Two processes of one installation."""
    settings = {**LIMITED, "DATABASE_URL": database_url}
    apps = [create_app({**settings, "INSTANCE": tmp_path / name}) for name in "ab"]
    yield apps
    for app in apps:
        app.extensions["installation"].journal.close()


def phones(apps):
    """One device that talks to both processes."""
    first, second = (app.test_client() for app in apps)
    first.get("/sheets/new")
    sheet = first.post("/sheets", data=SEATS).location
    second._cookies.update(first._cookies)
    return sheet, (first, second)


def written(apps, every):
    """How many of 130 writes are taken, if counts are exchanged after each so many."""
    sheet, both = phones(apps)
    taken = 0
    for n in range(130):
        answer = both[n % 2].post(f"{sheet}/hands", data=GARDE)
        assert answer.status_code in (303, 429), answer.text
        taken += answer.status_code == 303
        if n % every == 0:
            for app in apps:
                rate_limits.exchange(app)
    return taken


def test_a_limit_holds_for_all_processes_but_for_one_second(apps):
    assert 60 <= written(apps, every=10) <= 60 + 10


def test_without_an_exchange_each_process_would_count_alone(apps):
    assert written(apps, every=1000) > 110


def test_the_refusal_says_when_to_try_again(apps):
    sheet, (first, second) = phones(apps)
    for _ in range(60):
        first.post(f"{sheet}/hands", data=GARDE)
    for app in apps:
        rate_limits.exchange(app)
    refused = second.post(f"{sheet}/hands", data=GARDE)
    assert refused.status_code == 429
    assert 50 <= int(refused.headers["Retry-After"]) <= 61


def test_the_table_forgets_what_has_expired(apps):
    counts = apps[0].extensions["installation"].shared_counts
    now = int(time.time())
    told = [Count(b"a", bytes([n] * 16), n, now + end) for n, end in [(1, -5), (2, 60)]]
    counts.exchange(b"a", told, 0)
    counts.forget_expired()
    assert [count.times for count in counts.exchange(b"b", [], 0).counts] == [2]


def test_a_count_is_asked_for_once_it_is_told(apps):
    counts = apps[0].extensions["installation"].shared_counts
    end = int(time.time()) + 60
    at = counts.exchange(b"a", [Count(b"a", bytes(16), 1, end)], 0).at
    assert counts.exchange(b"b", [], at).counts == [Count(b"a", bytes(16), 1, end)]
    counts.exchange(b"a", [Count(b"a", bytes(16), 2, end)], 0)
    assert [count.times for count in counts.exchange(b"b", [], at).counts] == [2]
    assert counts.exchange(b"b", [], at + 60_000).counts == []
    assert counts.exchange(b"a", [], 0).counts == []


@pytest.mark.one_process
def test_without_postgresql_a_process_counts_alone(app):
    storage = app.extensions["limits"].storage
    assert type(storage) is MemoryStorage
    rate_limits.exchange(app)


@pytest.mark.hours
def test_a_limit_holds_for_two_running_processes(database_url, tmp_path, monkeypatch):
    monkeypatch.setitem(server.ENVIRONMENT, "DATABASE_URL", database_url)
    monkeypatch.setitem(server.ENVIRONMENT, "SECRET_KEY", LIMITED["SECRET"])
    with contextlib.ExitStack() as stack:
        running = []
        for name in "ab":
            running.append(server.Server(tmp_path / name, limited=True))
            stack.callback(running[-1].kill)
        phone = server.Phone(running[0].url)
        sheet, token = server.open_sheet(phone)
        form, taken, began = {"csrf_token": token, "euros": "0,05"}, 0, time.monotonic()
        for n in range(160):  # in eight seconds: twenty a second
            time.sleep(max(0, began + n / 20 - time.monotonic()))
            phone.url = running[n % 2].url
            with contextlib.suppress(urllib.error.HTTPError):
                phone.post(f"{sheet}/stake", form)
                taken += 1
    assert 60 <= taken <= 60 + 2 * 20
