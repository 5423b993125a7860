"""Whole evenings, simulated: no promise is broken, and a planted fault is found."""

import long_cases
import pytest
from long_cases import long
from simulated_history import replay, run, shorten
from simulated_phones import Phones


@pytest.fixture(scope="module")
def phones():
    with Phones() as opened:
        yield opened


@pytest.mark.parametrize("seed", [0, 2, *long(1, *range(3, 8))])
def test_an_evening_keeps_every_promise(phones, seed):
    assert run(seed, phones).fault == ""


HANDS = [
    pytest.param(600, marks=pytest.mark.long),
    pytest.param(20_000, marks=pytest.mark.hours),
]


@pytest.mark.parametrize("hands", HANDS)
def test_many_hands_keep_every_promise(phones, hands):
    recorded, seed = 0, 1000 * (1 + long_cases.run.slice)
    while recorded < hands:
        found = run(seed, phones)
        assert found.fault == "", (seed, *shorten(found, phones).moves)
        recorded, seed = recorded + found.hands, seed + 1


DROPPED = ("machine.js", "refused: refuse, shown", "refused: drop, shown")
"""A refused hand is struck before it is looked at."""


def test_a_fault_is_replayed_and_shortened():
    with Phones([DROPPED]) as phones:
        runs = (run(seed, phones, length=80) for seed in range(100, 160))
        found = next(one for one in runs if one.fault)
        shorter = shorten(found, phones)
        assert shorter.fault and len(shorter.moves) < len(found.moves)
        assert replay(shorter, phones).fault == shorter.fault
