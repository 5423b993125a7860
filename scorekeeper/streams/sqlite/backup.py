"""Backups of the database: checking, copying beside a running program, restoring.

Standard library only: no installed environment is needed.
"""

import contextlib
import logging
import math
import shutil
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from scorekeeper import program
from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.streams import files
from scorekeeper.streams.base import DatabaseBusy, DatabaseDamaged, StorageError, damaged
from scorekeeper.streams.files import MEBIBYTE, dailies, drafted
from scorekeeper.streams.lock import claim_alone
from scorekeeper.streams.sqlite.connection import (
    is_schema_intact,
    is_unavailable,
    is_unwritable,
    require_ours,
)
from scorekeeper.streams.sqlite.driver import open_sqlite

DAILY_BACKUPS = 14

MAX_BACKUP_BYTES = 1024 * MEBIBYTE
"""Maximum size of the daily backups together; the newest is kept whatever its size."""


def check(path: Path, at_once: float = math.inf) -> int:
    """Verify a database, its hash chains, its names and tokens; return its number of events.

    :param at_once: the bytes from which only the pages of the file are verified, and in them
        the tables; the rest is for :func:`check_rows`, beside the program.
    :raises DatabaseDamaged: if it is missing, empty or damaged.
    :raises StorageError: if it is not a database of La Marque, or a newer one, or can only be
        read, or not now: no copy in its place would help.
    """
    if not path.is_file():
        raise DatabaseDamaged(msg("%(path)s n'existe pas.", path=path))
    if not path.stat().st_size:
        raise DatabaseDamaged(msg("%(path)s est vide.", path=path))
    is_large = path.stat().st_size > at_once
    with _told(path):
        count = _check_file(path, "quick_check" if is_large else "integrity_check")
    if not is_large:
        check_rows(path)
    return count


def check_rows(path: Path) -> None:
    """Verify the hash chains, the names and the tokens of a database, also while it is written
    to. Raise as :func:`check`."""
    with _told(path), contextlib.closing(open_sqlite(path)) as journal:
        journal.require_whole()


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    """Tell of what SQLite cannot do as :func:`check` does."""
    try:
        yield
    except (sqlite3.Error, DatabaseBusy) as error:
        raise _failure(path, error) from error
    except ValueError as error:  # no valid UTF-8
        raise damaged(path, str(error)) from error


def _check_file(path: Path, pragma: str) -> int:
    """Let SQLite verify the file; return its number of events."""
    uri = f"{path.resolve().as_uri()}?mode=rw"
    with contextlib.closing(sqlite3.connect(uri, uri=True)) as db:
        require_ours(db, path)
        report = db.execute(f"PRAGMA {pragma}").fetchone()[0]
        count = int(db.execute("SELECT count(*) FROM event").fetchone()[0])
        intact = is_schema_intact(db)
    if not intact:
        raise damaged(path, msg("ses tables ne sont plus celles de La Marque"))
    if report != "ok":
        raise damaged(path, report.splitlines()[-1])
    return count


def _failure(path: Path, error: Exception) -> StorageError:
    """Return the error of a check that SQLite could not finish."""
    cause = error.__cause__ if isinstance(error, DatabaseBusy) else error
    assert isinstance(cause, sqlite3.Error)
    if is_unwritable(cause):
        return StorageError(
            msg("%(path)s ne peut pas être écrite par ce programme.", path=path)
        )
    if is_unavailable(cause):
        why = str(cause)
        return StorageError(msg("%(path)s ne s'ouvre pas : %(why)s.", path=path, why=why))
    return damaged(path, str(cause))


def backup(source: Path, target: Path) -> int:
    """Copy a database, also while it is written to; return the copy's number of events. Raise
    DatabaseDamaged if it is damaged, no copy is left then; StorageError if there is nothing to
    copy, or the target exists."""
    if target.exists():
        raise StorageError(msg("%(path)s existe déjà : choisissez un autre nom.", path=target))
    if not source.is_file() or not source.stat().st_size:
        raise StorageError(msg("%(path)s n'existe pas ou est vide.", path=source))
    try:
        with drafted(target) as draft:
            _copy_pages(source, draft)
            return check(draft)
    except DatabaseDamaged as error:  # report the source, not the draft
        values = {**error.message.values, "path": source}
        raise DatabaseDamaged(error.message._replace(values=values)) from error
    except (OSError, sqlite3.Error) as error:
        raise StorageError(
            msg("la copie n'a pas pu être faite : %(why)s.", why=str(error))
        ) from error


