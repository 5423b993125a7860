"""Kills of the program in the middle of random evenings of a club, SQLite, no HTTP.

A child plays an evening through the service and tells each step once it is confirmed; it is
killed at a random moment, or right after something was stored. The next child goes on, as an
organizer does: the step that was under way is sent again under its key. In the end nothing
confirmed is lost, and the evening is the one that is played without kills: the same draws, the
same ranking.

    .venv/bin/python tests/tournaments/support/evening_kills.py --evenings 200 --seed 7
"""

import argparse
import io
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import redirect_stdout
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from random_evenings import comparable

from scorekeeper.sheets.service.access import SheetRepository
from scorekeeper.streams.event_store import EventStore
from scorekeeper.streams.installation import Installation
from scorekeeper.tournaments.next_round import draw_request, fingerprint
from scorekeeper.tournaments.people import NewPerson, attend, keep_apart, register
from scorekeeper.tournaments.regulations import PRESETS
from scorekeeper.tournaments.rounds import add_penalty, close, publish, record_slip
from scorekeeper.tournaments.service.access import TournamentRepository, announce
from scorekeeper.tournaments.service.tokens import Role
from scorekeeper.tournaments.tournament import Result

SHORTEST = 18  # events that every evening stores, so that the first kill always comes


def publish_round(tournament, number, seed):
    """Draw a round and publish it; None if that was done before."""
    if len(tournament.rounds) >= number:
        return None
    return publish(tournament, seed, "", fingerprint(draw_request(tournament, seed)))


class Evening:
    """One evening in a folder, the same one for the same seed.

    :param after: steps that were confirmed before.
    """

    def __init__(self, folder, seed, after=0):
        self.random, self.seed, self.after, self.done = Random(seed), seed, after, 0
        self.installation = installation = Installation(Path(folder))
        installation.open()
        sheets = SheetRepository(lambda: installation.journal, lambda: installation.secret_key)
        self.repository = TournamentRepository(sheets, installation.path / "tournaments")
        self.preset = self.random.choice(list(PRESETS))
        regulations = PRESETS[self.preset].regulations
        token = announce(
            self.repository,
            **{"title": "Soirée", "date": "2026-11-23", "place": "", "preset": self.preset},
            game=PRESETS[self.preset].games[0],
            fields={"draw": self.random.choice(["random", "ranking"]), "rounds": "3"},
            key=f"evening {seed}",
        )
        self.desk = self.repository.access(token, Role)
        self.in_teams, self.by_side = regulations.ranks_teams, regulations.has_sides

    def close(self):
        """Let another program have the installation."""
        self.installation.journal.close()
        self.installation.release()

    def step(self, kind, decision, *arguments):
        """Take one step, unless it was confirmed before; tell it."""
        self.done += 1
        if self.done <= self.after:
            return
        self.desk.record(kind, decision, *arguments, key=f"step {self.done}")
        print(self.done, self.desk.tournament.etag, ".", flush=True)

    def play(self):
        """Play it to its end; the tournament."""
        random = self.random
        people = 2 * random.randint(4, 9)
        self.register(1, people)
        self.step("apart", keep_apart, [(1, 4)], True)
        for number in range(1, 4):
            if random.random() < 0.4:
                self.register(people + 1, people + 2)
                people += 2
            if random.random() < 0.4:
                gone = 2 * random.randint(1, people // 2)
                is_here = random.random() < 0.5
                self.step("attending", attend, [gone - 1, gone], is_here)
            self.step("published", publish_round, number, random.randrange(2**31))
            points = [random.randint(-300, 300) for _ in range(3 * people)]
            for table, seats in enumerate(self.tables(number), 1):
                self.step("slip", record_slip, number, table, self.result(points, len(seats)))
            self.step("closed", close, number)
            who = random.randint(1, 4)
            self.step("fined", add_penalty, number, who, -100, "retard")
        return self.desk.tournament

    def register(self, first, last):
        people = [
            NewPerson(f"J{n}", team=(n + 1) // 2 * self.in_teams)
            for n in range(first, last + 1)
        ]
        self.step("enrolled", register, people, True)

    def tables(self, number):
        return self.desk.tournament.rounds[number - 1].tables

    def result(self, points, seats):
        if self.by_side:
            first = 972 + points.pop()
            return Result((first, 1944 - first))
        bilans = [points.pop() for _ in range(seats - 1)]
        return Result((*bilans, -sum(bilans)))


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
        evening = Evening(folder, seed, after=10**6)
        lost = {*confirmed} - {event.etag for event in evening.desk.events()}
        found = evening.desk.tournament
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(io.StringIO()):
        whole = Evening(folder, seed).play()
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
        Evening(folder, int(seed), int(confirmed)).play()
        return
    kills, faults = 0, []
    for seed in range(options.seed, options.seed + options.evenings):
        killed, found = play(seed, kills=3)
        kills, faults = kills + killed, faults + [(seed, fault) for fault in found]
    print({"evenings": options.evenings, "kills": kills, "faults": faults})


if __name__ == "__main__":
    main()
