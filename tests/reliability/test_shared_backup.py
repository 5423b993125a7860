"""The commands check, backup and restore with PostgreSQL; backups of either kind in either."""

from contextlib import closing

import next_schema
import postgres
import psycopg
import pytest
from filled_journals import content, fill

from scorekeeper.cli import bootstrap
from scorekeeper.streams import statements
from scorekeeper.streams.base import DatabaseDamaged, StorageError, row_checksum
from scorekeeper.streams.installation import Installation
from scorekeeper.streams.postgres import backup as shared_backup
from scorekeeper.streams.postgres.driver import open_postgres
from scorekeeper.streams.sqlite import backup
from scorekeeper.streams.sqlite.driver import open_sqlite

pytestmark = pytest.mark.long

EVENTS = 6 * 7 + 1
"""The events of what :func:`filled_journals.fill` writes."""


@pytest.fixture
def journal(database_url):
    with closing(open_postgres(database_url)) as opened:
        yield opened


@pytest.fixture
def other_url(cluster):
    name = cluster.create_database()
    yield cluster.url(name)
    cluster.drop_database(name)


@pytest.fixture
def command(database_url, tmp_path, monkeypatch):
    """Run a command of ``app.py`` on the database; the exit status."""
    monkeypatch.setenv("DATABASE_URL", database_url)
    monkeypatch.setenv("INSTANCE", str(tmp_path / "instance"))
    return lambda *arguments: bootstrap.main([str(one) for one in arguments], None)


@pytest.fixture
def copy(journal, tmp_path):
    """A backup of six sheets."""
    fill(journal)
    assert shared_backup.back_up(journal, tmp_path / "copy") == EVENTS
    return tmp_path / "copy"


def test_the_commands_check_copy_and_restore(
    journal, command, other_url, tmp_path, monkeypatch, capsys
):
    fill(journal)
    copy = tmp_path / "copy"
    assert command("check") == command("backup", copy) == 0
    assert copy.stat().st_mode & 0o777 == 0o600
    monkeypatch.setenv("DATABASE_URL", other_url)
    assert command("restore", copy) == 0
    assert capsys.readouterr().out.count(f"{EVENTS} événements") == 3
    with closing(open_postgres(other_url)) as restored:
        assert content(restored) == content(journal)


def test_a_backup_of_postgresql_is_a_database_of_sqlite(journal, copy, tmp_path):
    installation = Installation(tmp_path / "instance")
    assert installation.restore(copy)[0] == EVENTS
    assert content(installation.journal) == content(journal)


def test_a_backup_of_sqlite_fills_a_database_in_postgresql(journal, tmp_path):
    with closing(open_sqlite(tmp_path / "a.sqlite3")) as source:
        fill(source)
        before = content(source)
    backup.backup(tmp_path / "a.sqlite3", tmp_path / "copy")
    assert shared_backup.restore(tmp_path / "copy", journal) == EVENTS
    assert content(journal) == before


def test_a_backup_of_an_earlier_version_is_migrated_elsewhere(journal, tmp_path, monkeypatch):
    next_schema.create_version_1(tmp_path / "copy")
    next_schema.register(monkeypatch.setattr)
    before, files = (tmp_path / "copy").read_bytes(), {*tmp_path.iterdir()}
    assert shared_backup.restore(tmp_path / "copy", journal) == next_schema.EVENTS
    assert len(journal.stream_ids()) == 5
    assert (tmp_path / "copy").read_bytes() == before
    assert {*tmp_path.iterdir()} == files


def test_a_backup_is_restored_into_an_empty_database_only(journal, copy, command, capsys):
    before = content(journal)
    assert command("restore", copy) == 1
    assert "prenez une base vide" in capsys.readouterr().err
    assert content(journal) == before


def test_a_restoration_that_is_interrupted_leaves_the_database_empty(
    copy, other_url, journal, monkeypatch
):
    inserted = statements.insert_stream

    def interrupted(db, sheet):
        inserted(db, sheet)
        if sheet.id == journal.stream_ids()[3]:
            raise KeyboardInterrupt

    with closing(open_postgres(other_url)) as target:
        with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
            patched.setattr(statements, "insert_stream", interrupted)
            shared_backup.restore(copy, target)
        assert target.stream_ids() == []
        shared_backup.restore(copy, target)
        assert content(target) == content(journal)


def test_a_backup_that_exists_is_not_replaced(journal, copy):
    before = copy.read_bytes()
    with pytest.raises(StorageError, match="existe déjà"):
        shared_backup.back_up(journal, copy)
    assert copy.read_bytes() == before


DAMAGES = {
    "a changed event": (
        "UPDATE event SET body = '{}' WHERE seq = 3",
        "ne se suit plus à l'événement 3",
    ),
    "a changed name": ("UPDATE name SET name = 'x' WHERE player = 1", "le nom du joueur 2"),
    "no events": ("DELETE FROM event", "n'est pas entière"),
    "an orphan": (
        "ALTER TABLE name DROP CONSTRAINT name_sheet_fkey; "
        f"INSERT INTO name VALUES (5, 0, '', {row_checksum(5, 0, b'')})",
        "la feuille 5 n'est pas entière",
    ),
}


@pytest.mark.parametrize(("statement", "sentence"), DAMAGES.values(), ids=DAMAGES)
def test_damage_is_found(journal, database_url, command, capsys, statement, sentence):
    fill(journal, sheets=2)
    with psycopg.connect(database_url) as db:
        for one in statement.split("; "):
            db.execute(one)
    assert command("check") == 1
    said = capsys.readouterr().err
    assert sentence in said and "python3 app.py restore" in said


@pytest.mark.parametrize(
    "statement",
    ["UPDATE event SET at = '' WHERE seq = 2", "UPDATE name SET name = 'x' WHERE player = 0"],
)
def test_no_backup_of_a_damaged_sheet_is_left(journal, database_url, tmp_path, statement):
    fill(journal, sheets=2)
    with psycopg.connect(database_url) as db:
        db.execute(statement)
    with pytest.raises(DatabaseDamaged):
        shared_backup.back_up(journal, tmp_path / "copy")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_file_with_the_address_is_a_sentence(command, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DATABASE_URL_FILE", str(tmp_path / "none"))
    assert command("check") == 1
    assert "No such file" in capsys.readouterr().err


def test_no_sentence_shows_the_password(command, database_url, monkeypatch, capsys):
    for address in (
        f"postgresql://ada:secret@/{postgres.name_of(database_url)}?host=/nowhere",
        "postgresql://ada:secret@/db?nonsense=secret",
        "postgresql://ada:se%zzcret@/db",
        "postgresql://ada:secret@[::1/db",
        "sqlite:secret",
    ):
        monkeypatch.setenv("DATABASE_URL", address)
        assert command("check") == 1
        said = capsys.readouterr()
        assert "cret" not in said.err + said.out, said.err
        assert said.err.endswith("\n") and "Traceback" not in said.err
