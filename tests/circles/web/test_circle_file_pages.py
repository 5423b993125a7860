"""A circle as a file: saved, brought elsewhere, and the example that anybody may read."""

import gzip
import json
import re
import threading
import time

import pytest
from conftest import UNGUARDED

from app import create_app
from scorekeeper.circles.formats.examples import CIRCLE, example_circle
from scorekeeper.circles.service import imports

EXAMPLE = "/circles/exemple"
FEW = example_circle() | {"sheets": example_circle()["sheets"][:3]}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Read the pages of the whole example, which was brought as a file."""
    instance = tmp_path_factory.mktemp("circle") / "instance"
    client = create_app({"INSTANCE": instance, **UNGUARDED}).test_client()
    address = brought(client, example_circle()).location
    assert re.fullmatch(r"/circles/g[\w-]{22}", address)
    return lambda path: client.get(address + path).text


def brought(client, document, key="a" * 32):
    return posted(client, json.dumps(document).encode(), key)


def posted(client, content, key="a" * 32):
    """Post a file; the answer of its page once it is stored or refused."""
    answer = sent(client, content, key)
    until = time.monotonic() + 30
    while answer.status_code == 303 and "/import/" in answer.location:
        page, answer = answer.location, client.get(answer.location)
        while answer.status_code == 202 and time.monotonic() < until:
            time.sleep(0.01)
            answer = client.get(page)
    return answer


def sent(client, content, key="a" * 32):
    """Post a file as one body, for which the test client opens no temporary file."""
    parts = (
        b'--x\r\nContent-Disposition: form-data; name="key"\r\n\r\n' + key.encode(),
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="c.json"\r\n\r\n'
        + content,
        b"--x--\r\n",
    )
    kind = "multipart/form-data; boundary=x"
    return client.post("/circles/import", data=b"\r\n".join(parts), content_type=kind)


def test_the_page_that_imports_a_sheet_leads_to_that_which_imports_a_circle(client):
    [way] = re.findall(r'href="(.*?)">Un cercle entier', client.get("/import").text)
    assert 'type="file"' in client.get(way).text


def test_the_example_circle_is_saved_as_it_was_shipped(client):
    answer = client.get(f"{EXAMPLE}/circle.json")
    assert answer.get_data(as_text=True) == CIRCLE.read_text(encoding="utf-8")
    assert "exemple-une-saison-inventee.json" in answer.headers["Content-Disposition"]


def test_a_circle_that_was_brought_is_saved_as_it_was(whole):
    assert whole("/circle.json") == CIRCLE.read_text(encoding="utf-8")


def test_a_circle_that_was_brought_shows_the_same_board(whole, client):
    def rows(page):
        return re.findall(r"<bdi>(\w+)</bdi>|[−+\d]+(?=</)", page)

    found = rows(whole("/seasons/0"))
    assert "Odile" in found and found == rows(client.get(f"{EXAMPLE}/seasons/0").text)


def test_a_circle_that_was_brought_opens_its_sheets(client):
    address = brought(client, FEW).location
    sheet = client.get(f"{address}/sheets/3").location
    assert "Soirée inventée" in client.get(sheet).text
    assert client.post(f"{sheet}/end", data={"act": "reopen"}).status_code == 303


def test_the_same_form_posted_twice_brings_one_circle(client):
    first, again = (brought(client, FEW).location for _ in range(2))
    assert first == again
    other = brought(client, FEW, key="b" * 32).location
    assert other != first


def test_another_file_with_the_same_key_is_another_circle(client):
    other = FEW | {"title": "Autre"}
    assert brought(client, FEW).location != brought(client, other).location


@pytest.mark.parametrize(
    ("document", "says"),
    [
        ({"format": "scorekeeper/1"}, "pas un cercle exporté"),
        ([], "pas un cercle exporté"),
        (example_circle() | {"zork": 1}, "zork : champ inconnu"),
        (example_circle() | {"sheets": [{}]}, "feuille 1"),
    ],
)
def test_a_file_that_is_no_circle_is_refused_with_its_reason(client, document, says):
    answer = brought(client, document)
    assert answer.status_code == 422 and says in answer.text.replace("\xa0", " ")
    assert "Rien n’a été écrit" in answer.text


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"[" * 100_000])
def test_a_broken_file_is_refused(client, content):
    assert posted(client, content).status_code == 422


def test_no_file_is_refused_with_a_sentence(client):
    answer = client.post("/circles/import", data={})
    assert answer.status_code == 422 and "Choisissez le fichier" in answer.text


def test_a_circle_may_be_larger_than_a_form_and_has_a_bound(client):
    padded = FEW | {"left_out": [{"title": "x" * 1000}] * 4000}
    assert brought(client, padded).status_code == 303
    assert posted(client, b" " * (7 * 1024 * 1024)).status_code == 413


def test_the_answer_to_a_file_comes_before_it_is_read(client, monkeypatch):
    monkeypatch.setattr(imports.threading.Thread, "start", lambda thread: None)
    page = sent(client, json.dumps(FEW).encode()).location
    for _ in range(2):
        answer = client.get(page)
        assert answer.status_code == 202 and answer.headers["Refresh"] == "1"
        assert "attend son tour" in answer.text and "<progress" in answer.text


def test_a_page_of_an_import_that_is_lost_says_to_bring_the_file_again(client):
    answer = client.get(f"/circles/import/{'x' * 22}")
    assert answer.status_code == 404 and "jusqu’au bout" in answer.text
    assert 'name="file"' in answer.text


def test_a_third_file_of_one_network_is_told_to_come_again(client, monkeypatch):
    monkeypatch.setattr(imports.threading.Thread, "start", lambda thread: None)
    monkeypatch.setattr(imports, "OF_NETWORK", 0)
    answer = sent(client, b"{}")
    assert answer.status_code == 503 and "Recommencez avec le vôtre" in answer.text
    assert answer.headers["Retry-After"] == "60"


def test_sheets_that_do_not_fit_are_named_before_the_file_is_saved(client):
    mouche = {
        "format": "scorekeeper/1",
        "title": "La mouche de Paul",
        "game": "tarot_mouche",
        "players": ["Odile", "Marcel", "Sami"],
        "player_ids": [1, 2, 5],
        "hands": [{"passed": True}],
    }
    address = brought(client, example_circle() | {"sheets": [mouche]}).location
    sheet = client.get(f"{address}/sheets/1").location
    client.post(f"{sheet}/end", data={"act": "reopen"})
    names = {"name": ["Odile", "Marcel", "Sami"], "number": ["0", "1", "2"], "dealer": "0"}
    assert client.post(f"{sheet}/table", data=names).status_code == 303
    hand = {"taker": "1", "contract": "prise", "bouts": "1", "points": "60"}
    assert client.post(f"{sheet}/hands", data=hand).status_code == 303
    page = client.get(f"{address}/circle.json")
    assert page.status_code == 409 and "La mouche de Paul" in page.text
    file = client.get(f"{address}/circle.json?without=1").json
    assert file["sheets"] == [] and file["left_out"][0]["title"] == "La mouche de Paul"


def test_the_sheets_of_the_example_are_read_and_never_written(client):
    sheet = client.get(f"{EXAMPLE}/sheets/3").location
    assert sheet == "/sheets/exemple-3"
    assert "Soirée inventée" in client.get(sheet).text
    for path in ("hands/new", "table", "deletion"):
        assert client.get(f"{sheet}/{path}").status_code == 404
    assert client.post(f"{sheet}/end", data={"act": "close"}).status_code == 404


@pytest.mark.parametrize(
    "token", ["exemple-0", "exemple-33", "exemple-03", "exemple-", "exemple-x"]
)
def test_the_example_has_no_other_sheets(client, token):
    assert client.get(f"/sheets/{token}").status_code == 404


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_the_file_is_sent_while_it_is_written(client, method):
    answer = client.open(f"{EXAMPLE}/circle.json", method=method)
    assert answer.status_code == 200 and "Content-Length" not in answer.headers
    assert answer.is_streamed or method == "HEAD"


def test_the_file_is_the_same_when_it_is_compressed(client):
    answer = client.get(f"{EXAMPLE}/circle.json", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.data).decode() == CIRCLE.read_text(encoding="utf-8")


def test_an_import_that_is_refused_while_its_page_is_asked_is_not_lost(
    client, app, monkeypatch
):
    imports, asked = app.extensions["imports"], threading.Event()
    read, notes = imports._read, imports._circles.journal.notes

    def wait_to_read(offered):
        asked.wait(30)
        return read(offered)

    def end_after(prefix):
        found = notes(prefix)
        if threading.current_thread() is threading.main_thread() and imports._queue:
            asked.set()
            while imports._queue:
                time.sleep(0.001)
        return found

    monkeypatch.setattr(imports, "_read", wait_to_read)
    page = sent(client, json.dumps([]).encode()).location
    monkeypatch.setattr(imports._circles.journal, "notes", end_after)
    assert client.get(page).status_code == 202
    assert client.get(page).status_code == 422
