import re

import pytest
from conftest import GARDE


@pytest.mark.parametrize(
    ("said", "total"), [("réussi sans annonce", 1080), ("annoncé et réussi", 1680)]
)
def test_all_points_without_a_chelem_are_asked_about(sheet, post_hand, totals, said, total):
    asked = post_hand(sheet, bouts="3", points="91").text
    assert "tous les plis pour Anne" in asked and ": faite de 55<" in asked
    code = re.search(rf'name="suggested" value="([^"]*)">\s*Oui, {said}<', asked)[1]
    post_hand(sheet, bouts="3", points="91", suggested=code)
    assert totals(sheet) == [total, *[-total // 3] * 3]


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


def test_every_error_is_shown_where_too_many_play(open_sheet, post_hand, client):
    sheet = open_sheet(5, active="3")
    refused = post_hand(sheet, taker="0", sitting_out=["0"])
    assert refused.status_code == 422
    assert "dites qui ne joue pas" in refused.text
    assert "Anne ne joue pas cette donne" in refused.text
    hand = GARDE | {"sitting_out": ["0"]}
    preview = client.post(f"{sheet}/hands/preview", data=hand).text
    assert "Anne ne joue pas cette donne" in preview
