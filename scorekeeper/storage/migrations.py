"""A database of an earlier version brought to this one, step by step.

A step is taken whole or not at all; before each, a checked copy stays beside the database.
"""

import contextlib
import filecmp
import itertools
import logging
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

from scorekeeper.i18n.messages import msg
from scorekeeper.storage import backup
from scorekeeper.storage.base import StorageError
from scorekeeper.storage.files import replace_durably
from scorekeeper.storage.sqlite import connect

Step = Callable[[sqlite3.Connection], None]
"""What changes a database of one version into one of the next."""


def events_beside_their_sheet(db: sqlite3.Connection) -> None:
    """Version 2: the events of one sheet lie together, and not in the order of writing."""
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


STEPS: Sequence[Step] = (events_beside_their_sheet,)
"""The first makes version 2 of version 1, and so on; one that was released never changes."""


def migrate(path: Path, steps: Sequence[Step] = STEPS) -> list[Path]:
    """Take the steps that a database has not taken; the copies from before each.

    :raises StorageError: with a sentence, if a step fails: the database is as before it.
    """
    kept = []
    try:
        with contextlib.closing(connect(path)) as db:
            db.execute("PRAGMA foreign_keys = OFF")  # or a table dropped empties another
            for version in range(_version(db), len(steps) + 1):
                kept.append(_keep(path, version))
                _take(steps[version - 1], db, version)
                logging.getLogger("la_marque").warning(
                    "%s passe à la version %s ; celle d'avant est gardée : %s",
                    *(path, version + 1, kept[-1]),
                )
    except (OSError, sqlite3.Error) as error:
        raise StorageError(
            msg(
                "%(path)s n'a pas pu être mise à la version de ce programme, et reste comme "
                "elle était : %(why)s.",
                path=path,
                why=str(error),
            )
        ) from error
    return kept


def _keep(path: Path, version: int) -> Path:
    """A checked copy beside the database; one of the same content that is there will do."""
    copy = path.with_name(f"{path.name}.copy")
    copy.unlink(missing_ok=True)
    backup.backup(path, copy)
    for number in itertools.count(1):
        more = f"-{number}" if number > 1 else ""
        kept = path.with_name(f"{path.name}.v{version}{more}")
        if not kept.exists():
            replace_durably(copy, kept)
            break
        if filecmp.cmp(copy, kept, shallow=False):
            copy.unlink()
            break
    return kept


def _take(step: Step, db: sqlite3.Connection, version: int) -> None:
    """Take one step in one transaction, unless another process has taken it meanwhile."""
    db.execute("BEGIN IMMEDIATE")
    try:
        if _version(db) == version:
            before = _counts(db)
            step(db)
            if db.execute("PRAGMA foreign_key_check").fetchone() or _counts(db) != before:
                raise sqlite3.IntegrityError("le compte n'y est pas")
            db.execute(f"PRAGMA user_version = {version + 1}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _counts(db: sqlite3.Connection) -> tuple[int, int]:
    """How many sheets and events there are."""
    sheets, events = (
        int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
        for table in ("sheet", "event")
    )
    return sheets, events
