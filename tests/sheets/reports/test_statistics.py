import pytest
from conftest import CAST
from night import GARDE, sheet_of

from scorekeeper.sheets.played import played_hands
from scorekeeper.sheets.reports.evening_statistics import contracts, podium, ranking
from scorekeeper.sheets.reports.headline import summary
from scorekeeper.sheets.reports.print_layout import print_layout
from scorekeeper.streams.events import Event


def ranking_of(sheet):
    return {one.name: one for one in ranking(sheet, played_hands(sheet))}


def test_the_best_hand_has_fewest_points_where_these_win():
    hands = [{"scores": [points, 0]} for points in (3, -5, 60)]
    sheet = sheet_of("libre", hands, CAST[:2], wins="least")
    anne = ranking_of(sheet)["Anne"]
    assert (anne.best.points[0], anne.worst.points[0]) == (-5, 60)


def test_a_passed_deal_and_a_hand_after_the_end_are_no_hands_played():
    won = {"taker": "Anne", "capot": "attack"}
    sheet = sheet_of("belote", [{"passed": True}, won], target=200)
    late = sheet.apply(Event(9, "hand", {"answers": {"taker": 0, "points": 100}}))
    assert [hand.number for hand in played_hands(late)] == [2]


def test_a_hand_that_is_dealt_again_was_not_played():
    hands = [{"taker": "Anne", "points": points} for points in (81, 100)]
    sheet = sheet_of("belote", hands, tie="replayed")
    assert [hand.number for hand in played_hands(sheet)] == [2]


def test_bids_are_contracts_in_rising_order():
    bids = [
        {"taker": "Anne", "contract": bid, "points": points}
        for bid, points in (("capot", 100), (90, 80), (80, 100), (90, 100))
    ]
    found = contracts(played_hands(sheet_of("coinche", bids)))
    counted = [(str(name), taken.total, taken.won) for name, taken in found]
    assert counted == [("80", 1, 1), ("90", 2, 1), ("Capot", 1, 0)]


@pytest.mark.parametrize(
    ("scores", "names"),
    [
        ([9, 8, 7, 6, 5], ["Anne", "Bruno", "Chloé"]),
        ([9, 8, 7, 7, 5], ["Anne", "Bruno", "Chloé", "David"]),
        ([9, 8, 7, 7, 7], ["Anne", "Bruno", "Chloé"]),
        ([9, 8], ["Anne", "Bruno"]),
    ],
)
def test_a_podium_has_three_places_and_a_fourth_for_two_who_are_level(scores, names):
    sheet = sheet_of("libre", [{"scores": scores}], CAST[: len(scores)])
    assert [one.name for one in podium(ranking(sheet, ()))] == names


def test_who_played_no_hand_is_ranked_last_and_not_on_the_podium():
    sheet = sheet_of("tarot", [GARDE | {"sitting_out": [CAST[4]]}] * 2, CAST[:5])
    assert sheet.state.standing == (396, -132, -132, -132, 0)
    assert sheet.final_order == ((1, 0), (2, 1), (2, 2), (2, 3), (0, 4))
    assert CAST[4] not in [one.name for one in podium(ranking(sheet, played_hands(sheet)))]
    assert print_layout(sheet).ranking == sheet.final_order
    closed = sheet.apply(Event(9, "closed", {"totals": list(sheet.state.standing)}))
    assert [rank for rank, _ in closed.final_order] == [1, 2, 2, 2, 0]


def test_where_nobody_played_all_are_level():
    sheet = sheet_of("tarot", [{"passed": True}])
    assert sheet.final_order == ((1, 0), (1, 1), (1, 2), (1, 3))


def test_the_text_says_who_did_not_play():
    sheet = sheet_of("tarot", [GARDE | {"sitting_out": [CAST[4]]}], CAST[:5])
    lines = summary(sheet.game, "", None, ranking(sheet, played_hands(sheet)))
    assert str(lines[-1]) == f"{CAST[4]} n'a pas joué"