def _copy_pages(source: Path, draft: Path) -> None:
    with (
        contextlib.closing(
            sqlite3.connect(source, timeout=30, isolation_level=None)
        ) as writer,
        contextlib.closing(sqlite3.connect(source, timeout=30)) as db,
        contextlib.closing(sqlite3.connect(draft)) as copy,
    ):
        writer.execute("BEGIN IMMEDIATE")  # one pass: a write would restart the copy
        db.backup(copy)
        writer.execute("ROLLBACK")


def restore(copy: Path, path: Path) -> tuple[int, Path | None]:
    """Replace a database by a copy; the replaced one is kept beside it. Return the number of
    events, and the path of the replaced one if there was one. Raise StorageError if the copy
    is damaged, or the program is running."""
    count = check(copy)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = claim_alone(path.parent)
    try:
        before = _set_aside(path) if path.exists() else None
        _copy_durably(copy, path)
    finally:
        lock.release()
    return count, before


def _set_aside(path: Path) -> Path:
    """Copy a database beside itself, so that a crash while it is replaced loses nothing.
    Opening it rolls back its hot journal, which SQLite would otherwise apply to the restored
    file; if SQLite cannot do that, the journal is set aside too."""
    before = path.with_name(f"{path.name}.avant-{datetime.now():%Y-%m-%d-%H%M%S.%f}")
    journal = path.with_name(f"{path.name}-journal")
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if journal.exists() and journal.stat().st_size:
        _copy_durably(journal, before.with_name(f"{before.name}-journal"))
    _copy_durably(path, before)
    journal.unlink(missing_ok=True)
    return before


def _copy_durably(source: Path, target: Path) -> None:
    """Copy a file for its owner only, atomically and durably."""
    with drafted(target) as draft:
        shutil.copyfile(source, draft)


def daily(path: Path) -> Path | None:
    """Take today's backup unless there is one, and delete those that are too many or too
    large.

    Only a new and verified backup has others deleted. Those of later days, taken while the
    clock of this machine was ahead, are renamed: they count no more as daily backups.

    :returns: the new backup, or ``None``.
    :raises StorageError: if the database is damaged or cannot be copied.
    :raises OSError: if the folder cannot be written.
    """
    folder = path.parent / "copies"
    target = folder / f"{path.stem}-{datetime.now():%Y-%m-%d}{path.suffix}"
    if target.exists() or not path.exists() or not path.stat().st_size:
        return None
    if files.free(path) < path.stat().st_size + files.MIN_FREE:
        raise StorageError(msg("il n'y a pas assez de place sur le disque."))
    folder.mkdir(mode=0o700, exist_ok=True)
    backup(path, target)
    for later in (one for one in dailies(path) if one > target):
        aside = later.replace(f"{later}.later")
        note = msg("Copie d'un jour à venir, mise de côté : %(path)s", path=aside)
        logging.getLogger("la_marque").warning("%s", say(note))
    for old in _superfluous(dailies(path)):
        old.unlink()
    return target


def _superfluous(backups: list[Path]) -> list[Path]:
    """Return those of these backups, oldest first, that are too many or too large."""
    kept, size = 0, 0
    for backup in reversed(backups):
        size += backup.stat().st_size
        if kept and (kept >= DAILY_BACKUPS or size > MAX_BACKUP_BYTES):
            break
        kept += 1
    return backups[: len(backups) - kept]


def restore_hint(path: Path) -> Message:
    """Return the command that restores the latest undamaged backup, as a sentence."""
    for copy in reversed(dailies(path)):
        with contextlib.suppress(StorageError):
            check(copy)
            here = Path.cwd()
            name = copy.relative_to(here) if copy.is_relative_to(here) else copy
            return msg(
                "Pour remettre la copie la plus récente : %(app)s restore %(name)s",
                app=program.COMMAND,
                name=name,
            )
    return msg("Il n'y a pas de copie du jour à remettre.")


def damage_report(error: DatabaseDamaged, path: Path) -> Message:
    """Return a damaged database and the command that repairs it, on two lines."""
    return Message(
        "%(damage)s\n%(hint)s", {"damage": error.message, "hint": restore_hint(path)}
    )
