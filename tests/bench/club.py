"""A club evening: what the server does for each hand while everybody polls every two seconds.

    .venv/bin/python tests/bench/club.py [--tables 100] [--beside CHECKOUT]

One phone of each table writes a hand every so often; the others follow. Two programs play the
same evening at the same time, with rate limits on.
"""

import argparse
import asyncio
import collections
import contextlib
import random
import tempfile
import time
from pathlib import Path

from phones import Phone
from process import ROOT, Program

POLL_INTERVAL = 2.0


class Evening:
    """All phones of a club on one program, and what they found."""

    def __init__(self, program, sheets, options):
        self.program, self.options = program, options
        self.tables = [
            [Phone(program.port, sheet) for _ in range(1 + options.followers)]
            for sheet in sheets
        ]
        self.took, self.errors = collections.defaultdict(list), collections.Counter()

    async def play(self):
        """Play it; every phone has opened its page before."""
        for phone in (phone for table in self.tables for phone in table):
            await phone.open()
        before = self.program.seconds
        self.ends = time.monotonic() + self.options.seconds
        async with asyncio.TaskGroup() as club:
            for n, (writer, *followers) in enumerate(self.tables):
                first = self.options.every * (n + 0.5) / len(self.tables)
                club.create_task(self._repeat(writer.save, "hand", first, self.options.every))
                for phone in followers:
                    first = random.uniform(0, POLL_INTERVAL)
                    club.create_task(self._repeat(phone.poll, "poll", first, POLL_INTERVAL))
        self.cost = 1000 * (self.program.seconds - before) / len(self.took["hand"])

    async def _repeat(self, act, name, late, every):
        while time.monotonic() + late < self.ends:
            await asyncio.sleep(late)
            late = every
            try:
                answer = await act()
            except (OSError, EOFError, TimeoutError, AssertionError) as error:
                self.errors[repr(error)[:80]] += 1
                act.__self__.close()
                continue
            is_news = name == "poll" and answer.status == 200
            self.took["news" if is_news else name].append(1000 * answer.seconds)


def print_evening(name, evening):
    """Print what a hand has cost, and what the phones waited for."""
    hands = len(evening.took["hand"])
    print(
        f"\n{name}: {hands} hands, {evening.cost:.1f} ms of processor time for each,", end=""
    )
    print(f" {evening.program.megabytes:.0f} MB; {dict(evening.errors) or 'no errors'}")
    for kind, took in evening.took.items():
        took.sort()
        p50, p99 = took[len(took) // 2], took[len(took) * 99 // 100]
        print(f"  {kind}: {len(took)}, p50 {p50:.1f} ms, p99 {p99:.1f} ms")


async def play(evenings):
    """Play all evenings at the same time."""
    await asyncio.gather(*(evening.play() for evening in evenings))


def main():
    """Play the evening, and print it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--hands", type=int, default=20, help="of each sheet at the beginning")
    parser.add_argument("--followers", type=int, default=4, help="of each table")
    parser.add_argument("--every", type=float, default=60, help="seconds between two hands")
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--beside", type=Path, help="the folder of another checkout")
    options = parser.parse_args()
    checkouts = [ROOT, *([options.beside.resolve()] if options.beside else [])]
    with tempfile.TemporaryDirectory() as files, contextlib.ExitStack() as held:
        evenings = []
        for n, checkout in enumerate(checkouts):
            folder = Path(files) / str(n)
            with Program(checkout, folder) as program:
                sheets = [program.open_sheet(options.hands)[0] for _ in range(options.tables)]
            program = held.enter_context(Program(checkout, folder, guarded=True))
            evenings.append(Evening(program, sheets, options))
        asyncio.run(play(evenings))
        for checkout, evening in zip(checkouts, evenings, strict=True):
            print_evening(checkout, evening)


if __name__ == "__main__":
    main()
