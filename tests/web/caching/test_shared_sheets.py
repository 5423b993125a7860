"""Two processes on one database: each shows what the other has recorded, and soon."""

import re
import time

import pytest
from conftest import CAST, GARDE, UNGUARDED, token_of

from app import create_app
from scorekeeper.caching import sheet_records
from scorekeeper.service import watching
from scorekeeper.service.watching import HeadWatcher
from scorekeeper.sheets.events import Event
from scorekeeper.storage.sqlite.journal import SqliteJournal


class Process:
    """One process of the program, and a phone that only asks this one."""

    def __init__(self, instance):
        self.app = create_app({"INSTANCE": instance, **UNGUARDED})
        self.phone = self.app.test_client()
        self.sheets = self.app.extensions["sheets"]
        self.watcher = HeadWatcher(self.sheets)


@pytest.fixture
def clock(monkeypatch):
    """The time, as the caches see it; advanced by adding to it."""
    now = [1000.0]
    monkeypatch.setattr(sheet_records.time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def processes(instance, monkeypatch, clock):
    """Two processes; their database is a file, which is as good for one after the other."""
    monkeypatch.setattr(SqliteJournal, "is_shared", True)
    return Process(instance), Process(instance)


@pytest.fixture
def sheet(processes):
    """A sheet that both processes know."""
    form = {"name": [*CAST[:4]], "number": [""] * 4, "dealer": "0"}
    address = processes[0].phone.post("/sheets", data=form).location
    for process in processes:
        assert process.phone.get(address).status_code == 200
    return address


def etag(phone, sheet):
    """The page ETag of the page of a sheet."""
    return re.search(r'data-etag="(.+?)"', phone.get(sheet).text)[1]


def rows(phone, sheet):
    return phone.get(sheet).text.count('id="row-')


def test_a_hand_is_shown_by_another_process_once_it_has_asked_for_heads(processes, sheet):
    one, other = processes
    seen = etag(other.phone, sheet)
    one.phone.post(f"{sheet}/hands", data=GARDE)
    assert other.phone.get(f"{sheet}/live?v={seen}").status_code == 204
    other.watcher.tick()
    news = other.phone.get(f"{sheet}/live?v={seen}")
    assert news.status_code == 200 and 'id="row-2"' in news.text


def test_a_process_asks_for_the_heads_of_sheets_that_somebody_looks_at(
    processes, sheet, clock, monkeypatch
):
    other, asked = processes[1], []
    heads = SqliteJournal.heads

    def asking(journal, sheet_ids):
        asked.append(list(sheet_ids))
        return heads(journal, sheet_ids)

    other.phone.get(sheet)
    monkeypatch.setattr(SqliteJournal, "heads", asking)
    other.watcher.tick()
    clock[0] += sheet_records.WATCHED + 1
    other.watcher.tick()
    assert [len(ids) for ids in asked] == [1]


def test_what_nobody_has_confirmed_is_read_again_within_five_seconds(processes, sheet, clock):
    one, other = processes
    other.phone.get(sheet)
    one.phone.post(f"{sheet}/hands", data=GARDE)
    clock[0] += sheet_records.TRUST - 0.1
    assert rows(other.phone, sheet) == 0
    clock[0] = 1005.0
    assert rows(other.phone, sheet) == 1


def test_what_was_confirmed_is_not_read_again(processes, sheet, clock, monkeypatch):
    other = processes[1]
    seen = etag(other.phone, sheet)
    for _ in range(10):
        clock[0] += 1
        other.watcher.tick()
        monkeypatch.setattr(SqliteJournal, "events", None)
        monkeypatch.setattr(SqliteJournal, "grant", None)
        assert other.phone.get(f"{sheet}/live?v={seen}").status_code == 204
        assert other.phone.get(sheet).status_code == 200


def test_a_phone_sees_its_own_hand_whichever_process_it_asks(processes, sheet):
    one, other = processes
    other.phone._cookies = one.phone._cookies
    for n in range(1, 5):
        one.phone.post(f"{sheet}/hands", data=GARDE | {"points": str(40 + n)})
        assert rows(other.phone, sheet) == n
        one, other = other, one


def test_a_phone_with_a_newer_version_than_its_process_does_not_load_its_page_again(
    processes, sheet
):
    one, other = processes
    one.phone.post(f"{sheet}/hands", data=GARDE)
    answer = other.phone.get(f"{sheet}/live?v={etag(one.phone, sheet)}")
    assert answer.status_code == 204


def test_a_hand_that_another_process_has_shown_is_opened(processes, sheet):
    one, other = processes
    one.phone.post(f"{sheet}/hands", data=GARDE)
    assert other.phone.get(f"{sheet}/hands/2").status_code == 200


def test_a_form_filled_on_a_newer_page_is_taken(processes, sheet):
    one, other = processes
    one.phone.post(f"{sheet}/hands", data=GARDE)
    again = GARDE | {"points": "55", "base": "2"}
    assert other.phone.post(f"{sheet}/hands", data=again).status_code == 303
    assert rows(other.phone, sheet) == 2


def test_hands_written_on_two_processes_at_once_are_both_recorded(processes, sheet):
    one, other = processes
    one.phone.post(f"{sheet}/hands", data=GARDE)
    answer = other.phone.post(f"{sheet}/hands", data=GARDE | {"points": "55"})
    assert answer.status_code == 303
    assert rows(other.phone, sheet) == 2


@pytest.mark.parametrize("way", ["share", "deletion"])
def test_a_link_that_was_renewed_or_deleted_opens_nothing_anywhere(
    processes, sheet, way, clock
):
    one, other = processes
    assert one.phone.post(f"{sheet}/{way}", data={"key": "a" * 32}).status_code == 303
    other.watcher.tick()
    assert other.phone.get(sheet).status_code == 404


def test_a_new_link_opens_the_sheet_on_another_process(processes, sheet):
    one, other = processes
    new = one.phone.post(f"{sheet}/share", data={"key": "a" * 32}).location.split("/share")[0]
    assert new != sheet
    for _ in range(2):
        assert other.phone.get(new).status_code == 200
        other.watcher.tick()
    assert other.phone.get(sheet).status_code == 404


def test_followers_on_another_process_hear_of_a_revanche_and_of_its_end(processes, clock):
    one, other = processes
    form = {"name": [*CAST[:4]], "number": [""] * 4, "dealer": "0", "rules": "belote-ffb"}
    sheet = one.phone.post("/sheets", data=form).location
    for _ in range(4):
        one.phone.post(f"{sheet}/hands", data={"taker": "0", "capot": "attack"})
    seen = etag(other.phone, sheet)
    assert other.phone.get(f"{sheet}/live?v={seen}").status_code == 204
    following = one.phone.post(f"{sheet}/revanche").location
    other.watcher.tick()
    news = other.phone.get(f"{sheet}/live?v={seen}")
    assert news.status_code == 200 and token_of(following) in news.text
    one.phone.post(f"{following}/deletion")
    other.watcher.tick()
    assert token_of(following) not in other.phone.get(sheet).text


@pytest.mark.one_process
def test_no_cookie_says_what_was_seen_where_one_process_writes(client, open_sheet):
    answer = client.post(f"{open_sheet()}/hands", data=GARDE)
    assert not [c for c in answer.headers.getlist("Set-Cookie") if c.startswith("seen=")]


def test_an_old_link_writes_nothing_once_its_process_has_read_that_it_was_renewed(
    processes, sheet
):
    one, other = processes
    one.phone.post(f"{sheet}/share", data={"key": "a" * 32})
    assert other.phone.post(f"{sheet}/hands", data=GARDE).status_code == 404


def test_an_old_link_of_a_sheet_that_left_the_cache_does_not_come_back(processes, sheet):
    """While its sheet was read again, another one was dropped from the cache."""
    one, other = processes
    cache, journal = other.sheets.cache, other.sheets.journal
    sheet_id = cache.known_sheet(token_of(sheet)).id
    one.phone.post(f"{sheet}/share", data={"key": "a" * 32})
    cache._sheets.clear()
    read = journal.events

    def read_meanwhile(*args):
        found = read(*args)
        cache.invalidate(0)
        return found

    journal.events = read_meanwhile
    folded = cache.sheet(sheet_id, journal)
    del journal.events
    stake = {"cents": 5, "per": 1}
    head = journal.append(sheet_id, "k", "staked", stake, folded.version, folded.hash)
    staked = folded.apply(Event(head.seq, "staked", stake, hash=head.hash))
    cache.put(sheet_id, staked, folded, journal)
    assert other.phone.get(sheet).status_code == 404


def test_the_watcher_goes_on_after_any_error(processes, monkeypatch, caplog):
    done = []

    def task():
        done.append(None)
        if len(done) < 3:
            raise ValueError("unexpected")

    monkeypatch.setattr(watching, "INTERVAL", 0.01)
    watcher = HeadWatcher(processes[0].sheets, [task])
    watcher.start()
    for _ in range(100):
        time.sleep(0.02 if len(done) < 5 else 0)
    watcher.stop()
    assert len(done) >= 5
    assert caplog.text.count("Base indisponible : unexpected") == 1
