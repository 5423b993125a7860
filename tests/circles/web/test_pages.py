"""Pages that everybody opens at once: made once, and anew after every event."""

import json

import pytest
from circle_helpers import example_circle, import_circle
from conftest import token_of

from scorekeeper.circles.web import figures
from scorekeeper.sheets.web import sheets
from scorekeeper.streams.base import read_only_token

pytestmark = pytest.mark.one_process

BOARD = {"taker": "north", "scores_0": "56", "scores_1": "62"}


@pytest.fixture
def event(client):
    """The address of an event of duplicate with one board."""
    document = {"format": "scorekeeper/1", "game": "tarot_duplicate"}
    document |= {"players": ["Table 1", "Table 2"], "hands": []}
    address = client.post("/import", data={"document": json.dumps(document)}).location
    assert client.post(f"{address}/hands", data=BOARD).status_code == 303
    return address


@pytest.fixture
def circle(app):
    """The address of the example as a circle of its own."""
    with app.app_context():
        return "/circles/" + import_circle(app.extensions["circles"], example_circle())


def main(client, page, language="fr"):
    """The content of a page, without the forms below it."""
    answer = client.get(page, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.text.partition("<main>")[2].partition("</main>")[0]


@pytest.fixture
def made(monkeypatch):
    """Count how often the content of a page is made."""
    times = []

    def count(module, name):
        make = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *given: times.append(given) or make(*given))
        return times

    return count


def test_a_ranking_is_made_once_for_all_phones(client, event, made):
    times = made(sheets, "sheet_ranking")
    assert len({main(client, f"{event}/ranking") for _ in range(3)}) == 1
    assert len(times) == 1


def test_a_ranking_is_made_anew_after_a_board(client, event):
    before = client.get(f"{event}/ranking").text
    client.post(f"{event}/hands", data=BOARD)
    after = client.get(f"{event}/ranking").text
    assert "étuis joués : 1" in before.replace("\xa0", " ")
    assert "étuis joués : 2" in after.replace("\xa0", " ")


def test_the_ranking_of_who_only_reads_holds_no_link_that_writes(client, event):
    token = token_of(event)
    client.get(f"{event}/ranking")
    assert token not in client.get(f"/sheets/{read_only_token(token)}/ranking").text


def test_a_page_is_made_for_each_language(client, event, circle):
    for page in (f"{event}/ranking", f"{circle}/players/1"):
        french, english = (main(client, page, code) for code in ("fr", "en"))
        assert french != english


def test_the_page_of_a_player_is_made_once_for_all_phones(client, circle, made):
    times = made(figures, "_player")
    pages = {main(client, f"{circle}/players/1") for _ in range(3)}
    assert len(times) == len(pages) == 1


def test_each_player_and_season_has_a_page_of_its_own(client, circle):
    addresses = [f"{circle}/players/{n}{query}" for n in (1, 2) for query in ("", "?season=0")]
    for _ in range(2):
        assert len({main(client, address) for address in addresses}) > 2


def test_the_page_of_a_player_is_made_anew_after_an_event_of_the_circle(client, circle):
    client.get(f"{circle}/players/1")
    form = {"act": "nickname", "nickname": "Dédé", "key": "a" * 32}
    assert client.post(f"{circle}/players/1/edit", data=form).status_code == 303
    assert "Dédé" in client.get(f"{circle}/players/1").text
