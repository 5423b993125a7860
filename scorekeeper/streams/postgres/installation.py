"""An installation whose sheets are in PostgreSQL: of one process among several.

The folder holds the secret key only, and nothing if that is given. Backups and disk space are
those of the server of PostgreSQL.
"""

import logging
from contextlib import closing
from functools import cached_property
from pathlib import Path

from scorekeeper import program
from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.streams.base import DatabaseDamaged
from scorekeeper.streams.event_store import EventStore
from scorekeeper.streams.installation import Installation
from scorekeeper.streams.places import without_password
from scorekeeper.streams.postgres import backup
from scorekeeper.streams.postgres.driver import open_postgres

OWN_KEY = msg(
    "SECRET_KEY n'est pas donnée : la clé du dossier de l'installation sert. "
    "Sur plusieurs machines, donnez la même à toutes."
)

HINT = msg(
    "Pour remettre une copie : %(app)s restore COPIE, dans une base vide.", app=program.COMMAND
)
"""The way to repair a damaged database."""


class SharedInstallation(Installation):
    """One process of an installation that others may have open too: of one ``postgresql://…``,
    and by the same secret key."""

    is_shared = True

    def __init__(self, path: Path, url: str, key: str = "") -> None:
        super().__init__(path, key)
        self._url = url

    def create(self) -> None:
        """Create the key, and the tables of the database, where they are missing."""
        _ = self.secret_key, self.journal

    def open(self) -> None:
        """Return the same: no process excludes another."""
        self.create()

    def open_checked(self, at_once: float = 0) -> None:
        """Return the same: its server verifies its pages."""
        self.open()

    def claim(self) -> None:
        """Return a no-op: no process excludes another."""

    @cached_property
    def journal(self) -> EventStore:
        """The database. Raise StorageError if it cannot be used, or could lose a hand."""
        if not self._key:
            logging.getLogger("la_marque").warning("%s", say(OWN_KEY))
        return open_postgres(self._url)

    @property
    def shared_journal(self) -> EventStore:
        """The same."""
        return self.journal

    @property
    def served_at(self) -> str:
        """Empty: who serves the sheets is not recorded."""
        return ""

    def has_room(self, size: int = 0) -> bool:
        """Return True: the disk is another machine's."""
        return True

    @property
    def disk_warnings(self) -> list[Message]:
        """None: the disk is another machine's."""
        return []

    @property
    def place(self) -> str:
        """The address of the database, without its password."""
        return without_password(self._url)

    def check(self) -> int:
        """Verify the database; return its number of events."""
        with closing(open_postgres(self._url)) as journal:
            return backup.check(journal)

    def back_up(self, target: Path) -> int:
        """Copy the database into a file; return the number of events."""
        with closing(open_postgres(self._url)) as journal:
            return backup.back_up(journal, target)

    def damage_report(self, error: DatabaseDamaged) -> Message:
        """Return a damaged database and the way to repair it, on two lines."""
        return Message("%(damage)s\n%(hint)s", {"damage": error.message, "hint": HINT})

    def restore(self, copy: Path) -> tuple[int, None]:
        """Fill the empty database from a backup; return the number of events."""
        with closing(open_postgres(self._url)) as journal:
            return backup.restore(copy, journal), None
