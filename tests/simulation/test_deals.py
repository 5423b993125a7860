"""A deal entered by several phones is one row or a question, in every order of events."""

import pytest
from deals import Machine, explore

from scorekeeper.sheets.service import turns

ORDERS = [(2, 6), pytest.param(3, 6, marks=pytest.mark.long)]
"""Phones, and events after each has loaded the page."""


@pytest.fixture(scope="module")
def machine():
    return Machine()


@pytest.mark.parametrize(("phones", "events"), ORDERS)
def test_a_deal_is_one_row_or_a_question_in_every_order_of_events(machine, phones, events):
    states, fault = explore(machine, phones, events)
    assert fault is None
    assert states > 1000


def test_what_a_phone_says_of_its_own_hands_is_needed(machine, monkeypatch):
    whole = turns.NextTurn._row_of_others

    def forgetful(turn, sheet, body=None):
        turn.caller = turns.NOTHING
        return whole(turn, sheet, body)

    monkeypatch.setattr(turns.NextTurn, "_row_of_others", forgetful)
    assert explore(machine, 2, 6)[1]


def test_a_deal_that_is_not_asked_about_is_found(machine, monkeypatch):
    monkeypatch.setattr(turns.NextTurn, "_row_of_others", lambda turn, sheet, body=None: None)
    assert "two rows" in explore(machine, 2, 4)[1][0]


@pytest.mark.parametrize(
    ("other", "known"),
    [({}, ["h1"]), ({"order": 3}, ["h1"]), ({"isHand": False}, []), ({"sheet": "t"}, [])],
)
def test_a_hand_knows_of_the_other_hands_of_its_phone(machine, other, known):
    hand = {"key": "h2", "sheet": "s", "base": "2_b", "order": 2, "isHand": True}
    first = hand | {"key": "h1", "order": 1, "state": "look"} | other
    assert machine.to_post([first, hand], hand)["known"] == known
