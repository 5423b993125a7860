"""Disk space: the growth of the database, the backups by size, what is refused."""

import os
from types import SimpleNamespace

import pytest
from routes import SEATS

from app import create_app
from scorekeeper.cli import database_commands, serve
from scorekeeper.streams import files
from scorekeeper.streams.base import StorageError
from scorekeeper.streams.installation import Installation
from scorekeeper.streams.sqlite import backup


@pytest.fixture
def installation(tmp_path):
    opened = Installation(tmp_path / "instance")
    opened.create()
    opened.journal.open_stream([("opened", {"n": 1})])
    return opened


def leave_free(monkeypatch, mebibytes):
    """Let this be all the free space of the disk."""
    usage = SimpleNamespace(free=mebibytes * files.MEBIBYTE)
    monkeypatch.setattr(files.shutil, "disk_usage", lambda folder: usage)


def set_size(path, mebibytes):
    path.parent.mkdir(exist_ok=True)
    path.touch()
    os.truncate(path, mebibytes * files.MEBIBYTE)


@pytest.fixture
def grow(tmp_path):
    """A database and its latest backup by their sizes; its path."""

    def sized(now, before):
        database = tmp_path / "la_marque.sqlite3"
        set_size(database, now)
        set_size(tmp_path / "copies" / "la_marque-2026-01-01.sqlite3", 1)
        set_size(tmp_path / "copies" / "la_marque-2026-01-02.sqlite3", before)
        return database

    return sized


@pytest.mark.parametrize(("now", "before", "grown"), [(30, 10, 20), (10, 30, 0), (5, 5, 0)])
def test_growth_is_counted_from_the_latest_backup(grow, now, before, grown):
    database = grow(now, before)
    found = files.growth(database)
    assert found == grown * files.MEBIBYTE


@pytest.mark.parametrize(
    ("now", "free", "warnings", "room"),
    [
        (19, 100, 0, True),
        (20, 100, 1, True),
        (199, 99, 2, False),
        (199, 100, 1, True),
        (200, 100, 1, False),
    ],
)
def test_the_operator_is_warned_before_sheets_are_refused(
    monkeypatch, grow, now, free, warnings, room
):
    leave_free(monkeypatch, free)
    database = grow(now, 0)
    assert len(files.disk_warnings(database)) == warnings
    assert files.has_room(database) is room


def test_without_room_no_sheet_is_opened_and_hands_are_recorded(
    monkeypatch, app, client, sheet, post_hand
):
    app = create_app({"INSTANCE": app.config["INSTANCE"], "WTF_CSRF_ENABLED": False})
    client = app.test_client()
    leave_free(monkeypatch, 1)
    assert client.post("/sheets", data=SEATS).status_code == 503
    assert "disque est plein" in client.post("/sheets", data=SEATS).text
    assert post_hand(sheet).status_code == 303


def test_the_check_prints_the_warnings(monkeypatch, capsys, installation):
    monkeypatch.setenv("INSTANCE", str(installation.path))
    leave_free(monkeypatch, 12)
    database_commands.run("check", [], None)
    lines = capsys.readouterr().out.splitlines()
    assert "est entière" in lines[0] and "Il reste 12 Mo" in lines[1]


def test_the_running_program_logs_the_warnings(monkeypatch, caplog, installation):
    def stop(seconds):
        raise StopIteration

    monkeypatch.setattr(serve.time, "sleep", stop)
    leave_free(monkeypatch, 12)
    with pytest.raises(StopIteration):
        serve.work_daily(installation, pytest.fail)
    assert "Il reste 12 Mo" in caplog.text and "pas assez de place" in caplog.text


def test_no_backup_is_begun_that_would_fill_the_disk(monkeypatch, installation):
    leave_free(monkeypatch, 100)
    with pytest.raises(StorageError):
        backup.daily(installation.database)
    assert files.dailies(installation.database) == []


@pytest.fixture
def earlier(installation):
    """Twenty backups of earlier days, of a mebibyte each; their names, the oldest first."""
    folder = installation.path / "copies"
    for day in range(10, 30):
        set_size(folder / f"la_marque-2020-01-{day}.sqlite3", 1)
    return sorted(path.name for path in folder.iterdir())


def kept(installation):
    return [path.name for path in files.dailies(installation.database)]


@pytest.mark.parametrize(("mebibytes", "others"), [(6, 5), (1, 0), (0, 0)])
def test_backups_are_kept_by_size_and_the_newest_always(
    monkeypatch, installation, earlier, mebibytes, others
):
    monkeypatch.setattr(backup, "MAX_BACKUP_BYTES", mebibytes * files.MEBIBYTE)
    today = backup.daily(installation.database).name
    assert kept(installation) == [*earlier[len(earlier) - others :], today]


def test_a_damaged_database_costs_no_backup(installation, earlier):
    installation.database.write_bytes(b"damaged" * 1000)
    with pytest.raises(StorageError):
        backup.daily(installation.database)
    assert kept(installation) == earlier


def test_backups_of_days_to_come_are_set_aside_and_said(installation, earlier, caplog):
    folder = installation.path / "copies"
    for day in range(10, 30):
        (folder / f"la_marque-2020-01-{day}.sqlite3").rename(
            folder / f"la_marque-2999-01-{day}.sqlite3"
        )
    today = backup.daily(installation.database).name
    assert kept(installation) == [today]
    assert len(list(folder.glob("*.later"))) == 20
    assert "la_marque-2999-01-10.sqlite3.later" in caplog.text
