"""The drafts of killed backups, restores and migrations: the start removes them alone."""

import subprocess
import sys

import next_schema
import pytest
from server import ENVIRONMENT, ROOT

from scorekeeper.cli import serve
from scorekeeper.streams.base import StorageError
from scorekeeper.streams.installation import Installation
from scorekeeper.streams.lock import claim_alone
from scorekeeper.streams.sqlite import backup

KILLED = f"""{next_schema.IN_PROCESS}
import os, pathlib, sys
from scorekeeper.streams import files
from scorekeeper.streams.sqlite import backup
from scorekeeper.streams.sqlite import migrations
from scorekeeper.streams.installation import Installation
files.os.replace = lambda *names: os._exit(9)
database = pathlib.Path(sys.argv[1])
{{work}}
"""
"""A process that ends where a draft would get its final name."""

WORK = {
    "backup": "backup.daily(database)",
    "restore": "backup.restore(pathlib.Path(sys.argv[2]), database)",
    "migration": "migrations.migrate(database)",
}

OTHERS = (
    "la_marque.sqlite3.v1",
    "la_marque.sqlite3.avant-2026-11-20-210400.000001",
    "la_marque.sqlite3.avant-2026-11-20-210400.000001-journal",
    "copies/la_marque-2026-11-20.sqlite3",
    "copies/mine.sqlite3.new",
    "notes.new",
    "la_marque.sqlite3.new.txt",
)
"""Files that are kept, whoever wrote them."""


def names(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


@pytest.fixture
def database(instance, tmp_path):
    installation = Installation(instance)
    installation.open()
    installation.journal.close()
    installation.release()
    backup.backup(installation.database, tmp_path / "copy")
    return installation.database


def start(database):
    installation = Installation(database.parent)
    serve.open_installation(installation)
    installation.journal.close()
    installation.release()


@pytest.mark.parametrize("work", WORK)
def test_the_draft_of_a_killed_command_is_removed_at_the_start(
    database, tmp_path, monkeypatch, work
):
    if work == "migration":
        next_schema.register(monkeypatch.setattr)
    kept = {"copies", "la_marque.sqlite3-journal", "la_marque.sqlite3.v1"}
    before = set(names(database.parent)) - kept
    program = KILLED.format(work=WORK[work])
    arguments = [sys.executable, "-c", program, database, tmp_path / "copy"]
    killed = subprocess.run(arguments, cwd=ROOT, env=ENVIRONMENT)
    assert killed.returncode == 9
    assert set(names(database.parent)) - before - kept
    start(database)
    assert set(names(database.parent)) - kept == before


def test_no_other_file_is_removed(database):
    (database.parent / "copies").mkdir()
    for name in OTHERS:
        (database.parent / name).write_bytes(b"x")
    (database.parent / "la_marque.sqlite3.copy").mkdir()
    before = names(database.parent)
    start(database)
    assert names(database.parent) == before


def test_a_draft_is_left_to_the_process_that_holds_the_lock(database):
    draft = database.with_name(f"{database.name}.new")
    draft.write_bytes(b"x")
    lock = claim_alone(database.parent)
    with pytest.raises(StorageError, match="déjà ouverte"):
        start(database)
    assert draft.exists()
    lock.release()
    start(database)
    assert not draft.exists()
