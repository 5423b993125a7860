import contextlib
import sqlite3
import threading

import pytest

from scorekeeper.storage import sqlite
from scorekeeper.storage.base import (
    Appended,
    DatabaseBusy,
    JournalMoved,
    KeyReused,
    SheetDeleted,
    StorageError,
    read_only_token,
    token_from_digest,
)
from scorekeeper.storage.hash_chain import chained_hash
from scorekeeper.storage.lock import claim, claim_alone
from scorekeeper.storage.sqlite import SqliteJournal
from scorekeeper.storage.sqlite_connection import SETTINGS


@pytest.fixture
def journal(tmp_path):
    opened = SqliteJournal(tmp_path / "base.sqlite3")
    yield opened
    opened.close()


@pytest.fixture
def sheet_id(journal):
    return journal.grant(journal.open_sheet([("opened", {"title": "é"})])).sheet_id


def test_events_are_read_back_as_they_were_appended(journal, sheet_id):
    journal.append(sheet_id, "k", "hand", {"points": 40.5, "name": "Zoé 🃏"}, 1)
    assert [(e.seq, e.kind, e.body) for e in journal.events(sheet_id)] == [
        (1, "opened", {"title": "é"}),
        (2, "hand", {"points": 40.5, "name": "Zoé 🃏"}),
    ]


def test_only_the_events_after_a_position_are_read(journal, sheet_id):
    journal.append(sheet_id, "k", "hand", {}, 1)
    assert [event.seq for event in journal.events(sheet_id, after=1)] == [2]


def test_the_etag_of_an_event_is_the_one_that_append_returned(journal, sheet_id):
    appended = journal.append(sheet_id, "k", "hand", {}, 1)
    first, second = journal.events(sheet_id)
    assert appended == Appended(2, second.etag)
    assert first.etag != second.etag


def test_the_same_key_appends_once(journal, sheet_id):
    assert len({journal.append(sheet_id, "k", "hand", {}, 1) for _ in range(3)}) == 1
    assert len(journal.events(sheet_id)) == 2


def test_a_key_is_known_by_the_event_that_it_appended(journal, sheet_id):
    journal.append(sheet_id, "k", "hand", {}, 1)
    assert (journal.seq_of_key(sheet_id, "k"), journal.seq_of_key(sheet_id, "l")) == (2, None)


def test_a_key_is_of_one_sheet(journal, sheet_id):
    other = journal.grant(journal.open_sheet([("opened", {})])).sheet_id
    journal.append(sheet_id, "k", "hand", {}, 1)
    assert journal.seq_of_key(other, "k") is None
    assert journal.append(other, "k", "hand", {"n": 1}, 1).seq == 2


def test_no_other_connection_writes_while_an_event_is_appended(journal, sheet_id, monkeypatch):
    last, refused = sqlite.last_event, []

    def last_beside_a_writer(db, sheet):
        other = sqlite3.connect(journal.path, isolation_level=None, timeout=0)
        with contextlib.closing(other), pytest.raises(sqlite3.OperationalError) as locked:
            other.execute("BEGIN IMMEDIATE")
        refused.append(str(locked.value))
        return last(db, sheet)

    monkeypatch.setattr(sqlite, "last_event", last_beside_a_writer)
    journal.append(sheet_id, "k", "hand", {}, 1)
    assert refused == ["database is locked"]


def test_a_thread_waits_for_the_transaction_of_another(journal, sheet_id):
    thread = threading.Thread(target=journal.append, args=(sheet_id, "k", "hand", {}, 1))
    with journal._writing:
        thread.start()
        thread.join(0.2)
        assert thread.is_alive() and len(journal.events(sheet_id)) == 1
    thread.join()
    assert len(journal.events(sheet_id)) == 2


def append_at_end(journal, sheet_id, key, body):
    while True:
        try:
            return journal.append(sheet_id, key, "hand", body, len(journal.events(sheet_id)))
        except JournalMoved:
            pass


