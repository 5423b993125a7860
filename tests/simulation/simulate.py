"""Simulate evenings and print the first that breaks a promise, shortened.

``python tests/simulation/simulate.py FIRST END`` runs the evenings of these seeds; with one
number more, each evening has so many moves. Needs ``tests/requirements.txt``.
"""

import logging
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "simulation")]

from simulated_history import run, shorten  # noqa: E402
from simulated_phones import Phones  # noqa: E402


def main(first, end, length=150):
    """Simulate, print, and fail where a promise is broken."""
    logging.disable(logging.CRITICAL)  # of the server, whose disk is full now and then
    phones, hands, began = Phones(), 0, time.perf_counter()
    for seed in range(first, end):
        history = run(seed, phones, length)
        hands += history.hands
        if history.fault:
            print(f"seed {seed}: {history.fault}")
            for move in shorten(history, phones).moves:
                print(f"  {move}")
            return 1
    print(f"{end - first} evenings, {hands} hands, {time.perf_counter() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
