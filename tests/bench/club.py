"""A club evening: what its server's processor has to do for each hand that is recorded.

``python3 tests/bench/club.py`` lets a phone of each table write hands, and others follow it:
some by the link that may write, some by the one that may only read. Each polls every two
seconds. Then all of it once more without the polls that find nothing new.

``--beside CHECKOUT`` plays the same evening at the same time on the program of another
checkout, with the same requests where they are the same. A program that answers a hand
without fragments has pages that load themselves again: its writer loads the page that follows
the hand, and so does every follower with the link that may write, once he has the news.
"""

import argparse
import asyncio
import contextlib
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parent), str(HERE.parent / "support")]

from club_evening import Evening
from evening import written
from process import marque

HANDS = 20
"""Hands on each sheet when the measure begins."""


def main():
    """Play the evening, and print it."""
    options = _options()
    programs = {"La Marque": HERE.parents[1]}
    if options.beside:
        programs["beside it"] = Path(options.beside).resolve()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as held:
        evenings = {}
        for name, checkout in programs.items():
            files = Path(folder) / name
            (tokens,) = written(files, (options.tables + 1, HANDS))
            process = held.enter_context(marque(files, checkout))
            evenings[name] = Evening(process, tokens, options)
        asyncio.run(_play(evenings.values()))
        print_costs(evenings, options)


async def _play(evenings):
    await asyncio.gather(*(evening.play() for evening in evenings))


def _options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=180)
    parser.add_argument("--every", type=float, default=60, help="seconds between two hands")
    parser.add_argument("--followers", type=int, default=4, help="by the link that may write")
    parser.add_argument(
        "--readers", type=int, default=0, help="by the link that may only read"
    )
    parser.add_argument("--beside", help="the folder of another checkout")
    return parser.parse_args()


def print_costs(evenings, options):
    """Print what a hand has cost, and what the phones found."""
    print(
        f"{options.tables} tables, each with a phone that writes a hand every "
        f"{options.every:.0f} s, {options.followers} more with the link that may write and "
        f"{options.readers} readers; twice {options.seconds} s."
    )
    print("\n| | hands | CPU ms a hand | without empty polls | MB |\n|---|--:|--:|--:|--:|")
    for name, evening in evenings.items():
        hands, megabytes = len(evening.took["hand"]), evening.process.megabytes
        costs = (f"{1000 * seconds:.1f}" for seconds in (evening.whole, evening.told))
        print(f"| {name} | {hands} | {' | '.join(costs)} | {megabytes:.0f} |")
    print("\n| | answers | p50 ms | p99 ms | most ms |\n|---|--:|--:|--:|--:|")
    for name, evening in evenings.items():
        for kind, took in evening.took.items():
            took = sorted(1000 * seconds for seconds in took)
            p50, p99 = took[len(took) // 2], took[len(took) * 99 // 100]
            print(f"| {name}: {kind} | {len(took)} | {p50:.1f} | {p99:.1f} | {took[-1]:.1f} |")
    for name, evening in evenings.items():
        print(f"\n{name}: {dict(evening.errors) or 'no errors'}.")


if __name__ == "__main__":
    main()
