"""Figures that are compared are taken in turns: a machine that slows down slows them all."""

import contextlib
import statistics
from collections.abc import Callable, Iterator
from typing import NamedTuple

from client import Reading, load
from process import Process

HEAD = """
| | at once | a second | p50 ms | p99 ms | CPU ms | bytes | × a second | × p99 | × CPU | goal |
|---|--:|--:|--:|--:|--:|--:|---|--:|--:|---|"""


class Turn(NamedTuple):
    """What is sent in one turn."""

    requests: list[str]
    recorded: Callable = dict
    """Where something is written: reads the last event of each sheet, by its token."""
    phone: object = None
    """A phone whose sheet is written on."""


class Row(NamedTuple):
    """One thing that is measured: what is sent, where, and what has to come back."""

    name: str
    process: Process
    turns: Iterator[Turn]
    expected: tuple[int, ...]
    around: Callable = contextlib.nullcontext
    """Makes the context of what else goes on during a turn."""
    against: tuple[str, ...] = ()
    """The names of the rows it is compared with."""
    goal: str = ""


class Rounds:
    """The readings of many rows, round by round."""

    def __init__(self, rounds, seconds):
        self.rounds, self.seconds = rounds, seconds
        self._readings = {}

    def take(self, rows, connections):
        """Measure each row once a round, at each number of connections, and print them."""
        for row in rows:
            _read(row, max(connections), 1)  # nobody is compared cold
        for _ in range(self.rounds):
            for count in connections:
                for row in rows:
                    reading = _read(row, count, self.seconds)
                    self._readings.setdefault((row.name, count), []).append(reading)
        print(HEAD)
        for row in rows:
            for count in connections:
                print(self._line(row, count))

    def _line(self, row, count):
        readings = self._readings[row.name, count]
        m = Reading(*map(statistics.median, zip(*readings, strict=True)))
        rates, tails, costs = (
            self._against(row, count, figure) for figure in ("rate", "p99", "cpu")
        )
        cells = (
            *(row.name, count, f"{m.rate:.0f}", f"{m.p50:.2f}", f"{m.p99:.1f}"),
            *(f"{m.cpu:.2f}", f"{m.size:.0f}"),
            ", ".join(f"{times} {name}" for name, times in rates),
            *(
                ", ".join(times.split()[0] for _, times in recorded)
                for recorded in (tails, costs)
            ),
            row.goal,
        )
        return f"| {' | '.join(map(str, cells))} |"

    def _against(self, row, count, figure):
        """The rows this one is compared with, and its ratio to each in the same round."""
        own = [getattr(reading, figure) for reading in self._readings[row.name, count]]
        for name in row.against:
            others = [getattr(reading, figure) for reading in self._readings[name, count]]
            yield name, ratio(own, others)


def ratio(figures, others):
    """The median of one over the other, the least and the most."""
    ratios = [a / b for a, b in zip(figures, others, strict=True)]
    return f"{statistics.median(ratios):.2f} ({min(ratios):.2f}..{max(ratios):.2f})"


def _read(row, connections, seconds):
    requests, recorded, _ = turn = next(row.turns)
    before = recorded()
    with row.around(turn):
        reading = load(row.process, requests, row.expected, connections, seconds, before)
    after = recorded()
    if before and sum(after.values()) - sum(before.values()) < reading.answers:
        raise RuntimeError(f"{row.name}: fewer are recorded than were answered")
    return reading
