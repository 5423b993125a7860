"""A disk that is full, read-only or damaged: a sentence, and no hand lost."""

import os
import random
import sqlite3

import pytest
from filled_journals import change
from long_cases import long
from server import Server

from scorekeeper.cli import bootstrap, serve
from scorekeeper.streams.base import StorageError
from scorekeeper.streams.installation import Installation
from scorekeeper.streams.lock import claim_alone
from scorekeeper.streams.sqlite import backup
from scorekeeper.streams.sqlite.driver import open_sqlite

FULL = "le disque est plein"


@pytest.fixture
def db(app, sheet):
    """The connection of the application itself."""
    return app.extensions["installation"].journal.driver._connection()


@pytest.fixture
def installation(instance):
    """An installation with four sheets, closed."""
    first = Installation(instance)
    for n in range(4):
        hands = [("hand", {"points": k, "note": "é" * k}) for k in range(40)]
        first.journal.open_stream([("opened", {"n": n}), *hands])
    first.journal.close()
    first.release()
    return Installation(instance)


def rows(client, sheet):
    return client.get(f"{sheet}?all=1").text.count('id="row-')


def test_a_full_disk_is_reported_and_no_hand_is_lost(app, db, client, sheet, post_hand):
    pages = db.execute("PRAGMA page_count").fetchone()[0]
    db.execute(f"PRAGMA max_page_count = {pages + 2}")
    answers = [post_hand(sheet) for _ in range(60)]
    recorded = [answer.status_code for answer in answers].count(303)
    assert {answer.status_code for answer in answers} == {303, 503}
    assert FULL in answers[-1].text
    assert rows(client, sheet) == recorded > 0
    assert app.extensions["installation"].journal.first_broken_event() is None


def test_the_same_form_is_written_once_there_is_space(db, client, sheet, post_hand):
    pages = db.execute("PRAGMA page_count").fetchone()[0]
    db.execute(f"PRAGMA max_page_count = {pages}")
    key = 0
    while post_hand(sheet, key=f"{key:032x}").status_code == 303:
        key += 1
    db.execute("PRAGMA max_page_count = 100000")
    assert post_hand(sheet, key=f"{key:032x}").status_code == 303
    assert rows(client, sheet) == key + 1


def test_a_sheet_that_cannot_be_written_is_not_opened(db, open_sheet, client):
    db.execute("PRAGMA query_only = ON")
    assert open_sheet() is None
    db.execute("PRAGMA query_only = OFF")
    assert db.execute("SELECT count(*) FROM sheet").fetchone()[0] == 1


def test_a_read_only_database_can_still_be_read(db, client, sheet, post_hand):
    post_hand(sheet)
    db.execute("PRAGMA query_only = ON")
    answer = post_hand(sheet)
    assert (answer.status_code, FULL in answer.text) == (503, True)
    assert rows(client, sheet) == 1


