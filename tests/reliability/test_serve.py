"""The server as a process: its start, its stop, and what a kill leaves."""

import contextlib
import http.client
import json
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest
from conftest import GARDE, wait_until
from filled_journals import change
from long_cases import long
from server import ENVIRONMENT, ROOT, Phone, Server, open_sheet, token

from scorekeeper.cli import serve
from scorekeeper.cli.server import DEADLINE
from scorekeeper.streams.base import DatabaseBusy, DatabaseDamaged
from scorekeeper.streams.installation import Installation
from scorekeeper.streams.sqlite.driver import open_sqlite
from scorekeeper.web import addresses


@pytest.fixture
def server(instance):
    running = Server(instance)
    yield running
    running.kill()


@pytest.fixture(scope="module")
def another(tmp_path_factory):
    """A server that no test ends."""
    running = Server(tmp_path_factory.mktemp("serve") / "instance")
    yield running
    running.kill()


def test_the_start_prints_the_address_and_a_qr_code_and_a_stop_waits_for_nothing(server):
    Phone(server.url).get("/")
    began = time.monotonic()
    output = server.stop()
    assert time.monotonic() - began < DEADLINE
    assert f"http://127.0.0.1:{server.port}/" in output
    assert "▀" in output or "█" in output


def test_a_port_in_use_is_one_sentence(another, instance):
    second = Server(instance, port=another.port)
    output = second.wait()
    assert f"ne peut pas s'ouvrir sur 127.0.0.1:{another.port}" in output
    assert "Traceback" not in output and second.process.returncode == 1


@pytest.mark.parametrize("kills", [1, *long(10)])
def test_every_acknowledged_hand_survives_a_kill(instance, kills):
    """Kills at random moments while hands are posted without a pause."""
    chance = random.Random(7)
    server = Server(instance)
    phone = Phone(server.url)
    sheet, csrf = open_sheet(phone)
    acknowledged = 0
    for _ in range(kills):
        phone.post(f"{sheet}/hands", GARDE | {"csrf_token": csrf})
        acknowledged += 1
        threading.Timer(chance.uniform(0.05, 0.3), server.process.kill).start()
        while True:
            try:
                phone.post(f"{sheet}/hands", GARDE | {"csrf_token": csrf})
            except (OSError, urllib.error.URLError, http.client.HTTPException):
                break
            acknowledged += 1
        server.process.communicate()
        server.start()
        found = phone.get(f"{sheet}?all=1").count('id="row-')
        assert acknowledged <= found <= acknowledged + 1
        acknowledged = found
    server.kill()
    journal = open_sqlite(instance / "la_marque.sqlite3")
    assert journal.first_broken_event() is None
    journal.close()
    assert acknowledged >= kills


def sent_hand(phone, sheet, form):
    """The connection on which a hand was sent whose answer nobody has read."""
    asked = urllib.request.Request(phone.url)
    phone.jar.add_cookie_header(asked)
    kind = "application/x-www-form-urlencoded"
    headers = {"Cookie": asked.get_header("Cookie"), "Content-Type": kind}
    connection = http.client.HTTPConnection(asked.host, timeout=60)
    connection.request("POST", f"{sheet}/hands", urllib.parse.urlencode(form), headers)
    return connection


