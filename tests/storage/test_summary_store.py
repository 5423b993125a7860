"""Summaries of sheets on disk: a cache that may be lost at any time."""

import sqlite3

import pytest

from scorekeeper.storage.sqlite.summary_store import SqliteSummaryStore
from scorekeeper.storage.summaries import StoredSummary

ONE, TWO = b"1" * 32, b"2" * 32


@pytest.fixture
def path(tmp_path):
    return tmp_path / "summaries.sqlite3"


@pytest.fixture
def open_store(path, request):
    def opened(program="a"):
        store = SqliteSummaryStore(path, lambda: program)
        request.addfinalizer(store.close)
        return store

    return opened


@pytest.fixture
def store(open_store):
    return open_store()


SEVEN, EIGHT = StoredSummary(ONE, "seven"), StoredSummary(TWO, "eight")


def test_summaries_are_found_by_their_sheets(store):
    store.write([(7, SEVEN), (8, EIGHT)])
    assert store.read([7, 8, 9]) == {7: SEVEN, 8: EIGHT}


def test_a_newer_summary_replaces_the_one_before(store):
    store.write([(7, SEVEN)])
    store.write([(7, EIGHT)])
    assert store.read([7]) == {7: EIGHT}


def test_many_summaries_are_found_at_once(store):
    store.write((sheet, SEVEN) for sheet in range(1, 2001))
    assert len(store.read(range(1, 2001))) == 2000


def test_another_process_finds_what_was_stored(store, open_store):
    store.write([(7, SEVEN)])
    assert open_store().read([7]) == {7: SEVEN}


def test_another_version_of_the_program_finds_nothing(store, open_store):
    store.write([(7, SEVEN)])
    assert open_store("b").read([7]) == {}


def test_a_deleted_sheet_leaves_no_byte_of_its_summary(store, path):
    store.write([(7, StoredSummary(ONE, "a summary"))])
    store.delete(7)
    assert store.read([7]) == {} and b"a summary" not in path.read_bytes()


def test_only_its_owner_reads_the_file(store, path):
    store.write([(7, SEVEN)])
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_damaged_file_is_begun_anew(store, path):
    store.write([(7, SEVEN)])
    store.close()
    path.write_bytes(b"this is no database at all" * 100)
    assert store.read([7]) == {}
    store.write([(7, EIGHT)])
    assert store.read([7]) == {7: EIGHT}


def test_a_changed_byte_of_a_summary_is_noticed(store, path):
    store.write([(7, StoredSummary(ONE, "a summary"))])
    store.close()
    path.write_bytes(path.read_bytes().replace(b"a summary", b"a summery"))
    assert store.read([7]) == {}


def test_a_file_that_cannot_be_written_is_no_error(tmp_path):
    store = SqliteSummaryStore(tmp_path / "missing" / "summaries", lambda: "a")
    store.write([(7, SEVEN)])
    assert store.read([7]) == {}


def test_a_file_that_another_process_has_locked_is_no_error(store, path):
    store.write([(7, SEVEN)])
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert store.read([7]) == {}
    other.execute("ROLLBACK")
    other.close()
    assert store.read([7]) == {7: SEVEN}
