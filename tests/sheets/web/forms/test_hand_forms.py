"""What is typed into the forms of hands of several games, and what it gives."""

import re

import pytest
from conftest import BELOTE
from night import sheet_of

from scorekeeper.games import GAMES, PRESETS
from scorekeeper.rules.answers import questions
from scorekeeper.sheets.service.turns import NextTurn
from scorekeeper.sheets.web.forms.hand_form import HandForm

TWO = {"taker": "0", "suit": "hearts", "points_0": "91", "points_1": "71"}
THREE = {"taker": "0", "suit": "clubs", "points_0": "70", "points_1": "60", "points_2": "32"}
COINCHE = {"taker": "0", "suit": "hearts", "contract": "100", "points": "110"}
MOUCHE = {"taker": "0", "contract": "prise", "bouts": "2", "points": "40"}

SHEETS = {
    "belote": ("belote-ffb", BELOTE, {}),
    "belote no trump": ("belote-ffb", BELOTE, {"no_trump": "True"}),
    "belote annonces": ("belote-annonces", BELOTE, {}),
    "two": ("belote-deux", TWO, {}),
    "two with cards left": ("belote-deux", TWO, {"cards": "some"}),
    "three": ("belote-trois", THREE, {}),
    "three annonces": ("belote-trois", THREE, {"annonces": "True"}),
    "coinche": ("coinche-ffb", COINCHE, {}),
    "coinche no trump": ("coinche-ffb", COINCHE, {"no_trump": "True"}),
    "coinche tie": ("coinche-ffb", COINCHE, {"tie": "litige", "rounding": "none"}),
    "generale": ("coinche-ffb", COINCHE, {"generale": "500"}),
    "contree": ("contree-faits", COINCHE, {}),
    "contree annonces": ("contree-faits", COINCHE, {"annonces": "True"}),
    "contree generale": ("contree-faits", COINCHE, {"generale": "500"}),
    "contree to 160": ("contree-faits-annonces", COINCHE, {}),
    "contree to 650": ("contree-faits-annonces", COINCHE, {"highest_bid": "650"}),
    "mouche": ("tarot-mouche", MOUCHE, {}),
}
"""Rules, a hand that is possible by them, and the options that differ."""

BY_ALL = {"points_0": "", "points_1": ""}
ALL_OF_THREE = BY_ALL | {"points_2": ""}
SHOWN = {"annonces_side": "attack"}
GENERALE = {"contract": "generale", "capot": "attack"}


def edited(**fields):
    """The inputs of the form of a correction that have these values."""
    return [f'name="{name}" value="{value}"' for name, value in fields.items()]


def checked(**fields):
    """The choices of the form of a correction that are taken."""
    return [f"{field} checked" for field in edited(**fields)]


