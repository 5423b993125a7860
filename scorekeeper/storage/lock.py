"""The lock of an installation: one process at a time has it open for writing.

Invariant: only the process that holds the lock appends to sheets that exist, so that the
sheet cache never needs to look at the file (``tests/reliability/test_lock.py``). Opening a
new sheet (``flask import``) and reading (``flask export``) need no lock.
"""

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

    def release(self) -> None:
        """Let another process have the installation."""
        self._file.close()


_held: weakref.WeakValueDictionary[Path, InstallationLock] = weakref.WeakValueDictionary()
_taking = threading.Lock()


def claim(folder: Path) -> InstallationLock:
    """The lock of this folder, shared by whoever claims it in this process.

    :raises StorageError: if another process holds it.
    :raises OSError: if the folder cannot be written.
    """
    with _taking:
        place = folder.resolve()
        lock = _held.get(place)
        if lock is None or lock._file.closed:
            lock = _held[place] = InstallationLock(_locked(folder))
        return lock


def claim_alone(folder: Path) -> InstallationLock:
    """The lock of this folder for its caller alone, within this process too.

    :raises StorageError: if anybody holds it.
    :raises OSError: if the folder cannot be written.
    """
    return InstallationLock(_locked(folder))


def _locked(folder: Path) -> IO[str]:
    file = open(folder / "lock", "w", encoding="ascii")  # noqa: SIM115 (held open)
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # no flock on this system: SQLite's own locks have to do
        pass
    except OSError:
        file.close()
        raise StorageError(
            msg(
                "La Marque est déjà ouverte sur %(folder)s : fermez-la d'abord.", folder=folder
            )
        ) from None
    return file
