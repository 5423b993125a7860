"""The parts of the measure: each prints its table."""

import functools
import statistics

from client import get, load
from evening import sitting, written
from followers import following
from process import marque, reference
from rounds import ratio
from scoring import scoring
from stage import EVENINGS, TABLES, evenings, hand, journals, page, poll, posting

MANY = 10_000
"""Sheets in a large file: some years of a club."""


def limits(stage, rounds):
    """What an evening does all the time, beside its limits."""
    process, (_, phone, _) = stage.reading
    rows = (
        *stage.limits,
        page("page of 40 hands", process, phone, against=("L",), goal="≥ 1.5"),
        poll("poll", process, phone, against=("L", "A"), goal="≥ 2.0 L"),
        stage.hands("hand", 40, against=("C",), goal="≥ 0.85, p99 ≤ 1.5"),
    )
    rounds.take(rows, (1, 8))


def growth(stage, rounds):
    """From 10 to 1000 hands on a sheet."""
    process, (short, evening, long) = stage.reading
    pages, hands = ("page of 10", "page of 40"), ("hand onto 10", "hand onto 40")
    rows = (
        page("page of 10", process, short),
        page("page of 40", process, evening),
        page("page of 1000", process, long, against=pages, goal="≥ 0.9"),
        stage.hands("hand onto 10", 10),
        stage.hands("hand onto 40", 40),
        stage.hands("hand onto 1000", 1000, against=hands, goal="≥ 0.9"),
    )
    rounds.take(rows, (1,))


def files(stage, rounds):
    """From one sheet in the file (for hands: 3200) to ten thousand."""
    few, (_, phone, _) = stage.reading
    many, (tokens,) = stage.marque("many", (MANY, 40))
    (first,) = sitting(many, tokens[-1:])
    turns = evenings(many, tokens[: EVENINGS * TABLES], stage.folder / "many")
    rows = (
        page("page, 1 sheet", few, phone),
        page("page, 10 000", many, first, against=("page, 1 sheet",)),
        poll("poll, 1 sheet", few, phone),
        poll("poll, 10 000", many, first, against=("poll, 1 sheet",)),
        stage.hands("hand, 3200 sheets", 40),
        posting("hand, 10 000", many, turns, against=("hand, 3200 sheets",)),
    )
    rounds.take(rows, (1,))
    print(f"\nWith 10 000 sheets the start, which checks the file, took {many.start:.1f} s.")


def phones(stage, rounds):
    """A sheet alone, and with eight phones that follow it."""
    read, (_, reader, _) = stage.reading
    exclusive_lock = stage.hands("hand alone", 40)
    followed = stage.hands("hand followed", 40, against=("hand alone",), goal=P99)

    def watched(turn):
        return following(read, reader, 8)

    def played(turn):
        return following(exclusive_lock.process, turn.phone, 8)

    rows = (
        page("page alone", read, reader),
        page("page followed", read, reader, around=watched, against=("page alone",), goal=P99),
        exclusive_lock,
        followed._replace(around=played),
    )
    rounds.take(rows, (1,))


P99 = "p99 ≤ 2"


def memory(stage, rounds):
    """What the program holds while 100 tables send a hand, a page and eight polls in turns."""
    process, tokens = stage.marque("memory", (50, 40), (50, 40))
    writers, readers = (sitting(process, some) for some in tokens)
    requests = []
    for n, (writer, reader) in enumerate(zip(writers, readers, strict=True)):
        requests += [hand(writer, n), get(writer.sheet, writer.cookie)]
        requests += [get(f"{reader.sheet}/live?v={reader.version}", reader.cookie)] * 8
    print("\n| requests answered | MB | goal |\n|--:|--:|---|")
    print(f"| 100 | {process.megabytes:.1f} | |")
    seen, done = journals(stage.folder / "memory", writers), 0
    for wanted, goal in ((10_000, "≤ 64"), (20_000, "≤ 5 more")):
        while done < wanted:
            done += load(process, requests, (200, 204, 303), 8, rounds.seconds, seen()).answers
        print(f"| {done} | {process.megabytes:.1f} | {goal} |")


def start(stage, rounds):
    """Seconds from the start of the process to its first answer."""
    written(stage.folder / "evening", (1, 40))
    starts = {
        "A": functools.partial(reference, "answer", stage.folder / "start"),
        "La Marque, 1 sheet": functools.partial(marque, stage.folder / "evening"),
    }
    found = {name: [] for name in starts}
    for _ in range(rounds.rounds):
        for name, begin in starts.items():
            with begin() as process:
                found[name].append(process.start)
    print("\n| | s | × A | goal |\n|---|--:|---|---|")
    for name, seconds in found.items():
        goal = "≤ 3" if name != "A" else ""
        times = ratio(seconds, found["A"])
        print(f"| {name} | {statistics.median(seconds):.2f} | {times} | {goal} |")


def score(stage, rounds):
    """Hands scored a second, lines and working included, one after another."""
    print("\n| game | hands a second | goal |\n|---|--:|---|")
    for name, speed in scoring(rounds.rounds).items():
        print(f"| {name} | {speed:,.0f} | ≥ 200,000 |")


PARTS = {part.__name__: part for part in (limits, growth, files, phones, memory, start, score)}
"""Every part, by the name that the command line gives it."""
