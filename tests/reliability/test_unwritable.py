"""A database that may not be written: said so, and no copy is offered in its place."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys

import pytest

from scorekeeper.cli import serve
from scorekeeper.streams.base import DatabaseDamaged, StorageError
from scorekeeper.streams.installation import Installation
from scorekeeper.streams.sqlite import backup

KILLED = """
import os, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA cache_size = 1")
db.execute("BEGIN IMMEDIATE")
for n in range(3000):
    db.execute("INSERT INTO name VALUES (1, ?, hex(randomblob(40)), 0)", (n,))
os._exit(0)
"""
"""A process that ends in the middle of a transaction, after a part of it is in the file."""


@pytest.fixture
def database(instance):
    """A database with a hot journal, which the next start has to roll back."""
    installation = Installation(instance)
    installation.journal.open_stream([("opened", {})])
    installation.journal.close()
    installation.release()
    subprocess.run([sys.executable, "-c", KILLED, installation.database], check=True)
    journal = installation.database.with_name(f"{installation.database.name}-journal")
    assert journal.read_bytes()[:4] == b"\xd9\xd5\x05\xf9"
    return installation.database


@contextlib.contextmanager
def unwritable(path):
    """Forbid everybody to write a file, root included."""
    if os.geteuid():
        path.chmod(0o400)
        yield
        return
    if not shutil.which("chattr") or subprocess.run(["chattr", "+i", path]).returncode:
        pytest.skip("root writes wherever chattr is not supported")
    try:
        yield
    finally:
        subprocess.run(["chattr", "-i", path], check=True)


def test_an_unwritable_database_with_a_hot_journal_is_not_called_damaged(database):
    with unwritable(database), pytest.raises(StorageError) as refused:
        serve.open_installation(Installation(database.parent))
    assert "ne peut pas être écrite" in str(refused.value)
    assert "restore" not in str(refused.value)
    assert not isinstance(refused.value, DatabaseDamaged)
    serve.open_installation(Installation(database.parent))
    assert backup.check(database) == 1


@pytest.mark.parametrize(
    ("code", "damaged"),
    [
        (sqlite3.SQLITE_READONLY_ROLLBACK, False),
        (sqlite3.SQLITE_CANTOPEN, False),
        (sqlite3.SQLITE_PERM, False),
        (sqlite3.SQLITE_BUSY, False),
        (sqlite3.SQLITE_FULL, False),
        (sqlite3.SQLITE_IOERR_FSYNC, False),
        (sqlite3.SQLITE_IOERR_READ, True),
        (sqlite3.SQLITE_IOERR_SHORT_READ, True),
        (sqlite3.SQLITE_CORRUPT, True),
        (sqlite3.SQLITE_NOTADB, True),
    ],
)
def test_only_what_a_copy_repairs_is_called_damaged(database, monkeypatch, code, damaged):
    def fail(path, pragma):
        error = sqlite3.OperationalError("why")
        error.sqlite_errorcode = code
        raise error

    monkeypatch.setattr(backup, "_check_file", fail)
    with pytest.raises(StorageError) as refused:
        backup.check(database)
    assert isinstance(refused.value, DatabaseDamaged) is damaged
