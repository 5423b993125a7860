"""Play random evenings of tournaments through the store, or the pages by ``--pages``, and let
the checker judge the file of each; print those in which it finds something.

    .venv/bin/python tests/tournaments/simulation/simulated_tournaments.py --evenings 5000

An evening follows from its seed: ``--seed SEED --evenings 1`` plays it again, ``--file``
prints its file.
"""

import argparse
import multiprocessing
import sys
import tempfile
import time
from collections import Counter
from contextlib import contextmanager
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
sys.path += [
    str(ROOT / "tests" / name) for name in ("support", "simulation", "tournaments/support")
]

import check_tournament as checker  # noqa: E402
from random_evenings import Evening  # noqa: E402

from scorekeeper.sheets.service.access import SheetRepository  # noqa: E402
from scorekeeper.streams.sqlite import connection  # noqa: E402
from scorekeeper.streams.sqlite.driver import open_sqlite  # noqa: E402
from scorekeeper.tournaments.formats import tournament_file  # noqa: E402
from scorekeeper.tournaments.regulations import PRESETS  # noqa: E402
from scorekeeper.tournaments.service.access import TournamentRepository, announce  # noqa: E402
from scorekeeper.tournaments.service.tokens import Role  # noqa: E402

MEMORY = "/dev/shm" if Path("/dev/shm").exists() else None
"""A file system in memory, where there is one."""


@contextmanager
def repository():
    """The tournaments of a new installation, which does not wait for the disk."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        before = connection.SETTINGS["synchronous"]
        connection.SETTINGS["synchronous"] = ("OFF", 0)
        journal = open_sqlite(Path(folder) / "journal.sqlite3")
        try:
            yield TournamentRepository(SheetRepository(lambda: journal, lambda: b"secret"))
        finally:
            journal.close()
            connection.SETTINGS["synchronous"] = before


def judged(repository, seed, presets=tuple(PRESETS)):
    """Play an evening through the store; what is wrong after it, and its file."""

    def open_desk(**about):
        return repository.access(announce(repository, **about), Role)

    evening = Evening(seed, open_desk, presets)
    text = tournament_file.write(evening.play())
    return [*evening.changed_results(), *checker.check(text.encode())], text


def judged_on_pages(seed, presets=tuple(PRESETS)):
    """Play an evening through the pages; what is wrong after it, and its file."""
    from simulated_room import Room

    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        room = Room(seed, folder, presets)
        try:
            room.play()
            return room.faults(), tournament_file.write(room.tournament)
        finally:
            room.network.close()


def tried(seed, presets, on_pages):
    """Play an evening; its seed, what is wrong after it, and its file."""
    try:
        if on_pages:
            return seed, *judged_on_pages(seed, presets)
        with repository() as tournaments:
            return seed, *judged(tournaments, seed, presets)
    except Exception as error:  # an evening that ends with an error is a fault
        return seed, [repr(error)[-500:]], ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--evenings", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0, help="of the first evening")
    parser.add_argument("--preset", nargs="+", choices=PRESETS, default=list(PRESETS))
    parser.add_argument("--pages", action="store_true", help="through the pages")
    parser.add_argument("--file", action="store_true", help="print the file of one evening")
    options = parser.parse_args()
    play = partial(tried, presets=options.preset, on_pages=options.pages)
    if options.file:
        print(play(options.seed)[2], end="")
        return 0
    wrong, codes, began = 0, Counter(), time.perf_counter()
    seeds = range(options.seed, options.seed + options.evenings)
    with multiprocessing.get_context("spawn").Pool() as pool:
        for played, (seed, found, _) in enumerate(pool.imap_unordered(play, seeds), 1):
            wrong += bool(found)
            codes.update({getattr(one, "code", "other") for one in found})
            if found:
                print(seed, *(str(one)[:300] for one in found[:3]), sep="\n  ", flush=True)
            if played % 500 == 0:
                print(f"{played} evenings, {time.perf_counter() - began:.0f} s", flush=True)
    seconds = time.perf_counter() - began
    print(f"{len(seeds)} evenings, {wrong} with a fault, {seconds:.0f} s", dict(codes))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
