"""Copies of the database: whole, checked, put back."""

import random
import re
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from server import Phone, Server, open_sheet

from scorekeeper.storage import backup
from scorekeeper.storage.installation import Installation
from scorekeeper.storage.sqlite import SqliteJournal, StorageError

ROOT = Path(__file__).resolve().parent.parent
GARDE = {"taker": "0", "contract": "garde", "bouts": "2", "points": "49"}


@pytest.fixture
def base(tmp_path):
    """A database of some evenings."""
    path = tmp_path / "la_marque.sqlite3"
    storage = SqliteJournal(path)
    for n in range(8):
        storage.open_sheet([("opened", {"n": n})] + [("hand", {"k": k}) for k in range(40)])
    storage.close()
    return path


def test_a_whole_base_says_how_much_it_holds(base):
    assert backup.check(base) == 8 * 41


def test_a_copy_taken_while_hands_are_written_is_whole(base, tmp_path):
    storage = SqliteJournal(base)
    token = storage.open_sheet([("opened", {})])
    sheet, going = storage.grant(token).sheet_id, threading.Event()

    def write():
        own, seq = SqliteJournal(base), 1
        while not going.is_set():
            seq = own.append(sheet, f"k{seq}", "hand", {"seq": seq}, seq).seq
            time.sleep(0.01)
        own.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for n in range(5):
            assert backup.backup(base, tmp_path / f"copy-{n}") >= 8 * 41 + 1
    finally:
        going.set()
        writer.join()


def test_a_copy_never_goes_over_a_file(base, tmp_path):
    (tmp_path / "there").write_text("mine")
    with pytest.raises(StorageError, match="existe déjà"):
        backup.backup(base, tmp_path / "there")
    assert (tmp_path / "there").read_text() == "mine"


def test_every_damage_to_a_row_is_noticed(base, tmp_path):
    """Bytes of the events themselves, changed one at a time in a copy."""
    chance, content = random.Random(7), base.read_bytes()
    places = [n for n in range(len(content)) if content[n : n + 5] == b'{"k":']
    for trial in range(60):
        place = chance.choice(places) + 5
        damaged = bytearray(content)
        damaged[place] ^= 1 << chance.randrange(8)
        (tmp_path / f"damaged-{trial}").write_bytes(damaged)
        with pytest.raises(StorageError, match="abîmée"):
            backup.check(tmp_path / f"damaged-{trial}")


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[: len(content) // 2],
        lambda content: b"garbage" * 1000,
        lambda content: content[:4096] + bytes(4096) + content[8192:],
    ],
)
def test_a_file_that_is_no_whole_base_is_refused_and_left_alone(base, tmp_path, damage):
    bad = tmp_path / "bad"
    bad.write_bytes(damage(base.read_bytes()))
    before = bad.read_bytes()
    with pytest.raises(StorageError):
        backup.restore(bad, base)
    assert bad.read_bytes() == before and backup.check(base) == 8 * 41


def test_the_base_before_is_kept_when_a_copy_is_put_back(base, tmp_path):
    backup.backup(base, tmp_path / "copy")
    storage = SqliteJournal(base)
    storage.open_sheet([("opened", {})])
    storage.close()
    count, before = backup.restore(tmp_path / "copy", base)
    assert (count, backup.check(base), backup.check(before)) == (328, 328, 329)


def test_what_a_crash_left_to_be_played_is_not_played_into_the_copy(base, tmp_path):
    backup.backup(base, tmp_path / "copy")
    db = sqlite3.connect(base, isolation_level=None)
    db.execute("PRAGMA cache_size = 1")
    db.execute("BEGIN")
    db.execute("UPDATE event SET kind = 'torn'")
    left = {end: Path(f"{base}{end}").read_bytes() for end in ("", "-journal")}
    db.execute("ROLLBACK")
    db.close()
    for end, content in left.items():
        Path(f"{base}{end}").write_bytes(content)
    _, before = backup.restore(tmp_path / "copy", base)
    assert backup.check(base) == backup.check(before) == 8 * 41


def test_a_restore_that_fails_leaves_the_base_where_it_was(base, tmp_path, monkeypatch):
    backup.backup(base, tmp_path / "copy")

    def full(draft, target):
        raise OSError("No space left on device")

    monkeypatch.setattr(backup, "put_in_place", full)
    with pytest.raises(OSError, match="No space"):
        backup.restore(tmp_path / "copy", base)
    assert backup.check(base) == 8 * 41


