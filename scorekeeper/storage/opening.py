"""Databases opened by the operator's commands, alone where only one process may write."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from scorekeeper.i18n.messages import msg
from scorekeeper.storage.base import StorageError
from scorekeeper.storage.event_store import EventStore
from scorekeeper.storage.lock import claim
from scorekeeper.storage.places import Place
from scorekeeper.storage.progress import Progress, unwatched
from scorekeeper.storage.sqlite import backup
from scorekeeper.storage.sqlite.driver import open_sqlite
from scorekeeper.storage.sqlite.migrations import is_current, migrate


@contextmanager
def opened(
    place: Place, progress: Progress = unwatched, create: bool = False
) -> Iterator[EventStore]:
    """A database for a command that moves its sheets.

    :param progress: of the check of a file.
    :param create: whether a missing file is created.
    :raises StorageError: if it cannot be used, is damaged, or a program has it open.
    """
    if place.path is None:
        with opened_shared(place) as journal:
            yield journal
    else:
        if create:
            _create(place.path)
        with _opened_file(place.path, progress) as journal:
            yield journal


@contextmanager
def opened_shared(place: Place) -> Iterator[EventStore]:
    """A database on a server, beside the programs that use it."""
    from scorekeeper.storage.postgres.driver import open_postgres  # needs the environment

    with closing(open_postgres(place.address)) as journal:
        yield journal


@contextmanager
def _opened_file(path: Path, progress: Progress) -> Iterator[EventStore]:
    """A checked database in a file, of the version of this program, which nobody else uses."""
    if not path.is_file():
        raise StorageError(msg("%(path)s n'existe pas.", path=path))
    lock = claim(path.parent)  # held for as long as this name
    if path.stat().st_size:
        backup.check(path, progress)
        if not is_current(path):
            migrate(path)
    with closing(open_sqlite(path)) as journal:
        yield journal
    del lock


def _create(path: Path) -> None:
    """An empty file for its owner only, unless there is one."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
