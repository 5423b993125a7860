import contextlib
import http.client
import json
import random
import secrets
import signal
import sqlite3
import threading
import time
import urllib.error

import pytest
from server import Phone, Server, open_sheet, token

from scorekeeper.cli import serve
from scorekeeper.storage import backup
from scorekeeper.storage.sqlite import SqliteJournal

GARDE = {"taker": "0", "contract": "garde", "bouts": "2", "points": "49"}


@pytest.fixture
def server(instance):
    running = Server(instance)
    yield running
    running.kill()


def test_the_start_prints_the_address_and_a_qr_code(server):
    Phone(server.url).get("/")
    msg = server.stop()
    assert f"http://127.0.0.1:{server.port}/" in msg
    assert "▀" in msg or "█" in msg


def test_a_port_that_is_taken_is_one_sentence(server, instance):
    with pytest.raises(RuntimeError) as taken:
        Server(instance.with_name("other"), host="127.0.0.2", port=server.port).stop()
        second = Server(instance.with_name("third"), port=server.port)
        raise RuntimeError(second.process.communicate(timeout=10)[0].decode())
    assert "ne peut pas s'ouvrir" in taken.value.args[0]
    assert "Traceback" not in taken.value.args[0]


def test_every_hand_shown_as_recorded_survives_a_kill(instance):
    """Ten kills at random moments of an evening that never stops saving."""
    chance = random.Random(7)
    server = Server(instance)
    phone = Phone(server.url)
    sheet, csrf = open_sheet(phone)
    recorded = 0
    for _ in range(10):
        server.timer = threading.Timer(chance.uniform(0.05, 0.3), server.process.kill)
        server.timer.start()
        while True:
            try:
                phone.post(f"{sheet}/hands", GARDE | {"csrf_token": csrf})
            except (OSError, urllib.error.URLError, http.client.HTTPException):
                break
            recorded += 1
        server.process.communicate()
        server.start()
        kept = phone.get(f"{sheet}?all=1").count('id="row-')
        assert recorded <= kept <= recorded + 1
        recorded = kept
    server.kill()
    storage = SqliteJournal(instance / "la_marque.sqlite3")
    assert storage.first_broken_event() is None
    storage.close()
    assert recorded > 10


def write_until_killed(phone, sheet, csrf, sent, recorded):
    """Hands with a key each, as fast as they go; which were sent and which acknowledged."""
    while True:
        key = secrets.token_hex(16)
        sent.append(key)
        try:
            phone.post(f"{sheet}/hands", GARDE | {"csrf_token": csrf, "key": key})
        except urllib.error.HTTPError:
            raise
        except (OSError, http.client.HTTPException):
            return
        recorded.append(key)


@pytest.mark.long
def test_five_thousand_hands_of_five_phones_survive_their_kills(instance):
    """Kills at random moments, a new sheet after each, all phones writing on it at once."""
    chance, server = random.Random(7), Server(instance)
    phones, sent, recorded, kills = [Phone(server.url) for _ in range(5)], [], [], 0
    while len(recorded) < 5000:
        sheet, _ = open_sheet(phones[0])
        threads = [
            threading.Thread(
                target=write_until_killed,
                args=(phone, sheet, token(phone.get(sheet)), sent, recorded),
            )
            for phone in phones
        ]
        threading.Timer(chance.uniform(0.1, 1.5), server.process.kill).start()
        for step in (threading.Thread.start, threading.Thread.join):
            for thread in threads:
                step(thread)
        server.kill()
        server.start()
        kills += 1
    server.kill()
    backup.check(instance / "la_marque.sqlite3")
    with sqlite3.connect(instance / "la_marque.sqlite3") as db:
        kept = [key for (key,) in db.execute("SELECT key FROM event WHERE kind = 'hand'")]
    db.close()
    print(f"{len(recorded)} hands acknowledged, {kills} kills, {len(kept)} kept")
    assert set(recorded) <= set(kept) <= set(sent)
    assert len(kept) == len(set(kept)) <= len(recorded) + 5 * kills


def test_a_polite_stop_is_quick(server):
    began = time.monotonic()
    server.stop()
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("politely", [signal.SIGTERM, signal.SIGINT])
def test_a_hand_being_written_at_a_polite_stop_is_written_once(server, instance, politely):
    phone = Phone(server.url)
    sheet, csrf = open_sheet(phone)
    form = GARDE | {"csrf_token": csrf, "key": "a" * 32}
    other = sqlite3.connect(instance / "la_marque.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    def post():
        with contextlib.suppress(OSError):  # its answer may go with the program
            phone.post(f"{sheet}/hands", form)

    posting = threading.Thread(target=post)
    posting.start()
    time.sleep(0.3)
    began = time.monotonic()
    server.process.send_signal(politely)
    time.sleep(0.3)
    other.execute("ROLLBACK")
    other.close()
    posting.join()
    assert "Traceback" not in server._wait()
    assert (server.process.returncode, time.monotonic() - began < 5) == (0, True)
    server.start()
    assert phone.get(sheet).count('id="row-') == 1
    assert phone.post(f"{sheet}/hands", form).count('id="row-') == 1


def test_the_environment_gives_the_host_and_the_port(monkeypatch):
    monkeypatch.setenv("HOST", "127.0.0.1")
    monkeypatch.setenv("PORT", "8123")
    options = serve._options([])
    assert (options.host, options.port) == ("127.0.0.1", 8123)
    assert serve._options(["--port", "9000"]).port == 9000


def test_both_addresses_are_told(monkeypatch):
    monkeypatch.setattr(serve, "own_address", lambda: "192.168.1.5")
    assert [url for _, url in serve.addresses("0.0.0.0", 8080)] == [
        "http://localhost:8080/",
        "http://192.168.1.5:8080/",
    ]


def test_a_long_evening_is_brought_in_as_a_file(tmp_path):
    names = ["Anne", "Bruno", "Chloé", "David"]
    hand = {"taker": "Anne", "contract": "garde", "bouts": 2, "points": 49}
    document = {"format": "scorekeeper/1", "game": "tarot", "players": names}
    text = json.dumps(document | {"hands": [hand] * 1500}, ensure_ascii=False)
    assert len(text) > 64 * 1024
    server = Server(tmp_path / "instance")
    try:
        phone = Phone(server.url)
        form = {"csrf_token": token(phone.get("/import")), "key": "a" * 32}
        page = phone.post("/import", form | {"document": text})
    finally:
        server.kill()
    assert phone.path.startswith("/sheets/") and "1500" in page
