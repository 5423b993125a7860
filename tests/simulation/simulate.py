"""Simulate evenings until so many hands are recorded; print the first that breaks a promise,
shortened.

    .venv/bin/python tests/simulation/simulate.py --hands 1000000

Needs ``tests/requirements.txt``. An evening follows from its seed, which is printed with its
fault: ``--seed SEED --hands 1`` plays it again.
"""

import argparse
import logging
import multiprocessing
import os
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), *(str(ROOT / "tests" / name) for name in ("simulation", "support"))]

from built_once import share_parts  # noqa: E402
from pytest import MonkeyPatch  # noqa: E402
from simulated_history import LENGTH, run, shorten  # noqa: E402
from simulated_phones import Phones  # noqa: E402

from scorekeeper.streams.sqlite import connection  # noqa: E402

REPORTED = 20_000
"""Hands between two lines about the progress."""


@contextmanager
def quick_servers():
    """Servers share what is built, and nobody waits for a disk or reads their log."""
    logging.disable(logging.CRITICAL)
    with MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        share_parts(patch, Path(folder))
        patch.setitem(connection.SETTINGS, "synchronous", ("OFF", 0))
        yield


def simulate(seeds, hands, recorded, length):
    """Play the evenings of these seeds until there are so many hands; nothing if all is well.

    :param recorded: the hands so far, of all processes; more than ``hands`` after a fault.
    """
    began = time.perf_counter()
    with quick_servers(), Phones() as phones:
        for seed in seeds:
            history = run(seed, phones, length)
            if history.fault:
                recorded.value += hands
                print(f"seed {seed}: {history.fault}")
                print(*shorten(history, phones).moves, sep="\n", flush=True)
                sys.exit(1)
            with recorded.get_lock():
                before, recorded.value = recorded.value, recorded.value + history.hands
                after = recorded.value
            if before // REPORTED != after // REPORTED:
                seconds = time.perf_counter() - began
                print(f"{after} hands, seed {seed}, {seconds:.0f} s", flush=True)
            if after >= hands:
                return


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0, help="of the first evening")
    parser.add_argument("--moves", type=int, default=LENGTH, help="of each evening")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args()
    processes, began = multiprocessing.get_context("spawn"), time.perf_counter()
    recorded = processes.Value("q", 0)
    running = []
    for first in range(options.seed, options.seed + options.processes):
        seeds = range(first, sys.maxsize, options.processes)
        given = (seeds, options.hands, recorded, options.moves)
        running.append(processes.Process(target=simulate, args=given))
    for process in running:
        process.start()
    for process in running:
        process.join()
    if any(process.exitcode for process in running):
        return 1
    print(f"{recorded.value} hands, no promise broken, {time.perf_counter() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
