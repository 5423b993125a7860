import pytest
from conftest import CAST
from night import GARDE, sheet_of

from scorekeeper.sheets.played import played_hands
from scorekeeper.sheets.reports.evening_statistics import (
    contracts,
    podium,
    ranking,
    sides,
    takers,
)
from scorekeeper.sheets.reports.headline import summary
from scorekeeper.sheets.reports.print_layout import print_layout
from scorekeeper.streams.events import Event


def ranking_of(sheet):
    return {one.name: one for one in ranking(sheet, played_hands(sheet))}


def numbers(hands):
    return " ".join(str(hand.number) for hand in hands)


def counted(won):
    return f"{numbers(won.hands)}: {won.won}"


def extras_in(extras):
    return ", ".join(f"{one.extra.label} {numbers(one.hands)}" for one in extras)


SIMPLE, DOUBLE = ({"player": "Chloé", "size": size} for size in ("simple", "double"))
EVENING = [
    {"partner": "Bruno", "petit_au_bout": "attack", "poignees": [SIMPLE]},
    {"points": 30, "partner": "Eve", "poignees": [DOUBLE]},
    {"points": 47, "poignees": [SIMPLE], "petit_au_bout": "attack"},
]
FAILED = {"taker": "Bruno", "contract": "petite", "bouts": 1, "points": 30}
FAILED |= {"petit_au_bout": "defence", "sitting_out": ["Eve"]}
SHOWN = "poignée 1 5, double poignée 4"
"""What Chloé shows."""


@pytest.fixture(scope="module")
def evening():
    """Five players; the second deal is passed, in the third, which Bruno loses, Eve rests."""
    first, *others = [GARDE | hand for hand in EVENING]
    return sheet_of("tarot", [first, {"passed": True}, FAILED, *others], CAST[:5])


@pytest.mark.parametrize(
    ("name", "played", "taken", "attack", "defence", "best", "worst", "extras"),
    [
        ("Anne", "1 3 4 5", "1 4 5: 2", "1 4 5: 2", "3: 1", 5, 4, "petit au bout 5"),
        ("Bruno", "1 3 4 5", "3: 0", "1 3: 1", "4 5: 1", 1, 3, ""),
        ("Chloé", "1 3 4 5", ": 0", ": 0", "1 3 4 5: 2", 4, 1, SHOWN),
        ("Eve", "1 4 5", ": 0", "4: 0", "1 5: 0", 4, 1, ""),
    ],
)
def test_at_tarot_facts_are_of_the_hands_that_each_played(
    evening, name, played, taken, attack, defence, best, worst, extras
):
    one = ranking_of(evening)[name]
    assert numbers(one.hands) == played
    assert (counted(one.taken), counted(one.attack)) == (taken, attack)
    assert counted(one.defence) == defence
    assert (one.best.number, one.worst.number) == (best, worst)
    assert extras_in(one.extras) == extras


def test_at_tarot_an_extra_is_credited_to_its_side_and_a_contract_has_its_hands(evening):
    hands = played_hands(evening)
    attack, defence = (extras_in(extras) for _, extras in sides(evening, hands))
    assert attack == "petit au bout 1 5"
    assert defence == f"{SHOWN}, petit à la défense 3"
    found = [(str(name), counted(taken)) for name, taken in contracts(hands)]
    assert found == [("Petite", "3: 0"), ("Garde", "1 4 5: 2")]


def test_at_belote_contracts_are_of_each_player_and_a_belote_of_its_team():
    hands = [
        {"taker": "Anne", "points": 110, "belote": "defence"},
        {"taker": "Chloé", "points": 30, "belote": "attack"},
        {"taker": "Bruno", "points": 30, "belote": "attack"},
    ]
    sheet = sheet_of("belote", hands)
    found = [
        (counted(one.taken), counted(one.attack), counted(one.defence), extras_in(one.extras))
        for one in ranking_of(sheet).values()
    ]
    assert found == [
        ("1 2: 1", "1 2: 1", "3: 1", "belote 2"),
        ("3: 0", "3: 0", "1 2: 1", "belote 1 3"),
    ]
    played = played_hands(sheet)
    by_player = [(player, counted(taken)) for player, taken in takers(sheet, played)]
    assert by_player == [(0, "1: 1"), (1, "3: 0"), (2, "2: 0"), (3, ": 0")]
    assert sides(sheet, played) == []


def test_without_contracts_nobody_attacks_or_defends():
    one = ranking_of(sheet_of("libre", [{"scores": [5, 0]}], CAST[:2]))["Anne"]
    assert (one.attack.total, one.defence.total, len(one.hands)) == (0, 0, 1)


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
    counts = [(str(name), taken.total, taken.won) for name, taken in found]
    assert counts == [("80", 1, 1), ("90", 2, 1), ("Capot", 1, 0)]


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
