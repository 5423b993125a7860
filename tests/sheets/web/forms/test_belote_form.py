import re

import pytest
from conftest import BELOTE

from scorekeeper.games import GAMES


def errors(page):
    return re.findall(r'class="error"[^>]*>(.*?)</p>', page.text)


@pytest.mark.parametrize("name", ["belote", "coinche", "contree"])
@pytest.mark.parametrize("switch", ["all_trump", "all_trump_belotes"])
def test_options_of_all_trump_apply_only_where_it_is_played(name, switch):
    option = GAMES[name].options[switch]
    assert option.applies({"no_trump": True}) and not option.applies({"no_trump": False})


def test_the_two_teams_are_the_columns(open_preset, post_answers, totals, client):
    sheet = open_preset("belote-ffb")
    post_answers(sheet, BELOTE)
    assert totals(sheet) == [91, 71]
    page = client.get(sheet).text
    assert "Anne &amp; Chloé" in page and "Bruno &amp; David" in page


@pytest.mark.parametrize(
    ("form", "after"),
    [
        ({"points": "", "points_defence": "71"}, [91, 71]),
        ({"taker": "1"}, [71, 91]),
        ({"suit": ""}, [91, 71]),
        ({"belote": "attack", "points": "72"}, [92, 90]),
        ({"belote": "defence", "points": "85"}, [0, 182]),
        ({"capot": "attack", "points": ""}, [252, 0]),
        ({"capot": "defence", "points": ""}, [0, 252]),
        ({"points": "81"}, [0, 81]),
    ],
)
def test_a_hand_of_belote_is_typed_in_a_few_ways(
    open_preset, post_answers, totals, form, after
):
    sheet = open_preset("belote-ffb")
    assert post_answers(sheet, BELOTE | form).status_code == 303
    assert totals(sheet) == after


def test_a_litige_is_shown_and_goes_to_the_next_winner(
    open_preset, post_answers, totals, client
):
    sheet = open_preset("belote-ffb")
    post_answers(sheet, BELOTE | {"points": "81"})
    assert "Litige : 81 en jeu" in client.get(sheet).text.replace("\xa0", " ")
    post_answers(sheet, BELOTE)
    assert totals(sheet) == [172, 152]
    page = client.get(sheet).text
    assert 'class="seal"' in page and 'class="seal broken"' not in page


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"points": "161"}, "aucun partage des plis"),
        ({"points": ""}, "il manque les points d'un camp"),
        ({"points": "40,5"}, "un nombre entier de 0 à 162"),
        ({"points": "100", "points_defence": "61"}, "162 − 100 = 62 pour la défense"),
        ({"points": "100", "capot": "attack"}, "l'autre camp n'a aucun pli"),
        ({"taker": ""}, "choisissez une réponse"),
        ({"suit": "no_trump"}, "choisissez une réponse"),
        ({"points": "99999"}, "un nombre entier de 0 à 162"),
    ],
)
def test_an_impossible_hand_of_belote_shows_its_error(open_preset, post_answers, form, field):
    answer = post_answers(open_preset("belote-ffb"), BELOTE | form)
    assert answer.status_code == 422
    msg = " ".join(errors(answer)).replace("’", "'")
    assert field in msg


def test_162_without_capot_is_to_be_confirmed(open_preset, post_answers, totals):
    sheet = open_preset("belote-ffb")
    answer = post_answers(sheet, BELOTE | {"points": "162"})
    assert answer.status_code == 422
    confirm = re.search(r'name="confirm" value="(.+?)"', answer.text)[1]
    assert post_answers(sheet, BELOTE | {"points": "162"}, confirm=confirm).status_code == 303
    assert totals(sheet) == [162, 0]


