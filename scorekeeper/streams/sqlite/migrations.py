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
from scorekeeper.streams.base import StorageError
from scorekeeper.streams.files import replace_durably
from scorekeeper.streams.sqlite import backup
from scorekeeper.streams.sqlite.connection import SCHEMA, connect, version_of

Step = Callable[[sqlite3.Connection], None]
"""A function that changes a database of one version into one of the next."""

COUNT_DIFFERS = msg("le compte n'y est pas")
"""The reason for undoing a step that lost or orphaned rows."""


class _RowsLost(Exception):
    """A step changed the number of sheets or events, or orphaned one."""


STEPS: Sequence[Step] = ()
"""The first migrates version 1 to version 2, and so on; a released step never changes. As many
as there are versions after the first: :data:`~.connection.SCHEMA`."""


def is_current(path: Path) -> bool:
    """Return true if a database needs no migration. Raise StorageError if it does not open."""
    with _migration_errors(path), contextlib.closing(connect(path)) as db:
        return version_of(db) >= SCHEMA


def migrate(path: Path) -> list[Path]:
    """Take the steps that a database has not taken; return the copies from before each. Raise
    StorageError if a step fails; the database is then as it was before that step."""
    copies = []
    with _migration_errors(path), contextlib.closing(connect(path)) as db:
        db.execute("PRAGMA foreign_keys = OFF")  # else dropping a table deletes from others
        for version in range(version_of(db), len(STEPS) + 1):
            copies.append(_copy_beside(path, version))
            _take(STEPS[version - 1], db, version)
            _log_step(path, version + 1, copies[-1])
    return copies


@contextlib.contextmanager
def _migration_errors(path: Path) -> Iterator[None]:
    """Raise :class:`StorageError` for a migration that could not be done."""
    try:
        yield
    except (OSError, sqlite3.Error, _RowsLost) as error:
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
    sheets, events = (
        int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
        for table in ("sheet", "event")
    )
    return sheets, events
