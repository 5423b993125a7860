"""A database of an earlier version: brought to this one, whole or not at all."""

import random
import re
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from old import first_version

from scorekeeper.storage import backup, migrations
from scorekeeper.storage.installation import Installation
from scorekeeper.storage.sqlite import SCHEMA, SqliteJournal, StorageError

ROOT = Path(__file__).resolve().parent.parent


def asked(path, query):
    db = sqlite3.connect(path)
    found = db.execute(query).fetchall()
    db.close()
    return found


def version(path):
    return asked(path, "PRAGMA user_version")[0][0]


def journal(path):
    return asked(path, "SELECT * FROM event ORDER BY sheet, seq")


def plan(path):
    """The tables of a database, without what does not change them."""
    recorded = "\n".join(sql or "" for (sql,) in asked(path, "SELECT sql FROM sqlite_schema"))
    return re.sub(r'--.*|\s+|"', "", recorded)


@pytest.fixture
def old(tmp_path):
    path = tmp_path / "la_marque.sqlite3"
    first_version(path)
    return path


def test_there_is_a_step_to_each_version():
    assert len(migrations.STEPS) == SCHEMA - 1


def test_a_migrated_base_is_as_a_new_one_and_holds_what_it_held(old, tmp_path):
    before = journal(old)
    migrations.migrate(old)
    SqliteJournal(tmp_path / "new").close()
    assert (version(old), plan(old)) == (SCHEMA, plan(tmp_path / "new"))
    assert journal(old) == before
    assert backup.check(old) == 150


def test_the_base_before_each_step_is_kept(old):
    kept = migrations.migrate(old, [lambda db: None] * 2)
    assert [path.name for path in kept] == ["la_marque.sqlite3.v1", "la_marque.sqlite3.v2"]
    assert [version(path) for path in kept] == [1, 2]
    assert all(backup.check(path) == 150 for path in kept)


def test_a_base_of_this_version_is_left_alone(tmp_path):
    SqliteJournal(tmp_path / "base").close()
    before = (tmp_path / "base").read_bytes()
    assert migrations.migrate(tmp_path / "base") == []
    assert (tmp_path / "base").read_bytes() == before


def cut(db):
    db.execute("UPDATE event SET kind = 'torn'")
    raise sqlite3.OperationalError("database or disk is full")


def drop(db):
    db.execute("DELETE FROM event WHERE seq = 30")


def orphan(db):
    db.execute("UPDATE event SET sheet = 99 WHERE sheet = 5")


@pytest.mark.parametrize("step", [cut, drop, orphan])
def test_a_step_that_fails_leaves_the_base_as_it_was(old, step):
    before = journal(old)
    with pytest.raises(StorageError, match="reste comme elle était"):
        migrations.migrate(old, [step])
    assert (version(old), journal(old)) == (1, before)


def test_a_table_rebuilt_takes_nothing_else_with_it(old):
    def rebuild(db):
        db.execute("CREATE TABLE sheet_2 (id INTEGER PRIMARY KEY, writer, reader)")
        db.execute("INSERT INTO sheet_2 SELECT * FROM sheet")
        db.execute("DROP TABLE sheet")
        db.execute("ALTER TABLE sheet_2 RENAME TO sheet")

    migrations.migrate(old, [rebuild])
    assert len(journal(old)) == 150


def test_a_damaged_base_is_not_migrated(old):
    db = sqlite3.connect(old)
    db.execute("UPDATE event SET body = '{}' WHERE seq = 3")
    db.commit()
    db.close()
    with pytest.raises(StorageError, match="ne se suit plus"):
        migrations.migrate(old)
    assert version(old) == 1


def test_the_same_copy_is_not_kept_twice_and_another_is_not_written_over(old):
    for _ in range(2):
        with pytest.raises(StorageError):
            migrations.migrate(old, [cut])
    assert [path.name for path in old.parent.glob("*.v1*")] == ["la_marque.sqlite3.v1"]
    old.with_name("la_marque.sqlite3.v1").write_text("mine")
    (kept,) = migrations.migrate(old)
    assert (kept.name, backup.check(kept)) == ("la_marque.sqlite3.v1-2", 150)
    assert old.with_name("la_marque.sqlite3.v1").read_text() == "mine"


def test_an_old_base_is_checked_copied_and_put_back_as_it_is(old, tmp_path):
    assert backup.check(old) == backup.backup(old, tmp_path / "copy") == 150
    base = tmp_path / "instance" / "la_marque.sqlite3"
    assert backup.restore(tmp_path / "copy", base) == (150, None)
    assert version(base) == 1


def test_the_start_brings_an_old_base_to_this_version(tmp_path):
    instance = Installation(tmp_path / "instance")
    instance.path.mkdir()
    first_version(instance.base)
    storage = instance.storage
    assert version(instance.base) == SCHEMA
    assert len(storage.events(3)) == 30
    storage.close()


MIGRATE = (
    "import sys, pathlib; from scorekeeper.migrations import migrate;"
    "print(flush=True); migrate(pathlib.Path(sys.argv[1]))"
)


def begin(path):
    """A migration in a process of its own, at its beginning."""
    command = [sys.executable, "-c", MIGRATE, str(path)]
    started = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    started.stdout.readline()
    return started


@pytest.mark.long
def test_a_migration_that_is_killed_is_whole_or_has_not_begun(tmp_path):
    """Forty kills, all along the migration of forty thousand events."""
    chance, path = random.Random(7), tmp_path / "base"
    first_version(tmp_path / "old", sheets=1000, hands=40)
    old, wanted = (tmp_path / "old").read_bytes(), journal(tmp_path / "old")
    path.write_bytes(old)
    first, began = begin(path), time.monotonic()
    first.communicate()
    lasts, torn = time.monotonic() - began, 0
    plans, ends = {1: plan(tmp_path / "old"), SCHEMA: plan(path)}, []
    for _ in range(40):
        path.write_bytes(old)
        migration = begin(path)
        time.sleep(chance.uniform(0.3, 1.3) * lasts)
        migration.kill()
        migration.communicate()
        left = path.with_name("base-journal")
        torn += left.exists() and left.stat().st_size > 0
        ends.append(version(path))
        assert (plan(path), journal(path)) == (plans[ends[-1]], wanted)
        migrations.migrate(path)
        assert (plan(path), journal(path)) == (plans[SCHEMA], wanted)
        assert backup.check(path) == 40_000
    print(f"40 kills, {torn} inside the step: {ends.count(1)} old, {ends.count(SCHEMA)} new")