@pytest.mark.parametrize("stop", [signal.SIGTERM, *long(signal.SIGINT)])
def test_a_hand_being_written_at_a_stop_is_written_once(server, instance, stop):
    phone = Phone(server.url)
    sheet, csrf = open_sheet(phone)
    form = GARDE | {"csrf_token": csrf, "key": "a" * 32}
    other = sqlite3.connect(instance / "la_marque.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    sent = sent_hand(phone, sheet, form)  # it is on its way, however slow the machine is
    time.sleep(0.3)
    began = time.monotonic()
    server.process.send_signal(stop)
    time.sleep(0.3)
    other.execute("ROLLBACK")
    other.close()
    with contextlib.closing(sent), contextlib.suppress(OSError, http.client.HTTPException):
        sent.getresponse()  # the server may stop before it answers
    assert "Traceback" not in server.wait()
    assert (server.process.returncode, time.monotonic() - began < DEADLINE) == (0, True)
    server.start()
    assert phone.get(sheet).count('id="row-') == 1
    assert phone.post(f"{sheet}/hands", form).count('id="row-') == 1


def test_the_environment_gives_the_host_and_the_port(monkeypatch):
    monkeypatch.setenv("HOST", "127.0.0.1")
    monkeypatch.setenv("PORT", "8123")
    options = serve.read_options([])
    assert (options.host, options.port) == ("127.0.0.1", 8123)
    assert serve.read_options(["--port", "9000"]).port == 9000


@pytest.mark.parametrize("given", ["80000", "0", "-1", "http", "８０８０"])
def test_a_port_that_is_none_is_refused_with_those_that_are(given, capsys, monkeypatch):
    monkeypatch.setenv("PORT", given)
    for arguments in (["--port", given], []):
        with pytest.raises(SystemExit):
            serve.read_options(arguments)
        assert (
            f"« {given} » n'est pas un port : on attend 1 à 65535" in capsys.readouterr().err
        )


def test_the_help_explains_every_option(capsys):
    with pytest.raises(SystemExit):
        serve.read_options(["--help"])
    said = " ".join(capsys.readouterr().out.split())
    for option, words in (
        ("PORT", "port, de 1 à 65535"),
        ("HOST", "adresse de cette machine"),
    ):
        assert f"--{option.lower()} {option} {words}" in said


@pytest.mark.parametrize(
    ("own", "host", "urls"),
    [
        ("192.168.1.5", "0.0.0.0", ["http://localhost:8080/", "http://192.168.1.5:8080/"]),
        (None, "::", ["http://localhost:8080/"]),
    ],
)
def test_this_machine_is_shown_and_its_address_in_a_network(monkeypatch, own, host, urls):
    monkeypatch.setattr(addresses, "own_address", lambda: own)
    assert [url for _, url in addresses.addresses(host, 8080)] == urls


def test_a_failed_backup_is_logged_and_tried_again(tmp_path, monkeypatch, caplog):
    def stop(seconds):
        raise StopIteration

    monkeypatch.setattr(serve.time, "sleep", stop)
    (tmp_path / "la_marque.sqlite3").write_bytes(b"damaged" * 1000)
    with pytest.raises(StopIteration):
        serve.work_daily(Installation(tmp_path), pytest.fail)
    assert "Copie du jour : " in caplog.text and "not a database" in caplog.text


def test_a_check_that_a_locked_database_has_stopped_is_tried_again(tmp_path, monkeypatch):
    tried = []

    def check(at_once):
        tried.append(at_once)
        if len(tried) < 3:
            raise (DatabaseBusy, DatabaseDamaged)[len(tried) - 1]("why")

    installation = Installation(tmp_path)
    monkeypatch.setattr(installation, "check_rest", check)
    monkeypatch.setattr(serve.time, "sleep", lambda seconds: None)
    faults = []
    serve.work_daily(installation, faults.append)
    assert len(tried) == 2 and len(faults) == 1


def test_damage_in_a_large_database_ends_the_program_with_the_words_of_the_check(instance):
    database = instance / "la_marque.sqlite3"
    with contextlib.closing(Installation(instance).shared_journal) as journal:
        journal.open_stream([("opened", {}), *[("hand", {"note": "x" * 60_000})] * 300])
    assert database.stat().st_size > serve.AT_ONCE
    change(database, "UPDATE event SET body = '{}' WHERE seq = 300")
    server = Server(instance)
    said = server.wait()
    assert server.process.returncode == 1 and "La Marque est ouverte" in said
    asked = [sys.executable, "app.py", "check"]
    environment = ENVIRONMENT | {"INSTANCE": str(instance)}
    check = subprocess.run(asked, env=environment, cwd=ROOT, capture_output=True, text=True)
    assert "ne se suit plus à l'événement 300" in check.stderr
    assert said.endswith(check.stderr)


def test_a_sheet_of_1000_hands_is_imported(another):
    names = ["Anne", "Bruno", "Chloé", "David"]
    hand = {"taker": "Anne", "contract": "garde", "bouts": 2, "points": 49}
    document = {"format": "scorekeeper/1", "game": "tarot", "players": names}
    text = json.dumps(document | {"hands": [hand] * 1000}, ensure_ascii=False)
    assert len(text) > 64 * 1024
    phone = Phone(another.url)
    form = {"csrf_token": token(phone.get("/import")), "key": "a" * 32}
    page = phone.post("/import", form | {"document": text})
    assert phone.path.startswith("/sheets/") and "1000" in page


def test_the_browser_is_opened_on_request(tmp_path, monkeypatch):
    browser, draft, told = tmp_path / "browser", tmp_path / "draft", tmp_path / "told"
    browser.write_text(f"#!/bin/sh\necho $1 >{draft}\nmv {draft} {told}\n")
    browser.chmod(0o755)
    monkeypatch.setitem(ENVIRONMENT, "BROWSER", str(browser))
    opened = Server(tmp_path / "instance", options=["--open"])
    wait_until(told.exists)
    assert told.read_text() == f"{opened.url}/\n"
    opened.stop()
