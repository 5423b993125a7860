"""What the program remembers is what the file holds, for every phone and after every write."""

import threading

import pytest
from conftest import CAST, GARDE

from app import create_app
from scorekeeper.caching import sheet_cache as room
from scorekeeper.sheets.events import Event
from scorekeeper.sheets.sheet import fold


@pytest.fixture
def device_sheets(app):
    """The sheet as the program remembers it, and as the file tells it."""

    def both(sheet):
        storage, sheet_cache = app.extensions["instance"].storage, app.extensions["memory"]
        id = storage.access(sheet.split("/")[-1]).sheet
        return sheet_cache.sheet(id, storage), fold(Event(*one) for one in storage.events(id))

    return both


def test_an_evening_is_remembered_as_it_is_written(sheet, client, post_hand, device_sheets):
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
    for path, form in steps:
        assert client.post(f"{sheet}/{path}", data=form).status_code == 303, path
        kept, recorded = device_sheets(sheet)
        assert kept == recorded and kept.etag, path


def test_many_phones_at_once_leave_one_memory(sheet, app, device_sheets):
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
    kept, recorded = device_sheets(sheet)
    assert kept == recorded and len(kept.hands) == 40
    assert statuses == [200] * 40


def test_an_idle_phone_reads_nothing_from_the_disk(sheet, app, client, monkeypatch):
    etag = client.get(sheet).text.split('data-version="')[1].split('"')[0]
    monkeypatch.setattr(app.extensions["instance"].storage, "_connection", None)
    answer = client.get(f"{sheet}/live?v={etag}")
    assert answer.status_code == 204 and "Set-Cookie" not in answer.headers


def test_so_many_hands_are_remembered_and_no_more(app, open_sheet, post_hand, monkeypatch):
    monkeypatch.setattr(room, "HANDS", 4)
    for _ in range(3):
        sheet = open_sheet()
        post_hand(sheet)
        post_hand(sheet)
    assert len(app.extensions["memory"]._sheets) == 2


def test_another_program_starts_with_what_is_on_the_disk(sheet, post_hand, instance, client):
    post_hand(sheet)
    other = create_app({"INSTANCE": instance, "TESTING": True}).test_client()
    assert other.get(sheet).text.count('id="row-') == 1