RECORDED = [
    ("belote", {"points": "", "points_defence": "71"}, [91, 71]),
    ("belote", {"suit": ""}, [91, 71]),
    ("belote", {"belote": "attack", "points": "72"}, [92, 90]),
    ("belote", {"capot": "attack", "points": ""}, [252, 0]),
    ("belote", {}, [91, 71], edited(points=91, points_defence=71)),
    (
        *("belote no trump", {"suit": "all_trump", "points": "198"}, [124, 38]),
        edited(points=198, points_defence=60),
    ),
    (
        "belote no trump",
        {"suit": "all_trump", "points": "", "points_defence": "60", "belote_attack": "1"},
        [144, 38],
    ),
    (
        *("belote annonces", SHOWN | {"annonces_list_tierce": "2"}, [131, 71]),
        checked(annonces_list_tierce=2, annonces_side="attack"),
    ),
    ("belote annonces", {"annonces_side": "defence", "annonces_points": "100"}, [0, 262]),
    ("two", {}, [91, 71]),
    ("two", {"points_1": ""}, [91, 71]),
    ("two", {"points_0": ""}, [91, 71]),
    ("two", {"belote": "0", "points_0": "72", "points_1": ""}, [92, 90]),
    ("two", {"capot": "0"} | BY_ALL, [252, 0]),
    ("two with cards left", {"points_0": "64", "points_1": "41"}, [64, 41]),
    ("three", {}, [70, 60, 32]),
    ("three", {"points_2": ""}, [70, 60, 32]),
    ("three", {"points_0": ""}, [70, 60, 32]),
    ("three", {"capot": "2"} | ALL_OF_THREE, [0, 0, 252]),
    (
        "three",
        {"no_trick": "2", "points_0": "100", "points_1": "52", "points_2": ""},
        [150, 102, 0],
    ),
    (
        "three",
        {"no_trick": "2", "points_0": "100", "points_1": "", "points_2": "0"},
        [150, 102, 0],
    ),
    (
        "three",
        {"belote": "2", "no_trick": "2", "points_0": "100", "points_1": "52", "points_2": "0"},
        [150, 102, 20],
        edited(points_0=100, points_1=52, points_2=0) + checked(belote=2, no_trick=2),
    ),
    (
        "three annonces",
        {"annonces_player": "2", "annonces_list_cinquante": "1"},
        [0, 60, 152],
        checked(annonces_player=2, annonces_list_cinquante=1),
    ),
    ("coinche", {}, [210, 50]),
    ("coinche", {"contract": "capot", "capot": "attack", "points": ""}, [500, 0]),
    (
        *("coinche", {"contract": "", "contract_other": "180"}, [0, 340]),
        edited(contract_other=180),
    ),
    ("coinche", {"coinche": "coinche"}, [520, 0]),
    ("coinche", {"coinche": "surcoinche", "belote": "attack"}, [1120, 0]),
    (
        *("coinche", {"fault": "attack", "coinche": "coinche"}, [0, 520]),
        checked(fault="attack") + edited(points=""),
    ),
    ("coinche", {"contract": "capot", "capot": "attack", "fault": "defence"}, [500, 0]),
    ("contree", {"fault": "attack", "points": ""}, [0, 160]),
    (
        *("coinche", SHOWN | {"annonces_list_tierce": "1", "annonces_renonce": "yes"}),
        *([210, 70], ['type="checkbox" name="annonces_renonce" value="yes" checked']),
    ),
    (
        *("coinche no trump", {"suit": "no_trump"} | SHOWN | {"annonces_list_carre_as": "1"}),
        [410, 50],
    ),
    (
        *("generale", GENERALE | {"generale_made": "yes"}, [750, 0]),
        checked(generale_made="yes") + edited(points=""),
    ),
    (
        *("generale", GENERALE | {"generale_made": "no"}, [0, 660]),
        checked(generale_made="no") + edited(points=""),
    ),
    ("generale", {"generale_made": "yes"}, [210, 50]),
    (
        *("contree", {"suit": "all_trump", "belote_attack": "2", "belote_defence": "1"}),
        *([150, 70], checked(belote_attack=2)),
    ),
    (
        *("contree annonces", {"contract": "130"} | SHOWN | {"annonces_list_cinquante": "1"}),
        [160, 50],
    ),
    ("contree to 650", {"contract": "", "contract_other": "170"}, [0, 330]),
    (
        *("mouche", {"contract": "petit_chelem", "points": "95", "chelem_made": "yes"}),
        [220, -110, -110],
    ),
    (
        *("mouche", {"taker": "1", "poignees": "1-simple", "fault_kind": "misdeal"}),
        [-60, 30, -10],
    ),
]
"""A sheet, what differs on its form, the totals; inputs of the form of a correction."""

TOO_MANY = "un nombre entier de 0 à 162"
NO_ANSWER = "choisissez une réponse"
BID = "un multiple de 10, de 80 à 650"

