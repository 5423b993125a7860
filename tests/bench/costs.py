"""What one act of a phone costs, compared in turns: one table after another."""

import itertools
import statistics
from collections.abc import Callable
from typing import NamedTuple

from evening import sitting
from exchange import Connection
from rounds import ratio
from talks import read_page

ACTS = 100
"""Times that each thing is done in a round, by some tables one after another in laps."""

HEAD = """
| | ms | CPU ms | bytes | body | × time | × CPU | × speed | goal |
|---|--:|--:|--:|--:|---|---|---|---|"""


class Cost(NamedTuple):
    """What one act took, with all its answers."""

    ms: float
    cpu: float
    """Milliseconds of the processor time of the program."""
    size: float
    """Bytes of its answers, with their headers."""
    body: float
    """Bytes of their bodies alone."""


class Act(NamedTuple):
    """One thing that phones do, and what has gone before it."""

    name: str
    tables: object
    talk: Callable
    after: tuple[Callable, ...] = ()
    """Talks that are not measured."""
    against: tuple[str, ...] = ()
    """The names of the acts with whose sum it is compared."""
    goal: str = ""


class Tables:
    """A program with a phone at each of some tables, which act one after another.

    :param sets: sets of phones without end, each to be called once: a round sits down at
        fresh tables.
    :param recorded: reads the last event of each table, for a set of phones.
    """

    def __init__(self, process, sets, recorded=lambda phones: dict):
        self.process, self._sets, self._recorded = process, sets, recorded

    def renew(self):
        """Sit down at fresh tables."""
        self.phones = next(self._sets)()

    def take(self, talk):
        """The mean cost of an act that every phone has done once."""
        before = self.process.settle(0.002)
        answers = self.act(talk)
        spent = self.process.settle(0.002) - before
        return Cost(
            *(
                total / len(self.phones)
                for total in (
                    1000 * sum(answer.seconds for answer in answers),
                    1000 * spent,
                    sum(len(answer.head) + len(answer.body) for answer in answers),
                    sum(len(answer.body) for answer in answers),
                )
            )
        )

    def act(self, talk):
        """The answers to an act of every phone."""
        with Connection(self.process.port) as line:
            done = [line.hold(talk(phone)) for phone in self.phones]
        self.phones = [phone for phone, _ in done]
        return [answer for _, answers in done for answer in answers]

    def check(self):
        """:raises RuntimeError: if an acknowledged hand is not recorded."""
        for token, seq in self._recorded(self.phones)().items():
            (phone,) = (phone for phone in self.phones if phone.token == token)
            if seq != int(phone.form["base"]):
                raise RuntimeError(f"event {seq} is the last, not {phone.form['base']}")


def seated(process, tokens, count):
    """Sets of so many phones at fresh tables; readers of each have looked at it, too."""

    def sit(start):
        phones = sitting(process, tokens[start : start + count])
        with Connection(process.port) as line:
            for phone in phones:
                line.hold(read_page(phone))
        return phones

    starts = itertools.cycle(range(0, len(tokens), count))
    return (lambda start=start: sit(start) for start in starts)


def compare(acts, rounds):
    """Let the phones act in turns, round by round, and print what each act cost."""
    found = {act.name: [] for act in acts}
    everybody = list(dict.fromkeys(act.tables for act in acts))
    for n in range(rounds + 1):
        for tables in everybody:
            tables.renew()
        taken = {act.name: [] for act in acts}
        for lap in range(ACTS):
            for act in acts:
                if lap * len(act.tables.phones) < ACTS:
                    taken[act.name].append(_take(act))
        for tables in everybody:
            tables.check()
        if n:  # nobody is compared cold
            for name, costs in taken.items():
                found[name].append(Cost(*map(statistics.mean, zip(*costs, strict=True))))
    print(HEAD)
    for act in acts:
        print(_line(act, found))


def _take(act):
    for talk in act.after:
        act.tables.act(talk)
    return act.tables.take(act.talk)


def _line(act, found):
    own = found[act.name]
    m = Cost(*map(statistics.median, zip(*own, strict=True)))
    cells = [act.name, f"{m.ms:.2f}", f"{m.cpu:.2f}", f"{m.size:.0f}", f"{m.body:.0f}"]
    if act.against:
        summed = [
            Cost(*map(sum, zip(*costs, strict=True)))
            for costs in zip(*(found[name] for name in act.against), strict=True)
        ]
        named = " + ".join(act.against)
        times, of = [c.ms for c in own], [c.ms for c in summed]
        cells += [f"{ratio(times, of)} {named}"]
        cells += [ratio([c.cpu for c in own], [c.cpu for c in summed]), ratio(of, times)]
    else:
        cells += ["", "", ""]
    return f"| {' | '.join([*cells, act.goal])} |"
