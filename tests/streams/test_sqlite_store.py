import contextlib
import gc
import sqlite3
import threading

import pytest
from races import at_once
from store_contract import OPENED, StoreContract

from scorekeeper.streams import event_store
from scorekeeper.streams.base import DatabaseBusy, StorageError
from scorekeeper.streams.sqlite import driver as sqlite
from scorekeeper.streams.sqlite.connection import SETTINGS
from scorekeeper.streams.sqlite.driver import open_sqlite


@pytest.fixture
def connect(tmp_path):
    opened = []

    def another():
        opened.append(open_sqlite(tmp_path / "base.sqlite3"))
        return opened[-1]

    yield another
    for journal in opened:
        journal.close()


@pytest.fixture
def journal(connect):
    return connect()


@pytest.fixture
def sheet_id(journal):
    return journal.grant(journal.open_stream(OPENED)).sheet_id


@pytest.fixture
def elsewhere(tmp_path):
    opened = open_sqlite(tmp_path / "elsewhere.sqlite3")
    yield opened
    opened.close()


@pytest.fixture
def execute(journal):
    def run(statement, *values):
        with contextlib.closing(sqlite3.connect(journal.driver.path)) as db, db:
            return db.execute(statement, values).fetchall()

    return run


@pytest.fixture
def files(journal, tmp_path):
    def read():
        assert all(path.name.startswith("base.sqlite3") for path in tmp_path.iterdir())
        stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        return stored.decode(errors="replace")

    return read


class TestSqliteStore(StoreContract):
    """SQLite does what every database of La Marque does."""

    refused = sqlite3.IntegrityError


def is_open(db):
    try:
        return bool(db.execute("SELECT 1"))
    except sqlite3.ProgrammingError:
        return False


def test_a_closed_store_leaves_no_connection_of_any_thread(journal):
    opened = [*at_once(*[journal.driver._connection] * 4), journal.driver._connection()]
    journal.close()
    assert [is_open(db) for db in opened] == [False] * 5


def test_a_store_that_is_dropped_leaves_no_connection(tmp_path):
    journal = open_sqlite(tmp_path / "base.sqlite3")
    db = journal.driver._connection()
    del journal
    gc.collect()
    assert not is_open(db)


def test_the_connection_of_a_thread_that_has_ended_is_closed(journal):
    (ended,) = at_once(journal.driver._connection)
    at_once(journal.driver._connection)
    assert not is_open(ended) and is_open(journal.driver._connection())


def test_no_other_connection_writes_while_an_event_is_appended(journal, sheet_id, monkeypatch):
    verify, refused = sqlite.verify, []

    def verify_beside_a_writer(*rows):
        other = sqlite3.connect(journal.driver.path, isolation_level=None, timeout=0)
        with contextlib.closing(other), pytest.raises(sqlite3.OperationalError) as locked:
            other.execute("BEGIN IMMEDIATE")
        refused.append(str(locked.value))
        verify(*rows)

    monkeypatch.setattr(sqlite, "verify", verify_beside_a_writer)
    journal.append(sheet_id, "k", "hand", {}, 1)
    assert refused == ["database is locked"]


def test_a_thread_waits_for_the_transaction_of_another(journal, sheet_id):
    thread = threading.Thread(target=journal.append, args=(sheet_id, "k", "hand", {}, 1))
    with journal.driver._writing:
        thread.start()
        thread.join(0.2)
        assert thread.is_alive() and len(journal.events(sheet_id)) == 1
    thread.join()
    assert len(journal.events(sheet_id)) == 2


def test_every_connection_has_the_durable_settings(journal):
    found = {
        name: journal.driver._connection().execute(f"PRAGMA {name}").fetchone()[0]
        for name in SETTINGS
    }
    assert found == {name: expected for name, (_, expected) in SETTINGS.items()}
    assert (found["journal_mode"], found["synchronous"]) == ("truncate", 3)


