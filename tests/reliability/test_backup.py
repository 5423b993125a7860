"""Backups of the database: checked, copied, restored."""

import re
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from conftest import GARDE
from filled_journals import change
from server import ENVIRONMENT, ROOT, Phone, Server, open_sheet

from scorekeeper.cli import bootstrap
from scorekeeper.streams import files
from scorekeeper.streams.base import DatabaseDamaged, StorageError
from scorekeeper.streams.installation import Installation
from scorekeeper.streams.sqlite import backup
from scorekeeper.streams.sqlite.driver import open_sqlite


@pytest.fixture
def database(tmp_path):
    """A database of eight sheets with 41 events each."""
    path = tmp_path / "la_marque.sqlite3"
    journal = open_sqlite(path)
    for n in range(8):
        journal.open_stream([("opened", {"n": n})] + [("hand", {"k": k}) for k in range(40)])
    journal.close()
    return path


def test_a_copy_taken_while_hands_are_written_is_intact(database, tmp_path):
    journal = open_sqlite(database)
    token = journal.open_stream([("opened", {})])
    sheet_id, stop = journal.grant(token).sheet_id, threading.Event()

    def write():
        own, seq = open_sqlite(database), 1
        while not stop.is_set():
            seq = own.append(sheet_id, f"k{seq}", "hand", {"seq": seq}, seq).seq
            time.sleep(0.01)
        own.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for n in range(5):
            assert backup.backup(database, tmp_path / f"copy-{n}") >= 8 * 41 + 1
    finally:
        stop.set()
        writer.join()
    journal.close()


def test_a_copy_does_not_overwrite_a_file(database, tmp_path):
    (tmp_path / "there").write_text("mine")
    with pytest.raises(StorageError, match="existe déjà"):
        backup.backup(database, tmp_path / "there")
    assert (tmp_path / "there").read_text() == "mine"


LOST = "n'est pas entière"

DAMAGED = {
    "UPDATE name SET name = 'Anna' WHERE player = 1": "le nom du joueur 2 n'est plus celui",
    "UPDATE name SET name = CAST(x'ff41' AS TEXT) WHERE player = 0": "le nom du joueur 1 n'",
    "UPDATE access SET token_hash = zeroblob(32) WHERE may_write": "le lien qui écrit n'est",
    "UPDATE access SET token_hash = zeroblob(32) WHERE NOT may_write": "le lien qui lit n'est",
    "DELETE FROM name WHERE player = 0": LOST,
    "DELETE FROM access WHERE may_write": LOST,
    "DELETE FROM access WHERE NOT may_write": LOST,
    "DELETE FROM event": LOST,
    "DELETE FROM sheet": LOST,
}


@pytest.mark.parametrize("statement", DAMAGED)
def test_a_changed_or_lost_row_is_told_in_words(tmp_path, statement):
    journal = open_sqlite(tmp_path / "base")
    sheet = journal.grant(journal.open_stream([("opened", {"names": ["Anne", "Max"]})]))
    journal.close()
    change(tmp_path / "base", statement)
    with pytest.raises(DatabaseDamaged) as damage:
        backup.check(tmp_path / "base")
    assert DAMAGED[statement] in str(damage.value) and str(sheet.sheet_id) in str(damage.value)


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[: len(content) // 2],
        lambda content: b"garbage" * 1000,
        lambda content: content[:4096] + bytes(4096) + content[8192:],
    ],
)
def test_a_damaged_copy_is_not_restored_and_left_alone(database, tmp_path, damage):
    bad = tmp_path / "bad"
    bad.write_bytes(damage(database.read_bytes()))
    before = bad.read_bytes()
    with pytest.raises(StorageError):
        backup.restore(bad, database)
    assert bad.read_bytes() == before and backup.check(database) == 8 * 41


def test_the_replaced_database_is_kept_by_a_restore(database, tmp_path):
    backup.backup(database, tmp_path / "copy")
    journal = open_sqlite(database)
    journal.open_stream([("opened", {})])
    journal.close()
    count, before = backup.restore(tmp_path / "copy", database)
    assert (count, backup.check(database), backup.check(before)) == (328, 328, 329)


def leave_hot_journal(database):
    """Leave a database as a crash in the middle of a write does."""
    db = sqlite3.connect(database, isolation_level=None)
    db.execute("PRAGMA cache_size = 1")
    db.execute("BEGIN")
    db.execute("UPDATE event SET kind = 'torn'")
    left = {end: Path(f"{database}{end}").read_bytes() for end in ("", "-journal")}
    db.execute("ROLLBACK")
    db.close()
    for end, content in left.items():
        Path(f"{database}{end}").write_bytes(content)


def test_a_hot_journal_is_not_applied_to_the_restored_copy(database, tmp_path):
    backup.backup(database, tmp_path / "copy")
    leave_hot_journal(database)
    _, before = backup.restore(tmp_path / "copy", database)
    assert backup.check(database) == backup.check(before) == 8 * 41


