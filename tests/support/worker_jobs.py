"""Computations for a worker process; they say what they do in a folder.

As a program it is the parent of a worker: ``worker_jobs.py FOLDER`` begins a computation that
does not end, and says so on its standard output; it ends once its standard input does.
"""

import os
import sys
import time
from pathlib import Path

from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.formats.strict_json import DocumentError

GATE = "gate"
"""The file whose presence lets computations end."""


def note(folder, name):
    """Note that this computation was begun; return its name."""
    with Path(folder, "begun").open("a") as file:
        file.write(f"{name}\n")
    return name


def begun(folder):
    """The names of the computations that were begun, in their order."""
    path = Path(folder, "begun")
    return path.read_text().split() if path.exists() else []


def wait(folder, name="wait"):
    """Wait for the gate."""
    note(folder, name)
    while not Path(folder, GATE).exists():
        time.sleep(0.005)
    return name


def open_gate(folder):
    Path(folder, GATE).touch()


def die(folder, times):
    """Kill this process so many times; return how often it was begun."""
    note(folder, "die")
    if len(begun(folder)) <= times:
        os._exit(1)
    return len(begun(folder))


def refuse():
    raise DocumentError(msg("ligne %(n)s", n=7), msg("il manque un champ"))


def unreadable():
    """Return what cannot be pickled."""
    return lambda: None


def main(folder):
    from worker_jobs import wait  # the worker does not know the starter

    from scorekeeper.web import worker

    worker.PATIENCE = 0
    parent = worker.Worker()
    try:
        parent.result(worker.Owner("network"), wait, folder)
    except worker.NotReady:
        while not begun(folder):
            time.sleep(0.005)
    print("begun", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1])
