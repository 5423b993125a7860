"""The lock of an installation: one process at a time may change its sheets.

Invariant: only the process that holds the lock appends to existing sheets, so the sheet
cache never has to check the file for newer events (``tests/reliability/test_lock.py``).
Opening a new sheet (``flask import``) and reading (``flask export``) need no lock.

What is locked is the folder itself, which nobody can delete while the database is in it. The
file of the database would be the wrong one to lock: when a process closes a descriptor of it,
its POSIX locks on it end, also those of SQLite; and a restored database is another file.
"""

import contextlib
import os
import threading
import weakref
from pathlib import Path

from scorekeeper.i18n.messages import msg
from scorekeeper.storage.base import StorageError

ADDRESS = "address"
"""The file in which the process that holds the lock tells others its address."""

FORMER = "lock"
"""The file that earlier versions locked."""


class InstallationLock:
    """An ``flock`` on the folder, held for as long as this object lives."""

    def __init__(self, folder: Path) -> None:
        """:raises StorageError: if another process, or object, holds it.

        :raises OSError: if the folder cannot be written.
        """
        self._address = folder / ADDRESS
        descriptor = _locked(folder, os.O_RDONLY)
        self.release = weakref.finalize(self, _close, descriptor)
        """Give the lock up, for every owner of this object."""
        with contextlib.suppress(FileNotFoundError):
            _close(_locked(folder, os.O_WRONLY, FORMER))
            (folder / FORMER).unlink()
        self._address.unlink(missing_ok=True)

    def note(self, text: str) -> None:
        """Tell other processes the address of this one."""
        self._address.write_text(text, encoding="ascii")

    @property
    def released(self) -> bool:
        """True once :meth:`release` was called."""
        return not self.release.alive


_held: weakref.WeakValueDictionary[Path, InstallationLock] = weakref.WeakValueDictionary()
_claiming = threading.Lock()


def claim(folder: Path) -> InstallationLock:
    """Return the lock of this folder, shared by all callers in this process; held while any of
    them holds the object.

    :raises StorageError: if another process holds it.
    :raises OSError: if the folder cannot be written.
    """
    with _claiming:
        resolved = folder.resolve()
        lock = _held.get(resolved)
        if lock is None or lock.released:
            lock = _held[resolved] = InstallationLock(folder)
        return lock


def claim_alone(folder: Path) -> InstallationLock:
    """Return the lock of this folder for one caller, exclusive within this process too.

    :raises StorageError: if this or another process holds it.
    :raises OSError: if the folder cannot be written.
    """
    return InstallationLock(folder)


def address_of_holder(folder: Path) -> str:
    """Return the address of the process that holds the lock of this folder; empty if none
    holds it, or it tells none.

    :raises OSError: if the folder cannot be written.
    """
    try:
        claim_alone(folder).release()
    except StorageError:
        with contextlib.suppress(FileNotFoundError):
            return (folder / ADDRESS).read_text(encoding="ascii")
    return ""


def _locked(folder: Path, flags: int, name: str = "") -> int | None:
    """Return a descriptor of the folder, or of a file in it, once it is locked.

    :raises StorageError: if it is locked already.
    """
    try:
        import fcntl
    except ImportError:  # Windows has no flock; SQLite's own locks remain
        return None
    descriptor = os.open(folder / name, flags)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise StorageError(
            msg(
                "La Marque est déjà ouverte sur %(folder)s : fermez-la d'abord.", folder=folder
            )
        ) from None
    return descriptor


def _close(descriptor: int | None) -> None:
    if descriptor is not None:
        os.close(descriptor)
