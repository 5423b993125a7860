"""Files of an installation: replaced durably, drafts that a kill leaves, space on the disk.

Standard library only: no installed environment is needed.
"""

import contextlib
import itertools
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.i18n.messages import Message, msg

PATTERNS = (
    "{name}.new",
    "{name}.avant-????-??-??-??????.??????.new",
    "{name}.avant-????-??-??-??????.??????-journal.new",
    "{name}.copy",
    "{name}.copy.new",
    "copies/{stem}-????-??-??{suffix}.new",
)
"""The names of drafts, in terms of the name of the database."""

MEBIBYTE = 1024 * 1024

GROWTH_WARNING = 20 * MEBIBYTE
"""Growth since the last daily backup from which the operator is warned: a hundred tables
write four mebibytes in an evening."""

MAX_GROWTH = 200 * MEBIBYTE
"""Growth since the last daily backup from which no sheet is opened until the next one."""

MIN_FREE = 100 * MEBIBYTE
"""Free space below which the operator is warned, no sheet is opened, and no backup taken."""


def replace_durably(draft: Path, target: Path) -> None:
    """Give a finished draft its final name, atomically and durably. Raise OSError if the
    folder cannot be written."""
    with open(draft, "rb+") as file:
        os.fsync(file.fileno())
    os.replace(draft, target)
    if sys.platform == "win32":  # opens no folder; the file system logs the new name
        return
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextlib.contextmanager
def drafted(target: Path) -> Iterator[Path]:
    """Give an empty draft, readable by its owner only, which takes the name of the target
    after the block; where that fails the file before stays, and no draft is left. Raise
    OSError if the folder cannot be written, or the disk is full."""
    draft = target.with_name(f"{target.name}.new")
    try:
        draft.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield draft
        replace_durably(draft, target)
    finally:
        for left in (draft, draft.with_name(f"{draft.name}-journal")):
            with contextlib.suppress(OSError):
                left.unlink(missing_ok=True)


def write_durably(path: Path, content: bytes) -> None:
    """Write a small file, readable by its owner only; where that fails the one before stays.
    Raise OSError if the folder cannot be written, or the disk is full."""
    with drafted(path) as draft:
        draft.write_bytes(content)  # all of it, or an error


def remove_drafts(database: Path) -> None:
    """Delete the drafts beside a database, and their journals, as far as that is possible.
    Only the process that holds the lock may do this: the drafts of another one are in use."""
    parts = {"name": database.name, "stem": database.stem, "suffix": database.suffix}
    for pattern, journal in itertools.product(PATTERNS, ("", "-journal")):
        for draft in database.parent.glob(pattern.format(**parts) + journal):
            with contextlib.suppress(OSError):
                draft.unlink()


def dailies(database: Path) -> list[Path]:
    """Return the daily backups of a database, the oldest first."""
    return sorted((database.parent / "copies").glob(f"{database.stem}-*{database.suffix}"))


def growth(database: Path) -> int:
    """Return the bytes that a database has grown since its last daily backup, 0 at least."""
    return max(0, _size(database) - sum(map(_size, dailies(database)[-1:])))


def free(database: Path) -> int:
    """Return the free bytes where a database is. Raise OSError if its folder is unreadable."""
    return shutil.disk_usage(database.parent).free


def has_room(database: Path, size: int = 0) -> bool:
    """Return True if further sheets can be opened; ``size``: their bytes, if many."""
    is_bounded = growth(database) + size < MAX_GROWTH
    return is_bounded and free(database) - size >= MIN_FREE


def disk_warnings(database: Path) -> list[Message]:
    """Return the warnings for the operator, if there are any."""
    grown, left, found = growth(database), free(database), []
    if grown >= GROWTH_WARNING:
        found.append(
            msg(
                "La base a grandi de %(n)s Mo depuis la dernière copie du jour ; à partir de "
                "%(most)s Mo, aucune feuille ne s'ouvre plus avant la suivante.",
                n=grown // MEBIBYTE,
                most=MAX_GROWTH // MEBIBYTE,
            )
        )
    if left < MIN_FREE:
        found.append(
            msg(
                "Il reste %(n)s Mo sur le disque de la base ; au-dessous de %(least)s Mo, "
                "aucune feuille ne s'ouvre et aucune copie n'est prise.",
                n=left // MEBIBYTE,
                least=MIN_FREE // MEBIBYTE,
            )
        )
    return found


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
