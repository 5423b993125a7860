"""Migrations of databases of earlier versions: each step whole, or not begun."""

import contextlib
import random
import re
import sqlite3
import subprocess
import sys
import time

import pytest
from old_database import NAMES, create_version_1
from server import ENVIRONMENT, ROOT

from scorekeeper.streams.base import StorageError
from scorekeeper.streams.installation import Installation
from scorekeeper.streams.lock import claim_alone
from scorekeeper.streams.sqlite import backup, migrations
from scorekeeper.streams.sqlite.connection import SCHEMA
from scorekeeper.streams.sqlite.driver import open_sqlite


def query(path, statement):
    db = sqlite3.connect(path)
    rows = db.execute(statement).fetchall()
    db.close()
    return rows


def version(path):
    return query(path, "PRAGMA user_version")[0][0]


def all_events(path):
    return query(path, "SELECT * FROM event ORDER BY sheet, seq")


def all_tokens(path):
    """The tokens that open each sheet: its id, their hashes, whether they may write."""
    if version(path) < 3:
        pairs = query(
            path, "SELECT id, writer, 1 FROM sheet UNION SELECT id, reader, 0 FROM sheet"
        )
    else:
        pairs = query(path, "SELECT sheet, token_hash, may_write FROM access")
    return sorted(pairs)


def schema(path):
    """The tables of a database, without comments, spaces and quotes."""
    found = query(path, "SELECT sql FROM sqlite_schema WHERE name <> 'sqlite_sequence'")
    return sorted(re.sub(r'--.*|\s+|"', "", sql or "") for (sql,) in found)


@pytest.fixture
def old(tmp_path):
    path = tmp_path / "la_marque.sqlite3"
    create_version_1(path)
    return path


def test_there_is_a_step_to_each_version():
    assert len(migrations.STEPS) == SCHEMA - 1


def test_a_migrated_database_has_the_new_schema_and_opens_by_the_same_tokens(old, tmp_path):
    tokens = all_tokens(old)
    migrations.migrate(old)
    open_sqlite(tmp_path / "new").close()
    assert (version(old), schema(old)) == (SCHEMA, schema(tmp_path / "new"))
    assert len(tokens) == 10 and all_tokens(old) == tokens
    assert backup.check(old) == 150


def test_a_migrated_event_is_what_it_was_but_for_names_and_hash(old):
    before = all_events(old)
    migrations.migrate(old)
    for was, now in zip(before, all_events(old), strict=True):
        assert (*now[:4], now[5]) == (*was[:4], was[5])
        if was[3] == "hand":
            assert now[4] == was[4]


def test_no_event_of_a_migrated_database_holds_a_name(old):
    migrations.migrate(old)
    bodies = " ".join(row[4] for row in all_events(old))
    assert "Chez Zoé" in bodies and not re.search("Ann|Bruno|Chloé", bodies)


def test_a_migrated_sheet_reads_with_the_names_that_its_players_had_last(old):
    migrations.migrate(old)
    journal = open_sqlite(old)
    opened, *_, seated = journal.events(2)[:5]
    journal.close()
    assert opened.body == {"title": "Chez Zoé", "names": NAMES[:2], "seats": [0, 1]}
    assert seated.body == {"names": NAMES, "seats": [2, 1, 0]}


def test_a_migrated_name_and_a_migrated_token_have_their_checksums(old):
    migrations.migrate(old)
    journal = open_sqlite(old)
    assert journal.changed_row() is None
    with contextlib.closing(sqlite3.connect(old)) as db, db:
        db.execute("UPDATE name SET name = 'Max' WHERE sheet = 3 AND player = 2")
    assert journal.changed_row() == (3, 2)
    journal.close()


def test_the_database_from_before_each_step_is_kept(old):
    copies = migrations.migrate(old, [*migrations.STEPS, lambda db: None])
    assert [path.name for path in copies] == [
        f"la_marque.sqlite3.v{n}" for n in (1, 2, 3, 4, 5)
    ]
    assert [version(path) for path in copies] == [1, 2, 3, 4, 5]
    assert all(backup.check(path) == 150 for path in copies)


def test_a_database_of_this_version_is_left_alone(tmp_path):
    open_sqlite(tmp_path / "base").close()
    before = (tmp_path / "base").read_bytes()
    assert migrations.migrate(tmp_path / "base") == []
    assert (tmp_path / "base").read_bytes() == before


def fail(db):
    db.execute("UPDATE event SET kind = 'torn'")
    raise sqlite3.OperationalError("database or disk is full")


def delete_events(db):
    db.execute("DELETE FROM event WHERE seq = 30")


def orphan_events(db):
    db.execute("UPDATE event SET sheet = 99 WHERE sheet = 5")


