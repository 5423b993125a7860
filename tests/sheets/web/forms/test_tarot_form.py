import re

import pytest
from conftest import GARDE


def test_the_points_of_the_defence_give_those_of_the_attack(sheet, post_hand, totals):
    post_hand(sheet, points="", points_defence="42")
    assert totals(sheet) == [198, -66, -66, -66]


@pytest.mark.parametrize("typed", ["40,5", "40.5", "40½", " 40,5 "])
def test_half_points_are_typed_in_several_ways(open_sheet, post_hand, totals, typed):
    sheet = open_sheet(3)
    post_hand(sheet, points=typed)
    assert totals(sheet) == [-104, 52, 52]


@pytest.mark.parametrize(
    ("said", "total"), [("réussi sans annonce", 1080), ("annoncé et réussi", 1680)]
)
def test_all_points_without_a_chelem_are_asked_about(sheet, post_hand, totals, said, total):
    asked = post_hand(sheet, bouts="3", points="91").text
    assert "tous les plis pour Anne" in asked and ">Non, pas tous<" in asked
    code = re.search(rf'name="suggested" value="([^"]*)">\s*Oui, {said}<', asked)[1]
    post_hand(sheet, bouts="3", points="91", suggested=code)
    assert totals(sheet) == [total, *[-total // 3] * 3]


def test_at_five_playing_alone_is_an_answer(open_sheet, post_hand, totals):
    sheet = open_sheet(5)
    assert post_hand(sheet).status_code == 422
    post_hand(sheet, partner="none")
    post_hand(sheet, partner="1")
    assert totals(sheet) == [396, 0, -132, -132, -132]


def test_at_five_with_somebody_out_nobody_is_called(open_sheet, post_hand, totals):
    sheet = open_sheet(5)
    assert post_hand(sheet, sitting_out=["4"]).status_code == 303
    assert totals(sheet) == [198, -66, -66, -66, 0]


def test_at_four_with_five_players_the_dealer_sits_out(open_sheet, post_hand, totals, client):
    sheet = open_sheet(5, active="4")
    assert "donneur, et mort" in client.get(sheet).text
    assert post_hand(sheet, taker="1").status_code == 422
    assert post_hand(sheet, taker="1", sitting_out=["0"]).status_code == 303
    assert totals(sheet) == [0, 198, -66, -66, -66]


@pytest.mark.parametrize(("out", "leader"), [("1", "Chloé"), ("012345", "Anne")])
def test_who_sits_out_by_the_form_does_not_lead(out, leader, open_sheet, post_hand):
    page = post_hand(open_sheet(6), taker="2", points="", sitting_out=[*out]).text
    assert f"entame : <b><bdi>{leader}" in page.replace("\xa0", " ")


def test_miseres_are_asked_only_with_their_option(open_sheet, client, post_hand, totals):
    assert "Misères" not in client.get(open_sheet()).text
    sheet = open_sheet(option_misere="10")
    assert "Misères" in client.get(sheet).text
    post_hand(sheet, miseres="3-atout")
    assert totals(sheet) == [188, -76, -76, -36]


def test_every_error_is_shown_where_too_many_play(open_sheet, post_hand, client):
    sheet = open_sheet(5, active="3")
    refused = post_hand(sheet, taker="0", sitting_out=["0"])
    assert refused.status_code == 422
    assert "dites qui ne joue pas" in refused.text
    assert "Anne ne joue pas cette donne" in refused.text
    hand = GARDE | {"sitting_out": ["0"]}
    preview = client.post(f"{sheet}/hands/preview", data=hand).text
    assert "Anne ne joue pas cette donne" in preview


@pytest.mark.parametrize(
    ("rules", "seats", "said"),
    [
        ("tarot-fft", 3, "13, 15 ou 18 atouts"),
        ("tarot-fft", 4, "10, 13 ou 15 atouts"),
        ("tarot-fft", 5, "8, 10 ou 13 atouts"),
        ("tarot-fft", 6, "8, 10 ou 13 atouts"),
        ("tarot-mouche", 4, "10, 13 ou 18 atouts"),
    ],
)
def test_the_panel_of_poignees_says_how_many_trumps_they_have(
    open_preset, client, rules, seats, said
):
    page = client.get(open_preset(rules, seats)).text
    assert f"<p>{said}</p>" in page
