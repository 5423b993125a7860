"""The benchmarks run, and find nothing wrong with what the program answers."""

import re
import subprocess
import sys

import pytest
from server import ROOT

pytestmark = pytest.mark.long


def printed(script, *options):
    command = [sys.executable, f"tests/bench/{script}.py", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_acts_of_a_phone_are_measured():
    found = printed("bench", "--rounds", "1")
    assert re.search(r"\| poll without news \| \d+\.\d", found) and "memory after" in found


def test_a_crowd_is_answered():
    assert "100.0%" in printed("crowd", "--phones", "40", "--seconds", "5")
