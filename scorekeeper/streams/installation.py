"""One installation: its secret key and its database, in a folder for its owner only.

:class:`Installation` keeps its sheets in a file of SQLite,
:class:`scorekeeper.streams.postgres.installation.SharedInstallation` in PostgreSQL.
"""

import contextlib
import math
import os
import secrets
from functools import cached_property
from pathlib import Path

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.streams import files, heads
from scorekeeper.streams.base import DatabaseDamaged, StorageError
from scorekeeper.streams.event_store import EventStore
from scorekeeper.streams.files import remove_drafts, write_durably
from scorekeeper.streams.lock import InstallationLock, address_of_holder, claim
from scorekeeper.streams.sqlite import backup
from scorekeeper.streams.sqlite.connection import has_content
from scorekeeper.streams.sqlite.driver import open_sqlite
from scorekeeper.streams.sqlite.migrations import is_current, migrate

DATABASE_NAME = "la_marque.sqlite3"

SHORTEST_KEY = 16
"""Bytes of the shortest secret key that is taken; our own are longer."""


class Installation:
    """The folder of an installation; nothing is written before one of its methods needs it.
    Without a key it has that of the file ``secret_key``."""

    is_shared = False
    """True if other processes may change the same sheets."""

    def __init__(self, path: Path, key: str = "") -> None:
        self.path = path
        self._key = key.encode()
        self._locks: list[InstallationLock] = []

    @property
    def database(self) -> Path:
        """The database file."""
        return self.path / DATABASE_NAME

    def create(self) -> None:
        """Create the folder, the key and the database where they are missing. Raise OSError if
        the folder cannot be written, StorageError if the database cannot be used."""
        _ = self.secret_key, self._database_journal

    def open(self) -> None:
        """Create what is missing, as the one process that may change sheets. Raise OSError if
        the folder cannot be written; StorageError if the database cannot be used, or another
        process has the installation open."""
        self.claim()
        self.create()
        _ = self.journal

    def claim(self) -> None:
        """Become the one process that may change sheets, until :meth:`release`. Raise OSError
        if the folder cannot be written; StorageError if another process has the installation
        or its database open, or the database has another name."""
        self._create_folder()
        if not self._locks:
            self._require_one_name()
            # a symbolic link: others may open the file in its own folder
            self._locks = [claim(self.path), claim(self.database.resolve().parent)]

    def release(self) -> None:
        """Let another process change sheets; a no-op if this one does not. The lock stays with
        this process while another :class:`Installation` of the same folder has claimed it.
        :attr:`journal` must not be used afterwards."""
        self._locks = []

    def announce(self, address: str) -> None:
        """Tell other processes the address at which this one serves the sheets."""
        for lock in self._locks[:1]:
            lock.note(address)

    @property
    def served_at(self) -> str:
        """The address at which a process serves the sheets now; empty if none does. Raise
        OSError if the folder cannot be written."""
        return address_of_holder(self.path)

    @cached_property
    def secret_key(self) -> bytes:
        """The key that signs cookies and forms, created once.

        A lost key is not replaced unasked: another one would end every session, reject every
        open form and lose the way to each *revanche*, and the operator may have a copy.

        :raises StorageError: if the file is empty or holds no key, or the given one is short.
        """
        if self._key:
            return self._given_key()
        path = self.path / "secret_key"
        if not path.exists():
            self._create_folder()
            write_durably(path, secrets.token_hex(32).encode())
        key = path.read_bytes()
        if len(key.strip(b"\0 \r\n\t")) < SHORTEST_KEY:
            raise StorageError(
                msg(
                    "%(path)s est vide ou abîmé. Remettez votre copie de ce fichier ; sans "
                    "copie, effacez-le : les adresses des feuilles restent bonnes, mais les "
                    "téléphones oublient leur liste de feuilles.",
                    path=path,
                )
            )
        return key

    def _given_key(self) -> bytes:
        if len(self._key) < SHORTEST_KEY:
            raise StorageError(
                msg(
                    "SECRET_KEY est trop courte : il faut %(n)s caractères au moins.",
                    n=SHORTEST_KEY,
                )
            )
        return self._key

    def open_checked(self, at_once: float = math.inf) -> None:
        """Open the installation as :meth:`open` does, its database checked; one of more bytes
        than these wholly by :meth:`check_rest` only.

        The lock is taken before the check, so that no other process writes in between, and
        before drafts are removed, so that they are nobody's.

        :raises OSError: if the folder cannot be written.
        :raises StorageError: if the database is damaged, or cannot be used.
        """
        self.claim()
        remove_drafts(self.database)
        if has_content(self.database):
            backup.check(self.database, at_once)
        self.open()

    def check_rest(self, at_once: float) -> None:
        """Check what :meth:`open_checked` has left. Raise the same."""
        if self.database.stat().st_size > at_once:
            backup.check_rows(self.database)

    @cached_property
    def journal(self) -> EventStore:
        """The database, opened for changing sheets: see :meth:`open`."""
        self.claim()
        return self._database_journal

    @property
    def shared_journal(self) -> EventStore:
        """The database beside a running program: to read it, or to open new sheets."""
        return self._database_journal

    @cached_property
    def _database_journal(self) -> EventStore:
        """The database, migrated to this version of the program."""
        self._create_folder()
        path = self.database
        self._require_usable(path)
        if not path.exists():
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        journal = open_sqlite(path)
        if not is_current(path):
            self.claim()
            migrate(path)
        self._mark()
        return journal

    def _require_one_name(self) -> None:
        """Refuse a database that has another name, by which a program could open it that knows
        nothing of the lock of this folder, nor of the journal of SQLite beside it. Raise
        StorageError if it has one."""
        if self.database.exists() and self.database.stat().st_nlink > 1:
            raise StorageError(
                msg(
                    "%(path)s a encore un autre nom (un lien physique) : mettez une copie à "
                    "sa place, ou effacez l'autre nom.",
                    path=self.database,
                )
            )

    def _require_usable(self, path: Path) -> None:
        """Raise StorageError for a lost database, and for one that may not be written."""
        if self._marker.exists() and not (path.exists() and path.stat().st_size):
            raise DatabaseDamaged(
                msg(
                    "%(path)s a disparu ou est vide : remettez une copie, ou effacez "
                    "%(marker)s pour repartir de rien.",
                    path=path,
                    marker=self._marker,
                )
            )
        if path.exists() and not os.access(path, os.W_OK):
            raise StorageError(
                msg("%(path)s ne peut pas être écrite par ce programme.", path=path)
            )

    @property
    def kept_backups(self) -> int:
        """The number of daily backups that this program keeps; 0 if it takes none."""
        return 0 if self.is_shared else backup.DAILY_BACKUPS

    def has_room(self, size: int = 0) -> bool:
        """Return True if the disk and the growth of the database allow further sheets;
        ``size``: their bytes, if many. Raise OSError if the folder cannot be read."""
        return files.has_room(self.database, size)

    @property
    def disk_warnings(self) -> list[Message]:
        """The warnings about the disk for the operator, if there are any. Raise OSError if the
        folder cannot be read."""
        return files.disk_warnings(self.database)

    @property
    def place(self) -> Path | str:
        """The database, as the operator is told of it."""
        return self.database

    def check(self) -> int:
        """Verify the database, and that it has all that it had when :meth:`note_heads` was
        called last; return its number of events. Raise StorageError if it is damaged, or
        cannot be used."""
        count = backup.check(self.database)
        is_signed = self._key or (self.path / "secret_key").exists()
        if is_signed and self._heads.exists() and is_current(self.database):
            with contextlib.closing(open_sqlite(self.database)) as journal:
                heads.compare(self._heads, journal, self.secret_key)
        return count

    def back_up(self, target: Path) -> int:
        """Copy the database, also while it is written to; return the number of events. Raise
        StorageError if it is damaged, or the copy exists."""
        return backup.backup(self.database, target)

    def back_up_daily(self) -> None:
        """Take today's backup, unless there is one, and note what the database has. Raise
        StorageError if the database is damaged or cannot be copied, OSError if the folder
        cannot be written."""
        if backup.daily(self.database) or not self._heads.exists():
            self.note_heads()

    def note_heads(self) -> None:
        """Note the last event of each stream beside the database: see
        :mod:`scorekeeper.streams.heads`. Raise StorageError if the database has less than was
        noted before, OSError if the folder cannot be written."""
        heads.write(self._heads, self.shared_journal, self.secret_key)

    def damage_report(self, error: DatabaseDamaged) -> Message:
        """Return a damaged database and the command that repairs it, on two lines."""
        return backup.damage_report(error, self.database)

    def restore(self, copy: Path) -> tuple[int, Path | None]:
        """Put a backup in the place of the database, as if it had been created here. See
        :func:`scorekeeper.streams.sqlite.backup.restore`."""
        restored = backup.restore(copy, self.database)
        self._heads.unlink(missing_ok=True)  # the copy may be older
        self._mark()
        return restored

    def _create_folder(self) -> None:
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)

    def _mark(self) -> None:
        """Record that there is a database: from now on a missing one counts as lost."""
        if not self._marker.exists():
            write_durably(self._marker, b"1\n")

    @property
    def _heads(self) -> Path:
        """The signed list of the last events."""
        return self.path / "heads"

    @property
    def _marker(self) -> Path:
        """The file whose presence records that a database was created."""
        return self.path / "base"
