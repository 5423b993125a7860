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