@pytest.mark.parametrize("step", [fail, delete_events, orphan_events])
def test_a_step_that_fails_leaves_the_database_as_it_was(old, step):
    before = all_events(old)
    with pytest.raises(StorageError, match="reste comme elle était"):
        migrations.migrate(old, [step])
    assert (version(old), all_events(old)) == (1, before)


def test_a_migration_that_computes_a_wrong_chain_is_undone(old, monkeypatch):
    real = migrations.chained_hash
    monkeypatch.setattr(
        migrations,
        "chained_hash",
        lambda last, seq, *event: real(last, seq + (seq == 7), *event),
    )
    with pytest.raises(StorageError, match="reste comme elle était"):
        migrations.migrate(old)
    assert version(old) == 2 and len(all_events(old)) == 150


def test_rebuilding_a_table_deletes_nothing_from_others(old):
    def rebuild(db):
        db.execute("CREATE TABLE sheet_2 (id INTEGER PRIMARY KEY, writer, reader)")
        db.execute("INSERT INTO sheet_2 SELECT * FROM sheet")
        db.execute("DROP TABLE sheet")
        db.execute("ALTER TABLE sheet_2 RENAME TO sheet")

    migrations.migrate(old, [rebuild])
    assert len(all_events(old)) == 150


def test_a_damaged_database_is_not_migrated(old):
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
            migrations.migrate(old, [fail])
    assert [path.name for path in old.parent.glob("*.v1*")] == ["la_marque.sqlite3.v1"]
    old.with_name("la_marque.sqlite3.v1").write_text("mine")
    kept, *_ = migrations.migrate(old)
    assert (kept.name, backup.check(kept)) == ("la_marque.sqlite3.v1-2", 150)
    assert old.with_name("la_marque.sqlite3.v1").read_text() == "mine"


def test_an_old_database_is_checked_copied_and_restored_as_it_is(old, tmp_path):
    assert backup.check(old) == backup.backup(old, tmp_path / "copy") == 150
    base = tmp_path / "instance" / "la_marque.sqlite3"
    assert backup.restore(tmp_path / "copy", base) == (150, None)
    assert version(base) == 1


def test_opening_an_installation_migrates_its_database(tmp_path):
    installation = Installation(tmp_path / "instance")
    installation.path.mkdir()
    create_version_1(installation.database)
    journal = installation.journal
    assert version(installation.database) == SCHEMA
    assert len(journal.events(3)) == 30
    journal.close()


def test_a_database_is_not_migrated_beside_a_running_program(tmp_path):
    installation = Installation(tmp_path)
    create_version_1(installation.database)
    lock = claim_alone(tmp_path)
    with pytest.raises(StorageError, match="déjà ouverte"):
        _ = installation.shared_journal
    lock.release()
    assert version(installation.database) == 1


MIGRATE = (
    "import sys, pathlib; from scorekeeper.streams.sqlite.migrations import migrate;"
    "print(flush=True); migrate(pathlib.Path(sys.argv[1]))"
)


def start_migration(path):
    """A process that is about to migrate."""
    process = subprocess.Popen(
        [sys.executable, "-c", MIGRATE, str(path)],
        cwd=ROOT,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.readline()
    return process


@pytest.mark.hours
def test_a_migration_that_is_killed_is_whole_or_has_not_begun(tmp_path):
    """Forty kills at random moments of the migration of forty thousand events."""
    chance, path = random.Random(7), tmp_path / "base"
    create_version_1(tmp_path / "old", sheets=1000, hands=40)
    old, content = (tmp_path / "old").read_bytes(), {1: all_events(tmp_path / "old")}
    tokens = all_tokens(tmp_path / "old")
    path.write_bytes(old)
    first, began = start_migration(path), time.monotonic()
    first.communicate()
    duration, torn = time.monotonic() - began, 0
    content[SCHEMA] = all_events(path)
    path.write_bytes(old)
    migrations.migrate(path, migrations.STEPS[:1])
    content[2], content[3], content[4] = all_events(path), *[content[SCHEMA]] * 2
    ends = []
    for _ in range(40):
        path.write_bytes(old)
        migration = start_migration(path)
        time.sleep(chance.uniform(0.3, 1.3) * duration)
        migration.kill()
        migration.communicate()
        left = path.with_name("base-journal")
        torn += left.exists() and left.stat().st_size > 0
        ends.append(version(path))
        assert (all_events(path), all_tokens(path)) == (content[ends[-1]], tokens)
        migrations.migrate(path)
        assert (all_events(path), all_tokens(path)) == (content[SCHEMA], tokens)
        assert backup.check(path) == 40_000
    reached = [ends.count(n) for n in range(1, SCHEMA + 1)]
    print(f"40 kills, {torn} inside a step; versions {reached}")
