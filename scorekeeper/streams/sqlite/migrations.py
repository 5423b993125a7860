"""Migrations of the database from earlier schema versions, one step per version.

Each step is one transaction; a checked copy of the database is kept beside it first.
"""

import contextlib
import filecmp
import itertools
import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.streams.base import (
    Head,
    StorageError,
    StoredEvent,
    decode,
    encode,
    row_checksum,
)
from scorekeeper.streams.chain import (
    FIRST,
    NAMING,
    ChainBroken,
    chained_hash,
    verify_chains,
    without_names,
)
from scorekeeper.streams.files import replace_durably
from scorekeeper.streams.sqlite import backup
from scorekeeper.streams.sqlite.connection import SCHEMA, connect, version_of

Step = Callable[[sqlite3.Connection], None]
"""A function that changes a database of one version into one of the next."""

COUNT_DIFFERS = msg("le compte n'y est pas")
"""The reason for undoing a step that lost or orphaned rows."""


EVERY_EVENT = "SELECT sheet, seq, kind, body, at, hash FROM event ORDER BY sheet, seq"

TABLES_3 = (
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

REPLACED_3 = ("event", "sheet")
"""The tables that are dropped, and whose name a table of :data:`TABLES_3` gets."""


class _RowsLost(Exception):
    """A step changed the number of sheets or events, or orphaned one."""


def cluster_events_by_sheet(db: sqlite3.Connection) -> None:
    """Version 2: make ``event`` a ``WITHOUT ROWID`` table with primary key (sheet, seq)."""
    db.execute("""CREATE TABLE event_2 (
    sheet INTEGER NOT NULL REFERENCES sheet (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL CHECK (seq > 0),
    key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 64),
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    at TEXT NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (sheet, seq),
    UNIQUE (sheet, key)
) STRICT, WITHOUT ROWID""")
    db.execute("INSERT INTO event_2 SELECT * FROM event ORDER BY sheet, seq")
    db.execute("DROP TABLE event")
    db.execute("ALTER TABLE event_2 RENAME TO event")


def move_names_out_of_events(db: sqlite3.Connection) -> None:
    """Version 3: names in ``name``, token hashes in ``access``, every chain computed again.

    The old chain was verified with the copy beside the database.

    Sheets keep their ids, from which the addresses of *revanches* are derived.

    :raises ChainBroken: if a new chain does not verify.
    """
    for table in TABLES_3:
        db.execute(table)
    db.execute("INSERT INTO sheet_3 SELECT id FROM sheet")
    db.execute("INSERT INTO access SELECT writer, id, 1 FROM sheet")
    db.execute("INSERT INTO access SELECT reader, id, 0 FROM sheet")
    _convert_events(db)
    for table in REPLACED_3:
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
    """Return the events of one sheet as version 3 stores them.

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


def add_summaries(db: sqlite3.Connection) -> None:
    """Version 4: the table ``summary``."""
    db.execute("""CREATE TABLE summary (
    sheet INTEGER PRIMARY KEY REFERENCES sheet (id) ON DELETE CASCADE,
    hash BLOB NOT NULL,
    program TEXT NOT NULL,
    body TEXT NOT NULL,
    checksum INTEGER NOT NULL
) STRICT""")


TABLES_5 = (
    """CREATE TABLE access_5 (
    token_hash BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
    sheet INTEGER NOT NULL REFERENCES sheet (id) ON DELETE CASCADE,
    may_write INTEGER NOT NULL CHECK (may_write IN (0, 1)),
    checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID""",
    """CREATE TABLE name_5 (
    sheet INTEGER NOT NULL REFERENCES sheet (id) ON DELETE CASCADE,
    player INTEGER NOT NULL CHECK (player >= 0),
    name TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (sheet, player)
) STRICT, WITHOUT ROWID""",
    """INSERT INTO access_5 SELECT token_hash, sheet, may_write,
    row_checksum(sheet, -1 - may_write, token_hash) FROM access""",
    """INSERT INTO name_5 SELECT sheet, player, name,
    row_checksum(sheet, player, CAST(name AS BLOB)) FROM name""",
    "DROP TABLE access",
    "DROP TABLE name",
    "ALTER TABLE access_5 RENAME TO access",
    "ALTER TABLE name_5 RENAME TO name",
    "CREATE INDEX access_by_sheet ON access (sheet)",
)
"""The statements of version 5."""


def add_checksums(db: sqlite3.Connection) -> None:
    """Version 5: the columns ``checksum`` of names and tokens."""
    db.create_function("row_checksum", 3, row_checksum, deterministic=True)
    for statement in TABLES_5:
        db.execute(statement)


STEPS: Sequence[Step] = (
    cluster_events_by_sheet,
    move_names_out_of_events,
    add_summaries,
    add_checksums,
)
"""The first migrates version 1 to version 2, and so on; a released step never changes."""


def is_current(path: Path) -> bool:
    """Return true if a database needs no migration.

    :raises StorageError: if it cannot be opened.
    """
    with _migration_errors(path), contextlib.closing(connect(path)) as db:
        return version_of(db) >= SCHEMA


def migrate(path: Path, steps: Sequence[Step] = STEPS) -> list[Path]:
    """Take the steps that a database has not taken; return the copies from before each.

    :raises StorageError: if a step fails; the database is then as it was before that step.
    """
    copies = []
    with _migration_errors(path), contextlib.closing(connect(path)) as db:
        db.execute("PRAGMA foreign_keys = OFF")  # else dropping a table deletes from others
        for version in range(version_of(db), len(steps) + 1):
            copies.append(_copy_beside(path, version))
            _take(steps[version - 1], db, version)
            _log_step(path, version + 1, copies[-1])
    return copies


@contextlib.contextmanager
def _migration_errors(path: Path) -> Iterator[None]:
    """Raise :class:`StorageError` for a migration that could not be done."""
    try:
        yield
    except (OSError, sqlite3.Error, ChainBroken, _RowsLost) as error:
        why: Message | str = COUNT_DIFFERS if isinstance(error, _RowsLost) else str(error)
        raise StorageError(
            msg(
                "%(path)s n'a pas pu être mise à la version de ce programme, et reste comme "
                "elle était : %(why)s.",
                path=path,
                why=why,
            )
        ) from error


def _log_step(path: Path, version: int, copy: Path) -> None:
    message = msg(
        "%(path)s passe à la version %(version)s ; celle d'avant est gardée : %(copy)s",
        path=path,
        version=version,
        copy=copy,
    )
    logging.getLogger("la_marque").warning("%s", say(message))


def _copy_beside(path: Path, version: int) -> Path:
    """Return a checked copy of the database beside it; an identical one is not kept twice."""
    draft = path.with_name(f"{path.name}.copy")
    draft.unlink(missing_ok=True)
    backup.backup(path, draft)
    for number in itertools.count(1):
        suffix = f"-{number}" if number > 1 else ""
        copy = path.with_name(f"{path.name}.v{version}{suffix}")
        if not copy.exists():
            replace_durably(draft, copy)
            break
        if filecmp.cmp(draft, copy, shallow=False):
            draft.unlink()
            break
    return copy


def _take(step: Step, db: sqlite3.Connection, version: int) -> None:
    """Take one step in one transaction, unless another process has taken it meanwhile."""
    db.execute("BEGIN IMMEDIATE")
    try:
        if version_of(db) == version:
            before = _counts(db)
            step(db)
            if db.execute("PRAGMA foreign_key_check").fetchone() or _counts(db) != before:
                raise _RowsLost
            db.execute(f"PRAGMA user_version = {version + 1}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _counts(db: sqlite3.Connection) -> tuple[int, int]:
    """Return the numbers of sheets and of events."""
    sheets, events = (
        int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
        for table in ("sheet", "event")
    )
    return sheets, events
