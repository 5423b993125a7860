"""The stored text of the schema: a changed byte is noticed at the start, or has no meaning.

SQLite takes the tables, their checks and their types from this text, and ``integrity_check``
believes it.
"""

import contextlib
import re
import sqlite3

import pytest
from filled_journals import change
from long_cases import long
from next_schema import store_events_anew

from scorekeeper.cli import serve
from scorekeeper.streams.base import DatabaseDamaged
from scorekeeper.streams.installation import Installation
from scorekeeper.streams.sqlite import backup
from scorekeeper.streams.sqlite.driver import open_sqlite


def created(path):
    open_sqlite(path).close()


def migrated(path):
    """A table that was renamed is stored with quotes."""
    created(path)
    with contextlib.closing(sqlite3.connect(path)) as db:
        store_events_anew(db)
        db.commit()


def stored_statements(path):
    """The offset and the text of each stored statement."""
    content = path.read_bytes()
    with contextlib.closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT sql FROM sqlite_schema WHERE sql <> ''").fetchall()
    for (sql,) in rows:
        yield content.index(sql.encode()), sql.encode()


def words(text):
    """The words of a statement outside of its comments."""
    return re.split(rb"[ \t\n\f\r]+", re.sub(rb"--[^\n]*", b"", bytes(text)))


@pytest.mark.parametrize("made", [created, *long(migrated)])
@pytest.mark.parametrize(
    "others",
    [
        lambda place: [1 << place % 8],
        pytest.param(lambda place: range(1, 256), marks=pytest.mark.hours),
    ],
    ids=["one bit", "every byte"],
)
def test_every_changed_byte_of_the_schema_is_noticed_or_meaningless(
    tmp_path, made, others, sampled
):
    path = tmp_path / "la_marque.sqlite3"
    made(path)
    whole, missed = path.read_bytes(), []
    for start, text in stored_statements(path):
        for place in sampled(range(len(text))):
            for mask in others(place):
                damaged = bytearray(whole)
                damaged[start + place] ^= mask
                path.write_bytes(damaged)
                with contextlib.suppress(DatabaseDamaged):
                    backup.check(path)
                    if words(damaged[start : start + len(text)]) != words(text):
                        missed.append((place, text[place], mask))
    assert missed == []
    path.write_bytes(whole)
    backup.check(path)


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER t AFTER INSERT ON event BEGIN DELETE FROM event; END",
        "CREATE VIEW v AS SELECT 1",
        "CREATE INDEX i ON event (kind)",
        "ALTER TABLE event ADD COLUMN more TEXT",
    ],
)
def test_a_schema_with_something_more_is_not_opened(tmp_path, statement):
    installation = Installation(tmp_path)
    installation.create()
    change(installation.database, statement)
    with pytest.raises(Exception, match="ses tables ne sont plus"):
        serve.open_installation(Installation(tmp_path))
