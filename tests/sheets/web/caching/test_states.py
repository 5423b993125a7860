"""Cached states are what the database holds: at every request, after every write."""

import pytest
from conftest import CAST, GARDE, UNGUARDED, token_of
from filled_journals import store_stream
from guarded import Guarded

from app import create_app
from scorekeeper.sheets.service import sheets
from scorekeeper.sheets.sheet import fold
from scorekeeper.streams.access import StateCache
from scorekeeper.streams.base import StreamDeleted


@pytest.fixture
def journal(repository):
    return repository.journal


def open_streams(journal, count):
    """New sheets of one passed hand each; their ids."""
    opened = {
        "game": "tarot",
        "options": {"misere": 0},
        "names": list(CAST[:4]),
        "seats": [0, 1, 2, 3],
        "active": 4,
        "dealer": 0,
        "title": "",
        "date": "",
    }
    events = [("opened", opened), ("hand", {"passed": True})]
    tokens = [journal.open_stream(events) for _ in range(count)]
    return [journal.grant(token).sheet_id for token in tokens]


def look(cache, journal, stream):
    """The state, as a request has it that has just asked for the head."""
    return cache.state(stream, journal.heads([stream]).get(stream), journal, fold)


def pass_hands(journal, stream, *seqs):
    for seq in seqs:
        journal.append(stream, f"k{seq}", "hand", {"passed": True}, seq)


class Counted:
    """A journal that counts its calls."""

    def __init__(self, journal):
        self.journal, self.calls = journal, []

    def __getattr__(self, name):
        self.calls.append(name)
        return getattr(self.journal, name)


def test_a_state_at_its_head_is_not_read_again(journal):
    cache, (stream,), counted = StateCache(), open_streams(journal, 1), Counted(journal)
    state = look(cache, counted, stream)
    assert look(cache, counted, stream) is state
    assert counted.calls == ["heads", "events", "heads"]


def test_a_state_is_brought_up_to_its_head(journal):
    cache, (stream,) = StateCache(), open_streams(journal, 1)
    look(cache, journal, stream)
    pass_hands(journal, stream, 2, 3, 4)
    assert look(cache, journal, stream) == fold(journal.events(stream))
    assert cache.previous(stream, 5) == fold(journal.events(stream)[:4])
    assert cache.previous(stream, 4) is None


def test_a_restored_stream_is_folded_again(journal, monkeypatch):
    monkeypatch.setattr(journal.driver, "is_shared", True)
    cache, (stream,) = StateCache(), open_streams(journal, 1)
    copy = journal.stored_stream(stream)
    pass_hands(journal, stream, 2, 3)
    lost = look(cache, journal, stream)
    store_stream(journal, copy)
    assert look(cache, journal, stream).version == 2
    counted = Counted(journal)
    assert look(cache, counted, stream).version == 2 and counted.calls == ["heads"]
    cache.put(stream, lost, None, None)
    journal.append(stream, "other", "penalty", {"player": 0, "points": 9, "reason": ""}, 2)
    journal.append(stream, "last", "hand", {"passed": True}, 3)
    restored = look(cache, journal, stream)
    assert restored.version == lost.version
    assert restored == fold(journal.events(stream)) != lost


def test_a_deleted_stream_leaves_the_cache(journal):
    cache, (stream,) = StateCache(), open_streams(journal, 1)
    look(cache, journal, stream)
    journal.delete(stream)
    with pytest.raises(StreamDeleted):
        look(cache, journal, stream)
    assert len(cache) == 0


def test_a_slow_look_puts_no_older_state_into_the_cache(journal):
    cache, (stream,) = StateCache(), open_streams(journal, 1)
    older = look(cache, journal, stream)
    pass_hands(journal, stream, 2)
    newer = look(cache, journal, stream)
    cache.put(stream, older, None, None)
    assert look(cache, journal, stream) is newer


def test_the_state_before_a_renaming_is_not_kept(journal):
    cache, (stream,) = StateCache(), open_streams(journal, 1)
    look(cache, journal, stream)
    journal.rename(stream, "k", 0, "Eve")
    assert look(cache, journal, stream).names[0] == "Eve"
    assert cache.previous(stream, 3) is None


def test_the_least_recently_used_state_leaves_the_full_cache(journal):
    cache, ids = StateCache(max_events=4), open_streams(journal, 3)
    first, second, third = (look(cache, journal, stream) for stream in ids)
    assert len(cache) == 2
    assert look(cache, journal, ids[2]) is third and look(cache, journal, ids[1]) is second
    assert look(cache, journal, ids[0]) is not first


def test_the_size_of_the_cache_is_the_number_of_events(journal):
    cache, ids = StateCache(max_events=5), open_streams(journal, 3)
    pass_hands(journal, ids[0], 2)
    for stream, count in zip((ids[1], ids[0], ids[2]), (1, 2, 2), strict=True):
        look(cache, journal, stream)
        assert len(cache) == count


def test_a_state_larger_than_the_cache_is_cached_all_the_same(journal):
    cache, (stream,) = StateCache(max_events=1), open_streams(journal, 1)
    assert look(cache, journal, stream) is look(cache, journal, stream)


def test_the_cache_is_used_with_its_lock_held(journal):
    cache, (stream,) = StateCache(), open_streams(journal, 1)
    cache._states = Guarded(cache._lock)
    state = look(cache, journal, stream)
    assert cache.cached(stream) is state and cache.previous(stream, 2) is None
    cache.invalidate(stream)
    assert cache.cached(stream) is None


