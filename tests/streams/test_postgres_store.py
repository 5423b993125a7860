"""PostgreSQL as a database of La Marque, also behind PgBouncer."""

import re
import threading

import postgres
import psycopg
import pytest
from store_contract import FOUNDED, OPENED, THREE, StoreContract

from scorekeeper.streams import statements
from scorekeeper.streams.base import DatabaseBusy, StorageError
from scorekeeper.streams.postgres import driver
from scorekeeper.streams.postgres.connection import SPELLINGS
from scorekeeper.streams.postgres.driver import open_postgres


def opened_by(finalize, url):
    """A function that opens one more journal on this database."""

    def another():
        journal = open_postgres(url)
        finalize(journal.close)
        return journal

    return another


@pytest.fixture
def url(database_url):
    return database_url


@pytest.fixture
def connect(request, url):
    return opened_by(request.addfinalizer, url)


@pytest.fixture
def journal(connect):
    return connect()


@pytest.fixture
def sheet_id(journal):
    return journal.grant(journal.open_stream(OPENED)).sheet_id


@pytest.fixture
def elsewhere(request, cluster):
    name = cluster.create_database()
    request.addfinalizer(lambda: cluster.drop_database(name))
    return opened_by(request.addfinalizer, cluster.url(name))()


@pytest.fixture
def files(cluster, database_url):
    name = postgres.name_of(database_url)
    query = f"SELECT oid FROM pg_database WHERE datname = '{name}'"
    folder = cluster.data / "base" / str(cluster.execute(query)[0][0])

    def read():
        cluster.execute("CHECKPOINT")
        stored = [path.read_bytes() for path in folder.iterdir()]
        return b"".join(stored).decode(errors="replace")

    return read


@pytest.fixture
def execute(database_url):
    def run(statement, *values):
        with psycopg.connect(database_url, autocommit=True) as db:
            cursor = db.execute(statement.replace("?", "%s"), values or None)
            return cursor.fetchall() if cursor.description else []

    return run


class TestPostgresStore(StoreContract):
    """PostgreSQL does what every database of La Marque does."""

    refused = psycopg.Error


@pytest.mark.long
class TestPostgresStoreBehindPgBouncer(TestPostgresStore):
    """The same through PgBouncer in transaction mode."""

    @pytest.fixture
    def url(self, bouncer, database_url):
        return bouncer.url(postgres.name_of(database_url))


@pytest.fixture
def holding(database_url, sheet_id):
    """A transaction that holds the place of the second event of the sheet, until it ends."""
    with psycopg.connect(database_url) as db:
        statement = "INSERT INTO event VALUES (%s, 2, 'held', 'hand', '{}', '', %s)"
        db.execute(statement, (sheet_id, bytes(32)))
        yield db
        db.rollback()


def in_thread(act):
    """Start it in a thread, and wait a moment; the thread, and a list of what came of it."""
    outcomes = []

    def acted():
        try:
            outcomes.append(act())
        except Exception as error:
            outcomes.append(error)

    thread = threading.Thread(target=acted)
    thread.start()
    thread.join(0.3)
    return thread, outcomes


def test_a_writer_waits_for_one_who_may_fail(journal, sheet_id, holding):
    thread, outcomes = in_thread(lambda: journal.append(sheet_id, "k", "hand", {}, 1))
    assert outcomes == []
    holding.rollback()
    thread.join()
    assert [head.seq for head in outcomes] == [2]


@pytest.mark.parametrize("value", ["off", "local", "remote_write"])
def test_a_database_that_commits_too_early_is_refused(cluster, database_url, value):
    name = postgres.name_of(database_url)
    cluster.execute(f"ALTER DATABASE {name} SET synchronous_commit = '{value}'")
    with pytest.raises(StorageError, match=f"synchronous_commit vaut « {value} »"):
        open_postgres(database_url)


@pytest.mark.parametrize("name", ["fsync", "full_page_writes"])
def test_a_server_that_could_lose_a_hand_is_refused(request, name):
    own = postgres.Cluster({name: "off"})
    request.addfinalizer(own.remove)
    with pytest.raises(StorageError, match=f"{name} vaut « off »"):
        open_postgres(own.url("postgres"))


@pytest.fixture
def reading(database_url):
    """A transaction that reads the tables for as long as it is open, as a dump does."""
    with psycopg.connect(database_url) as db:
        db.execute("SELECT * FROM name, event").fetchall()
        yield db


@pytest.mark.long
def test_a_table_that_is_being_dumped_is_not_rewritten_and_still_read(
    journal, connect, sheet_id, reading
):
    with pytest.raises(DatabaseBusy):
        journal.purge()
    assert connect().events(sheet_id)
    reading.rollback()
    journal.purge()


def test_a_large_table_is_vacuumed_while_others_read_it(
    journal, sheet_id, reading, monkeypatch
):
    monkeypatch.setattr(driver, "MAX_REWRITTEN", 0)
    journal.purge()
    assert journal.events(sheet_id)


def test_every_spelling_of_postgresql_is_that_of_a_statement():
    """One that no statement matches any more would be sent as SQLite has it, and be slower."""
    texts = [text for text in vars(statements).values() if isinstance(text, str)]
    for pattern, replacement in SPELLINGS.items():
        spelled = [re.sub(pattern, replacement, text) for text in texts]
        assert spelled != texts, pattern
        texts = spelled
    assert "max(seq)" not in "".join(texts).replace(statements.LAST, "")


def test_circles_and_their_sheets_are_consistent(journal, sheet_id):
    journal.open_stream(FOUNDED, "circle/g", THREE)
    journal.add_tokens(sheet_id, {"a" * 22: True, "b" * 22: False})
    assert journal.inconsistent_stream() is None


@pytest.mark.parametrize("may_write", ["true", "false"])
def test_a_sheet_that_nobody_can_read_or_write_is_inconsistent(
    journal, sheet_id, database_url, may_write
):
    with psycopg.connect(database_url) as db:
        db.execute(f"DELETE FROM access WHERE may_write = {may_write}")
    assert journal.inconsistent_stream() == sheet_id
