"""Migrations of the database from earlier schema versions, one step per version.

Each step is one transaction; a checked copy of the database is kept beside it first.
"""

import contextlib
import filecmp
import itertools
import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.storage.base import StorageError
from scorekeeper.storage.chain import ChainBroken
from scorekeeper.storage.durable_files import replace_durably
from scorekeeper.storage.sqlite import backup
from scorekeeper.storage.sqlite.connection import connect
from scorekeeper.storage.sqlite.names_migration import move_names_out_of_events
from scorekeeper.storage.sqlite.schema import SCHEMA

Step = Callable[[sqlite3.Connection], None]
"""A function that changes a database of one version into one of the next."""

COUNT_DIFFERS = msg("le compte n'y est pas")
"""The reason for undoing a step that lost or orphaned rows."""


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


def add_summaries(db: sqlite3.Connection) -> None:
    """Version 4: the table ``summary``."""
    db.execute("""CREATE TABLE summary (
    sheet INTEGER PRIMARY KEY REFERENCES sheet (id) ON DELETE CASCADE,
    hash BLOB NOT NULL,
    program TEXT NOT NULL,
    body TEXT NOT NULL,
    checksum INTEGER NOT NULL
) STRICT""")


STEPS: Sequence[Step] = (cluster_events_by_sheet, move_names_out_of_events, add_summaries)
"""The first migrates version 1 to version 2, and so on; a released step never changes."""


def is_current(path: Path) -> bool:
    """True if a database needs no migration.

    :raises StorageError: if it cannot be opened.
    """
    with _migration_errors(path), contextlib.closing(connect(path)) as db:
        return _version(db) >= SCHEMA


def migrate(path: Path, steps: Sequence[Step] = STEPS) -> list[Path]:
    """Take the steps that a database has not taken; return the copies from before each.

    :raises StorageError: if a step fails; the database is then as it was before that step.
    """
    copies = []
    with _migration_errors(path), contextlib.closing(connect(path)) as db:
        db.execute("PRAGMA foreign_keys = OFF")  # else dropping a table deletes from others
        for version in range(_version(db), len(steps) + 1):
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
    """A checked copy of the database beside it; an identical one is not kept twice."""
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
        if _version(db) == version:
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


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _counts(db: sqlite3.Connection) -> tuple[int, int]:
    """The numbers of sheets and of events."""
    sheets, events = (
        int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
        for table in ("sheet", "event")
    )
    return sheets, events
