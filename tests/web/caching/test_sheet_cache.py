"""The sheet cache holds what the database holds: for every phone, after every write."""

import threading

import pytest
from conftest import CAST, GARDE, token_of
from guarded import Guarded

from app import create_app
from scorekeeper.caching.sheet_cache import FOLLOWED, SheetCache
from scorekeeper.sheets.sheet import fold
from scorekeeper.storage.base import SheetDeleted

pytestmark = pytest.mark.one_process


@pytest.fixture
def journal(app, client):
    client.get("/")
    return app.extensions["installation"].journal


@pytest.fixture
def cached_and_folded(app, journal):
    """The sheet as it is cached, and as its journal folds."""

    def both(sheet):
        sheet_id = journal.grant(token_of(sheet)).sheet_id
        cache = app.extensions["sheets"].cache
        return cache.sheet(sheet_id, journal), fold(journal.events(sheet_id))

    return both


def test_an_evening_is_cached_as_it_is_recorded(sheet, client, cached_and_folded):
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
        ("end", {"act": "close", "base": "10"}),
    )
    for path, form in steps:
        assert client.post(f"{sheet}/{path}", data=form).status_code == 303, path
        cached, folded = cached_and_folded(sheet)
        assert cached == folded and cached.etag, path


def test_many_phones_at_once_leave_one_sheet_in_the_cache(sheet, app, cached_and_folded):
    statuses = []

    def play(number):
        client = app.test_client()
        for points in range(20, 30):
            hand = GARDE | {"points": f"{points + 10 * number}"}
            answer = client.post(f"{sheet}/hands", data=hand, follow_redirects=True)
            statuses.append(answer.status_code)

    phones = [threading.Thread(target=play, args=(n,)) for n in range(4)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    cached, folded = cached_and_folded(sheet)
    assert cached == folded and len(cached.hands) == 40
    assert statuses == [200] * 40


def test_a_poll_without_news_reads_nothing_from_the_disk(
    sheet, app, client, etag, monkeypatch
):
    seen = etag(sheet)
    monkeypatch.setattr(app.extensions["installation"].journal, "_connection", None)
    answer = client.get(f"{sheet}/live?v={seen}")
    assert answer.status_code == 204 and "Set-Cookie" not in answer.headers


def test_a_sheet_is_current_by_a_cached_token_and_its_last_etag(
    sheet, reader, app, client, etag
):
    cache, token, seen = app.extensions["sheets"].cache, token_of(sheet), etag(sheet)
    assert cache.is_current(token, seen)
    assert not cache.is_current(token_of(reader), seen)
    client.get(reader)
    assert cache.is_current(token_of(reader), seen)
    assert not cache.is_current(token, seen[:-1]) and not cache.is_current("x" * 22, seen)
    client.post(f"{sheet}/hands", data=GARDE)
    assert not cache.is_current(token, seen)


def open_sheets(journal, count):
    """New sheets of one hand each; their ids."""
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
    tokens = [journal.open_sheet(events) for _ in range(count)]
    return tokens, [journal.grant(token).sheet_id for token in tokens]


def test_the_least_recently_used_sheet_leaves_the_full_cache(journal):
    cache, (_, ids) = SheetCache(max_entries=2), open_sheets(journal, 3)
    first, second, third = (cache.sheet(sheet_id, journal) for sheet_id in ids)
    assert len(cache) == 2
    assert cache.sheet(ids[2], journal) is third and cache.sheet(ids[1], journal) is second
    assert cache.sheet(ids[0], journal) is not first
    assert cache.sheet(ids[2], journal) is not third


def test_the_size_of_the_cache_is_the_number_of_entries_of_its_sheets(journal):
    cache, (_, ids) = SheetCache(max_entries=3), open_sheets(journal, 3)
    journal.append(ids[0], "k", "hand", {"passed": True}, 2)
    for sheet_id, count in zip((ids[1], ids[0], ids[2]), (1, 2, 2), strict=True):
        cache.sheet(sheet_id, journal)
        assert len(cache) == count


def test_a_sheet_larger_than_the_cache_is_cached_all_the_same(journal):
    cache, (_, ids) = SheetCache(max_entries=1), open_sheets(journal, 1)
    for seq in range(2, 5):
        journal.append(ids[0], f"k{seq}", "hand", {"passed": True}, seq)
    assert cache.sheet(ids[0], journal) is cache.sheet(ids[0], journal)


def test_the_least_recently_used_grant_leaves_the_full_cache(journal, monkeypatch):
    cache, (tokens, _) = SheetCache(max_tokens=2), open_sheets(journal, 3)
    read, grant = [], journal.grant
    monkeypatch.setattr(journal, "grant", lambda token: read.append(token) or grant(token))
    first, second, third = tokens
    for token in (first, second, first, third, first, third, second):
        assert cache.grant(token, journal)
    assert read == [first, second, third, second]


def test_an_unknown_token_is_not_cached(journal):
    cache = SheetCache()
    assert cache.grant("t" * 22, journal) is None
    journal.open_sheet([("opened", {})], "t" * 22)
    assert cache.grant("t" * 22, journal)


def test_unknown_tokens_push_no_grant_out_of_the_cache(journal, monkeypatch):
    cache, ((token,), _) = SheetCache(max_tokens=1), open_sheets(journal, 1)
    cache.grant(token, journal)
    for n in range(3):
        assert cache.grant(f"{n:022}", journal) is None
    monkeypatch.setattr(journal, "grant", None)
    assert cache.grant(token, journal)


def test_the_least_recently_used_record_leaves_the_full_cache(journal):
    cache, (tokens, ids) = SheetCache(max_tokens=2), open_sheets(journal, 3)
    etags = [cache.sheet(sheet_id, journal).etag for sheet_id in ids]
    for token in tokens:
        cache.grant(token, journal)
    known = [cache.is_current(*seen) for seen in zip(tokens, etags, strict=True)]
    assert known == [False, True, True]


def test_invalidating_a_sheet_leaves_the_others_cached(journal, monkeypatch):
    cache, (tokens, ids) = SheetCache(), open_sheets(journal, 2)
    sheets = [cache.sheet(sheet_id, journal) for sheet_id in ids]
    for token in tokens:
        cache.grant(token, journal)
    cache.invalidate(ids[0])
    monkeypatch.setattr(journal, "grant", None)
    monkeypatch.setattr(journal, "events", None)
    assert cache.grant(tokens[1], journal) and cache.sheet(ids[1], journal) is sheets[1]
    assert cache.is_current(tokens[1], sheets[1].etag)


def test_catching_up_caches_every_newer_event(journal):
    cache, (_, ids) = SheetCache(), open_sheets(journal, 1)
    cache.sheet(ids[0], journal)
    for seq in range(2, 5):
        journal.append(ids[0], f"k{seq}", "hand", {"passed": True}, seq)
    cache.catch_up(ids[0], journal)
    assert cache.sheet(ids[0], journal) == fold(journal.events(ids[0]))
    assert cache.previous(ids[0], 5) == fold(journal.events(ids[0])[:4])


def test_a_sheet_without_events_is_deleted(journal):
    with pytest.raises(SheetDeleted):
        SheetCache().sheet(99, journal)


def test_the_cache_is_used_with_its_lock_held(journal):
    cache, ((token,), (sheet_id,)) = SheetCache(), open_sheets(journal, 1)
    cache._sheets = Guarded(cache._lock)
    for name in ("_records", "_tokens"):
        setattr(cache._records, name, Guarded(cache._lock))
    cache.grant(token, journal)
    sheet = cache.sheet(sheet_id, journal)
    cache.put(sheet_id, sheet, sheet, journal)
    assert cache.previous(sheet_id, sheet.version) is sheet
    assert cache.is_current(token, sheet.etag)
    cache.catch_up(sheet_id, journal)
    cache.invalidate(sheet_id)
    assert not cache.is_current(token, sheet.etag)


def test_an_invalidated_sheet_and_its_grants_are_read_again(journal):
    cache, (tokens, ids) = SheetCache(), open_sheets(journal, 1)
    cache.sheet(ids[0], journal)
    assert cache.grant(tokens[0], journal)
    journal.delete(ids[0])
    cache.invalidate(ids[0])
    assert cache.grant(tokens[0], journal) is None
    with pytest.raises(SheetDeleted):
        cache.sheet(ids[0], journal)


def test_an_invalidated_sheet_is_not_current_by_its_earlier_etag(journal):
    cache, ((token,), (sheet_id,)) = SheetCache(), open_sheets(journal, 1)
    etag = cache.sheet(sheet_id, journal).etag
    cache.invalidate(sheet_id)
    assert cache.grant(token, journal)
    assert not cache.is_current(token, etag)


@pytest.fixture
def invalidate_while_reading(journal, monkeypatch):
    """Invalidate a sheet in a cache while this method of the journal reads it."""

    def patch(cache, sheet_id, method):
        read = getattr(journal, method)

        def reading(*args, **kwargs):
            found = read(*args, **kwargs)
            cache.invalidate(sheet_id)
            return found

        monkeypatch.setattr(journal, method, reading)

    return patch


def test_a_grant_that_is_read_while_its_sheet_is_invalidated_is_not_cached(
    journal, invalidate_while_reading, monkeypatch
):
    cache, ((token,), (sheet_id,)) = SheetCache(), open_sheets(journal, 1)
    invalidate_while_reading(cache, sheet_id, "grant")
    assert cache.grant(token, journal)
    journal.delete(sheet_id)
    monkeypatch.undo()
    assert cache.grant(token, journal) is None


def test_a_sheet_that_is_folded_while_it_is_invalidated_is_not_cached(
    journal, invalidate_while_reading
):
    cache, (_, (sheet_id,)) = SheetCache(), open_sheets(journal, 1)
    invalidate_while_reading(cache, sheet_id, "events")
    assert cache.sheet(sheet_id, journal)
    assert len(cache) == 0


def test_an_older_version_never_replaces_a_newer_one(journal):
    cache, (_, ids) = SheetCache(), open_sheets(journal, 1)
    older = cache.sheet(ids[0], journal)
    journal.append(ids[0], "k", "hand", {"passed": True}, 2)
    cache.catch_up(ids[0], journal)
    cache.put(ids[0], older, older, journal)
    assert cache.sheet(ids[0], journal).version == 3
    assert cache.previous(ids[0], 3) == older and cache.previous(ids[0], 2) is None


def test_another_process_starts_with_the_journal_on_the_disk(
    sheet, post_hand, instance, client
):
    post_hand(sheet)
    other = create_app({"INSTANCE": instance, "TESTING": True}).test_client()
    assert other.get(sheet).text.count('id="row-') == 1


def test_a_revanche_opened_while_it_is_looked_up_is_not_missed(journal):
    cache, (_, (sheet_id,)) = SheetCache(), open_sheets(journal, 1)
    sheet = cache.sheet(sheet_id, journal)

    def opened_meanwhile():
        cache.invalidate_page_etag(sheet_id)
        return False

    cache.invalidate_page_etag(sheet_id)
    assert cache.page_etag(sheet_id, sheet, opened_meanwhile) == sheet.etag
    assert cache.page_etag(sheet_id, sheet, lambda: True) == sheet.etag + FOLLOWED
    assert cache.page_etag(sheet_id, sheet, pytest.fail) == sheet.etag + FOLLOWED


def test_the_page_etag_of_another_version_is_not_used(journal):
    cache, (_, (sheet_id,)) = SheetCache(), open_sheets(journal, 1)
    older = cache.sheet(sheet_id, journal)
    journal.append(sheet_id, "k", "hand", {"passed": True}, 2)
    cache.catch_up(sheet_id, journal)
    newer = cache.sheet(sheet_id, journal)
    cache.invalidate_page_etag(sheet_id)
    assert cache.page_etag(sheet_id, newer, lambda: True) == newer.etag + FOLLOWED
    assert cache.page_etag(sheet_id, older, lambda: True) == older.etag + FOLLOWED
