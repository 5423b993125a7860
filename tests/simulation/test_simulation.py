"""Whole evenings, simulated: no promise is broken, and planted faults are found."""

import time

import pytest
from planted_faults import PLANTED, planted
from simulated_history import replay, run, shorten
from simulated_phones import Phones


@pytest.fixture(scope="module")
def phones():
    return Phones()


def first_fault(phones, seeds, length=250):
    """The first history of these seeds that breaks a promise."""
    return next((found for seed in seeds if (found := run(seed, phones, length)).fault), None)


@pytest.mark.parametrize("seed", range(8))
def test_an_evening_keeps_every_promise(phones, seed):
    assert run(seed, phones, 250).fault == ""


@pytest.mark.hours
def test_ten_minutes_of_evenings_keep_every_promise(phones):
    end, seed = time.monotonic() + 600, 1000
    while time.monotonic() < end:
        assert run(seed, phones, 250).fault == "", f"seed {seed}"
        seed += 1


@pytest.mark.hours
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(name):
    changes, patch = planted(name)
    with patch:
        assert first_fault(Phones(changes), range(100, 160))


def test_a_fault_is_replayed_and_shortened():
    changes, _ = planted("a refused hand struck before it is looked at")
    phones = Phones(changes)
    found = first_fault(phones, range(100, 160), length=80)
    shorter = shorten(found, phones)
    assert shorter.fault and len(shorter.moves) < len(found.moves)
    assert replay(shorter, phones).fault == shorter.fault
