"""Copies of the database: checked, taken while it is written to, put back whole.

Standard library only: a copy can be taken and put back where nothing else is installed.
"""

import contextlib
import os
import shutil
import sqlite3
from datetime import datetime
from pathlib import Path

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.storage.base import DatabaseBusy, DatabaseDamaged, StorageError
from scorekeeper.storage.files import replace_durably
from scorekeeper.storage.lock import claim_alone
from scorekeeper.storage.sqlite import APPLICATION, SqliteJournal

DAILY_BACKUPS = 14
"""Daily copies that are kept."""


def check(path: Path) -> int:
    """How many events a database holds, all of them whole and in their chain.

    :raises Damaged: with a sentence, if it is missing, empty or damaged.
    :raises StorageError: with a sentence, if it is not ours, or a newer one.
    """
    if not path.is_file():
        raise DatabaseDamaged(msg("%(path)s n'existe pas.", path=path))
    if not path.stat().st_size:
        raise DatabaseDamaged(msg("%(path)s est vide.", path=path))
    try:
        with contextlib.closing(
            sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)
        ) as db:
            if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
                raise StorageError(msg("%(path)s n'est pas une base de La Marque.", path=path))
            report = db.execute("PRAGMA integrity_check").fetchone()[0]
            count = int(db.execute("SELECT count(*) FROM event").fetchone()[0])
    except (sqlite3.Error, ValueError) as error:  # a text that is no text any more
        raise DatabaseDamaged(
            msg("%(path)s est abîmée : %(why)s.", path=path, why=str(error))
        ) from error
    if report != "ok":
        raise DatabaseDamaged(
            msg("%(path)s est abîmée : %(why)s.", path=path, why=report.splitlines()[-1])
        )
    storage = SqliteJournal(path)
    try:
        first_broken_event = storage.first_broken_event()
    except (sqlite3.Error, DatabaseBusy, ValueError) as error:
        raise DatabaseDamaged(
            msg("%(path)s est abîmée : %(why)s.", path=path, why=str(error))
        ) from error
    finally:
        storage.close()
    if first_broken_event:
        sheet, seq = first_broken_event
        raise DatabaseDamaged(
            msg(
                "%(path)s est abîmée : la feuille %(sheet)s ne se suit plus à l'événement "
                "%(seq)s.",
                path=path,
                sheet=sheet,
                seq=seq,
            )
        )
    return count


def backup(source: Path, target: Path) -> int:
    """Copy a database, also while it is written to; how many events the copy holds.

    :raises Damaged: if the database does not hold, and so the copy neither.
    :raises StorageError: if there is nothing to copy, or something in the way.
    """
    if target.exists():
        raise StorageError(msg("%(path)s existe déjà : choisissez un autre nom.", path=target))
    if not source.is_file() or not source.stat().st_size:
        raise StorageError(msg("%(path)s n'existe pas ou est vide.", path=source))
    draft = target.with_name(f"{target.name}.new")
    try:
        draft.unlink(missing_ok=True)
        with (
            contextlib.closing(
                sqlite3.connect(source, timeout=30, isolation_level=None)
            ) as held,
            contextlib.closing(sqlite3.connect(source, timeout=30)) as db,
            contextlib.closing(sqlite3.connect(draft)) as copy,
        ):
            held.execute("BEGIN IMMEDIATE")  # writers wait some milliseconds, readers do not
            db.backup(copy)
            held.execute("ROLLBACK")
        count = check(draft)
        replace_durably(draft, target)
    except DatabaseDamaged as error:  # a copy is what its source is
        values = {**error.message.values, "path": source}
        raise DatabaseDamaged(error.message._replace(values=values)) from error
    except (OSError, sqlite3.Error) as error:
        raise StorageError(
            msg("la copie n'a pas pu être faite : %(why)s.", why=str(error))
        ) from error
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
    return count


def restore(copy: Path, path: Path) -> tuple[int, Path | None]:
    """Put a copy back in the place of a database, which is kept beside it.

    :returns: how many events are back, and where the database before is, if there was one.
    :raises StorageError: if the copy does not hold, or the program is running.
    """
    count = check(copy)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = claim_alone(path.parent)
    try:
        before = _set_aside(path) if path.exists() else None
        _put(copy, path)
    finally:
        lock.release()
    return count, before


def _set_aside(path: Path) -> Path:
    """Copy a database beside itself, so that another can go over it at any moment.

    What a crash has left in its journal is put right first: it would be played into the
    other one. Where SQLite cannot even do that, the journal is set aside too.
    """
    before = path.with_name(f"{path.name}.avant-{datetime.now():%Y-%m-%d-%H%M%S.%f}")
    journal = path.with_name(f"{path.name}-journal")
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if journal.exists() and journal.stat().st_size:
        _put(journal, before.with_name(f"{before.name}-journal"))
    _put(path, before)
    journal.unlink(missing_ok=True)
    return before


def _put(source: Path, target: Path) -> None:
    """Copy a file, for its owner only, whole or not at all."""
    draft = target.with_name(f"{target.name}.new")
    with open(source, "rb") as there, open(draft, "wb") as here:
        shutil.copyfileobj(there, here)
    os.chmod(draft, 0o600)
    replace_durably(draft, target)


def daily(path: Path) -> Path | None:
    """Today's copy, if it was not taken yet; the oldest go."""
    folder = path.parent / "copies"
    target = folder / f"{path.stem}-{datetime.now():%Y-%m-%d}{path.suffix}"
    if target.exists() or not path.exists() or not path.stat().st_size:
        return None
    folder.mkdir(mode=0o700, exist_ok=True)
    backup(path, target)
    for old in _dailies(path)[:-DAILY_BACKUPS]:
        old.unlink()
    return target


def restore_hint(path: Path) -> Message:
    """Which backup to restore in the place of a damaged database, with the command."""
    for copy in reversed(_dailies(path)):
        with contextlib.suppress(StorageError):
            check(copy)
            here = Path.cwd()
            name = copy.relative_to(here) if copy.is_relative_to(here) else copy
            return msg(
                "Pour remettre la copie la plus récente : python3 app.py restore %(name)s",
                name=name,
            )
    return msg("Il n'y a pas de copie du jour à remettre.")


def _dailies(path: Path) -> list[Path]:
    """The daily copies there are, the oldest first."""
    return sorted((path.parent / "copies").glob(f"{path.stem}-*{path.suffix}"))
