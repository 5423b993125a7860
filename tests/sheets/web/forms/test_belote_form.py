import pytest
from conftest import BELOTE

from scorekeeper.games import GAMES


@pytest.mark.parametrize("name", ["belote", "coinche", "contree"])
@pytest.mark.parametrize("switch", ["all_trump", "all_trump_belotes"])
def test_options_of_all_trump_apply_only_where_it_is_played(name, switch):
    option = GAMES[name].options[switch]
    assert option.applies({"no_trump": True}) and not option.applies({"no_trump": False})


def test_annonces_are_not_asked_where_they_are_not_played(
    open_preset, client, post_answers, totals
):
    sheet = open_preset("belote-ffb")
    assert "annonces_side" not in client.get(sheet).text
    post_answers(sheet, BELOTE | {"annonces_side": "attack", "annonces_points": "20"})
    assert totals(sheet) == [91, 71]


def test_the_capot_is_asked_as_all_the_tricks(open_preset, client):
    page = client.get(open_preset("belote-ffb")).text
    assert "<summary><span>Tous les plis</span>" in page
    assert "<summary><span>Capot</span>" not in page
