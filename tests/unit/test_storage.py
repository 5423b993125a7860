import sqlite3
import threading

import pytest

from scorekeeper.storage.sqlite import (
    SETTINGS,
    KeyReused,
    SqliteJournal,
    StorageError,
    VersionConflict,
    read_only_token,
)


@pytest.fixture
def storage(tmp_path):
    opened = SqliteJournal(tmp_path / "base.sqlite3")
    yield opened
    opened.close()


@pytest.fixture
def sheet(storage):
    return storage.access(storage.open_sheet([("opened", {"title": "é"})])).sheet


def test_events_come_back_as_they_went_in(storage, sheet):
    storage.append(sheet, "k", "hand", {"points": 40.5, "name": "Zoé 🃏"}, 1)
    assert [(e.seq, e.kind, e.body) for e in storage.events(sheet)] == [
        (1, "opened", {"title": "é"}),
        (2, "hand", {"points": 40.5, "name": "Zoé 🃏"}),
    ]


def test_the_same_key_writes_once(storage, sheet):
    assert [storage.append(sheet, "k", "hand", {}, 1).seq for _ in range(3)] == [2, 2, 2]
    assert len(storage.events(sheet)) == 2


def insist(storage, sheet, key, body):
    while True:
        try:
            return storage.append(sheet, key, "hand", body, len(storage.events(sheet)))
        except VersionConflict:
            pass


def test_eight_threads_leave_neither_gap_nor_double(storage, sheet):
    def write(name):
        for n in range(20):
            for _ in range(2):
                insist(storage, sheet, f"{name}-{n}", {"n": n})
        storage.close()

    threads = [threading.Thread(target=write, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [event.seq for event in storage.events(sheet)] == list(range(1, 162))
    assert storage.first_broken_event() is None


def test_every_connection_has_the_settings_that_keep_a_hand(storage):
    found = {
        name: storage._connection().execute(f"PRAGMA {name}").fetchone()[0]
        for name in SETTINGS
    }
    assert found == {name: expected for name, (_, expected) in SETTINGS.items()}
    assert (found["journal_mode"], found["synchronous"]) == ("truncate", 3)


def test_a_token_opens_its_sheet_and_no_other(storage):
    one, two = (storage.open_sheet([("opened", {})]) for _ in range(2))
    assert storage.access(one).writes
    assert storage.access(one).sheet != storage.access(two).sheet
    assert storage.access(one[:-1]) is None


def test_the_reading_token_does_not_write(storage):
    token = storage.open_sheet([("opened", {})])
    reader = storage.access(read_only_token(token))
    assert (reader.sheet, reader.writes) == (storage.access(token).sheet, False)


def test_the_file_holds_no_token(storage):
    token = storage.open_sheet([("opened", {})])
    bytes_kept = storage.path.read_bytes()
    assert token.encode() not in bytes_kept
    assert read_only_token(token).encode() not in bytes_kept


def test_a_changed_event_breaks_the_chain(storage, sheet):
    for n in range(3):
        storage.append(sheet, f"k{n}", "hand", {"n": n}, n + 1)
    with sqlite3.connect(storage.path) as db:
        db.execute("UPDATE event SET body = '{\"n\":9}' WHERE seq = 3")
    db.close()
    assert storage.first_broken_event() == (sheet, 3)


def test_a_newer_base_is_refused(tmp_path):
    SqliteJournal(tmp_path / "base").close()
    with sqlite3.connect(tmp_path / "base") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(StorageError, match="plus récente"):
        SqliteJournal(tmp_path / "base")


@pytest.mark.parametrize("content", [b"hello, this is no database at all" * 40, None])
def test_a_file_that_is_not_ours_is_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "base"
    if content is None:
        with sqlite3.connect(path) as db:
            db.execute("CREATE TABLE bills (id INTEGER)")
        db.close()
    else:
        path.write_bytes(content)
    before = path.read_bytes()
    with pytest.raises(StorageError):
        SqliteJournal(path)
    assert path.read_bytes() == before


def test_a_write_that_fails_leaves_nothing(storage, sheet):
    with pytest.raises(sqlite3.IntegrityError):
        storage.append(sheet, "", "hand", {}, 1)
    assert len(storage.events(sheet)) == 1


def test_a_writer_who_missed_an_event_is_told(storage, sheet):
    storage.append(sheet, "one", "hand", {}, 1)
    with pytest.raises(VersionConflict):
        storage.append(sheet, "two", "hand", {}, 1)


def test_a_key_sent_again_with_another_event_is_refused(storage, sheet):
    storage.append(sheet, "one", "hand", {"n": 1}, 1)
    with pytest.raises(KeyReused):
        storage.append(sheet, "one", "hand", {"n": 2}, 2)


def test_the_same_token_opens_one_sheet(storage):
    first = storage.open_sheet([("opened", {})], "t" * 22)
    assert storage.open_sheet([("opened", {})], "t" * 22) == first
    assert len(storage.events(storage.access(first).sheet)) == 1


def test_a_commit_that_waits_in_vain_leaves_nothing_behind(storage, sheet):
    reader = sqlite3.connect(storage.path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM event").fetchone()
    storage._connection().execute("PRAGMA busy_timeout = 50")
    with pytest.raises(sqlite3.OperationalError):
        storage.append(sheet, "one", "hand", {}, 1)
    reader.execute("COMMIT")
    reader.close()
    assert len(storage.events(sheet)) == 1
    assert storage.append(sheet, "one", "hand", {}, 1).seq == 2
