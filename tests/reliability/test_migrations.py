"""Migrations of databases of earlier versions: each step whole, or not begun."""

import sqlite3
from contextlib import closing

import pytest
from filled_journals import change, content
from next_schema import EVENTS, create_version_1, register, store_events_anew

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


def all_rows(path):
    """The rows of every table."""
    tables = ("sheet", "access", "name", "event", "property")
    return [sorted(query(path, f"SELECT * FROM {table}")) for table in tables]


@pytest.fixture
def use(monkeypatch):
    """Let the program know these steps."""
    return lambda *steps: register(monkeypatch.setattr, steps)


@pytest.fixture
def old(tmp_path, use):
    """A database of schema 1 for a program of schema 2."""
    path = tmp_path / "la_marque.sqlite3"
    create_version_1(path)
    use(store_events_anew)
    return path


def test_there_is_a_step_to_each_version():
    assert len(migrations.STEPS) == SCHEMA - 1


def test_a_migrated_database_is_whole_and_has_every_row_that_it_had(old):
    with closing(open_sqlite(old)) as journal:
        before = content(journal)
    migrations.migrate(old)
    assert (version(old), backup.check(old)) == (2, EVENTS)
    with closing(open_sqlite(old)) as journal:
        assert len(before) == 5 and content(journal) == before


def test_the_database_from_before_each_step_is_kept(old, use):
    use(store_events_anew, store_events_anew)
    copies = migrations.migrate(old)
    assert [path.name for path in copies] == [f"la_marque.sqlite3.v{n}" for n in (1, 2)]
    assert [version(path) for path in (*copies, old)] == [1, 2, 3]
    assert all(backup.check(path) == EVENTS for path in (*copies, old))


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
    db.execute("UPDATE event SET sheet = 99 WHERE sheet = (SELECT max(id) FROM sheet)")


@pytest.mark.parametrize("step", [fail, delete_events, orphan_events])
def test_a_step_that_fails_leaves_the_database_as_it_was(old, use, step):
    use(step)
    before = all_rows(old)
    with pytest.raises(StorageError, match="reste comme elle était"):
        migrations.migrate(old)
    assert (version(old), all_rows(old)) == (1, before)


def test_rebuilding_a_table_deletes_nothing_from_others(old, use):
    def rebuild(db):
        db.execute("CREATE TABLE sheet_2 (id INTEGER PRIMARY KEY) STRICT")
        db.execute("INSERT INTO sheet_2 SELECT * FROM sheet")
        db.execute("DROP TABLE sheet")
        db.execute("ALTER TABLE sheet_2 RENAME TO sheet")

    use(rebuild)
    migrations.migrate(old)
    assert backup.check(old) == EVENTS


def test_a_damaged_database_is_not_migrated(old):
    change(old, "UPDATE event SET body = '{}' WHERE seq = 3")
    with pytest.raises(StorageError, match="ne se suit plus"):
        migrations.migrate(old)
    assert version(old) == 1


def test_the_same_copy_is_not_kept_twice_and_another_is_not_written_over(old, use):
    use(fail)
    for _ in range(2):
        with pytest.raises(StorageError):
            migrations.migrate(old)
    assert [path.name for path in old.parent.glob("*.v1*")] == ["la_marque.sqlite3.v1"]
    old.with_name("la_marque.sqlite3.v1").write_text("mine")
    use(store_events_anew)
    (kept,) = migrations.migrate(old)
    assert (kept.name, backup.check(kept)) == ("la_marque.sqlite3.v1-2", EVENTS)
    assert old.with_name("la_marque.sqlite3.v1").read_text() == "mine"


def test_an_old_database_is_checked_copied_and_restored_as_it_is(old, tmp_path):
    assert backup.check(old) == backup.backup(old, tmp_path / "copy") == EVENTS
    base = tmp_path / "instance" / "la_marque.sqlite3"
    assert backup.restore(tmp_path / "copy", base) == (EVENTS, None)
    assert version(base) == 1


def test_opening_an_installation_migrates_its_database(old):
    installation = Installation(old.parent)
    with closing(installation.journal) as journal:
        assert (version(installation.database), journal.count_events()) == (2, EVENTS)


def test_a_database_is_not_migrated_beside_a_running_program(old):
    installation = Installation(old.parent)
    lock = claim_alone(old.parent)
    with pytest.raises(StorageError, match="déjà ouverte"):
        _ = installation.shared_journal
    lock.release()
    assert version(installation.database) == 1
