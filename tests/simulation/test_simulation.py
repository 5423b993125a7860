"""Whole evenings, simulated: no promise is broken, and planted faults are found."""

import long_cases
import pytest
from long_cases import long
from planted_faults import PLANTED, planted
from simulated_history import replay, run, shorten
from simulated_phones import Phones


@pytest.fixture(scope="module")
def phones():
    with Phones() as opened:
        yield opened


def first_fault(phones, seeds, length=250):
    """The first history of these seeds that breaks a promise."""
    return next((found for seed in seeds if (found := run(seed, phones, length)).fault), None)


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


@pytest.mark.hours
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(name):
    changes, patch = planted(name)
    with patch, Phones(changes) as phones:
        assert first_fault(phones, range(100, 160))


def test_a_fault_is_replayed_and_shortened():
    changes, _ = planted("a refused hand struck before it is looked at")
    with Phones(changes) as phones:
        found = first_fault(phones, range(100, 160), length=80)
        shorter = shorten(found, phones)
        assert shorter.fault and len(shorter.moves) < len(found.moves)
        assert replay(shorter, phones).fault == shorter.fault
