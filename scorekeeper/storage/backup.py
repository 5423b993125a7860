"""Copies of the database: checked, taken while it is written to, put back whole.

Standard library only: a copy can be taken and put back where nothing else is installed.
"""

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from .storage import APPLICATION, Storage, StorageError, put_in_place

KEPT = 14
"""Daily copies that are kept."""


class Damaged(StorageError):
    """A database that is missing, empty or damaged: it takes a copy to go on."""


def check(path: Path) -> int:
    """How many events a database holds, all of them whole and in their chain.

    :raises Damaged: with a sentence, if it is missing, empty or damaged.
    :raises StorageError: with a sentence, if it is not ours, or a newer one.
    """
    if not path.is_file():
        raise Damaged(f"{path} n'existe pas.")
    if not path.stat().st_size:
        raise Damaged(f"{path} est vide.")
    try:
        with contextlib.closing(
            sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)
        ) as db:
            if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
                raise StorageError(f"{path} n'est pas une base de La Marque.")
            said = db.execute("PRAGMA integrity_check").fetchone()[0]
            count = int(db.execute("SELECT count(*) FROM event").fetchone()[0])
    except (sqlite3.Error, ValueError) as error:  # a text that is no text any more
        raise Damaged(f"{path} est abîmée : {error}.") from error
    if said != "ok":
        raise Damaged(f"{path} est abîmée : {said.splitlines()[-1]}.")
    storage = Storage(path)
    try:
        broken = storage.broken()
    except (sqlite3.Error, ValueError) as error:
        raise Damaged(f"{path} est abîmée : {error}.") from error
    finally:
        storage.close()
    if broken:
        sheet, seq = broken
        raise Damaged(
            f"{path} est abîmée : la feuille {sheet} ne se suit plus à l'événement {seq}."
        )
    return count


def backup(source: Path, target: Path) -> int:
    """Copy a database, also while it is written to; how many events the copy holds.

    :raises Damaged: if the database does not hold, and so the copy neither.
    :raises StorageError: if there is nothing to copy, or something in the way.
    """
    if target.exists():
        raise StorageError(f"{target} existe déjà : choisissez un autre nom.")
    if not source.is_file() or not source.stat().st_size:
        raise StorageError(f"{source} n'existe pas ou est vide.")
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
        put_in_place(draft, target)
    except Damaged as error:  # a copy is what its source is
        raise Damaged(str(error).replace(str(draft), str(source), 1)) from error
    except (OSError, sqlite3.Error) as error:
        raise StorageError(f"la copie n'a pas pu être faite : {error}.") from error
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
    with alone(path.parent):
        before = _set_aside(path) if path.exists() else None
        _put(copy, path)
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
    put_in_place(draft, target)


def daily(path: Path) -> Path | None:
    """Today's copy, if it was not taken yet; the oldest go."""
    folder = path.parent / "copies"
    target = folder / f"{path.stem}-{datetime.now():%Y-%m-%d}{path.suffix}"
    if target.exists() or not path.exists() or not path.stat().st_size:
        return None
    folder.mkdir(mode=0o700, exist_ok=True)
    backup(path, target)
    for old in _dailies(path)[:-KEPT]:
        old.unlink()
    return target


def way_back(path: Path) -> str:
    """The sentence that says which copy to put back in the place of a damaged database."""
    for copy in reversed(_dailies(path)):
        with contextlib.suppress(StorageError):
            check(copy)
            here = Path.cwd()
            name = copy.relative_to(here) if copy.is_relative_to(here) else copy
            return f"Pour remettre la copie la plus récente : python3 app.py restore {name}"
    return "Il n'y a pas de copie du jour à remettre."


def _dailies(path: Path) -> list[Path]:
    """The daily copies there are, the oldest first."""
    return sorted((path.parent / "copies").glob(f"{path.stem}-*{path.suffix}"))


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Be the only process that uses this installation.

    :raises StorageError: if another one does.
    """
    try:
        import fcntl
    except ImportError:  # where there is no such lock, SQLite's own has to do
        yield
        return
    with open(folder / "lock", "w", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StorageError(
                f"La Marque est déjà ouverte sur {folder} : fermez-la d'abord."
            ) from None
        yield
