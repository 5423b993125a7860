"""Histories of simulated evenings: run from a seed, run again, shortened."""

import shutil
import tempfile
from pathlib import Path
from typing import NamedTuple

from simulated_evening import Evening
from simulated_promises import Broken

MEMORY = next((path for path in ("/dev/shm",) if Path(path).is_dir()), None)
"""A file system in memory, where there is one: the simulated disk need not be a slow one."""


class History(NamedTuple):
    """The moves of one evening, and the promise that it broke, if it did."""

    seed: int
    moves: list
    fault: str = ""
    hands: int = 0


LENGTH = 250
"""Moves of an evening."""


def run(seed, phones, length=LENGTH):
    """An evening of so many random moves."""

    def moves(evening):
        for _ in range(length):
            if evening.is_over:
                return
            yield evening.draw()

    return _play(seed, phones, moves)


def replay(history, phones):
    """The same moves once more."""
    return _play(history.seed, phones, lambda evening: history.moves)


def shorten(history, phones):
    """The same fault with fewer moves: leaves out pieces, of half the moves down to one,
    for as long as something still breaks."""
    size = len(history.moves) // 2
    while size:
        start = 0
        while start < len(history.moves):
            fewer = history.moves[:start] + history.moves[start + size :]
            tried = replay(history._replace(moves=fewer), phones)
            if tried.fault:
                history = tried
            else:
                start += size
        size //= 2
    return history


def _play(seed, phones, moves):
    return phones.run(_played, seed, phones, moves)


def _played(seed, phones, moves):
    folder = tempfile.mkdtemp(prefix="la-marque-", dir=MEMORY)
    made = []
    try:
        with Evening(seed, phones, folder) as evening:
            for move in moves(evening):
                made.append(move)
                evening.move(*move)
            evening.finish()
            return History(seed, made, hands=evening.hands)
    except Broken as broken:
        return History(seed, made, fault=str(broken))
    except Exception as crash:  # of the server, which would answer 500
        return History(seed, made, fault=repr(crash))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