def start_error(installation):
    """The sentence with which a start is refused."""
    with pytest.raises(StorageError) as refused:
        serve.open_installation(installation)
    return str(refused.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes where it may not")
@pytest.mark.parametrize(("what", "mode"), [("", 0o500), ("la_marque.sqlite3", 0o400)])
def test_what_cannot_be_written_is_one_sentence_at_the_start(installation, what, mode):
    (installation.path / what).chmod(mode)
    try:
        error = start_error(installation)
    finally:
        (installation.path / what).chmod(0o700)
    assert str(installation.path) in error and "\n" not in error


@pytest.mark.parametrize(
    "what", ["instance/la_marque.sqlite3", *long("instance", "instance/address")]
)
def test_something_else_in_the_way_is_one_sentence_at_the_start(tmp_path, what):
    (tmp_path / what).parent.mkdir(exist_ok=True)
    if what == "instance":
        (tmp_path / what).write_text("")
    else:
        (tmp_path / what).mkdir()
    with pytest.raises(RuntimeError) as refused:
        Server(tmp_path / "instance")
    assert str(tmp_path / "instance") in refused.value.args[0]
    assert "Traceback" not in refused.value.args[0]


def flipped(content, place, chance):
    damaged = bytearray(content)
    damaged[place] ^= 1 << chance.randrange(8)
    return bytes(damaged)


def flipped_in_a_row(content, chance):
    """One bit of a value flipped, in its table or in an index."""
    db = sqlite3.connect(":memory:")
    db.deserialize(content)
    query = (
        "SELECT token_hash FROM access"
        if chance.random() < 0.2
        else ("SELECT key, kind, body, at, hash FROM event")
    )
    value = chance.choice(chance.choice(db.execute(query).fetchall()))
    db.close()
    value = value.encode() if isinstance(value, str) else value
    places = [n for n in range(len(content)) if content.startswith(value, n)]
    return flipped(content, chance.choice(places) + chance.randrange(len(value)), chance)


def zeroed(content, chance):
    page = chance.randrange(len(content) // 4096) * 4096
    return content[:page] + bytes(4096) + content[page + 4096 :]


def truncated(content, chance):
    return content[: chance.randrange(1, len(content))]


def garbage(content, chance):
    return chance.randbytes(100) + content[100:]


def emptied(content, chance):
    return b""


DAMAGES = [flipped_in_a_row, flipped_in_a_row, zeroed, truncated, garbage, emptied]


@pytest.mark.parametrize("trials", [40, pytest.param(300, marks=pytest.mark.hours)])
def test_every_damage_is_noticed_at_the_start(installation, trials):
    chance, whole = random.Random(7), installation.database.read_bytes()
    for trial in range(trials):
        damage = DAMAGES[trial % len(DAMAGES)]
        installation.database.write_bytes(damage(whole, chance))
        before = installation.database.read_bytes()
        start_error(Installation(installation.path))
        assert installation.database.read_bytes() == before, damage


@pytest.mark.hours
def test_a_bit_flipped_anywhere_is_noticed_or_changes_no_sheet(installation):
    def tables(journal):
        db = journal.driver._connection()
        return [db.execute(f"SELECT * FROM {t}").fetchall() for t in ("sheet", "event")]

    chance, noticed = random.Random(7), 0
    whole = installation.database.read_bytes()
    before = tables(open_sqlite(installation.database))
    for _ in range(2000):
        damaged = flipped(whole, chance.randrange(len(whole)), chance)
        installation.database.write_bytes(damaged)
        trial = Installation(installation.path)
        try:
            serve.open_installation(trial)
        except StorageError:
            noticed += 1
        else:
            assert tables(trial.journal) == before
            trial.journal.close()
            trial.release()
    print(f"2000 bits flipped, {noticed} noticed, no sheet changed by the others")


@pytest.mark.parametrize("damage", [flipped_in_a_row, zeroed, truncated, garbage, emptied])
def test_the_error_names_the_command_that_repairs_it(installation, damage, monkeypatch):
    monkeypatch.chdir(installation.path.parent)
    monkeypatch.setenv("INSTANCE", str(installation.path))
    today = backup.daily(installation.database)
    content = installation.database.read_bytes()
    installation.database.write_bytes(damage(content, random.Random(7)))
    error = start_error(Installation(installation.path))
    command = error.split("python3 app.py ")[-1].split()
    assert command == ["restore", f"instance/copies/{today.name}"]
    assert bootstrap.main(command, None) == 0
    serve.open_installation(installation)


@pytest.mark.parametrize("command", [["check"], ["backup", "copy"]])
def test_a_command_on_a_damaged_database_names_the_repair(
    installation, monkeypatch, capsys, command
):
    monkeypatch.chdir(installation.path.parent)
    monkeypatch.setenv("INSTANCE", str(installation.path))
    backup.daily(installation.database)
    content = installation.database.read_bytes()
    installation.database.write_bytes(flipped_in_a_row(content, random.Random(7)))
    assert bootstrap.main(command, None) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"{installation.database} est abîmée")
    assert "app.py restore instance/" in error
    assert not (installation.path.parent / "copy").exists()


def test_a_newer_database_is_not_called_damaged(installation):
    change(installation.database, "PRAGMA user_version = 99")
    error = start_error(installation)
    assert "plus récente" in error and "restore" not in error


def test_a_start_that_fails_gives_the_lock_up(installation):
    content = installation.database.read_bytes()
    installation.database.write_bytes(b"")
    start_error(installation)
    installation.database.write_bytes(content)
    claim_alone(installation.path).release()


def test_a_database_in_use_is_not_checked(installation):
    lock = claim_alone(installation.path)
    installation.database.write_bytes(b"garbage" * 1000)
    assert "déjà ouverte" in start_error(installation)
    lock.release()
