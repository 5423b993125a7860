"""The lock of an installation: one process at a time may change its sheets.

Invariant: only the process that holds the lock appends to existing sheets, so the sheet
cache never has to check the file for newer events (``tests/reliability/test_lock.py``).
Opening a new sheet (``flask import``) and reading (``flask export``) need no lock.
"""

import os
import threading
import weakref
from pathlib import Path
from typing import IO

from scorekeeper.i18n.messages import msg
from scorekeeper.storage.base import StorageError


class InstallationLock:
    """An ``flock`` on the folder, held for as long as this object lives."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        weakref.finalize(self, file.close)

    def note(self, text: str) -> None:
        """Write a line into the file of the lock, for other processes."""
        self._file.seek(0)
        self._file.truncate()
        self._file.write(text)
        self._file.flush()

    @property
    def released(self) -> bool:
        """True once :meth:`release` was called."""
        return self._file.closed

    def release(self) -> None:
        """Give the lock up, for every owner of this object."""
        self._file.close()


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
            lock = _held[resolved] = InstallationLock(_locked_file(folder))
        return lock


def claim_alone(folder: Path) -> InstallationLock:
    """Return the lock of this folder for one caller, exclusive within this process too.

    :raises StorageError: if this or another process holds it.
    :raises OSError: if the folder cannot be written.
    """
    return InstallationLock(_locked_file(folder))


def note_of_holder(folder: Path) -> str:
    """Return the note of the process that holds the lock of this folder; empty if none holds
    it.

    :raises OSError: if the folder cannot be written.
    """
    path = folder / "lock"
    try:
        claim_alone(folder).release()
    except StorageError:
        return path.read_text(encoding="ascii")
    return ""


def _locked_file(folder: Path) -> IO[str]:
    path = folder / "lock"
    file = os.fdopen(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="ascii")
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # Windows has no flock; SQLite's own locks remain
        pass
    except OSError:
        file.close()
        raise StorageError(
            msg(
                "La Marque est déjà ouverte sur %(folder)s : fermez-la d'abord.", folder=folder
            )
        ) from None
    file.truncate()  # the note of an earlier process
    return file
