"""Databases opened by their place, for a command that moves their sheets."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from scorekeeper.i18n.messages import msg
from scorekeeper.streams.base import StorageError
from scorekeeper.streams.event_store import EventStore
from scorekeeper.streams.lock import claim
from scorekeeper.streams.places import DatabasePlace
from scorekeeper.streams.progress import Progress, unwatched
from scorekeeper.streams.sqlite import backup
from scorekeeper.streams.sqlite.connection import has_content
from scorekeeper.streams.sqlite.driver import open_sqlite
from scorekeeper.streams.sqlite.migrations import is_current, migrate


@contextmanager
def opened(
    place: DatabasePlace, progress: Progress = unwatched, create: bool = False
) -> Iterator[EventStore]:
    """Give a database for a command that moves its sheets.

    :param progress: of the check of a file.
    :param create: whether a missing file is created.
    :raises StorageError: if it cannot be used, is damaged, or a program has it open.
    """
    if place.path is None:
        with _opened_shared(place) as journal:
            yield journal
    else:
        if create:
            _create(place.path)
        with _opened_file(place.path, progress) as journal:
            yield journal


@contextmanager
def _opened_shared(place: DatabasePlace) -> Iterator[EventStore]:
    """Give a database on a server, beside the programs that use it."""
    from scorekeeper.streams.postgres.driver import open_postgres  # needs the environment

    with closing(open_postgres(place.address)) as journal:
        yield journal


@contextmanager
def _opened_file(path: Path, progress: Progress) -> Iterator[EventStore]:
    """Give a checked database in a file, of the version of this program, which nobody else
    uses."""
    if not path.is_file():
        raise StorageError(msg("%(path)s n'existe pas.", path=path))
    lock = claim(path.parent)  # held for as long as this name
    if has_content(path):
        backup.check(path, progress)
        if not is_current(path):
            migrate(path)
    with closing(open_sqlite(path)) as journal:
        yield journal
    del lock


def _create(path: Path) -> None:
    """Return an empty file for its owner only, unless there is one."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
