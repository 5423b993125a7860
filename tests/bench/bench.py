"""Measures La Marque beside its limits: ``python3 app.py bench > tests/bench/README.md``."""

import argparse
import contextlib
import inspect
import os
import platform
import sqlite3
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parent), str(HERE.parent / "support")]

import client
from costs import ACTS
from parts import PARTS
from rounds import Rounds
from stage import Stage

from scorekeeper.cli.waitress_server import THREADS

INTRODUCTION = """\
# Measured

{date}, revision {revision}: this is what `python3 app.py bench{given}` printed, on {cores}
cores, with Python {python}, SQLite {sqlite}, {threads} threads of waitress, and wrk.

The programs that are compared take turns, in {rounds} rounds. Every figure is a median; « × »
is the median of the ratios within a round (with the lowest and the highest). The speed of a
machine changes by the hour, the ratios do not. The status of every response is checked, and
every acknowledged hand is looked up in the database. Requests are those of a phone's browser:
its cookie, its languages, gzip, and the headers of its scripts.

What is asked, and by whom:

- **hand**: the writer's phone sends a hand from its outbox, with the version that it shows;
  the answer is what changes on its page. (A program that answers without it is asked for the
  page as well; the time of both counts.)
- **first page after a hand**: somebody opens the sheet, of whose version no page has been
  shown yet, in a browser that has the files. The hand comes from the outbox of another phone.
- **news**: a follower's phone polls after such a hand with the version before it. Its link may
  only read (reader; the first one after a hand, and the next one), or write as well (writer),
  so that it shows the form of the next hand.
- **preview**: the writer's phone, each time an answer is tapped; here with all answers.
- **poll**: a follower's phone every two seconds, nearly always without news.

A client over one kept connection asks for these, ten tables in turns, {acts} times a round.
The other parts are asked by wrk, {seconds} s a round. What stands beside them:

- **L**: Flask and Jinja alone: a page of 40 rows and 4 players, in memory, not compressed.
- **A**: the smallest response of Flask.
- **C**: Flask-WTF alone: a form of a hand's eight answers and its CSRF token, which reads the
  totals of the row before and writes one row, with the SQLite settings of La Marque, one
  connection per thread, one write at a time."""


TRIED = (HERE / "tried.md").read_text(encoding="utf-8")
"""What was tried to be faster, printed below what was measured."""


def main():
    """Measure the parts that are asked for, or all."""
    parser = argparse.ArgumentParser(prog="python3 app.py bench")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=int, default=2)
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    options = parser.parse_args()
    unknown = set(options.parts) - set(PARTS)
    if unknown:
        parser.error(f"no such part: {', '.join(unknown)}")
    client.require()
    print(introduction(options))
    rounds = Rounds(options.rounds, options.seconds)
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as held:
        stage = Stage(Path(folder), held)
        for name in options.parts or PARTS:
            print(f"\n## {name.capitalize()}\n\n{inspect.getdoc(PARTS[name])}")
            PARTS[name](stage, rounds)
            sys.stdout.flush()
    print(f"\n{TRIED}", end="")


def introduction(options):
    """When and on what this was measured, and how to read it."""
    git = ["git", "describe", "--always", "--dirty"]
    revision = subprocess.run(git, cwd=HERE, capture_output=True, text=True)
    return INTRODUCTION.format(
        date=date.today(),
        given="".join(f" {word}" for word in sys.argv[1:]),
        revision=revision.stdout.strip() or "unknown",
        python=platform.python_version(),
        sqlite=sqlite3.sqlite_version,
        cores=os.cpu_count(),
        threads=THREADS,
        rounds=options.rounds,
        seconds=options.seconds,
        acts=ACTS,
    )


if __name__ == "__main__":
    main()