def test_a_hot_journal_that_sqlite_cannot_roll_back_is_set_aside(
    database, tmp_path, monkeypatch
):
    backup.backup(database, tmp_path / "copy")
    leave_hot_journal(database)
    journal, connect = Path(f"{database}-journal"), sqlite3.connect
    hot = journal.read_bytes()

    def fail_on_database(path, **options):
        if path == database:
            raise sqlite3.OperationalError("disk I/O error")
        return connect(path, **options)

    with monkeypatch.context() as patch:
        patch.setattr(backup.sqlite3, "connect", fail_on_database)
        _, before = backup.restore(tmp_path / "copy", database)
    assert not journal.exists() and backup.check(database) == 8 * 41
    assert Path(f"{before}-journal").read_bytes() == hot
    assert backup.check(before) == 8 * 41


def test_a_restore_that_fails_leaves_the_database_in_place(database, tmp_path, monkeypatch):
    backup.backup(database, tmp_path / "copy")

    def full(draft, target):
        raise OSError("No space left on device")

    monkeypatch.setattr(files, "replace_durably", full)
    with pytest.raises(OSError, match="No space"):
        backup.restore(tmp_path / "copy", database)
    assert backup.check(database) == 8 * 41


def test_a_copy_restored_in_a_new_folder_counts_as_created_there(database, tmp_path):
    installation = Installation(tmp_path / "elsewhere")
    assert installation.restore(database) == (8 * 41, None)
    installation.database.unlink()
    with pytest.raises(StorageError, match="a disparu"):
        installation.create()


def test_the_hint_names_the_latest_undamaged_backup(database, monkeypatch):
    folder = database.parent / "copies"
    folder.mkdir()
    assert "pas de copie" in str(backup.restore_hint(database))
    for day in (1, 2, 3):
        shutil.copy(database, folder / f"la_marque-2026-01-0{day}.sqlite3")
    (folder / "la_marque-2026-01-03.sqlite3").write_bytes(b"")
    monkeypatch.chdir(database.parent)
    assert str(backup.restore_hint(database)).endswith(
        "python3 app.py restore copies/la_marque-2026-01-02.sqlite3"
    )


def test_fourteen_daily_backups_are_kept(database):
    folder = database.parent / "copies"
    folder.mkdir()
    for day in range(1, 21):
        shutil.copy(database, folder / f"la_marque-2026-01-{day:02}.sqlite3")
    today = backup.daily(database)
    assert today and backup.daily(database) is None
    kept = sorted(path.name for path in folder.iterdir())
    assert kept == [
        *(f"la_marque-2026-01-{day:02}.sqlite3" for day in range(8, 21)),
        today.name,
    ]


@pytest.mark.parametrize(
    "damage", [lambda path: path.write_bytes(b""), lambda path: path.unlink()]
)
def test_a_lost_database_is_not_created_again(tmp_path, damage):
    Installation(tmp_path / "i").create()
    damage(tmp_path / "i" / "la_marque.sqlite3")
    with pytest.raises(StorageError, match="a disparu ou est vide"):
        Installation(tmp_path / "i").create()


def etag(phone, sheet):
    return re.search(r'live\?v=(\w+)"', phone.get(sheet))[1]


def test_phones_follow_a_restored_database(tmp_path):
    server = Server(tmp_path / "instance")
    phone = Phone(server.url)
    sheet, csrf = open_sheet(phone)
    phone.post(f"{sheet}/hands", GARDE | {"csrf_token": csrf})
    database = tmp_path / "instance" / "la_marque.sqlite3"
    backup.backup(database, tmp_path / "copy")
    phone.post(f"{sheet}/hands", GARDE | {"csrf_token": csrf})
    seen = etag(phone, sheet)
    server.kill()
    backup.restore(tmp_path / "copy", database)
    server.start()
    try:
        assert "+198" in phone.get(f"{sheet}/live?v={seen}")
        assert phone.get(f"{sheet}/live?v={etag(phone, sheet)}") == ""
    finally:
        server.kill()


@pytest.mark.parametrize("arguments", [["backup"], ["restore"], ["check", "x"], ["nonsense"]])
def test_a_wrong_command_line_is_answered_with_the_usage(arguments):
    run = subprocess.run(
        [sys.executable, str(ROOT / "app.py"), *arguments],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 1 and "python3 app.py" in run.stderr
    assert "Traceback" not in run.stderr


def test_the_commands_check_copy_and_restore(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("INSTANCE", str(tmp_path / "instance"))
    installation = Installation(tmp_path / "instance")
    installation.shared_journal.open_stream([("opened", {})])
    copy = str(tmp_path / "copy")
    for arguments in (["check"], ["backup", copy], ["restore", copy]):
        assert bootstrap.main(arguments, None) == 0
    assert capsys.readouterr().out.count("1 événements") == 3