def test_a_copy_put_back_in_a_new_place_is_as_if_made_there(base, tmp_path):
    instance = Installation(tmp_path / "elsewhere")
    assert instance.restore(base) == (8 * 41, None)
    instance.base.unlink()
    with pytest.raises(StorageError, match="a disparu"):
        instance.make()


def test_the_latest_copy_that_holds_is_the_way_back(base, monkeypatch):
    folder = base.parent / "copies"
    folder.mkdir()
    assert "pas de copie" in backup.restore_hint(base)
    for format_day in (1, 2, 3):
        shutil.copy(base, folder / f"la_marque-2026-01-0{format_day}.sqlite3")
    (folder / "la_marque-2026-01-03.sqlite3").write_bytes(b"")
    monkeypatch.chdir(base.parent)
    assert backup.restore_hint(base).endswith(
        "python3 app.py restore copies/la_marque-2026-01-02.sqlite3"
    )


def test_fourteen_daily_copies_are_kept(base):
    folder = base.parent / "copies"
    folder.mkdir()
    for format_day in range(1, 21):
        shutil.copy(base, folder / f"la_marque-2026-01-{format_day:02}.sqlite3")
    today = backup.daily(base)
    assert today and backup.daily(base) is None
    kept = sorted(path.name for path in folder.iterdir())
    assert (
        len(kept) == 14 and today.name in kept and "la_marque-2026-01-01.sqlite3" not in kept
    )


def test_a_base_that_disappeared_is_not_begun_again(tmp_path):
    Installation(tmp_path / "i").make()
    for damage in (lambda path: path.write_bytes(b""), lambda path: path.unlink()):
        damage(tmp_path / "i" / "la_marque.sqlite3")
        with pytest.raises(StorageError, match="a disparu ou est vide"):
            Installation(tmp_path / "i").make()


def test_two_programs_do_not_share_an_installation(tmp_path):
    first = Server(tmp_path / "instance")
    try:
        with (
            pytest.raises(StorageError, match="déjà ouverte"),
            backup.exclusive_lock(first.instance),
        ):
            pass
        with pytest.raises(RuntimeError, match="déjà ouverte"):
            Server(tmp_path / "instance")
    finally:
        first.kill()


def test_a_damaged_base_is_not_served(tmp_path):
    server = Server(tmp_path / "instance")
    phone = Phone(server.url)
    sheet, csrf = open_sheet(phone)
    phone.post(f"{sheet}/hands", GARDE | {"csrf_token": csrf})
    server.kill()
    path = tmp_path / "instance" / "la_marque.sqlite3"
    with sqlite3.connect(path) as db:
        db.execute("UPDATE event SET body = replace(body, '49', '48') WHERE seq = 2")
    with pytest.raises(RuntimeError, match="ne se suit plus"):
        Server(tmp_path / "instance")


def etag(phone, sheet):
    return re.search(r'data-version="(\w+)"', phone.get(sheet))[1]


def test_a_copy_put_back_is_followed_by_the_phones(tmp_path):
    server = Server(tmp_path / "instance")
    phone = Phone(server.url)
    sheet, csrf = open_sheet(phone)
    phone.post(f"{sheet}/hands", GARDE | {"csrf_token": csrf})
    base = tmp_path / "instance" / "la_marque.sqlite3"
    backup.backup(base, tmp_path / "copy")
    phone.post(f"{sheet}/hands", GARDE | {"csrf_token": csrf})
    seen = etag(phone, sheet)
    server.kill()
    backup.restore(tmp_path / "copy", base)
    server.start()
    try:
        assert "+198" in phone.get(f"{sheet}/live?v={seen}")
        assert phone.get(f"{sheet}/live?v={etag(phone, sheet)}") == ""
    finally:
        server.kill()


@pytest.mark.parametrize("arguments", [["backup"], ["restore"], ["check", "x"], ["nonsense"]])
def test_a_command_told_wrong_is_answered_in_words(arguments):
    run = subprocess.run(
        [sys.executable, str(ROOT / "app.py"), *arguments], capture_output=True, text=True
    )
    assert run.returncode == 1 and "python3 app.py" in run.stderr
