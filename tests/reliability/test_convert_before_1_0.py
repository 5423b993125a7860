"""A database from before version 1.0 is refused with a command, and converted by it once."""

import subprocess
import sys
from contextlib import closing

import psycopg
import pytest
from circle_routes import found
from conftest import GARDE, UNGUARDED
from filled_journals import change, content, fill
from server import ENVIRONMENT, ROOT

from app import create_app
from scorekeeper.cli import bootstrap
from scorekeeper.streams.base import StorageError
from scorekeeper.streams.installation import DATABASE_NAME
from scorekeeper.streams.lock import claim_alone
from scorekeeper.streams.postgres.driver import open_postgres
from scorekeeper.streams.sqlite.connection import BEFORE_1_0
from scorekeeper.streams.sqlite.driver import open_sqlite

SCRIPT = ROOT / "deploy" / "convert_before_1_0.py"

pytestmark = pytest.mark.one_process


def make_old(path):
    """As the last version before 1.0 left it, in a file that the first one had made."""
    change(
        path,
        "CREATE TABLE sheet_1 (id INTEGER PRIMARY KEY AUTOINCREMENT)",
        "DROP TABLE sheet_1",
        f"PRAGMA application_id = {BEFORE_1_0}",
        "PRAGMA user_version = 5",
    )


@pytest.fixture
def old(tmp_path):
    path = tmp_path / DATABASE_NAME
    with closing(open_sqlite(path)) as journal:
        fill(journal)
    make_old(path)
    return path


def convert(*arguments, **settings):
    return subprocess.run(
        [sys.executable, SCRIPT, *arguments],
        env=ENVIRONMENT | settings,
        capture_output=True,
        text=True,
    )


def exported(folder, *addresses):
    runner = create_app({"INSTANCE": folder, **UNGUARDED}).test_cli_runner()
    return [runner.invoke(args=["export", address]).stdout for address in addresses]


def test_a_converted_installation_has_the_same_sheets_and_circles(tmp_path):
    app = create_app({"INSTANCE": tmp_path, **UNGUARDED})
    client = app.test_client()
    circle = found(client)
    form = {"player": ["1", "2", "3", "4"], "order": "1 2 3 4"}
    sheet = client.post(f"{circle}/sheets", data=form).location.split("?")[0]
    for points in ("51", "60"):
        hand = client.post(f"{sheet}/hands", data=GARDE | {"points": points})
        assert hand.status_code == 303
    app.extensions["installation"].journal.close()
    app.extensions["installation"].release()
    before = exported(tmp_path, sheet, circle)
    assert [text.count('"points": 51') for text in before] == [1, 1]
    make_old(tmp_path / DATABASE_NAME)
    done = convert(tmp_path)
    kept = tmp_path / f"{DATABASE_NAME}.avant-1.0"
    assert done.returncode == 0 and "convertie" in done.stdout and str(kept) in done.stdout
    assert kept.stat().st_mode & 0o777 == 0o600
    assert exported(tmp_path, sheet, circle) == before


def test_the_program_names_the_command_that_converts_a_database(old, monkeypatch, capsys):
    monkeypatch.setenv("INSTANCE", str(old.parent))
    assert bootstrap.main(["check"], None) == 1
    assert f"python3 deploy/convert_before_1_0.py {old}\n" in capsys.readouterr().err
    with pytest.raises(StorageError, match="avant la version 1"):
        open_sqlite(old)


@pytest.mark.parametrize(
    "statement",
    [
        "PRAGMA user_version = 4",
        "PRAGMA application_id = 0",
        "UPDATE event SET body = '{}' WHERE seq = 3",
        "UPDATE name SET name = 'Max' WHERE player = 0",
    ],
)
def test_another_or_a_damaged_database_is_refused_and_left_alone(old, statement):
    change(old, statement)
    before = old.read_bytes()
    refused = convert(old)
    assert refused.returncode == 1 and str(old) in refused.stderr
    assert f"{old}.new" not in refused.stderr
    assert old.read_bytes() == before
    assert not old.with_name(f"{old.name}.new").exists()


def test_a_database_is_converted_once_and_not_while_it_is_open(old):
    lock = claim_alone(old.parent)
    assert "déjà ouverte" in convert(old).stderr
    lock.release()
    assert convert(old).returncode == 0
    assert "rien n'a changé" in convert(old).stderr
    assert sorted(path.name for path in old.parent.glob("*.avant-1.0*")) == [
        f"{old.name}.avant-1.0"
    ]


def test_an_earlier_copy_is_not_written_over(old):
    mine = old.with_name(f"{old.name}.avant-1.0")
    mine.write_text("mine")
    assert convert(old).returncode == 0
    assert mine.read_text() == "mine" and mine.with_name(f"{mine.name}-1").exists()


def test_a_database_in_postgresql_is_converted(database_url):
    with closing(open_postgres(database_url)) as journal:
        fill(journal)
        before = content(journal)
    with psycopg.connect(database_url) as db:
        for table in ("name", "access"):
            db.execute(f"ALTER TABLE {table} ALTER COLUMN checksum DROP NOT NULL")
            db.execute(f"UPDATE {table} SET checksum = NULL WHERE sheet % 2 = 0")
        db.execute("UPDATE property SET name = 'schema', value = '5' WHERE name = 'version'")
    with pytest.raises(StorageError, match="avant la version 1"):
        open_postgres(database_url)
    assert convert(DATABASE_URL=database_url).returncode == 0
    with closing(open_postgres(database_url)) as journal:
        assert content(journal) == before and journal.changed_row() is None
    assert "rien n'a changé" in convert(DATABASE_URL=database_url).stderr
