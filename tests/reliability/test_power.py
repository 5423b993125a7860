"""A power cut at every system call: what was acknowledged is there at the next start."""

import random
import shutil
import sqlite3
import tempfile
from pathlib import Path

import pytest
from old import first_version
from power import Disk, calls

from scorekeeper.storage import backup
from scorekeeper.storage.installation import BASE, Installation
from scorekeeper.storage.sqlite import StorageError

pytestmark = pytest.mark.long

EVENING = """
import os, sys, pathlib
from scorekeeper.storage import sqlite
if sys.argv[3] == "python":
    storage.SETTINGS = {}
elif sys.argv[3]:
    storage.SETTINGS["synchronous"] = ("OFF", 0)
from scorekeeper.storage.installation import Instance
instance = Instance(pathlib.Path(sys.argv[1]))
instance.make()
journal = instance.storage
sheet = journal.access(journal.open_sheet([("opened", {"title": "soirée"})], "t" * 22)).sheet
os.write(1, b"1 ")
for seq in range(1, int(sys.argv[2])):
    hand = {"taker": seq % 4, "contract": "garde", "bouts": 2, "points": 49, "note": "x" * seq}
    journal.append(sheet, f"{seq:032x}", "hand", hand, seq)
    os.write(1, f"{seq + 1} ".encode())
"""

START = """
import sys, pathlib
from scorekeeper.storage.installation import Instance
Instance(pathlib.Path(sys.argv[1])).make()
"""

RESTORE = """
import os, sys, pathlib
from scorekeeper.storage.installation import Instance
Instance(pathlib.Path(sys.argv[1])).restore(pathlib.Path(sys.argv[2]))
os.write(1, b"1 ")
"""


@pytest.fixture
def sheet_cache():
    """A folder in memory: thousands of starts, none of which waits for a disk."""
    shared = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=shared if shared.is_dir() else None) as folder:
        yield Path(folder)


def replay(folder, sheet_cache, torn, program, *arguments):
    """Cut a program at each of its calls; what it had said, and the folder after each cut."""
    chance, disk = random.Random(7), Disk(folder)
    for call in calls(program, str(folder), *arguments):
        if disk.feed(*call):
            for files in disk.cuts(chance, torn):
                shutil.rmtree(sheet_cache / "instance", ignore_errors=True)
                (sheet_cache / "instance").mkdir()
                for name, content in files.items():
                    (sheet_cache / "instance" / name).write_bytes(content)
                yield disk.recorded.split(), sheet_cache / "instance"


def kept(folder):
    """How many events the next start finds, all in their chain; -1 where it cannot start."""
    instance = Installation(folder)
    try:
        instance.make()
        instance.storage.close()
        return backup.check(instance.base)
    except (StorageError, sqlite3.Error):
        return -1


def evening(tmp_path, sheet_cache, hands, settings="", torn=4):
    """How many cuts there were in an evening, and how many lost a hand."""
    (tmp_path / "instance").mkdir()
    after = replay(tmp_path / "instance", sheet_cache, torn, EVENING, str(hands), settings)
    cuts = [kept(folder) < len(recorded) for recorded, folder in after]
    print(f"{settings or 'ours'}: {len(cuts)} power cuts, {sum(cuts)} lost a hand")
    return len(cuts), sum(cuts)


def test_no_acknowledged_hand_is_lost_in_a_power_cut(tmp_path, sheet_cache):
    cuts, losses = evening(tmp_path, sheet_cache, hands=60)
    assert cuts >= 5000 and losses == 0


@pytest.mark.parametrize("settings", ["python", "unsynced"])
def test_other_settings_lose_hands_so_the_test_can_fail(tmp_path, sheet_cache, settings):
    assert evening(tmp_path, sheet_cache, hands=8, settings=settings)[1] > 0


def test_a_migration_cut_short_is_whole_or_has_not_begun(tmp_path, sheet_cache):
    folder = tmp_path / "instance"
    folder.mkdir()
    first_version(folder / BASE)
    ends = [kept(after) for _, after in replay(folder, sheet_cache, 4, START)]
    print(f"migration: {len(ends)} power cuts, {sum(end != 150 for end in ends)} lost a hand")
    assert len(ends) > 500 and set(ends) == {150}


def crashed(folder):
    """An evening of 82 events whose last write was cut short: its journal is to be played."""
    instance = Installation(folder)
    instance.make()
    for n in range(2):
        hands = [("hand", {"note": "x" * 500, "k": k}) for k in range(40)]
        instance.storage.open_sheet([("opened", {"n": n}), *hands])
    db = instance.storage._connection()
    db.execute("PRAGMA cache_size = 1")
    db.execute("BEGIN")
    db.execute("UPDATE event SET kind = 'torn'")
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    db.execute("ROLLBACK")
    instance.storage.close()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    assert b"torn" in files[BASE] and len(files[f"{BASE}-journal"]) > 1000


def test_a_copy_put_back_is_there_or_the_base_before_is(tmp_path, sheet_cache):
    other, folder = Installation(tmp_path / "other"), tmp_path / "instance"
    other.make()
    other.storage.open_sheet([("opened", {})] + [("hand", {"k": k}) for k in range(9)])
    other.storage.close()
    crashed(folder)
    ends = []
    for recorded, after in replay(folder, sheet_cache, 4, RESTORE, str(other.base)):
        ends.append(kept(after))
        assert ends[-1] == 10 or (ends[-1] == 82 and not recorded)
        for before in after.glob("*.avant-*[0-9]"):
            assert backup.check(before) == 82
        assert ends[-1] == 82 or list(after.glob("*.avant-*[0-9]"))
    print(f"restore: {len(ends)} power cuts, {ends.count(82)} before, {ends.count(10)} after")
    assert {82, 10} == set(ends)
