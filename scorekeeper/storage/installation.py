"""The folder of one installation: its secret key and its database, for its owner only."""

import os
import secrets
from functools import cached_property
from pathlib import Path

from . import copies
from .migrations import migrate
from .storage import Storage, StorageError, put_in_place

BASE = "la_marque.sqlite3"
"""The name of the database file."""


class Instance:
    """The folder, made when it is first needed and never before."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def make(self) -> None:
        """Make the folder, the key and the database where they are missing.

        :raises OSError: if the folder cannot be written.
        :raises scorekeeper.storage.StorageError: if the database cannot be used.
        """
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        _ = self.secret_key, self.storage

    @cached_property
    def secret_key(self) -> bytes:
        """The key that signs cookies and forms, made once: a new one would end every
        evening that is under way."""
        path = self.path / "secret_key"
        if not path.exists():
            _write_durably(path, secrets.token_hex(32).encode())
        return path.read_bytes()

    @cached_property
    def storage(self) -> Storage:
        """The database, of this program's version."""
        path = self.base
        gone = not path.exists() or not path.stat().st_size
        if gone and self._made.exists():
            raise copies.Damaged(
                f"{path} a disparu ou est vide : remettez une copie, "
                f"ou effacez {self._made} pour repartir de rien."
            )
        if gone:
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        if not os.access(path, os.W_OK):  # SQLite itself would find out at the first hand
            raise StorageError(f"{path} ne peut pas être écrite par ce programme.")
        storage = Storage(path)
        migrate(path)
        self._remember()
        return storage

    def restore(self, copy: Path) -> tuple[int, Path | None]:
        """Put a copy back in the place of the database, as if it had been made here.

        See :func:`scorekeeper.copies.restore`.
        """
        told = copies.restore(copy, self.base)
        self._remember()
        return told

    def _remember(self) -> None:
        """From now on, a database that is not there has disappeared."""
        if not self._made.exists():
            _write_durably(self._made, b"1\n")

    @property
    def _made(self) -> Path:
        """The file that says that there was a database."""
        return self.path / "base"

    @property
    def base(self) -> Path:
        """The database file."""
        return self.path / BASE


def _write_durably(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, so that a cut leaves no half key behind."""
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    file = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        os.write(file, content)
    finally:
        os.close(file)
    put_in_place(draft, path)
