"""The figures of one hand, the summary of one sheet, and what evenings add up to."""

import pytest
from conftest import CAST
from night import GARDE, sheet_of

from scorekeeper.circles.figures import Tally, results
from scorekeeper.circles.statistics import HandRecord, Played, add_up
from scorekeeper.circles.summary import decode_head, decode_summary, encode_summary, summarize
from scorekeeper.sheets.played import played_hands

LOST = GARDE | {"points": 30}
SIX = ("Anne", "Bruno", "Chloé", "David", "Eve", "Flo")
CALLED = GARDE | {"partner": "Bruno", "sitting_out": ["Flo"]}
BID = {"taker": "Bruno", "contract": 100, "suit": "hearts", "points": 110}

HANDS = [
    (
        *("tarot", CALLED, SIX, {}),
        "0 hand won 132, taker won 132, contract=garde won 132, with=1 won 198, "
        "against=2 won 198, against=3 won 198, against=4 won 198",
        "1 hand won 66, partner won 66, with=0 won 198, "
        "against=2 won 132, against=3 won 132, against=4 won 132",
        "2 hand lost -66, defender lost -66, against=0 lost -198, against=1 lost -132, "
        "against=3 even 0, against=4 even 0",
    ),
    (
        *("coinche", BID, CAST[:4], {}),
        "1 hand won 160, taker won 160, contract=100 won 160, "
        "against=0 won 160, against=2 won 160, with=3 won 160",
        "2 hand lost -160, defender lost -160, with=0 lost -160, "
        "against=1 lost -160, against=3 lost -160",
        "3 hand won 160, partner won 160, against=0 won 160, with=1 won 160, "
        "against=2 won 160",
    ),
    (
        *("belote", {"taker": "Anne", "points": 81}, CAST[:4], {"tie": "litige"}),
        "0 hand lost -81, against=1 lost -81, with=2 even -81, against=3 lost -81",
    ),
    (
        *("libre", {"scores": [5, 0, 5]}, CAST[:3], {}),
        "0 hand won 5, against=1 won 5, against=2 even 0",
        "1 hand even 0, against=0 lost -5, against=2 lost -5",
    ),
]
"""Hands, and the figures of some of their players."""

OUTCOMES = {True: "won", False: "lost", None: "even"}


@pytest.mark.parametrize("hand", HANDS, ids=[game for game, *_ in HANDS])
def test_a_hand_is_counted_for_each_player_alone_beside_and_against_others(hand):
    game, answers, names, options, *expected = hand
    sheet = sheet_of(game, [answers], names, **options)
    [played] = played_hands(sheet)
    found = [
        f"{player} "
        + ", ".join(f"{key} {OUTCOMES[one.won]} {one.points}" for key, one in keys.items())
        for player, keys in results(played, sheet.game, len(names)).items()
    ]
    assert [line for line in found if line in expected] == expected
    assert len(found) == len(played.columns) * (1 + sheet.game.teams)


def played_on(date, number, players, *hands, names=CAST[:4]):
    sheet = sheet_of("tarot", hands, names)._replace(date=date)
    return Played(number, players, summarize(sheet))


def test_evenings_are_added_up_for_players_of_the_circle_and_for_guests():
    """7 is Anne; Bruno is a guest on the first sheet, and Flo sits out on the third."""
    fined = {"penalty": {"player": "Bruno", "points": 10}}
    there = LOST | {"partner": "Bruno", "sitting_out": ["Flo"]}
    found = add_up(
        [
            played_on("2026-01-08", 1, (7, 0, 5, 3), LOST, GARDE, fined),
            played_on("2026-01-08", 2, (7, 3, 5, 9), GARDE | {"taker": "Bruno"}),
            played_on("", 3, (7, 3, 5, 9, 0, 4), there, fined, names=SIX),
            played_on("", 4, (7, 3, 5, 9)),
            played_on("", 5, (7, 3, 5, 9), LOST, GARDE),
        ]
    )
    assert (found.guests, found.penalties, found.hands) == (-4 + 72, -20, {"tarot": 6})
    assert 4 not in found.players
    first, second, _ = found.evenings
    assert (first.numbers, first.hands) == ((1, 2), 3)
    assert first.points == {7: -84, 5: -60, 3: 204, 9: -66}
    assert first.places == {7: 4, 5: 2, 3: 1, 9: 3}
    assert second.points == {7: -144, 3: -82, 5: 72, 9: 72}
    assert second.places == {7: 4, 3: 3, 5: 1, 9: 1}
    chloe, bruno = found.players[5], found.players[3]
    assert chloe.evenings[0][:2] == (0, -60) and chloe.evenings[0][3:] == (False, 2)
    assert chloe.evenings[1][3:] == (True, 2)
    assert chloe.evenings[0].played == Tally(3, 1, 2, -60)
    assert (bruno.points, bruno.penalties) == (128, -10)
    assert "against=0" not in bruno.figures["tarot"]
    assert bruno.figure("tarot", "with=7") == Tally(1, 0, 1, -216)
    assert bruno.figure("tarot", "hand").hands == 6
    assert chloe.best == HandRecord(72, "2026-01-08", 1, 2)
    assert chloe.worst == HandRecord(-66, "2026-01-08", 1, 3)


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


def test_an_even_hand_is_neither_won_nor_lost_and_the_first_of_equal_ones_is_the_record():
    bruno = summarize(sheet_of("tarot", [LOST, LOST])).players[1]
    assert bruno.figures["against=2"] == Tally(2, 0, 0, 0)
    assert bruno.best == bruno.worst == (72, 2)
