"""Whole evenings, simulated: no promise is broken, and planted faults are found."""

import subprocess
import sys
from pathlib import Path

import long_cases
import pytest
from long_cases import long
from planted_faults import PLANTED, planted
from simulated_history import replay, run, shorten
from simulated_phones import Phones

SIMULATE = Path(__file__).with_name("simulate.py")


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


@pytest.mark.long
def test_six_hundred_hands_keep_every_promise():
    seed = 1000 * (1 + long_cases.run.slice)
    command = [sys.executable, SIMULATE, "--hands", "600", "--seed", str(seed)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


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
