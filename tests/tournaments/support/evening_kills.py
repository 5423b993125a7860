"""Kills of the program in the middle of random evenings of a club, SQLite, no HTTP.

A child plays an evening through the service and tells each step once it is confirmed; it is
killed at a random moment, or right after something was stored. The next child goes on, as an
organizer does: the step that was under way is sent again under its key. In the end nothing
confirmed is lost, and the evening is the one that is played without kills: the same draws, the
same ranking.

    .venv/bin/python tests/tournaments/support/evening_kills.py --evenings 200 --seed 7
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

import random_evenings
from decided import decided
from random_evenings import comparable

from scorekeeper.sheets.service.access import SheetRepository
from scorekeeper.streams.event_store import EventStore
from scorekeeper.streams.installation import Installation
from scorekeeper.tournaments.service.access import TournamentRepository, announce
from scorekeeper.tournaments.service.tokens import Role

SIZE = {"most": 18, "rounds": 3}
SHORTEST = 12  # events that every evening stores, so that the first kill always comes


class Installed:
    """The desk of a tournament in an installation, whose steps have keys and are told. What
    people do next follows from the decisions alone, beside: there is no step that was
    confirmed before and is not in the store.

    :param after: steps that were confirmed before.
    """

    def __init__(self, folder, seed, after, **about):
        self.after, self.done, self.beside = after, 0, decided(**about)
        self.installation = installation = Installation(Path(folder))
        installation.open()
        sheets = SheetRepository(lambda: installation.journal, lambda: installation.secret_key)
        repository = TournamentRepository(sheets, installation.path / "tournaments")
        token = announce(repository, **about, key=f"evening {seed}")
        self.access = repository.access(token, Role)

    @property
    def tournament(self):
        """The tournament as it is by the decisions alone."""
        return self.beside.tournament

    def close(self):
        """Let another program have the installation."""
        self.installation.journal.close()
        self.installation.release()

    def record(self, kind, decision, *arguments):
        """Take one step, unless it was confirmed before; tell it."""
        self.done += 1
        self.beside.record(kind, decision, *arguments)
        if self.done <= self.after:
            return
        self.access.record(kind, decision, *arguments, key=f"step {self.done}")
        print(self.done, self.access.tournament.etag, ".", flush=True)


def evening(folder, seed, after=0):
    """An evening in a folder, the same one for the same seed."""
    return random_evenings.Evening(seed, partial(Installed, folder, seed, after), **SIZE)


def die_after(count):
    """Kill this process right after it has stored so many events."""
    append, left = EventStore.append, [count]

    def fatal(*arguments, **named):
        appended = append(*arguments, **named)
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        return appended

    EventStore.append = fatal


def play(seed, kills):
    """Play an evening that is killed up to so often; the number of kills, and its faults."""
    random, confirmed, killed = Random(seed), [], 0
    with tempfile.TemporaryDirectory() as folder:
        while True:
            dies = random.choice([0, random.randint(1, 30)]) if 0 < killed < kills else 0
            if not killed:
                dies = random.randint(1, SHORTEST)
            numbers = map(str, (seed, len(confirmed), dies))
            child = subprocess.Popen(
                [sys.executable, __file__, "--play", folder, *numbers],
                stdout=subprocess.PIPE,
                text=True,
            )
            if 0 < killed < kills and not dies:
                child.stdout.readline()  # it has begun
                time.sleep(random.uniform(0, 0.15))
                child.kill()
            told, _ = child.communicate()
            killed += child.returncode < 0
            confirmed += [line.split()[1] for line in told.splitlines() if line.endswith(".")]
            if child.returncode >= 0:
                break
        if child.returncode:
            return killed, ["it ended with an error"]
        desk = evening(folder, seed, after=len(confirmed)).desk.access
        lost = {*confirmed} - {event.etag for event in desk.events()}
        found = desk.tournament
    whole = random_evenings.Evening(seed, decided, **SIZE).play()
    faults = ["confirmed events are lost"] * bool(lost)
    faults += ["another evening"] * (comparable(found) != comparable(whole))
    return killed, faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--evenings", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument(
        "--play", nargs=4, help="what a child plays: FOLDER SEED CONFIRMED DIES"
    )
    options = parser.parse_args()
    if options.play:
        folder, seed, confirmed, dies = options.play
        print("begun", flush=True)
        if int(dies):
            die_after(int(dies))
        evening(folder, int(seed), int(confirmed)).play()
        return
    kills, faults = 0, []
    for seed in range(options.seed, options.seed + options.evenings):
        killed, found = play(seed, kills=3)
        kills, faults = kills + killed, faults + [(seed, fault) for fault in found]
    print({"evenings": options.evenings, "kills": kills, "faults": faults})


if __name__ == "__main__":
    main()
