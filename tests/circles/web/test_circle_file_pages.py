"""A circle as a file: saved, brought elsewhere, and the example that anybody may read."""

import gzip
import re

import pytest
from circle_helpers import import_circle
from conftest import UNGUARDED

from app import create_app
from scorekeeper.circles.formats.examples import CIRCLE, example_circle

EXAMPLE = "/circles/exemple"
FEW = example_circle() | {"sheets": example_circle()["sheets"][:3]}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Read the pages of the whole example, which was brought as a file."""
    instance = tmp_path_factory.mktemp("circle") / "instance"
    client = create_app({"INSTANCE": instance, **UNGUARDED}).test_client()
    address = brought(client, example_circle())
    assert re.fullmatch(r"/circles/g[\w-]{22}", address)
    return lambda path: client.get(address + path).text


def brought(client, document):
    """The address of the circle of a file."""
    return "/circles/" + import_circle(client.application.extensions["circles"], document)


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
    address = brought(client, FEW)
    sheet = client.get(f"{address}/sheets/3").location
    assert "Soirée inventée" in client.get(sheet).text
    assert client.post(f"{sheet}/end", data={"act": "reopen"}).status_code == 303


def test_sheets_that_do_not_fit_are_named_before_the_file_is_saved(client):
    mouche = {
        "format": "scorekeeper/1",
        "title": "La mouche de Paul",
        "game": "tarot_mouche",
        "players": ["Odile", "Marcel", "Sami"],
        "player_ids": [1, 2, 5],
        "hands": [{"passed": True}],
    }
    address = brought(client, example_circle() | {"sheets": [mouche]})
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