@pytest.mark.one_process
def test_an_evening_is_cached_as_it_is_recorded(sheet, client, app, etag):
    steps = (
        ("hands", GARDE),
        ("hands", GARDE | {"before": "2", "contract": "petite"}),
        ("hands/2", GARDE | {"points": "55"}),
        ("penalties", {"player": "1", "points": "10", "way": "less", "reason": "é"}),
        ("table", {"name": [*CAST], "number": ["0", "1", "2", "3", ""], "dealer": "0"}),
        ("hands", {"passed": "sure"}),
        ("journal/removals", {"entry": "3"}),
        ("journal/restorations", {"entry": "3"}),
        ("stake", {"euros": "0,05", "per": "1"}),
        ("end", {"act": "close"}),
    )
    known = app.extensions["sheets"]
    stream = known.access(token_of(sheet)).sheet_id
    for path, form in steps:
        seen = {"base": etag(sheet)} if path == "end" else {}
        assert client.post(f"{sheet}/{path}", data=form | seen).status_code == 303, path
        cached = known.cache.cached(stream)
        assert cached == fold(known.journal.events(stream)) and cached.etag, path


class Process:
    """One process of the program, and a phone that only asks this one."""

    def __init__(self, instance):
        self.app = create_app({"INSTANCE": instance, **UNGUARDED})
        self.phone = self.app.test_client()
        self.sheets = self.app.extensions["sheets"]

    def etag(self, sheet):
        return self.sheets.access(token_of(sheet)).etag


@pytest.fixture
def processes(instance):
    """Two processes; their database is a file, which is as good for one after the other."""
    return Process(instance), Process(instance)


@pytest.fixture
def shared_sheet(processes):
    """A sheet that both processes have cached."""
    form = {"name": [*CAST[:4]], "number": [""] * 4, "dealer": "0"}
    address = processes[0].phone.post("/sheets", data=form).location
    for process in processes:
        assert process.phone.get(address).status_code == 200
    return address


def test_another_process_shows_a_hand_at_once(processes, shared_sheet):
    one, other = processes
    for n in range(1, 5):
        seen = other.etag(shared_sheet)
        assert other.phone.get(f"{shared_sheet}/live?v={seen}").status_code == 204
        one.phone.post(f"{shared_sheet}/hands", data=GARDE | {"points": str(40 + n)})
        news = other.phone.get(f"{shared_sheet}/live?v={seen}")
        assert news.status_code == 200 and f'id="row-{n + 1}"' in news.text
        assert other.phone.get(shared_sheet).text.count('id="row-') == n
        one, other = other, one


@pytest.mark.parametrize("way", ["share", "deletion"])
def test_a_replaced_or_deleted_link_opens_nothing_anywhere(processes, shared_sheet, way):
    one, other = processes
    seen = other.etag(shared_sheet)
    assert one.phone.post(f"{shared_sheet}/{way}", data={"key": "a" * 32}).status_code == 303
    for path in ("", f"/live?v={seen}"):
        assert other.phone.get(f"{shared_sheet}{path}").status_code == 404
    assert other.phone.post(f"{shared_sheet}/hands", data=GARDE).status_code == 404


@pytest.fixture
def won(processes):
    """A game of belote that is over."""
    form = {"name": [*CAST[:4]], "number": [""] * 4, "dealer": "0", "rules": "belote-ffb"}
    address = processes[0].phone.post("/sheets", data=form).location
    for _ in range(4):
        answer = {"taker": "0", "capot": "attack"}
        processes[0].phone.post(f"{address}/hands", data=answer)
    return address


@pytest.mark.parametrize("way", ["share", "deletion"])
def test_followers_hear_of_a_revanche_and_of_its_end(processes, won, way):
    one, other = processes
    seen = other.etag(won)
    assert other.phone.get(f"{won}/live?v={seen}").status_code == 204
    following = one.phone.post(f"{won}/revanche").location
    news = other.phone.get(f"{won}/live?v={seen}")
    assert news.status_code == 200 and token_of(following) in news.text
    assert one.phone.post(f"{won}/revanche").location == following
    seen = other.etag(won)
    one.phone.post(f"{following}/{way}", data={"key": "a" * 32})
    assert other.phone.get(f"{won}/live?v={seen}").status_code == 200
    assert token_of(following) not in other.phone.get(won).text
    seen = other.etag(won)
    again = one.phone.post(f"{won}/revanche").location
    assert token_of(again) in other.phone.get(f"{won}/live?v={seen}").text


def test_a_revanche_of_a_closed_game_is_opened(processes, won):
    phone = processes[0].phone
    phone.post(f"{won}/end", data={"act": "close", "base": processes[0].etag(won)})
    assert processes[0].sheets.access(token_of(won)).sheet.closed
    assert phone.post(f"{won}/revanche").status_code == 303
    access = processes[1].sheets.access(token_of(won))
    assert [event.kind for event in access.events()[-2:]] == ["closed", "revanche_opened"]


def test_only_the_revanche_that_is_followed_is_gone_with_its_link(processes, won):
    one = processes[0]
    following = one.phone.post(f"{won}/revanche").location
    renewed = one.phone.post(f"{following}/share", data={"key": "a" * 32}).location
    one.phone.post(f"{won}/revanche")
    before = one.etag(won)
    one.phone.post(f"{renewed.split('/share')[0]}/deletion")
    assert one.etag(won) == before


def test_a_revanche_opened_by_an_earlier_version_is_offered(processes, won):
    """It left no event on the finished sheet."""
    sheets_of = processes[0].sheets
    access = sheets_of.access(token_of(won))
    before = sheets_of.journal.stored_stream(access.sheet_id)
    following = sheets.open_revanche(access)
    store_stream(sheets_of.journal, before)
    page = processes[1].phone.get(won)
    assert following in page.text and "revanche_opened" not in repr(before)