REFUSED = [
    ("belote", {"points": "161"}, "aucun partage des plis"),
    ("belote", {"points": ""}, "ou « Tous les plis »"),
    ("belote", {"points": "40,5"}, TOO_MANY),
    ("belote", {"points": "100", "points_defence": "61"}, "162 − 100 = 62 pour la défense"),
    ("belote", {"points": "100", "capot": "attack"}, "l'autre camp n'a aucun pli"),
    ("belote", {"taker": ""}, NO_ANSWER),
    ("belote", {"suit": "no_trump"}, NO_ANSWER),
    ("belote no trump", {"points": "198"}, TOO_MANY),
    ("belote annonces", SHOWN, ""),
    ("belote annonces", SHOWN | {"annonces_points": "25"}, ""),
    ("belote annonces", SHOWN | {"annonces_points": "x"}, ""),
    ("belote annonces", SHOWN | {"annonces_points": "20", "annonces_list_cent": "1"}, ""),
    ("belote annonces", {"annonces_side": "both", "annonces_points": "20"}, ""),
    ("two", {"points_1": "70"}, "les points font 161, et il y en a 162"),
    ("two", BY_ALL, "ou « Tous les plis »"),
    ("two with cards left", {"capot": "0"} | BY_ALL, "il manque les points de chacun"),
    ("two", {"points_0": "163", "points_1": ""}, TOO_MANY),
    ("two", {"points_0": "40,5"}, TOO_MANY),
    ("two", {"capot": "0"}, "les autres n'ont aucun pli"),
    ("two with cards left", {"points_0": "64", "points_1": ""}, ""),
    ("three", {"points_1": "", "points_2": ""}, "il manque les points de : Bruno"),
    ("three", {"points_0": "110", "points_2": ""}, "les points font 170, et il y en a 162"),
    ("three", {"no_trick": "2"}, "qui n'a aucun pli n'a aucun point"),
    (
        *("three", {"no_trick": "2", "points_0": "102", "points_2": "0"}),
        "162, et il y en a 152",
    ),
    ("coinche", {"contract": "capot", "points": ""}, "ou « Tous les plis »"),
    *(
        ("coinche", {"contract": "", "contract_other": other}, says)
        for other, says in (
            *(("85", BID), ("70", BID), ("660", BID), ("0", BID)),
            *((other, "en chiffres") for other in ("x", "-100", "1" * 40)),
        )
    ),
    ("coinche", {"contract_other": "170"}, "100 ou 170"),
    ("coinche", {"contract": "generale", "generale_made": "yes"}, ""),
    ("coinche", {"coinched_by": "1"}, "ne se dit que d'un contrat doublé"),
    (
        *("coinche", {"coinched_by": "2", "coinche": "coinche"}),
        "on attend un joueur de la défense",
    ),
    ("contree generale", {"contract": "generale"}, NO_ANSWER),
]
"""A sheet, what differs on its form, and the error that is shown."""

CONFIRMED = [
    ("belote", {"points": "162"}, "", [162, 0]),
    ("three", {"points_0": "100", "points_1": "62", "points_2": "0"}, "", [100, 62, 0]),
    (
        *("contree to 160", {"contract": "", "contract_other": "170"}),
        *("on demande 160 au plus", [0, 330]),
    ),
]
"""A sheet, a hand that is improbable, what is told of it, and its totals."""

PLAIN = str.maketrans("’\xa0", "' ")


@pytest.fixture
def fill(open_preset, post_answers):
    """Open a sheet; its address, and what posts a form of it with changes."""

    def opened(name):
        rules, hand, options = SHEETS[name]
        seats = 3 if rules == "tarot-mouche" else PRESETS[rules][0].seats[0]
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


@pytest.mark.parametrize(
    ("name", "form", "after", "shown"), [(*one, [])[:4] for one in RECORDED]
)
def test_a_hand_is_recorded_as_it_is_typed_and_shown_so_to_be_corrected(
    fill, totals, client, name, form, after, shown
):
    sheet, post = fill(name)
    assert post(form).status_code == 303
    assert totals(sheet) == after
    edit = client.get(f"{sheet}/hands/2/edit").text if shown else ""
    assert [field for field in shown if field not in edit] == []


@pytest.mark.parametrize(("name", "form", "says"), REFUSED)
def test_an_impossible_hand_shows_its_error(fill, name, form, says):
    _, post = fill(name)
    answer = post(form)
    assert answer.status_code == 422 and says in errors(answer)


@pytest.mark.parametrize(("name", "form", "says", "after"), CONFIRMED)
def test_an_improbable_hand_is_to_be_confirmed(fill, totals, name, form, says, after):
    sheet, post = fill(name)
    answer = post(form)
    assert answer.status_code == 422 and says in answer.text.translate(PLAIN)
    confirm = re.search(r'name="confirm" value="(.+?)"', answer.text)[1]
    assert post(form, confirm=confirm).status_code == 303
    assert totals(sheet) == after


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
