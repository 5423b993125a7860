"""The parts of the measure: each prints its table."""

import functools
import statistics

import acts
from client import get, load
from databases import databases
from evening import sitting, written
from followers import following
from process import marque, reference
from rounds import ratio
from scoring import scoring
from slow import slow
from stage import EVENINGS, TABLES, evenings, hand, journals, poll, posting

MANY = 10_000
"""Sheets in a large file: some years of a club."""


def limits(stage, rounds):
    """The limits, polls without news, and hands of plain forms, one and eight at once."""
    process, phone = stage.reading
    rows = (
        *stage.limits,
        poll("poll", process, phone, against=("L", "A"), goal="≥ 2.0 L"),
        stage.hands("plain hand", against=("C",), goal="≥ 0.85, p99 ≤ 1.5"),
    )
    rounds.take(rows, (1, 8))


def files(stage, rounds):
    """From one sheet in the file (for hands: 3200) to ten thousand."""
    few, phone = stage.reading
    many, (tokens,) = stage.marque("many", (MANY, 40))
    (first,) = sitting(many, tokens[-1:])
    turns = evenings(many, tokens[: EVENINGS * TABLES], stage.folder / "many")
    rows = (
        poll("poll, 1 sheet", few, phone),
        poll("poll, 10 000", many, first, against=("poll, 1 sheet",)),
        stage.hands("hand, 3200 sheets"),
        posting("hand, 10 000", many, turns, against=("hand, 3200 sheets",)),
    )
    rounds.take(rows, (1,))
    print(f"\nWith 10 000 sheets the start, which checks the file, took {many.start:.1f} s.")


def followed(stage, rounds):
    """A sheet that hands are written on, alone and with eight phones that follow it."""
    alone = stage.hands("hand alone")
    beside = stage.hands("hand followed", against=("hand alone",), goal="p99 ≤ 2")

    def played(turn):
        return following(alone.process, turn.phone, 8)

    rounds.take((alone, beside._replace(around=played)), (1,))


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


PHONES = (acts.hand, acts.page, acts.news, acts.preview, acts.growth, slow)
HELD = (files, followed, memory, start, score, databases)

PARTS = {part.__name__: part for part in (limits, *PHONES, *HELD)}
"""Every part, by the name that the command line gives it."""
