"""Backups of a database in PostgreSQL: files of SQLite, as those of a database in SQLite.

A backup of either kind can be restored into either.
"""

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.i18n.messages import msg
from scorekeeper.streams.base import StorageError, StoredStream
from scorekeeper.streams.event_store import EventStore
from scorekeeper.streams.files import drafted
from scorekeeper.streams.sqlite import backup
from scorekeeper.streams.sqlite.driver import open_sqlite
from scorekeeper.streams.sqlite.migrations import is_current, migrate


def check(journal: EventStore) -> int:
    """Verify the hash chain of every stream, its names and tokens, and that its rows belong
    together; return the number of events. Raise DatabaseDamaged if something is wrong,
    DatabaseBusy if the database does not answer."""
    count = journal.count_events()
    journal.require_whole()
    return count


def back_up(journal: EventStore, target: Path) -> int:
    """Copy every stream into a new file, each as it is at one moment; return the number of
    events. Raise DatabaseDamaged if a sheet is damaged, no copy is left then; StorageError if
    the file exists or cannot be written."""
    if target.exists():
        raise StorageError(msg("%(path)s existe déjà : choisissez un autre nom.", path=target))
    with drafted(target) as draft:
        with contextlib.closing(open_sqlite(draft, is_draft=True)) as copy:
            _copy(journal, copy)
        return backup.check(draft)


def restore(copy: Path, journal: EventStore) -> int:
    """Put every stream of a backup into an empty database; return the number of events.
    Interrupted, it leaves the database empty. Raise StorageError if the backup is damaged, or
    the database is not empty."""
    backup.check(copy)
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.closing(open_sqlite(_current(copy, Path(folder)))) as source,
    ):
        _copy(source, journal)
    return check(journal)


def _copy(source: EventStore, target: EventStore) -> None:
    """Copy every stream, each as it is at one moment, without those that are deleted
    meanwhile. Raise DatabaseDamaged if a name or a token is not the one that was stored."""
    source.require_rows()

    def stored_streams() -> Iterator[StoredStream]:
        return filter(None, map(source.stored_stream, source.stream_ids()))

    target.fill(stored_streams)


def _current(copy: Path, folder: Path) -> Path:
    """A backup as this version writes it; one of an earlier version is migrated elsewhere."""
    if is_current(copy):
        return copy
    migrated = folder / copy.name
    shutil.copyfile(copy, migrated)
    migrate(migrated)
    return migrated
