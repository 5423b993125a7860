"""What is typed into the forms of hands of several games, and what it gives."""

import re
import tomllib
from pathlib import Path

import pytest
from night import sheet_of

from scorekeeper.games import GAMES, PRESETS
from scorekeeper.rules.answers import questions
from scorekeeper.sheets.service.turns import NextTurn
from scorekeeper.sheets.web.forms.hand_form import HandForm

FORMS = tomllib.loads(Path(__file__).with_name("hand_forms.toml").read_text("utf-8"))


def each(kind):
    return pytest.mark.parametrize("case", FORMS[kind], ids=lambda case: case["sheet"])


PLAIN = str.maketrans("’\xa0", "' ")


@pytest.fixture
def fill(open_preset, post_answers):
    """Open a sheet; its address, and what posts a form of it with changes."""

    def opened(name):
        rules, hand, options, *players = FORMS["sheets"][name].values()
        (seats,) = players or PRESETS[rules][0].seats[:1]
        chosen = {f"option_{option}": value for option, value in options.items()}
        sheet = open_preset(rules, seats, **chosen)
        return sheet, lambda form, **more: post_answers(sheet, hand | form, **more)

    return opened


def errors(page):
    told = " ".join(re.findall(r'class="error"[^>]*>(.*?)</p>', page.text))
    return told.replace("&#39;", "'").translate(PLAIN)


def test_no_question_is_called_like_a_member_of_its_form():
    """Templates, which write ``form.taker``, would get the member."""
    sheet = sheet_of("tarot", [])
    members = {*dir(HandForm(NextTurn(None, sheet, sheet.state)))}
    assert not [game for game in GAMES.values() if members & {*questions(game.hand)}]


@each("recorded")
def test_a_hand_is_recorded_as_it_is_typed_and_shown_so_to_be_corrected(
    fill, totals, client, case
):
    (sheet, post), shown = fill(case["sheet"]), case.get("shown", [])
    assert post(case["form"]).status_code == 303
    assert totals(sheet) == case["after"]
    edit = client.get(f"{sheet}/hands/2/edit").text if shown else ""
    assert [field for field in shown if field not in edit] == []


@each("refused")
def test_an_impossible_hand_shows_its_error_and_records_nothing(fill, client, case):
    sheet, post = fill(case["sheet"])
    answer = post(case["form"])
    assert answer.status_code == 422 and case["says"] in errors(answer)
    assert 'id="row-' not in client.get(sheet).text


@each("confirmed")
def test_an_improbable_hand_is_to_be_confirmed(fill, totals, case):
    (sheet, post), form = fill(case["sheet"]), case["form"]
    answer = post(form)
    assert answer.status_code == 422 and case["says"] in answer.text.translate(PLAIN)
    confirm = re.search(r'name="confirm" value="(.+?)"', answer.text)[1]
    assert post(form, confirm=confirm).status_code == 303
    assert totals(sheet) == case["after"]


@pytest.mark.parametrize(("name", "player"), [("belote", "0"), ("two", "")])
def test_a_filled_form_is_passed_once_confirmed(fill, client, totals, name, player):
    sheet, post = fill(name)
    asked = post({"taker": player, "passed": "asked"})
    assert asked.status_code == 422 and 'value="91"' in asked.text
    assert post({"taker": player, "passed": "sure"}).status_code == 303
    assert totals(sheet) == [0, 0]
    assert "Donne 1 passée" in client.get(f"{sheet}?recorded=2").text


@pytest.mark.parametrize(
    ("name", "tie", "after"),
    [
        ("belote", {"points": "81"}, [172, 152]),
        ("coinche tie", {"contract": "80", "points": "81"}, [291, 133]),
        ("two", {"points_0": "81", "points_1": "81"}, [172, 152]),
    ],
)
def test_a_litige_is_shown_and_goes_to_the_next_winner(fill, client, totals, name, tie, after):
    sheet, post = fill(name)
    post(tie)
    assert "Litige : 81 en jeu" in client.get(sheet).text.translate(PLAIN)
    post({})
    assert totals(sheet) == after
    page = client.get(sheet).text
    assert 'class="seal"' in page and 'class="seal broken"' not in page


def test_free_scoring_has_no_checksum(fill, client):
    sheet, post = fill("libre")
    post({"scores_0": "3", "scores_1": "5"})
    client.post(f"{sheet}/penalties", data={"player": "0", "points": "5", "way": "less"})
    client.post(f"{sheet}/hands", data={"passed": "sure"})
    assert 'class="seal' not in client.get(sheet).text
