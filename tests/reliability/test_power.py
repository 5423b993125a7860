"""A power cut at every system call: every acknowledged hand is there at the next start."""

import random
import shutil
import sqlite3
import tempfile
from pathlib import Path

import next_schema
import pytest
from power import Disk, calls

from scorekeeper.streams.base import StorageError
from scorekeeper.streams.installation import DATABASE_NAME, Installation
from scorekeeper.streams.sqlite import backup

pytestmark = pytest.mark.hours

EVENING = """
import os, sys, pathlib
from scorekeeper.streams.sqlite import connection as sqlite_connection
if sys.argv[3] == "python":
    sqlite_connection.SETTINGS = {}
elif sys.argv[3]:
    sqlite_connection.SETTINGS["synchronous"] = ("OFF", 0)
from scorekeeper.streams.installation import Installation
installation = Installation(pathlib.Path(sys.argv[1]))
installation.create()
journal = installation.journal
token = journal.open_stream([("opened", {"title": "soirée"})], "t" * 22)
sheet_id = journal.grant(token).sheet_id
os.write(1, b"1 ")
for seq in range(1, int(sys.argv[2])):
    hand = {"taker": seq % 4, "contract": "garde", "bouts": 2, "points": 49, "note": "x" * seq}
    journal.append(sheet_id, f"{seq:032x}", "hand", hand, seq)
    os.write(1, f"{seq + 1} ".encode())
"""
"""Append so many hands, and print the position of each that was acknowledged."""

START = f"""{next_schema.IN_PROCESS}
import sys, pathlib
from scorekeeper.streams.installation import Installation
Installation(pathlib.Path(sys.argv[1])).create()
"""

RESTORE = """
import os, sys, pathlib
from scorekeeper.streams.installation import Installation
Installation(pathlib.Path(sys.argv[1])).restore(pathlib.Path(sys.argv[2]))
os.write(1, b"1 ")
"""


@pytest.fixture
def memory():
    """A folder in memory, for thousands of starts that do not wait for a disk."""
    shared = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=shared if shared.is_dir() else None) as folder:
        yield Path(folder)


def power_cuts(folder, memory, torn, program, *arguments):
    """Cut the power at each call of a program; its output, and the folder after each cut."""
    chance, disk, after = random.Random(7), Disk(folder), memory / "instance"
    for call in calls(program, str(folder), *arguments):
        if disk.apply(*call):
            for files in disk.cuts(chance, torn):
                shutil.rmtree(after, ignore_errors=True)
                after.mkdir()
                for name, content in files.items():
                    (after / name).write_bytes(content)
                yield disk.printed.split(), after


def events_at_start(folder):
    """The number of events that the next start finds intact; -1 if it cannot start."""
    installation = Installation(folder)
    try:
        installation.create()
        installation.shared_journal.close()
        return backup.check(installation.database)
    except (StorageError, sqlite3.Error):
        return -1


def evening(tmp_path, memory, hands, settings="", torn=4):
    """The numbers of power cuts in an evening, and of those that lost a hand."""
    (tmp_path / "instance").mkdir()
    cuts = power_cuts(tmp_path / "instance", memory, torn, EVENING, str(hands), settings)
    losses = [events_at_start(folder) < len(printed) for printed, folder in cuts]
    print(f"{settings or 'ours'}: {len(losses)} power cuts, {sum(losses)} lost a hand")
    return len(losses), sum(losses)


def test_no_acknowledged_hand_is_lost_in_a_power_cut(tmp_path, memory):
    cuts, losses = evening(tmp_path, memory, hands=60)
    assert cuts >= 5000 and losses == 0


@pytest.mark.parametrize("settings", ["python", "unsynced"])
def test_other_settings_lose_hands_so_the_test_can_fail(tmp_path, memory, settings):
    assert evening(tmp_path, memory, hands=8, settings=settings)[1] > 0


def test_a_migration_cut_short_is_whole_or_not_begun(tmp_path, memory, monkeypatch):
    folder = tmp_path / "instance"
    folder.mkdir()
    next_schema.create_version_1(folder / DATABASE_NAME)
    next_schema.register(monkeypatch.setattr)
    ends = [events_at_start(after) for _, after in power_cuts(folder, memory, 4, START)]
    lost = sum(end != next_schema.EVENTS for end in ends)
    print(f"migration: {len(ends)} power cuts, {lost} lost a hand")
    assert len(ends) > 500 and lost == 0


def crash_while_writing(folder):
    """An installation of 82 events whose last write left a hot journal."""
    installation = Installation(folder)
    journal = installation.journal
    for n in range(2):
        hands = [("hand", {"note": "x" * 500, "k": k}) for k in range(40)]
        journal.open_stream([("opened", {"n": n}), *hands])
    db = journal.driver._connection()
    db.execute("PRAGMA cache_size = 1")
    db.execute("BEGIN")
    db.execute("UPDATE event SET kind = 'torn'")
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    db.execute("ROLLBACK")
    journal.close()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    assert b"torn" in files[DATABASE_NAME]
    assert len(files[f"{DATABASE_NAME}-journal"]) > 1000


def test_a_restore_cut_short_leaves_the_copy_or_the_database_before(tmp_path, memory):
    other, folder = Installation(tmp_path / "other"), tmp_path / "instance"
    other.journal.open_stream([("opened", {})] + [("hand", {"k": k}) for k in range(9)])
    other.journal.close()
    crash_while_writing(folder)
    ends = []
    for printed, after in power_cuts(folder, memory, 4, RESTORE, str(other.database)):
        ends.append(events_at_start(after))
        assert ends[-1] == 10 or (ends[-1] == 82 and not printed)
        for before in after.glob("*.avant-*[0-9]"):
            assert backup.check(before) == 82
        assert ends[-1] == 82 or list(after.glob("*.avant-*[0-9]"))
    print(f"restore: {len(ends)} power cuts, {ends.count(82)} before, {ends.count(10)} after")
    assert {82, 10} == set(ends)
