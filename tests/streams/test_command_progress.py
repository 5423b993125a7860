"""The bar of a command that takes more than a second; on a terminal, and with click only."""

import io
import sys
import time

import pytest

from scorekeeper.i18n.messages import msg
from scorekeeper.streams.progress_bar import ProgressBar


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def clock(monkeypatch):
    """Seconds that have passed, to be changed."""
    passed = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: passed[0])
    return passed


def work(clock, seconds):
    """Four steps that take so long; what is written on the terminal by each."""
    written = []
    with ProgressBar(msg("Vérification")) as progress:
        for step in range(1, 5):
            clock[0] += seconds / 4
            progress(step, 4)
            written.append(sys.stderr.getvalue())
    return written


def test_a_long_command_draws_a_bar(clock, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    _, half, _, _ = work(clock, 2.4)
    assert "Vérification" in half and "50%" in half
    assert "100%" in sys.stderr.getvalue() and sys.stderr.getvalue().endswith("\n")


def test_a_short_command_draws_nothing(clock, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert work(clock, 0.9)[-1] == "" == sys.stderr.getvalue()


def test_nothing_is_drawn_where_there_is_no_terminal(clock, monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert work(clock, 9)[-1] == ""


def test_nothing_is_drawn_without_click(clock, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setitem(sys.modules, "click", None)
    assert work(clock, 9)[-1] == ""


def test_a_bar_whose_command_fails_is_not_filled(clock, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    with pytest.raises(ValueError), ProgressBar(msg("Vérification")) as progress:
        clock[0] += 2
        progress(1, 4)
        raise ValueError
    assert "25%" in sys.stderr.getvalue() and "100%" not in sys.stderr.getvalue()
