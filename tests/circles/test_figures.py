"""The figures of one hand, and the summary of one sheet."""

import pytest
from night import GARDE, sheet_of

from scorekeeper.circles.figures import HandResult, results
from scorekeeper.circles.summary import decode_head, decode_summary, encode_summary, summarize
from scorekeeper.sheets.played import played_hands

FIVE = ("Anne", "Bruno", "Chloé", "David", "Eve")


def results_of(sheet):
    return results(played_hands(sheet)[0], sheet.game, len(sheet.names))


def test_a_contract_counts_for_its_taker_by_all_answers():
    assert results_of(sheet_of("tarot", [GARDE]))[0] == {
        "hand": HandResult(True, 198),
        "taker": HandResult(True, 198),
        "taker:contract=garde": HandResult(True, 198),
        "taker:bouts=2": HandResult(True, 198),
        "against=1": HandResult(True, 264),
        "against=2": HandResult(True, 264),
        "against=3": HandResult(True, 264),
    }


def test_a_contract_made_is_lost_for_the_defenders_who_are_even():
    assert results_of(sheet_of("tarot", [GARDE]))[1] == {
        "hand": HandResult(False, -66),
        "defender": HandResult(False, -66),
        "against=0": HandResult(False, -264),
        "against=2": HandResult(None, 0),
        "against=3": HandResult(None, 0),
    }


def test_a_called_partner_and_his_taker_are_with_each_other():
    found = results_of(sheet_of("tarot", [GARDE | {"partner": "Chloé"}], FIVE))
    assert (found[0]["taker"], found[2]["partner"]) == (
        HandResult(True, 132),
        HandResult(True, 66),
    )
    assert found[0]["with=2"] == found[2]["with=0"] == HandResult(True, 132 + 66)
    assert "taker" not in found[2]


def test_a_doubled_contract_counts_for_the_opponent_who_doubled_it():
    hand = {"taker": "Anne", "contract": 100, "suit": "hearts", "points": 60}
    hand |= {"coinche": "coinche", "coinched_by": "Bruno"}
    found = results_of(sheet_of("coinche", [hand]))
    assert found[1]["doubler"] == found[1]["defender"] and found[1]["doubler"].won
    assert [player for player, by_key in found.items() if "doubler" in by_key] == [1]


def test_the_points_of_a_team_are_the_difference_for_each_of_its_players():
    hand = {"taker": "Anne", "suit": "hearts", "points": 100}
    found = results_of(sheet_of("belote", [hand]))
    assert [found[player]["hand"].points for player in range(4)] == [38, -38, 38, -38]
    assert found[0]["taker:suit=hearts"] == found[2]["partner"] == HandResult(True, 38)
    assert found[1]["with=3"] == HandResult(False, -38)


@pytest.mark.parametrize("game", ["tarot", "belote"])
def test_a_summary_is_read_back_as_it_was_written(game):
    hand = GARDE if game == "tarot" else {"taker": "Anne", "points": 100}
    summary = summarize(sheet_of(game, [hand]))
    text = encode_summary(summary)
    assert decode_summary(text) == summary and decode_head(text).game == game


def test_an_event_over_boards_has_no_players():
    sheet = sheet_of("tarot_duplicate", [], ["Table 1", "Table 2"])
    assert summarize(sheet).players == ()


def test_a_sheet_on_which_the_fewest_points_win_is_not_counted():
    sheet = sheet_of("libre", [{"scores": [10, 40, 50, 120]}], wins="least")
    assert summarize(sheet).players == () and summarize(sheet).hands == 0
    assert len(summarize(sheet_of("libre", [{"scores": [10, 40, 50, 120]}])).players) == 4
