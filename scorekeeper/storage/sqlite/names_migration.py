"""Version 3 of the database: names out of the hash chain, tokens in a table of their own.

The chain of each sheet is computed again over events without names; the old chain was verified
with the copy that is kept beside the database.
"""

import sqlite3
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from scorekeeper.storage.base import Head, StoredEvent, decode, encode
from scorekeeper.storage.chain import FIRST, ChainBroken, verify_chains
from scorekeeper.storage.hash_chain import chained_hash
from scorekeeper.storage.names import NAMING, without_names
from scorekeeper.storage.sqlite.rows import EVERY_EVENT

TABLES = (
    """CREATE TABLE sheet_3 (
    id INTEGER PRIMARY KEY
) STRICT""",
    """CREATE TABLE access (
    token_hash BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
    sheet INTEGER NOT NULL REFERENCES sheet (id) ON DELETE CASCADE,
    may_write INTEGER NOT NULL CHECK (may_write IN (0, 1))
) STRICT, WITHOUT ROWID""",
    """CREATE TABLE name (
    sheet INTEGER NOT NULL REFERENCES sheet (id) ON DELETE CASCADE,
    player INTEGER NOT NULL CHECK (player >= 0),
    name TEXT NOT NULL,
    PRIMARY KEY (sheet, player)
) STRICT, WITHOUT ROWID""",
    """CREATE TABLE event_3 (
    sheet INTEGER NOT NULL REFERENCES sheet (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL CHECK (seq > 0),
    key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 64),
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    at TEXT NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (sheet, seq),
    UNIQUE (sheet, key)
) STRICT, WITHOUT ROWID""",
    """CREATE TABLE property (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID""",
)
"""The tables of version 3 as they are before the old ones are dropped."""

REPLACED = ("event", "sheet")
"""The tables that are dropped, and whose name a table of :data:`TABLES` gets."""


def move_names_out_of_events(db: sqlite3.Connection) -> None:
    """Version 3: names in ``name``, token hashes in ``access``, every chain computed again.

    Sheets keep their ids, from which the addresses of *revanches* are derived.

    :raises ChainBroken: if a new chain does not verify.
    """
    for table in TABLES:
        db.execute(table)
    db.execute("INSERT INTO sheet_3 SELECT id FROM sheet")
    db.execute("INSERT INTO access SELECT writer, id, 1 FROM sheet")
    db.execute("INSERT INTO access SELECT reader, id, 0 FROM sheet")
    _convert_events(db)
    for table in REPLACED:
        db.execute(f"DROP TABLE {table}")
        db.execute(f"ALTER TABLE {table}_3 RENAME TO {table}")
    db.execute("CREATE INDEX access_by_sheet ON access (sheet)")
    if broken := verify_chains(db.execute(EVERY_EVENT)):
        raise ChainBroken(f"sheet {broken[0]}, event {broken[1]}")


def _convert_events(db: sqlite3.Connection) -> None:
    rows = db.execute(
        "SELECT sheet, seq, key, kind, body, at, hash FROM event ORDER BY sheet, seq"
    )
    for sheet, events in groupby(rows, itemgetter(0)):
        names: list[str] = []
        converted = [
            (sheet, *event)
            for event in _without_names((StoredEvent(*row[1:]) for row in events), names)
        ]
        db.executemany("INSERT INTO event_3 VALUES (?, ?, ?, ?, ?, ?, ?)", converted)
        numbered = [(sheet, player, name) for player, name in enumerate(names)]
        db.executemany("INSERT INTO name VALUES (?, ?, ?)", numbered)


def _without_names(events: Iterator[StoredEvent], names: list[str]) -> Iterator[StoredEvent]:
    """The events of one sheet as version 3 stores them.

    :param names: gets the names of the players, as the last event has them.
    """
    last = FIRST
    for event in events:
        body = event.body
        if event.kind in NAMING:
            stored, given = without_names(decode(body))
            body, names[: len(given)] = encode(stored), given
        chained = chained_hash(last.hash, event.seq, event.kind, body, event.at)
        last = Head(event.seq, chained)
        yield event._replace(body=body, hash=chained)
