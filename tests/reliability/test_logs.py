"""The log: it explains every error, and contains no usable token."""

import logging
import re
import subprocess
import sys
import urllib.error

import pytest
from conftest import wait_until
from server import ENVIRONMENT, ROOT, Phone, Server, free_port

from app import create_app
from scorekeeper.streams.base import read_only_token
from scorekeeper.streams.sqlite.driver import open_sqlite
from scorekeeper.web.log_masking import mask_tokens

TOKEN = "Zk3vQ8-xTz_AbCdEfGhIjK"


@pytest.fixture
def log_line(app):
    """Log an error; return the line that the application's logger writes."""

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
        f"SheetAccess(token='{TOKEN}', id=1)",
        f"('{TOKEN}',)",
        f"token={TOKEN}&language=fr",
        f"GET /sheets/{TOKEN}{TOKEN} HTTP/1.1",
        f"GET /circles/{TOKEN}a/links HTTP/1.1",
        f"next=%2Fcircles%2F{TOKEN}a",
        f"CircleAccess(token='{TOKEN}a', role=3)",
        f"/circles/{TOKEN}a.py",
        "/circles/Zk3vQ8-xTz",
        f"GET /tournaments/{TOKEN}{TOKEN} HTTP/1.1",
        "next=%2Ftournaments%2FZk3vQ8-xTz%2Fslips",
    ],
)
def test_at_most_four_characters_of_a_token_are_logged(text):
    assert TOKEN[:5] not in mask_tokens(text) and "Zk3v…" in mask_tokens(text)


@pytest.mark.parametrize(
    "text",
    [
        "/sheets/new",
        "views/sheets.py",
        "__check_request_limits",
        "views/circles/erasure.py",
        "templates/circles/erasure/show.html",
        "tournaments/draw/movement.py",
        "templates/tournaments/paper/macros.html",
        "templates/tournaments/penalties.html",
    ],
)
def test_other_text_is_not_masked(text):
    assert mask_tokens(text) == text


def test_a_token_is_masked_in_arguments_and_exceptions(log_line):
    try:
        raise ValueError(f"inside /sheets/{TOKEN}")
    except ValueError as error:
        line = log_line("%s at %s", f"/sheets/{TOKEN}", {"token": TOKEN}, error=error)
    assert "ValueError: inside /sheets/Zk3v…" in line and TOKEN[:5] not in line


def test_a_request_cannot_forge_a_line(log_line):
    line = log_line("at %s", "/\r\n\x1b[2JERROR forged\x85\u2028")
    assert line == r"ERROR at /\r\n\x1b[2JERROR forged\x85\u2028"
    line = log_line("at %s", "/", error=ValueError("\nERROR forged"))
    assert "\nERROR" not in line


def crash(server, phone):
    """Open a sheet whose first event is invalid; its token and the error of its page."""
    journal = open_sqlite(server.instance / "la_marque.sqlite3")
    token = journal.open_stream([("opened", {})])
    journal.close()
    with pytest.raises(urllib.error.HTTPError) as error:
        phone.get(f"/sheets/{token}")
    return token, error.value


def test_the_number_on_an_error_page_is_in_the_log_and_no_token_is(tmp_path):
    server = Server(tmp_path / "instance")
    try:
        phone = Phone(server.url)
        token, error = crash(server, phone)
        page = error.read().decode()
        for path in (f"/sheets/{TOKEN}", f"/sheets/{TOKEN}/%0aERROR%20x", f"/{'x' * 20_000}"):
            with pytest.raises(urllib.error.HTTPError):
                phone.get(path)
    finally:
        log = server.stop()
    number = re.search(r"500 · ([0-9a-f]{6})", page)[1]
    assert error.code == 500 and f"Erreur {number} : GET /sheets/" in log
    assert "Traceback" in log and "Traceback" not in page
    for secret in (token, read_only_token(token), TOKEN):
        assert secret[:5] not in log and secret not in page.replace(f"/sheets/{token}", "")


def is_unknown(url, path):
    """True once the program answers that there is no such page."""
    try:
        Phone(url).get(path)
    except urllib.error.HTTPError as error:
        return error.code == 404
    except OSError:
        return False


def test_the_development_server_masks_tokens_too(tmp_path):
    port = free_port()
    factory = f"app:create_app({{'INSTANCE': '{tmp_path / 'instance'}'}})"
    command = [sys.executable, "-m", "flask", "--app", factory, "run", "--port", str(port)]
    process = subprocess.Popen(
        command, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    try:
        wait_until(lambda: is_unknown(f"http://127.0.0.1:{port}", f"/sheets/{TOKEN}/print"))
    finally:
        process.terminate()
        log = process.communicate()[0].decode()
    assert "GET /sheets/Zk3v…/print" in log and TOKEN[:5] not in log


def test_an_error_is_a_sentence_where_no_page_can_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    client = create_app({"INSTANCE": tmp_path / "file" / "in"}).test_client()
    answer = client.get("/")
    assert answer.status_code == 500 and "Le programme s’est trompé" in answer.text
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