def test_annonces_are_counted_or_typed_as_points(open_preset, post_answers, totals, client):
    sheet = open_preset("belote-annonces")
    shown = {"annonces_side": "attack", "annonces_list_tierce": "2"}
    assert post_answers(sheet, BELOTE | shown).status_code == 303
    assert totals(sheet) == [131, 71]
    edit = client.get(f"{sheet}/hands/2/edit").text
    assert 'name="annonces_list_tierce" value="2" checked' in edit
    assert 'name="annonces_side" value="attack" checked' in edit
    points = {"annonces_side": "defence", "annonces_points": "100"}
    assert post_answers(sheet, BELOTE | points).status_code == 303
    assert totals(sheet) == [131, 71 + 262]


@pytest.mark.parametrize(
    "form",
    [
        {"annonces_side": "attack"},
        {"annonces_side": "attack", "annonces_points": "25"},
        {"annonces_side": "attack", "annonces_points": "x"},
        {"annonces_side": "attack", "annonces_points": "20", "annonces_list_cent": "1"},
        {"annonces_side": "both", "annonces_points": "20"},
    ],
)
def test_unclear_annonces_are_refused(open_preset, post_answers, form):
    assert post_answers(open_preset("belote-annonces"), BELOTE | form).status_code == 422


def test_annonces_are_not_asked_where_they_are_not_played(
    open_preset, client, post_answers, totals
):
    sheet = open_preset("belote-ffb")
    assert "annonces_side" not in client.get(sheet).text
    post_answers(sheet, BELOTE | {"annonces_side": "attack", "annonces_points": "20"})
    assert totals(sheet) == [91, 71]


def test_all_trump_counted_out_of_258_is_typed_as_it_is_counted(
    open_preset, post_answers, totals
):
    sheet = open_preset("belote-ffb", option_no_trump="True")
    form = BELOTE | {"suit": "all_trump", "points": "", "points_defence": "60"}
    assert post_answers(sheet, form, belote_attack="1").status_code == 303
    assert totals(sheet) == [144, 38]
    assert post_answers(sheet, BELOTE | {"points": "198"}).status_code == 422


@pytest.mark.parametrize(
    ("suit", "attack", "defence"), [("hearts", 91, 71), ("all_trump", 198, 60)]
)
def test_a_correction_shows_the_points_of_both_sides(
    open_preset, post_answers, client, suit, attack, defence
):
    sheet = open_preset("belote-ffb", option_no_trump="True")
    post_answers(sheet, BELOTE | {"suit": suit, "points": str(attack)})
    edit = client.get(f"{sheet}/hands/2/edit").text
    assert f'name="points" value="{attack}"' in edit
    assert f'name="points_defence" value="{defence}"' in edit


def test_a_correction_that_changes_nothing_leaves_the_hand_alone(
    open_preset, post_answers, client, totals
):
    sheet = open_preset("belote-ffb", option_no_trump="True")
    post_answers(sheet, BELOTE)
    edit = client.get(f"{sheet}/hands/2/edit").text
    names = "key|base|seen|seating|known_hands"
    hidden = dict(re.findall(rf'name="({names})" value="(.*?)"', edit))
    both = BELOTE | {"points_defence": "71"} | hidden
    assert client.post(f"{sheet}/hands/2", data=both).status_code == 303
    assert totals(sheet) == [91, 71] and "corrigée" not in client.get(sheet).text


def test_a_filled_form_is_passed_once_confirmed(open_preset, post_answers, client, totals):
    sheet = open_preset("belote-ffb")
    asked = post_answers(sheet, BELOTE | {"passed": "asked"})
    assert asked.status_code == 422 and 'value="91"' in asked.text
    assert post_answers(sheet, BELOTE | {"passed": "sure"}).status_code == 303
    assert totals(sheet) == [0, 0]
    assert "Donne 1 passée" in client.get(f"{sheet}?recorded=2").text


def test_the_capot_is_asked_as_all_the_tricks(open_preset, client):
    page = client.get(open_preset("belote-ffb")).text
    assert "<summary><span>Tous les plis</span>" in page
    assert "<summary><span>Capot</span>" not in page