def test_eight_threads_leave_neither_gap_nor_duplicate(journal, sheet_id):
    def write(name):
        for n in range(20):
            for _ in range(2):
                append_at_end(journal, sheet_id, f"{name}-{n}", {"n": n})
        journal.close()

    threads = [threading.Thread(target=write, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [event.seq for event in journal.events(sheet_id)] == list(range(1, 162))
    assert journal.first_broken_event() is None


def test_every_connection_has_the_durable_settings(journal):
    found = {
        name: journal._connection().execute(f"PRAGMA {name}").fetchone()[0]
        for name in SETTINGS
    }
    assert found == {name: expected for name, (_, expected) in SETTINGS.items()}
    assert (found["journal_mode"], found["synchronous"]) == ("truncate", 3)


def test_a_setting_that_sqlite_does_not_take_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setitem(SETTINGS, "synchronous", ("OFF", 3))
    with pytest.raises(StorageError, match="synchronous = OFF"):
        SqliteJournal(tmp_path / "base")


def test_a_token_gives_access_to_its_own_sheet_only(journal):
    one, two = (journal.open_sheet([("opened", {})]) for _ in range(2))
    assert journal.grant(one).may_write
    assert journal.grant(one).sheet_id != journal.grant(two).sheet_id
    assert journal.grant(one[:-1]) is None


def test_the_read_only_token_may_not_write(journal):
    token = journal.open_sheet([("opened", {})])
    reader = journal.grant(read_only_token(token))
    assert (reader.sheet_id, reader.may_write) == (journal.grant(token).sheet_id, False)


def test_no_token_is_in_the_file(journal):
    token = journal.open_sheet([("opened", {})])
    content = journal.path.read_bytes()
    assert token.encode() not in content
    assert read_only_token(token).encode() not in content


def test_no_token_follows_from_the_hashes_in_the_file(journal):
    token = journal.open_sheet([("opened", {})])
    db = sqlite3.connect(journal.path)
    (hashes,) = db.execute("SELECT writer, reader FROM sheet").fetchall()
    db.close()
    derived = {token_from_digest(found) for found in hashes}
    assert len(hashes) == 2 and not derived & {token, read_only_token(token)}


def test_renewed_tokens_replace_both_of_before(journal):
    old, new = journal.open_sheet([("opened", {})]), "n" * 22
    sheet_id = journal.grant(old).sheet_id
    journal.renew(sheet_id, "k", new)
    assert (journal.grant(new).sheet_id, journal.grant(new).may_write) == (sheet_id, True)
    assert not journal.grant(read_only_token(new)).may_write
    assert journal.grant(old) is journal.grant(read_only_token(old)) is None
    assert journal.events(sheet_id)[-1].kind == "renewed"


def test_a_deleted_sheet_leaves_no_byte_and_cannot_be_changed(journal):
    token = journal.open_sheet([("opened", {"title": "Soirée secrète"})])
    sheet_id = journal.grant(token).sheet_id
    journal.delete(sheet_id)
    assert journal.grant(token) is None and journal.events(sheet_id) == []
    assert "Soirée secrète".encode() not in journal.path.read_bytes()
    with pytest.raises(SheetDeleted):
        journal.append(sheet_id, "k", "hand", {}, 1)
    with pytest.raises(SheetDeleted):
        journal.renew(sheet_id, "k", "n" * 22)


def change_file(path, statement):
    db = sqlite3.connect(path)
    with db:
        db.execute(statement)
    db.close()


@pytest.mark.parametrize(
    ("change", "seq"),
    [
        ("UPDATE event SET body = '{\"n\":9}' WHERE seq = 3", 3),
        ("UPDATE event SET kind = 'other' WHERE seq = 2", 2),
        ("UPDATE event SET at = '' WHERE seq = 4", 4),
        ("DELETE FROM event WHERE seq = 2", 3),
    ],
)
def test_a_changed_event_breaks_the_chain(journal, sheet_id, change, seq):
    for n in range(3):
        journal.append(sheet_id, f"k{n}", "hand", {"n": n}, n + 1)
    change_file(journal.path, change)
    assert journal.first_broken_event() == (sheet_id, seq)


def test_an_event_forged_with_its_own_hash_breaks_the_next(journal, sheet_id):
    for n in range(2):
        journal.append(sheet_id, f"k{n}", "hand", {"n": n}, n + 1)
    db = sqlite3.connect(journal.path)
    first, at = db.execute("SELECT hash, at FROM event WHERE seq = 1").fetchone()
    forged = chained_hash(first, 2, "hand", '{"n":9}', at)
    with db:
        values = ('{"n":9}', at, forged)
        db.execute("UPDATE event SET body = ?, at = ?, hash = ? WHERE seq = 2", values)
    db.close()
    assert journal.first_broken_event() == (sheet_id, 3)


def test_a_gap_breaks_the_chain_even_where_the_hashes_match(journal, sheet_id):
    journal.append(sheet_id, "k", "hand", {}, 1)
    db = sqlite3.connect(journal.path)
    with db:
        (last,) = db.execute("SELECT hash FROM event WHERE seq = 2").fetchone()
        forged = chained_hash(last, 4, "hand", "{}", "")
        event = (sheet_id, 4, "forged", "hand", "{}", "", forged)
        db.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", event)
    db.close()
    assert journal.first_broken_event() == (sheet_id, 4)


def test_a_newer_database_is_refused(tmp_path):
    SqliteJournal(tmp_path / "base").close()
    change_file(tmp_path / "base", "PRAGMA user_version = 99")
    with pytest.raises(StorageError, match="plus récente"):
        SqliteJournal(tmp_path / "base")


@pytest.mark.parametrize("content", [b"hello, this is no database at all" * 40, None])
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "base"
    if content is None:
        change_file(path, "CREATE TABLE bills (id INTEGER)")
    else:
        path.write_bytes(content)
    before = path.read_bytes()
    with pytest.raises(StorageError):
        SqliteJournal(path)
    assert path.read_bytes() == before


def test_a_write_that_fails_leaves_nothing(journal, sheet_id):
    with pytest.raises(sqlite3.IntegrityError):
        journal.append(sheet_id, "", "hand", {}, 1)
    assert len(journal.events(sheet_id)) == 1


def test_an_event_that_the_writer_has_not_seen_is_a_conflict(journal, sheet_id):
    journal.append(sheet_id, "one", "hand", {}, 1)
    with pytest.raises(JournalMoved):
        journal.append(sheet_id, "two", "hand", {}, 1)
    assert len(journal.events(sheet_id)) == 2


@pytest.mark.parametrize(("kind", "body"), [("hand", {"n": 2}), ("removed", {"n": 1})])
def test_a_key_sent_again_with_another_event_is_refused(journal, sheet_id, kind, body):
    journal.append(sheet_id, "one", "hand", {"n": 1}, 1)
    with pytest.raises(KeyReused):
        journal.append(sheet_id, "one", kind, body, 2)


def test_the_same_token_opens_one_sheet(journal):
    first = journal.open_sheet([("opened", {})], "t" * 22)
    assert journal.open_sheet([("opened", {})], "t" * 22) == first
    assert len(journal.events(journal.grant(first).sheet_id)) == 1


def test_a_commit_that_times_out_leaves_nothing_behind(journal, sheet_id):
    reader = sqlite3.connect(journal.path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM event").fetchone()
    journal._connection().execute("PRAGMA busy_timeout = 50")
    with pytest.raises(DatabaseBusy):
        journal.append(sheet_id, "one", "hand", {}, 1)
    reader.execute("COMMIT")
    reader.close()
    assert len(journal.events(sheet_id)) == 1
    assert journal.append(sheet_id, "one", "hand", {}, 1).seq == 2


def test_a_locked_database_is_busy_for_readers_too(journal, sheet_id):
    writer = sqlite3.connect(journal.path, isolation_level=None)
    writer.execute("BEGIN EXCLUSIVE")
    journal._connection().execute("PRAGMA busy_timeout = 50")
    reads = (
        lambda: journal.grant("t"),
        lambda: journal.events(sheet_id),
        journal.first_broken_event,
    )
    for read in reads:
        with pytest.raises(DatabaseBusy):
            read()
    writer.execute("ROLLBACK")
    writer.close()


# The lock of an installation


def test_callers_of_one_process_share_the_lock(tmp_path):
    first, second = claim(tmp_path), claim(tmp_path)
    assert first is second
    with pytest.raises(StorageError, match="déjà ouverte"):
        claim_alone(tmp_path)


def test_a_released_lock_is_claimed_anew(tmp_path):
    first = claim(tmp_path)
    first.release()
    second = claim(tmp_path)
    assert first.released and not second.released
    with pytest.raises(StorageError):
        claim_alone(tmp_path)
    second.release()
    claim_alone(tmp_path).release()
