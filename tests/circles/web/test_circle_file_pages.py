"""A circle as a file: saved, and brought elsewhere."""

import gzip

import pytest
from circle_helpers import EXAMPLE, example_circle, import_circle

from scorekeeper.circles.formats.circle_document import LeftOut
from scorekeeper.circles.service import files, statistics

FEW = example_circle() | {"sheets": example_circle()["sheets"][:3]}


def brought(client, document):
    """The address of the circle of a file."""
    return "/circles/" + import_circle(client.application.extensions["circles"], document)


def test_a_circle_that_was_brought_is_saved_as_it_was(example):
    answer = example.get("/circle.json")
    assert answer.get_data(as_text=True) == EXAMPLE.read_text(encoding="utf-8")
    assert "exemple-une-saison-inventee.json" in answer.headers["Content-Disposition"]


def test_a_circle_that_was_brought_opens_its_sheets(client):
    address = brought(client, FEW)
    sheet = client.get(f"{address}/sheets/3").location
    assert "Soirée inventée" in client.get(sheet).text
    assert client.post(f"{sheet}/end", data={"act": "reopen"}).status_code == 303


def test_sheets_that_do_not_fit_are_named_before_the_file_is_saved(client, monkeypatch):
    fault = LeftOut("La mouche de Paul", "", "tarot_mouche", "no")
    for module in (statistics, files):
        monkeypatch.setattr(module, "fault_of", lambda sheet, players: fault)
    address = brought(client, FEW)
    page = client.get(f"{address}/circle.json")
    assert page.status_code == 409 and "La mouche de Paul" in page.text
    file = client.get(f"{address}/circle.json?without=1").json
    assert file["sheets"] == [] and file["left_out"][0]["title"] == "La mouche de Paul"
    assert len(file["left_out"]) == len(FEW["sheets"])


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_the_file_is_sent_while_it_is_written(example, method):
    answer = example.client.open(f"{example.address}/circle.json", method=method)
    assert answer.status_code == 200 and "Content-Length" not in answer.headers
    assert answer.is_streamed or method == "HEAD"


def test_the_file_is_the_same_when_it_is_compressed(example):
    answer = example.get("/circle.json", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.data).decode() == EXAMPLE.read_text(encoding="utf-8")
