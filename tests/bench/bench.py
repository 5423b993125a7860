"""Processor time of what a phone asks: ``python3 app.py bench [--beside CHECKOUT]``.

Two programs take turns in each round, with rate limits on; a figure is a median, « × » the
median of the ratios within a round, with the lowest and the highest.
"""

import argparse
import asyncio
import contextlib
import statistics
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE)]

from phones import Phone
from process import ROOT, Program

TABLES = 10
HANDS = 20
"""Hands on each sheet at the beginning."""

POLLS = 20
"""Polls without news of each phone in a round."""


class Tables:
    """Ten tables on one program: each has a writer, and a follower with the same link."""

    def __init__(self, program, sheets):
        self.program = program
        self.writers, self.followers, self.visitors = (
            [Phone(program.port, sheet) for sheet in sheets] for _ in range(3)
        )

    async def open(self):
        for phone in (*self.writers, *self.followers, *self.visitors):
            await phone.open()

    async def round(self):
        """Milliseconds of processor time for each act."""
        figures = {
            "hand saved and shown": await self._cost(Phone.save, self.writers),
            "page after a hand": await self._cost(Phone.open, self.visitors),
        }
        await self._cost(Phone.save, self.writers)
        figures["news of a hand"] = await self._cost(Phone.poll, self.followers)
        figures["poll without news"] = await self._cost(Phone.poll, self.followers * POLLS)
        return figures

    async def _cost(self, act, phones):
        before = self.program.seconds
        for phone in phones:
            await act(phone)
        await asyncio.sleep(0.05)  # what the program does after its last answer
        return 1000 * (self.program.seconds - before) / len(phones)


async def measure(programs, sheets, rounds):
    """The figures of each round, of each program."""
    tables = [
        Tables(program, sheets) for program, sheets in zip(programs, sheets, strict=True)
    ]
    for each in tables:
        await each.open()
        await each.round()  # warm
    return [[await each.round() for each in tables] for _ in range(rounds)]


def started(checkout, folder):
    """Seconds to the first answer, and megabytes then."""
    with Program(checkout, folder) as program:
        return {"start, s": program.start, "memory at the start, MB": program.megabytes}


def print_table(rounds):
    """Print the medians, and the ratios."""
    print("| | this | beside | × |\n|---|--:|--:|--:|")
    for act in rounds[0][0]:
        columns = list(
            zip(*([figures[act] for figures in each] for each in rounds), strict=True)
        )
        cells = [f"{statistics.median(column):.2f}" for column in columns]
        if len(columns) == 2:
            ratios = sorted(this / beside for this, beside in zip(*columns, strict=True))
            middle = statistics.median(ratios)
            cells.append(f"{middle:.2f} ({ratios[0]:.2f}–{ratios[-1]:.2f})")
        print(f"| {act} | {' | '.join(cells)} |")


def main():
    """Measure, and print."""
    parser = argparse.ArgumentParser(prog="python3 app.py bench")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--beside", type=Path, help="the folder of another checkout")
    options = parser.parse_args()
    checkouts = [ROOT, *([options.beside.resolve()] if options.beside else [])]
    with tempfile.TemporaryDirectory() as files, contextlib.ExitStack() as held:
        folders = [Path(files) / str(n) for n in range(len(checkouts))]
        sheets = []
        for checkout, folder in zip(checkouts, folders, strict=True):
            with Program(checkout, folder) as program:
                sheets.append([program.open_sheet(HANDS)[0] for _ in range(TABLES)])
        both = list(zip(checkouts, folders, strict=True))
        starts = [[started(*each) for each in both] for _ in range(5)]
        programs = [held.enter_context(Program(*each, guarded=True)) for each in both]
        rounds = asyncio.run(measure(programs, sheets, options.rounds))
        memory = [[{"memory after, MB": program.megabytes} for program in programs]]
    print("Milliseconds of processor time, unless said otherwise.\n")
    print_table(rounds)
    for figures in (starts, memory):
        print()
        print_table(figures)


if __name__ == "__main__":
    main()
