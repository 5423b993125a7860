"""The outbox's state machine in every order of events, run by V8 without a browser."""

import pytest
from outbox_engine import world

ORDERS = [
    (5, False),
    pytest.param(6, False, marks=pytest.mark.long),
    pytest.param(6, True, marks=pytest.mark.hours),
]
"""A number of events, and whether two tabs of one phone show forms with one key, as a copied
tab may."""


@pytest.mark.parametrize(("events", "same_key"), ORDERS)
def test_no_order_of_events_loses_or_doubles_a_hand(events, same_key):
    found = world().explore(events, same_key)
    assert found["fault"] is None, found
    assert found["states"] > 10 ** (events - 1)


MENDED_TWICE = """submit 0,mend 0 a1,submit 0,send 0,giveUp r3,mend 0 a1,submit 0,send 0,
deliver r5,deliver r3,hear 0"""
MENDED_IN_TWO_TABS = """submit 0,mend 1 a1,closeOrOpen,review 0 a1,submit 1,deliver r2,hear 0,
review 1 a1,submit 0,closeOrOpen,send 0,deliver r6,deliver r4,hear 0"""


@pytest.mark.parametrize("moves", [MENDED_TWICE, MENDED_IN_TWO_TABS])
def test_a_version_of_a_hand_that_arrives_late_overwrites_none(moves):
    named = [move.split() for move in moves.split(",")]
    path = [[name, *(int(n) if n.isdigit() else n for n in of)] for name, *of in named]
    assert world().relive(path) is None


def test_no_random_history_loses_or_doubles_a_hand():
    assert world().wander(0, 2_000, 40)["fault"] is None


@pytest.mark.hours
def test_no_history_of_a_hundred_thousand_loses_or_doubles_a_hand():
    assert world().wander(0, 100_000, 40)["fault"] is None


@pytest.mark.parametrize(
    ("rule", "broken"),
    [
        ("refused: refuse, shown", "refused: drop, shown"),
        ("const key = isOther ? spare", "const key = false ? spare"),
        ("const { order, isHand } = former ||", "const { order, isHand } = false ||"),
        ('state: "noted", revision: spare, order', 'state: "noted", order'),
        ("&& !holderOf(queue, one)", ""),
        ("event.revision !== held.revision", "false"),
        (".sort((one, other) => one.order - other.order)", ""),
        ("other.order)) + 1 }", "other.order)) + 0 }"),
        ("drop, review }", "drop, review: drop }"),
    ],
)
def test_a_broken_rule_is_found(rule, broken):
    changed = world({rule: broken})
    assert changed.wander(0, 2_000, 40)["fault"]
