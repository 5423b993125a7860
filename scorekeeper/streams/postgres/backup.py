"""Backups of a database in PostgreSQL: files of SQLite, as those of a database in SQLite.

A backup of either kind can be restored into either.
"""

import contextlib
import shutil
import tempfile
from pathlib import Path

from scorekeeper.i18n.messages import msg
from scorekeeper.streams.base import StorageError
from scorekeeper.streams.copying import copy_sheets
from scorekeeper.streams.event_store import EventStore
from scorekeeper.streams.files import replace_durably
from scorekeeper.streams.move import TO, Restoration, incomplete, parse_mark
from scorekeeper.streams.places import file_place
from scorekeeper.streams.progress import Progress, part, unwatched
from scorekeeper.streams.sqlite import backup
from scorekeeper.streams.sqlite.driver import open_sqlite
from scorekeeper.streams.sqlite.migrations import is_current, migrate


def check(journal: EventStore, progress: Progress = unwatched) -> int:
    """Verify the hash chain of every sheet, its names and tokens, and that its rows belong
    together; return the number of events.

    :raises DatabaseDamaged: if something is wrong.
    :raises DatabaseBusy: if the database does not answer.
    """
    count = journal.count_events()
    journal.require_whole(progress)
    return count


def back_up(journal: EventStore, target: Path, progress: Progress = unwatched) -> int:
    """Copy every sheet into a new file, each as it is at one moment; return the number of
    events.

    :raises DatabaseDamaged: if a sheet is damaged; no copy is left then.
    :raises StorageError: if the file exists or cannot be written, or sheets are missing.
    """
    mark = parse_mark(journal.mark())
    if mark.state not in ("", TO):
        raise incomplete(mark, journal.place)
    if target.exists():
        raise StorageError(msg("%(path)s existe déjà : choisissez un autre nom.", path=target))
    draft = target.with_name(f"{target.name}.new")
    try:
        draft.unlink(missing_ok=True)
        draft.touch(mode=0o600)
        with contextlib.closing(open_sqlite(draft, is_draft=True)) as copy:
            copy_sheets(journal, copy, journal.sheet_ids(), part(progress, 0, 2))
        count = backup.check(draft, part(progress, 1, 2))
        replace_durably(draft, target)
    finally:
        for left in (draft, draft.with_name(f"{draft.name}-journal")):
            with contextlib.suppress(OSError):
                left.unlink(missing_ok=True)
    return count


def restore(copy: Path, journal: EventStore, progress: Progress = unwatched) -> int:
    """Put every sheet of a backup into an empty database; return the number of events.

    Interrupted, it is done again; until then no program runs on that database.

    :raises StorageError: if the backup is damaged, or the database is not empty.
    """
    count = backup.check(copy, part(progress, 0, 2))
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.closing(open_sqlite(_current(copy, Path(folder)))) as source,
    ):
        name = file_place(copy).name
        Restoration(source, journal, name, journal.place).run(part(progress, 1, 2))
    return count


def _current(copy: Path, folder: Path) -> Path:
    """A backup as this version writes it; one of an earlier version is migrated elsewhere."""
    if is_current(copy):
        return copy
    migrated = folder / copy.name
    shutil.copyfile(copy, migrated)
    migrate(migrated)
    return migrated
