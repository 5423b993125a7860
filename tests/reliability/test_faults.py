"""A disk that is full, read-only or damaged: what is said, and what is kept."""

import os
import random
import sqlite3

import pytest
from server import Server

from scorekeeper.cli import bootstrap, serve
from scorekeeper.storage import backup
from scorekeeper.storage.installation import Installation
from scorekeeper.storage.sqlite import SqliteJournal, StorageError

FULL = "le disque est plein"


@pytest.fixture
def db(app, sheet):
    """The connection of the application itself."""
    return app.extensions["installation"].journal._connection()


@pytest.fixture
def made(instance):
    """An installation with some evenings, at rest."""
    made = Installation(instance)
    made.make()
    for n in range(4):
        hands = [("hand", {"points": k, "note": "é" * k}) for k in range(40)]
        made.storage.open_sheet([("opened", {"n": n}), *hands])
    made.storage.close()
    return Installation(instance)


def rows(client, sheet):
    return client.get(f"{sheet}?all=1").text.count('id="row-')


def test_a_full_disk_is_said_and_nothing_is_half_written(app, db, client, sheet, post_hand):
    pages = db.execute("PRAGMA page_count").fetchone()[0]
    db.execute(f"PRAGMA max_page_count = {pages + 2}")
    answers = [post_hand(sheet) for _ in range(60)]
    recorded = [answer.status_code for answer in answers].count(303)
    assert {answer.status_code for answer in answers} == {303, 503}
    assert FULL in answers[-1].text
    assert rows(client, sheet) == recorded > 0
    assert app.extensions["installation"].journal.first_broken_event() is None


def test_once_there_is_room_the_same_form_is_written(db, client, sheet, post_hand):
    pages = db.execute("PRAGMA page_count").fetchone()[0]
    db.execute(f"PRAGMA max_page_count = {pages}")
    key = 0
    while post_hand(sheet, key=f"{key:032x}").status_code == 303:
        key += 1
    db.execute("PRAGMA max_page_count = 100000")
    assert post_hand(sheet, key=f"{key:032x}").status_code == 303
    assert rows(client, sheet) == key + 1


def test_a_sheet_that_the_disk_does_not_take_is_not_opened(db, open_sheet, client):
    db.execute("PRAGMA query_only = ON")
    assert open_sheet() is None
    db.execute("PRAGMA query_only = OFF")
    assert db.execute("SELECT count(*) FROM sheet").fetchone()[0] == 1


def test_a_base_that_has_become_read_only_still_reads(db, client, sheet, post_hand):
    post_hand(sheet)
    db.execute("PRAGMA query_only = ON")
    answer = post_hand(sheet)
    assert (answer.status_code, FULL in answer.text) == (503, True)
    assert rows(client, sheet) == 1


def refusal(instance):
    with pytest.raises(StorageError) as refused:
        serve._opened(instance).close()
    return str(refused.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes where it may not")
@pytest.mark.parametrize(("what", "mode"), [("", 0o500), ("la_marque.sqlite3", 0o400)])
def test_what_cannot_be_written_is_one_sentence_at_the_start(made, what, mode):
    (made.path / what).chmod(mode)
    try:
        msg = refusal(made)
    finally:
        (made.path / what).chmod(0o700)
    assert str(made.path) in msg and "\n" not in msg


@pytest.mark.parametrize("what", ["instance", "instance/la_marque.sqlite3", "instance/lock"])
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


def in_a_row(content, chance):
    """A bit of a value, where a row or an index holds it."""
    db = sqlite3.connect(":memory:")
    db.deserialize(content)
    query = (
        "SELECT writer, reader FROM sheet"
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


DAMAGES = [in_a_row, in_a_row, zeroed, truncated, garbage, emptied]


@pytest.mark.parametrize("trials", [40, pytest.param(300, marks=pytest.mark.long)])
def test_every_damage_is_noticed_at_the_start(made, trials):
    chance, whole = random.Random(7), made.base.read_bytes()
    for trial in range(trials):
        damage = DAMAGES[trial % len(DAMAGES)]
        made.base.write_bytes(damage(whole, chance))
        before = made.base.read_bytes()
        refusal(Installation(made.path))
        assert made.base.read_bytes() == before, damage


@pytest.mark.long
def test_a_bit_changed_anywhere_is_noticed_or_changes_no_evening(made):
    def recorded(storage):
        db = storage._connection()
        return [db.execute(f"SELECT * FROM {t}").fetchall() for t in ("sheet", "event")]

    chance, whole, noticed = random.Random(7), made.base.read_bytes(), 0
    evenings = recorded(SqliteJournal(made.base))
    for _ in range(2000):
        made.base.write_bytes(flipped(whole, chance.randrange(len(whole)), chance))
        instance = Installation(made.path)
        try:
            serve._opened(instance).close()
        except StorageError:
            noticed += 1
        else:
            assert recorded(instance.storage) == evenings
            instance.storage.close()
    print(f"2000 bits changed, {noticed} noticed, no evening changed by the others")


@pytest.mark.parametrize("damage", [in_a_row, zeroed, truncated, garbage, emptied])
def test_the_refusal_names_the_command_that_mends_it(made, damage, monkeypatch):
    monkeypatch.chdir(made.path.parent)
    monkeypatch.setattr(bootstrap, "HERE", made.path.parent)
    today = backup.daily(made.base)
    made.base.write_bytes(damage(made.base.read_bytes(), random.Random(7)))
    command = refusal(Installation(made.path)).split("python3 app.py ")[-1].split()
    assert command == ["restore", f"instance/copies/{today.name}"]
    assert bootstrap.main(command) == 0
    serve._opened(Installation(made.path)).close()


@pytest.mark.parametrize("command", [["check"], ["backup", "copy"]])
def test_a_command_on_a_damaged_base_names_it_and_the_way_back(
    made, monkeypatch, capsys, command
):
    monkeypatch.chdir(made.path.parent)
    monkeypatch.setattr(bootstrap, "HERE", made.path.parent)
    backup.daily(made.base)
    made.base.write_bytes(in_a_row(made.base.read_bytes(), random.Random(7)))
    assert bootstrap.main(command) == 1
    msg = capsys.readouterr().err
    assert msg.startswith(f"{made.base} est abîmée") and "app.py restore instance/" in msg
    assert not (made.path.parent / "copy").exists()


def test_a_newer_base_is_not_damaged(made):
    db = sqlite3.connect(made.base)
    db.execute("PRAGMA user_version = 99")
    db.close()
    msg = refusal(made)
    assert "plus récente" in msg and "restore" not in msg
