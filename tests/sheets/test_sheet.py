import itertools

import pytest
from conftest import CAST

from scorekeeper.sheets.sheet import fold, from_opening
from scorekeeper.streams.events import Event

GARDE = {"taker": 0, "contract": "garde", "bouts": 2, "points": 49}  # +198, −66 each
PETITE = {"taker": 1, "contract": "petite", "bouts": 2, "points": 40}  # Bruno −78, +26 each


def journal(*events, seats=4, active=4):
    names = list(CAST[:seats])
    opening = {
        "game": "tarot",
        "title": "",
        "date": "",
        "options": {"misere": 0},
        "names": names,
        "seats": list(range(seats)),
        "active": active,
        "dealer": 0,
    }
    recorded = [("opened", opening), *events]
    return [Event(seq, kind, body) for seq, (kind, body) in enumerate(recorded, 1)]


def hand(answers=GARDE, **body):
    return "hand", {"answers": answers, **body}


PASSED = ("hand", {"passed": True})


def sheet_of(*events, **table):
    return fold(journal(*events, **table))


def dealers(sheet):
    return [sheet.names[row.before.dealer] for row in sheet.hands]


def test_correction_recomputes_what_follows():
    sheet = sheet_of(
        hand(), hand(PETITE), ("corrected", {"entry": 2, "body": {"answers": PETITE}})
    )
    assert [row.standing for row in sheet.rows] == [(26, -78, 26, 26), (52, -156, 52, 52)]
    assert sheet.rows[0].entry.corrections == 1


def test_changes_keep_the_sum_of_zero():
    acts = [
        ("removed", {"entry": 2}),
        ("corrected", {"entry": 3, "body": {"answers": GARDE}}),
        ("corrected", {"entry": 4, "body": {"passed": True}}),
        hand(PETITE, before=3),
        ("restored", {"entry": 2}),
    ]
    for order in itertools.permutations(acts):
        sheet = sheet_of(hand(), hand(PETITE), hand(), *order)
        assert sheet.state.discrepancy == 0
        assert not any(row.discrepancy for row in sheet.rows)


def test_the_deal_follows_the_seats():
    assert dealers(sheet_of(hand(), hand(), hand(), hand(), hand())) == [*CAST[:4], "Anne"]


def test_mort_deals_again_after_a_passed_deal():
    first = hand(GARDE | {"taker": 1, "sitting_out": [0]})
    second = hand(GARDE | {"taker": 2, "sitting_out": [1]})
    sheet = sheet_of(first, PASSED, PASSED, second, seats=5, active=4)
    assert dealers(sheet) == ["Anne", "Bruno", "Bruno", "Bruno"]
    assert sheet.names[sheet.state.dealer] == "Chloé"


def test_sitting_out_is_spread():
    out = {5: (4, (0,)), 6: (4, (0, 3)), 7: (5, (0, 3)), 8: (5, (0, 2, 5))}
    for seats, (active, expected) in out.items():
        state = sheet_of(seats=min(seats, 5), active=4).state
        state = state._replace(seats=tuple(range(seats)), active=active)
        assert state.sitting_out == expected


def test_everybody_sits_out_as_often():
    for seats, active in itertools.product(range(3, 9), range(3, 6)):
        if active <= seats:
            state = sheet_of().state._replace(seats=tuple(range(seats)), active=active)
            outs = [
                n for dealer in range(seats) for n in state._replace(dealer=dealer).sitting_out
            ]
            assert {outs.count(n) for n in range(seats)} == {seats - active}


def seated(names=CAST[:4], seats=(0, 1, 2, 3), active=4, dealer=0):
    return "seated", {"names": [*names], "seats": [*seats], "active": active, "dealer": dealer}


def test_arrival_adds_a_column():
    sheet = sheet_of(
        hand(), seated(CAST, (0, 1, 4, 2, 3), 5, 1), hand(GARDE | {"partner": 4}), seats=4
    )
    assert sheet.rows[0].standing == (198, -66, -66, -66)
    assert sheet.state.totals == (330, -132, -132, -132, 66)
    assert sheet.names[sheet.state.dealer] == "Eve"


def test_penalty_is_outside_the_sum():
    penalty = ("penalty", {"player": 1, "points": -100, "reason": "retard"})
    sheet = sheet_of(hand(), penalty)
    assert sheet.state.standing == (198, -166, -66, -66)
    assert (sheet.state.discrepancy, sheet.penalty_total) == (0, -100)


def test_state_before_an_entry():
    sheet = sheet_of(hand(), hand(PETITE), hand(), ("removed", {"entry": 3}))
    assert sheet.state_before(2) == sheet.opening
    assert sheet.state_before(3) == sheet.state_before(4) == sheet.rows[0].after
    assert sheet.state_before(4) != sheet.state


def test_mort_deals_despite_corrections():
    morts = [hand(GARDE | {"taker": (n + 1) % 5, "sitting_out": [n]}) for n in range(4)]
    sheet = sheet_of(
        *morts, ("corrected", {"entry": 3, "body": {"passed": True}}), seats=5, active=4
    )
    assert dealers(sheet) == ["Anne", "Bruno", "Chloé", "David"]
    assert sheet.names[sheet.state.dealer] == "Eve"


def test_departed_player_is_away():
    sheet = sheet_of(seated(seats=(0, 1, 2), active=3), hand(GARDE | {"sitting_out": [3]}))
    assert sheet.rows[-1].roles == {0: "taker", 3: "away"}


@pytest.mark.parametrize(
    ("players", "active", "listed"),
    [(CAST[:4], 4, False), (CAST[:5], 5, True), (CAST[:5], 4, False)],
)
def test_rules_about_a_called_player_are_listed_where_five_played(players, active, listed):
    opening = {
        **{"game": "tarot", "title": "", "date": "", "options": {}, "names": [*players]},
        **{"seats": [*range(len(players))], "active": active, "dealer": 0},
    }
    sheet = from_opening(Event(1, "opened", opening))
    four = {"names": [*players], "seats": [0, 1, 2, 3], "active": 4}
    left = sheet.apply(Event(2, "seated", four))
    for one in (sheet, left):
        in_use = one.game.options_in_use(one.options, one.most_active)
        about_five = [option for option, _ in in_use if option.players]
        assert len(about_five) == (2 if listed else 0)
