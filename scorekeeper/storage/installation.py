"""The folder of one installation: its secret key and its database, for its owner only."""

import os
import secrets
from functools import cached_property
from pathlib import Path

from scorekeeper.i18n.messages import msg
from scorekeeper.storage import backup
from scorekeeper.storage.base import DatabaseDamaged, Journal, StorageError
from scorekeeper.storage.files import write_durably
from scorekeeper.storage.lock import InstallationLock, claim
from scorekeeper.storage.migrations import migrate
from scorekeeper.storage.sqlite import SqliteJournal

DATABASE_NAME = "la_marque.sqlite3"
"""Name of the database file."""


class Installation:
    """The folder, created when it is first needed and never before."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: InstallationLock | None = None

    @property
    def database(self) -> Path:
        """The database file."""
        return self.path / DATABASE_NAME

    def create(self) -> None:
        """Create the folder, the key and the database where they are missing.

        :raises OSError: if the folder cannot be written.
        :raises StorageError: if the database cannot be used.
        """
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        _ = self.secret_key, self._database_journal

    def open(self) -> None:
        """Create what is missing, as the one process that may change sheets.

        :raises OSError: if the folder cannot be written.
        :raises StorageError: if the database cannot be used, or another process has the
            installation open.
        """
        self.claim()
        self.create()

    def claim(self) -> None:
        """Become the one process that may change sheets, for as long as this object lives.

        :raises OSError: if the folder cannot be written.
        :raises StorageError: if another process has the installation open.
        """
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock = self._lock or claim(self.path)

    @cached_property
    def secret_key(self) -> bytes:
        """The key that signs cookies and forms, made once: with another one every evening
        under way would have to begin again."""
        path = self.path / "secret_key"
        if not path.exists():
            write_durably(path, secrets.token_hex(32).encode())
        return path.read_bytes()

    @cached_property
    def journal(self) -> Journal:
        """The database, opened for changing sheets: see :meth:`open`."""
        self.claim()
        return self._database_journal

    @property
    def shared_journal(self) -> Journal:
        """The database beside a running program: to read it, or to open new sheets."""
        return self._database_journal

    @cached_property
    def _database_journal(self) -> SqliteJournal:
        """The database, migrated to this version of the program."""
        path = self.database
        missing = not path.exists() or not path.stat().st_size
        if missing and self._marker.exists():
            raise DatabaseDamaged(
                msg(
                    "%(path)s a disparu ou est vide : remettez une copie, ou effacez "
                    "%(marker)s pour repartir de rien.",
                    path=path,
                    marker=self._marker,
                )
            )
        if missing:
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        if not os.access(path, os.W_OK):  # SQLite itself would find out at the first hand
            raise StorageError(
                msg("%(path)s ne peut pas être écrite par ce programme.", path=path)
            )
        journal = SqliteJournal(path)
        migrate(path)
        self._mark()
        return journal

    def restore(self, copy: Path) -> tuple[int, Path | None]:
        """Put a backup in the place of the database, as if it had been made here.

        See :func:`scorekeeper.storage.backup.restore`.
        """
        restored = backup.restore(copy, self.database)
        self._mark()
        return restored

    def _mark(self) -> None:
        """From now on a missing database counts as lost, not as new."""
        if not self._marker.exists():
            write_durably(self._marker, b"1\n")

    @property
    def _marker(self) -> Path:
        """The file that says that there was a database."""
        return self.path / "base"
