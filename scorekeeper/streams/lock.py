"""The lock of an installation: one process at a time may change its sheets.

Invariant: only the process that holds the lock appends to existing sheets. An event that it
has read and that is not there any more is damage, after which it writes nothing
(``tests/reliability/test_lock.py``).
Opening a new sheet (``flask import``) and reading (``flask export``) need no lock.

What is locked is the folder itself, which nobody can delete while the database is in it, or
on Windows, which locks no folders, a file in it, which nobody can delete while it is open. The
file of the database would be the wrong one to lock: when a process closes a descriptor of it,
its POSIX locks on it end, also those of SQLite; and a restored database is another file. Where
the database is a symbolic link, the folder that it leads to is locked too; one with a hard
link is refused (:meth:`scorekeeper.streams.installation.Installation.claim`).
"""

import contextlib
import importlib
import os
import sys
import threading
import weakref
from pathlib import Path

from scorekeeper.i18n.messages import msg
from scorekeeper.streams.base import StorageError

ADDRESS = "address"
"""The file in which the process that holds the lock tells others its address."""

WINDOWS_LOCK = "lock"
"""The file that is locked on Windows."""


class InstallationLock:
    """A lock of the operating system on the folder, held for as long as this object lives."""

    def __init__(self, folder: Path) -> None:
        """Take the lock. Raise StorageError if another process, or object, holds it; OSError
        if the folder cannot be written."""
        self._address = folder / ADDRESS
        self.release = weakref.finalize(self, _release, _locked(folder))
        """Give the lock up, for every owner of this object."""
        self._address.unlink(missing_ok=True)

    def note(self, text: str) -> None:
        """Tell other processes the address of this one."""
        self._address.write_text(text, encoding="ascii")


_held: weakref.WeakValueDictionary[Path, InstallationLock] = weakref.WeakValueDictionary()
_claiming = threading.Lock()


def claim(folder: Path) -> InstallationLock:
    """Return the lock of this folder, shared by all callers in this process; held while any of
    them holds the object. Raise StorageError if another process holds it, OSError if the
    folder cannot be written."""
    with _claiming:
        resolved = folder.resolve()
        lock = _held.get(resolved)
        if lock is None or not lock.release.alive:
            lock = _held[resolved] = InstallationLock(folder)
        return lock


def claim_alone(folder: Path) -> InstallationLock:
    """Return the lock of this folder for one caller, exclusive within this process too. Raise
    StorageError if this or another process holds it, OSError if the folder cannot be
    written."""
    return InstallationLock(folder)


def address_of_holder(folder: Path) -> str:
    """Return the address of the process that holds the lock of this folder; empty if none
    holds it, or it tells none. Raise OSError if the folder cannot be written."""
    try:
        claim_alone(folder).release()
    except StorageError:
        with contextlib.suppress(FileNotFoundError):
            return (folder / ADDRESS).read_text(encoding="ascii")
    return ""


def _locked(folder: Path) -> int:
    """Return the descriptor that holds the lock, until it is closed. Raise StorageError if
    another process, or descriptor, holds it."""
    on_windows = sys.platform == "win32"
    file, flags = (WINDOWS_LOCK, os.O_RDWR | os.O_CREAT) if on_windows else ("", os.O_RDONLY)
    descriptor = os.open(folder / file, flags)
    try:
        (_lock_file if on_windows else _lock_folder)(descriptor)
    except (BlockingIOError, PermissionError):
        os.close(descriptor)
        raise StorageError(
            msg(
                "La Marque est déjà ouverte sur %(folder)s : fermez-la d'abord.", folder=folder
            )
        ) from None
    return descriptor


def _lock_folder(descriptor: int) -> None:
    """Lock the folder. Raise BlockingIOError if it is locked already."""
    import fcntl

    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _lock_file(descriptor: int) -> None:
    """Lock a file's first byte, on Windows. Raise PermissionError if it is locked already."""
    msvcrt = importlib.import_module("msvcrt")
    msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)


def _release(descriptor: int) -> None:
    """Give a lock up; Windows frees one of a closed file only some time later."""
    if sys.platform == "win32":
        msvcrt = importlib.import_module("msvcrt")
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)
    os.close(descriptor)
