"""Connections to SQLite: durable settings, and its errors as those of storage."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorekeeper.i18n.messages import msg
from scorekeeper.storage.base import DatabaseBusy, StorageError

SETTINGS = {
    "foreign_keys": ("ON", 1),
    "journal_mode": ("TRUNCATE", "truncate"),
    "synchronous": ("EXTRA", 3),
    "busy_timeout": ("5000", 5000),
    "trusted_schema": ("OFF", 0),
    "cell_size_check": ("ON", 1),
    "secure_delete": ("ON", 1),
    "cache_size": ("-256", -256),  # KiB, per thread; sheets are cached by the program
}
"""Pragmas of every connection: the value to set, and the value to read back."""


def connect(path: Path) -> sqlite3.Connection:
    """A connection with the durable settings of :data:`SETTINGS`.

    :raises StorageError: if SQLite does not take them.
    """
    db = sqlite3.connect(path, isolation_level=None, timeout=5)
    try:
        for name, (wanted, expected) in SETTINGS.items():
            db.execute(f"PRAGMA {name} = {wanted}")
            found = db.execute(f"PRAGMA {name}").fetchone()[0]
            if found != expected:
                raise _not_taken(name, wanted, found)
    except BaseException:
        db.close()
        raise
    return db


def _not_taken(name: str, wanted: str, found: object) -> StorageError:
    return StorageError(
        msg(
            "SQLite refuse %(name)s = %(wanted)s (il reste à %(found)s).",
            name=name,
            wanted=wanted,
            found=found,
        )
    )


@contextmanager
def busy_errors() -> Iterator[None]:
    """Raise :class:`DatabaseBusy` where SQLite is locked, full or read-only."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise DatabaseBusy(str(error)) from error
