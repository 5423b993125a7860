"""The figures of one hand, and the summary of one sheet."""

import pytest
from night import GARDE, sheet_of

from scorekeeper.circles.figures import HandResult, Tally, results
from scorekeeper.circles.summary import (
    HandPoints,
    decode_head,
    decode_summary,
    encode_summary,
    summarize,
)
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


def test_a_taker_and_the_player_called_are_not_against_each_other():
    found = results_of(sheet_of("tarot", [GARDE | {"partner": "Chloé"}], FIVE))
    assert "against=2" not in found[0] and "against=0" not in found[2]
    assert found[0]["against=1"] == HandResult(True, 198) and "against=3" in found[1]


def test_a_chelem_counts_for_its_taker_whoever_was_called():
    hand = GARDE | {"partner": "Chloé", "points": 91, "chelem": "announced_made"}
    found = results_of(sheet_of("tarot", [hand], FIVE))
    assert found[0]["taker:chelem=announced_made"] == found[0]["taker"]
    assert not any("chelem" in key for player in range(1, 5) for key in found[player])


def test_an_extra_counts_for_the_player_whose_it_is():
    shown = GARDE | {"poignees": [{"player": "Bruno", "size": "simple"}]}
    found = results_of(sheet_of("tarot", [shown]))
    assert [player for player, by_key in found.items() if "extra=poignee" in by_key] == [1]


@pytest.mark.parametrize("game", ["coinche", "contree"])
def test_a_doubled_contract_counts_for_the_opponent_who_doubled_it(game):
    hand = {"taker": "Anne", "contract": 100, "suit": "hearts", "points": 60}
    found = results_of(sheet_of(game, [hand | {"coinche": "coinche", "coinched_by": "Bruno"}]))
    assert found[1]["doubler"] == found[1]["defender"] and found[1]["doubler"].won
    assert [player for player, by_key in found.items() if "doubler" in by_key] == [1]


def test_who_sits_out_counts_for_nothing():
    found = results_of(sheet_of("tarot", [GARDE | {"sitting_out": ["Eve"]}], FIVE))
    assert sorted(found) == [0, 1, 2, 3]


def test_the_points_of_a_team_are_the_difference_for_each_of_its_players():
    hand = {"taker": "Anne", "suit": "hearts", "points": 100}
    found = results_of(sheet_of("belote", [hand]))
    assert [found[player]["hand"].points for player in range(4)] == [38, -38, 38, -38]
    assert found[0]["taker:suit=hearts"] == found[2]["partner"] == HandResult(True, 38)
    assert found[1]["with=3"] == HandResult(False, -38)


def test_a_contract_that_is_not_decided_is_a_hand_and_no_contract():
    found = results_of(sheet_of("belote", [{"taker": "Anne", "suit": "hearts", "points": 81}]))
    assert found[0].keys() == {"hand", "with=2", "against=1", "against=3"}
    assert found[1].keys() == {"hand", "with=3", "against=0", "against=2"}


def test_a_player_is_ahead_of_another_by_the_points_of_their_columns():
    belote = {"taker": "Anne", "suit": "hearts", "points": 100}
    found = results_of(sheet_of("belote", [belote]))
    assert found[0]["against=1"] == HandResult(True, 38)
    assert results_of(sheet_of("tarot", [GARDE]))[0]["against=1"] == HandResult(True, 264)


def test_a_summary_adds_up_hands_and_keeps_penalties_apart():
    penalty = {"penalty": {"player": "Bruno", "points": 100, "reason": ""}}
    summary = summarize(sheet_of("tarot", [GARDE, GARDE, penalty]))
    bruno = summary.players[1]
    assert (bruno.points, bruno.penalties) == (-232, -100)
    assert bruno.figures["hand"] == Tally(2, 0, 2, -132)
    assert summary.rest == 0 and summary.hands == 2


def test_a_passed_deal_counts_for_nothing():
    summary = summarize(sheet_of("tarot", [{"passed": True}, GARDE]))
    assert summary.hands == 1 and summary.players[0].figures["hand"].hands == 1


def test_best_and_worst_hands_are_the_first_of_equal_ones():
    lost = GARDE | {"points": 30}
    anne = summarize(sheet_of("tarot", [lost, GARDE, GARDE])).players[0]
    assert anne.best == HandPoints(198, 3)
    assert anne.worst.hand == 2


@pytest.mark.parametrize("game", ["tarot", "belote"])
def test_a_summary_is_read_back_as_it_was_written(game):
    hand = GARDE if game == "tarot" else {"taker": "Anne", "points": 100}
    summary = summarize(sheet_of(game, [hand]))
    text = encode_summary(summary)
    assert decode_summary(text) == summary and decode_head(text).game == game


def test_a_summary_without_hands_has_players_without_figures():
    summary = summarize(sheet_of("tarot", []))
    assert [one.figures for one in summary.players] == [{}] * 4 and summary.is_open


def test_an_event_over_boards_has_no_players():
    sheet = sheet_of("tarot_duplicate", [], ["Table 1", "Table 2"])
    assert summarize(sheet).players == ()


def test_a_sheet_on_which_the_fewest_points_win_is_not_counted():
    sheet = sheet_of("libre", [{"scores": [10, 40, 50, 120]}], wins="least")
    assert summarize(sheet).players == () and summarize(sheet).hands == 0
    assert len(summarize(sheet_of("libre", [{"scores": [10, 40, 50, 120]}])).players) == 4
