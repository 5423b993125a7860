import re

import pytest
from conftest import BELOTE

COINCHE = {"taker": "0", "suit": "hearts", "contract": "100", "points": "110"}


def test_announcements_of_contree_are_asked_before_the_other_options(client):
    page = client.get("/sheets/new?rules=contree-faits").text
    assert 'name="option_annonces"' in page.split('<details class="others"')[0]


def test_a_square_without_its_rank_is_shown_only_where_a_hand_has_it(
    open_preset, post_answers, totals, client
):
    sheet = open_preset("coinche-ffb")
    assert "annonces_list_carre_as" in client.get(sheet).text
    assert 'name="annonces_list_carre"' not in client.get(sheet).text
    shown = {"annonces_side": "attack", "annonces_list_carre": "1"}
    assert post_answers(sheet, COINCHE | shown).status_code == 303
    assert totals(sheet) == [310, 50]
    assert (
        'name="annonces_list_carre" value="1" checked'
        in client.get(f"{sheet}/hands/2/edit").text
    )
    assert 'name="annonces_list_carre"' not in client.get(sheet).text


def test_who_doubled_may_be_said(open_preset, post_answers, totals, client):
    sheet = open_preset("coinche-ffb")
    assert post_answers(sheet, COINCHE | {"coinche": "coinche"}).status_code == 303
    said = COINCHE | {"coinche": "coinche", "coinched_by": "1"}
    assert post_answers(sheet, said).status_code == 303
    assert totals(sheet) == [1040, 0]
    assert client.get(sheet).text.count("coinché par Bruno") == 1
    document = client.get(f"{sheet}/night.json").json["hands"]
    assert [hand.get("coinched_by") for hand in document] == [None, "Bruno"]
    page = client.get(f"{sheet}/hands/3/edit").text
    assert re.search(r'name="coinched_by" value="1" checked', page)


@pytest.mark.parametrize("preset", ["coinche-ffb", "belote-ffb"])
@pytest.mark.parametrize(
    ("capot", "attack", "defence", "status"),
    [
        ("none", "252", "", 422),
        ("attack", "252", "", 303),
        ("attack", "250", "0", 303),
        ("attack", "162", "0", 303),
        ("attack", "", "252", 422),
        ("attack", "252", "12", 422),
        ("attack", "252", "abc", 422),
        ("attack", "999", "", 422),
        ("attack", "-5", "", 422),
        ("attack", "abc", "", 422),
        ("attack", "252½", "", 422),
        ("attack", "12", "", 422),
        ("defence", "", "252", 303),
        ("defence", "0", "250", 303),
        ("defence", "252", "", 422),
    ],
)
def test_beside_a_capot_only_what_is_marked_for_it_passes(
    open_preset, post_answers, preset, capot, attack, defence, status
):
    typed = {"capot": capot, "points": attack, "points_defence": defence}
    answers = BELOTE if preset == "belote-ffb" else COINCHE
    page = post_answers(open_preset(preset), answers | typed)
    assert page.status_code == status
    assert status == 303 or "Tous les plis" in page.text


@pytest.mark.parametrize(
    ("says", "after"), [("Oui, tous les plis", [500, 0]), ("Pas tous.*capot chuté", [0, 410])]
)
def test_all_points_at_a_bid_of_capot_are_asked_about_with_both_answers(
    open_preset, post_answers, totals, says, after
):
    sheet = open_preset("coinche-ffb")
    capot = COINCHE | {"contract": "capot", "points": "162", "capot": "none"}
    asked = post_answers(sheet, capot).text
    assert "tous les plis pour Anne" in asked
    assert 'class="outcome' not in asked  # the points of neither answer
    button = rf'name="(\w+)" value="([^"]*)">\s*{says}<'
    name, value = re.search(button, asked).groups()
    assert post_answers(sheet, capot | {name: value}).status_code == 303
    assert totals(sheet) == after