def test_a_setting_that_sqlite_does_not_take_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setitem(SETTINGS, "synchronous", ("OFF", 3))
    with pytest.raises(StorageError, match="synchronous = OFF"):
        open_sqlite(tmp_path / "base")


def test_a_deleted_sheet_leaves_no_byte(journal):
    token = journal.open_stream(
        [("opened", {"title": "Soirée secrète", "names": ["Théodule"]})]
    )
    assert "Théodule".encode() in journal.driver.path.read_bytes()
    journal.delete(journal.grant(token).sheet_id)
    content = journal.driver.path.read_bytes()
    assert "Soirée secrète".encode() not in content and "Théodule".encode() not in content


def test_purged_names_leave_no_byte_where_sqlite_has_moved_rows(tmp_path):
    """SQLite leaves copies of rows that it moved: some, in a table of so many pages."""
    with contextlib.closing(open_sqlite(tmp_path / "base", is_draft=True)) as journal:
        with journal.batch():
            for _ in range(2500):
                journal.open_stream([("opened", {"names": ["Théodule", "Bruno"]})])
        for sheet_id in journal.stream_ids():
            journal.rename(sheet_id, "k", 0, "")
        journal.purge()
        assert (tmp_path / "base").read_bytes().count(b"odule") == 0
        assert journal.count_events() == 5000


def change_file(path, statement):
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.execute(statement)


def test_a_newer_database_is_refused(tmp_path):
    open_sqlite(tmp_path / "base").close()
    change_file(tmp_path / "base", "PRAGMA user_version = 99")
    with pytest.raises(StorageError, match="plus récente"):
        open_sqlite(tmp_path / "base")


@pytest.mark.parametrize("content", [b"hello, this is no database at all" * 40, None])
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "base"
    if content is None:
        change_file(path, "CREATE TABLE bills (id INTEGER)")
    else:
        path.write_bytes(content)
    before = path.read_bytes()
    with pytest.raises(StorageError):
        open_sqlite(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("is_purge", [False, True])
def test_a_purge_or_a_commit_that_waits_too_long_leaves_nothing_behind(
    journal, sheet_id, is_purge
):
    reader = sqlite3.connect(journal.driver.path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM event").fetchone()
    journal.driver._connection().execute("PRAGMA busy_timeout = 50")
    with pytest.raises(DatabaseBusy):
        journal.purge() if is_purge else journal.append(sheet_id, "one", "hand", {}, 1)
    reader.execute("COMMIT")
    reader.close()
    journal.purge()
    assert len(journal.events(sheet_id)) == 1
    assert journal.append(sheet_id, "one", "hand", {}, 1).seq == 2


def test_a_locked_database_is_busy_for_readers_too(journal, sheet_id):
    writer = sqlite3.connect(journal.driver.path, isolation_level=None)
    writer.execute("BEGIN EXCLUSIVE")
    journal.driver._connection().execute("PRAGMA busy_timeout = 50")
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


def test_whoever_writes_does_not_wait_until_all_streams_are_verified(
    journal, sheet_id, connect, monkeypatch
):
    beside = connect()
    beside.driver._connection().execute("PRAGMA busy_timeout = 50")

    def verify_and_write(rows):
        next(rows)
        beside.append(sheet_id, "one", "hand", {}, 1)

    monkeypatch.setattr(event_store, "verify_chains", verify_and_write)
    journal.first_broken_event()
    assert beside.heads([sheet_id])[sheet_id].seq == 2


def test_a_transaction_that_is_larger_than_the_cache_holds_up_no_reader(journal, connect):
    token, beside = journal.open_stream(OPENED), connect()
    beside.driver._connection().execute("PRAGMA busy_timeout = 50")
    with journal.batch():
        for _ in range(40):
            journal.open_stream([*OPENED, ("hand", {"text": "x" * 20_000})])
            assert beside.grant(token)
