"""A game whose questions have other names gets every page, « idem », twins and statistics."""

import json
import re

import other_words_game as other
import pytest
from conftest import CAST
from jinja2 import ChoiceLoader, DictLoader

from scorekeeper.games import GAMES, PRESETS
from scorekeeper.rules.choice import HandRole
from scorekeeper.sheets.played import played_hands
from scorekeeper.sheets.reports.evening_statistics import ranking, sides

pytestmark = pytest.mark.one_process

TEMPLATE = """\
{% from "sheets/forms/questions.html" import ask, ask_points, ask_rarely, ask_several %}
{% from "sheets/forms/questions.html" import keypad %}
{{ ask(form.declarer) }}{{ ask(form.helper) }}
{{ ask(form.level) }}{{ ask_points(form.card_score) }}
{{ keypad(half=true) }}{{ ask_rarely(form.bonus) }}
{{ ask_several(form.resting) }}
"""
HAND = {"declarer": "1", "helper": "2", "level": "high", "card_score": "50", "bonus": "last"}


@pytest.fixture
def client(app, monkeypatch):
    monkeypatch.setitem(GAMES, other.GAME.name, other.GAME)
    for preset in other.GAME.presets:
        monkeypatch.setitem(PRESETS, preset.name, (other.GAME, preset))
    template = DictLoader({"sheets/hands/games/_other_words.html": TEMPLATE})
    app.jinja_env.loader = ChoiceLoader([template, app.jinja_env.loader])
    return app.test_client()


@pytest.fixture
def sheet(client):
    form = {"rules": "other-words", "name": [*CAST[:4]], "number": [""] * 4, "dealer": "0"}
    return client.post("/sheets", data=form | {"active": "3"}).location


@pytest.fixture
def post(client, sheet):
    def posted(**changes):
        return client.post(f"{sheet}/hands", data=HAND | {"resting": ["0"]} | changes)

    return posted


def test_a_hand_is_scored_and_shown_with_its_roles_and_repeated(client, sheet, post):
    assert post().status_code == 303
    page = client.get(sheet).text
    assert "réussie" in page and "dernier pli" in page
    cells = re.findall(r'<td(?: class="(\w*)")?>', page.split('id="row-2"')[1])
    assert cells == ["out", "taker", "partner", ""]
    repeated = re.search(r"data-repeat='(.*?)'", page)[1]
    assert json.loads(repeated) == {"declarer": "1", "helper": "2", "level": "high"}
    for path in ("hands/2", "hands/2/edit", "journal", "print", "end", "hands.csv"):
        assert client.get(f"{sheet}/{path}").status_code == 200, path


def test_the_form_has_the_keypad_the_other_side_and_the_class_of_each_role(client, sheet):
    page = client.get(sheet).text
    for role in (HandRole.TAKER, HandRole.PARTNER, HandRole.CONTRACT, HandRole.SITTING_OUT):
        assert f"ask-role-{role.value}" in page
    points = page.split("ask-card_score")[1].split("</fieldset>")[0]
    assert 'class="keypad"' in page and 'data-deck="100"' in points
    assert points.count("data-keypad-digits") == 2 and 'name="card_score_defence"' in points


def test_the_same_hand_from_two_phones_is_one_question(post):
    post(base="1", key="a" * 32)
    assert post(base="1", key="b" * 32).status_code == 409
    different = post(base="1", key="b" * 32, card_score="60", resting=["3"])
    assert different.status_code == 409


def test_an_error_stands_at_its_question(post):
    refused = post(resting=["0", "3"])
    question = refused.text.split("ask-resting")[1].split("</details>")[0]
    assert refused.status_code == 422 and "un seul joueur se repose" in question


def test_everybody_passed_is_asked_about_where_somebody_took(client, sheet, post):
    asked = post(passed="asked")
    assert asked.status_code == 422 and "tout le monde a passé quand même" in asked.text
    assert client.post(f"{sheet}/hands", data={"passed": "asked"}).status_code == 303


def test_a_warning_stands_at_its_question_and_is_confirmed(post):
    asked = post(card_score="50,5")
    question = asked.text.split("ask-card_score")[1].split("</fieldset>")[0]
    assert asked.status_code == 422 and "un demi-point est rare" in question
    confirm = re.search(r'name="confirm" value="(\w+)"', asked.text)[1]
    assert post(card_score="50,5", confirm=confirm).status_code == 303


def test_statistics_belong_to_who_took_and_extras_to_the_side_that_gains(app, sheet, post):
    for points in ("50", "40"):
        post(card_score=points)
    found = app.extensions["sheets"].access(sheet.rsplit("/", 1)[1]).sheet
    hands = played_hands(found)
    bruno = next(one for one in ranking(found, hands) if one.name == "Bruno")
    assert (bruno.taken.total, bruno.taken.won, bruno.extras) == (2, 1, ())
    ((_, extras),) = sides(found, hands)
    assert [(one.extra, len(one.hands)) for one in extras] == [(other.Extra.LAST, 2)]


def test_a_passed_deal_stands_in_the_column_of_the_contract(client, sheet, post):
    post()
    client.post(f"{sheet}/hands", data={"passed": "sure"})
    table = client.get(f"{sheet}/hands.csv").text.splitlines()
    heads = next(row.split(";") for row in table if row.startswith("donne;"))
    level = heads.index("Hauteur")
    assert [row.split(";")[level] for row in table[-2:]] == ["Haute", "passée"]


def test_the_document_is_exported_and_imported(client, sheet, post):
    post()
    document = client.get(f"{sheet}/night.json").text
    again = client.post("/import", data={"document": document}).location
    assert client.get(f"{again}/night.json").json["hands"] == json.loads(document)["hands"]
