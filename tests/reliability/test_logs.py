"""The log: it says what went wrong, and opens no sheet."""

import logging
import os
import re
import subprocess
import sys
import time
import urllib.error

import pytest
from scorekeeper.cli.logging import mask_tokens
from server import ROOT, Phone, Server, free_port

from app import create_app
from scorekeeper.storage.sqlite import SqliteJournal, read_only_token

TOKEN = "Zk3vQ8-xTz_AbCdEfGhIjK"


@pytest.fixture
def msg(app):
    """What the application's logger writes of a record."""

    def write(message, *args, error=None):
        lines = []
        handler = logging.Handler()
        handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
        handler.emit = lambda record: lines.append(handler.format(record))
        app.logger.addHandler(handler)
        try:
            app.logger.error(message, *args, exc_info=error)
        finally:
            app.logger.removeHandler(handler)
        return lines[0]

    return write


@pytest.mark.parametrize(
    "text",
    [
        f"/sheets/{TOKEN}",
        f"http://table.example/sheets/{TOKEN}/hands/7?recorded=3",
        f"next=%2Fsheets%2F{TOKEN}%2Fprint&x",
        f"Door(token='{TOKEN}', id=1)",
        f"('{TOKEN}',)",
        f"token={TOKEN}&language=fr",
        f"GET /sheets/{TOKEN}{TOKEN} HTTP/1.1",
    ],
)
def test_four_characters_of_a_token_are_told_at_most(text):
    assert TOKEN[:5] not in mask_tokens(text) and "Zk3v…" in mask_tokens(text)


@pytest.mark.parametrize("text", ["/sheets/new", "views/sheets.py", "__check_request_limits"])
def test_what_is_no_token_is_told_whole(text):
    assert mask_tokens(text) == text


def test_a_token_is_masked_wherever_a_record_has_it(msg):
    try:
        raise ValueError(f"inside /sheets/{TOKEN}")
    except ValueError as error:
        recorded = msg("%s at %s", f"/sheets/{TOKEN}", {"token": TOKEN}, error=error)
    assert "ValueError: inside /sheets/Zk3v…" in recorded and TOKEN[:5] not in recorded


def test_nothing_that_was_sent_begins_a_line(msg):
    recorded = msg("at %s", "/\r\n\x1b[2JERROR forged\x85\u2028")
    assert recorded == r"ERROR at /\r\n\x1b[2JERROR forged\x85\u2028"
    recorded = msg("at %s", "/", error=ValueError("\nERROR forged"))
    assert "\nERROR" not in recorded


def crash(server, phone):
    """Put a sheet in the journal that cannot be read, and look at it."""
    storage = SqliteJournal(server.instance / "la_marque.sqlite3")
    token = storage.open_sheet([("opened", {})])
    storage.close()
    with pytest.raises(urllib.error.HTTPError) as wrong:
        phone.get(f"/sheets/{token}")
    return token, wrong.value


def test_the_number_on_the_page_is_the_one_in_the_log_and_no_token_is(tmp_path):
    server = Server(tmp_path / "instance")
    try:
        phone = Phone(server.url)
        token, wrong = crash(server, phone)
        page = wrong.read().decode()
        for path in (f"/sheets/{TOKEN}", f"/sheets/{TOKEN}/%0aERROR%20x", f"/{'x' * 20_000}"):
            with pytest.raises(urllib.error.HTTPError):
                phone.get(path)
    finally:
        log = server.stop()
    number = re.search(r"500 · ([0-9a-f]{6})", page)[1]
    assert wrong.code == 500 and f"Erreur {number} : GET /sheets/" in log
    assert "Traceback" in log and "Traceback" not in page
    for secret in (token, read_only_token(token), TOKEN):
        assert secret[:5] not in log and secret not in page.replace(f"/sheets/{token}", "")


def test_the_server_for_work_on_the_code_masks_them_too(tmp_path):
    port = free_port()
    made = f"app:create_app({{'INSTANCE': '{tmp_path / 'instance'}'}})"
    command = [sys.executable, "-m", "flask", "--app", made, "run", "--port", str(port)]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        for _ in range(100):
            try:
                Phone(f"http://127.0.0.1:{port}").get(f"/sheets/{TOKEN}/print")
            except urllib.error.HTTPError:
                break
            except OSError:
                time.sleep(0.1)
    finally:
        process.terminate()
        log = process.communicate()[0].decode()
    assert "GET /sheets/Zk3v…/print" in log and TOKEN[:5] not in log


def test_an_error_where_no_page_can_be_made_is_said_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    client = create_app({"INSTANCE": tmp_path / "file" / "in"}).test_client()
    answer = client.get("/")
    assert answer.status_code == 500 and "Le programme s’est trompé" in answer.text
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
