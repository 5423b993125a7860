"""Convert a database from before version 1.0, once; a copy of a file is kept beside it.

    python3 deploy/convert_before_1_0.py [FILE or FOLDER]

Without an argument it is the database that the settings name: DATABASE_URL, or the file in the
folder of the installation. Close La Marque first. The tables stay as they are, and get the
number from which version 1.0 counts; then the database is checked. Kept for one release.
"""

import contextlib
import itertools
import shutil
import sqlite3
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scorekeeper.cli import settings
from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.streams.base import DatabaseBusy, DatabaseDamaged, StorageError, row_checksum
from scorekeeper.streams.files import drafted
from scorekeeper.streams.installation import DATABASE_NAME
from scorekeeper.streams.lock import claim_alone
from scorekeeper.streams.places import require_postgres
from scorekeeper.streams.sqlite import backup
from scorekeeper.streams.sqlite.connection import APPLICATION, BEFORE_1_0

LAST = 5
"""The schema of the last version before 1.0, which 1.0 counts as its first."""

WITHOUT_CHECKSUM = """
SELECT sheet, player, convert_to(name, 'UTF8') FROM name WHERE checksum IS NULL
UNION ALL SELECT sheet, -1 - may_write::int, token_hash FROM access WHERE checksum IS NULL
"""
"""Rows of PostgreSQL that a program of schema 4 wrote: arguments of ``row_checksum``."""

ADD_CHECKSUM = (
    "UPDATE name SET checksum = %(sum)s WHERE sheet = %(sheet)s AND player = %(part)s",
    "UPDATE access SET checksum = %(sum)s WHERE token_hash = %(content)s AND %(part)s < 0",
)
"""The statements that give such a row its checksum."""

CONVERT_SHARED = (
    "ALTER TABLE name ALTER COLUMN checksum SET NOT NULL",
    "ALTER TABLE access ALTER COLUMN checksum SET NOT NULL",
    "DROP TABLE IF EXISTS shared_count",
    "DELETE FROM property WHERE name = 'schema'",
    "INSERT INTO property VALUES ('version', '1')",
)
"""The statements that convert a database in PostgreSQL."""


def main(arguments: list[str]) -> int:
    """Convert one database; return the exit status."""
    try:
        address = "" if arguments else settings.from_environment("DATABASE_URL")
        path = Path(arguments[0]) if arguments else settings.instance()
        if address:
            lines = convert_shared(address)
        else:
            lines = convert(path / DATABASE_NAME if path.is_dir() else path)
    except StorageError as error:
        print(say(error.message), file=sys.stderr)
        return 1
    except (ImportError, OSError, sqlite3.Error, DatabaseBusy) as error:
        print(error, file=sys.stderr)
        return 1
    for line in lines:
        print(say(line))
    return 0


def convert(path: Path) -> list[Message]:
    """Convert a file; return what was done.

    It is replaced by a converted copy once that was checked, so that it is whole after a kill.

    :raises StorageError: if it is none of before 1.0, is damaged, or a program has it open.
    """
    if not path.is_file():
        raise StorageError(msg("%(path)s n'existe pas.", path=path))
    lock = claim_alone(path.parent)
    try:
        with drafted(path) as draft:
            _copy(path, draft)
            kept = _keep(draft, path)
            with contextlib.closing(sqlite3.connect(draft, isolation_level=None)) as db:
                db.execute("BEGIN")
                db.execute(f"PRAGMA application_id = {APPLICATION}")
                db.execute("PRAGMA user_version = 1")
                db.execute("COMMIT")
            count = backup.check(draft)
    except DatabaseDamaged as error:  # it is the database that is damaged, not the draft
        values = {**error.message.values, "path": path}
        raise DatabaseDamaged(error.message._replace(values=values)) from error
    finally:
        lock.release()
    return [_converted(path, count), msg("La base d'avant est gardée : %(path)s", path=kept)]


def _copy(path: Path, draft: Path) -> None:
    """Copy a database of before 1.0; SQLite rolls back first what a crash has left in it."""
    with (
        contextlib.closing(sqlite3.connect(path)) as db,
        contextlib.closing(sqlite3.connect(draft)) as copy,
    ):
        pragmas = [f"PRAGMA {name}" for name in ("application_id", "user_version")]
        if [db.execute(one).fetchone()[0] for one in pragmas] != [BEFORE_1_0, LAST]:
            raise _not_before(path)
        db.backup(copy)


def _keep(draft: Path, path: Path) -> Path:
    """Copy the draft under a name that is free, beside the database; return that."""
    names = (f"{path.name}.avant-1.0{(n and -n) or ''}" for n in itertools.count())
    kept = next(one for one in map(path.with_name, names) if not one.exists())
    with drafted(kept) as copy:
        shutil.copyfile(draft, copy)
    return kept


def convert_shared(address: str) -> list[Message]:
    """Convert a database in PostgreSQL, in one transaction; return what was done.

    :raises StorageError: if it is none of before 1.0, or is damaged.
    """
    require_postgres(address)
    import psycopg

    from scorekeeper.streams.places import without_password
    from scorekeeper.streams.postgres import backup as shared_backup
    from scorekeeper.streams.postgres.driver import open_postgres

    try:
        with psycopg.connect(address) as db:
            found = db.execute("SELECT value FROM property WHERE name = 'schema' FOR UPDATE")
            if found.fetchall() != [(str(LAST),)]:
                raise _not_before(without_password(address))
            for sheet, part, content in db.execute(WITHOUT_CHECKSUM).fetchall():
                added = row_checksum(sheet, part, content)
                row = {"sheet": sheet, "part": part, "content": content, "sum": added}
                for statement in ADD_CHECKSUM:
                    db.execute(statement, row)
            for statement in CONVERT_SHARED:
                db.execute(statement)
    except psycopg.Error as error:
        raise StorageError(Message(str(error))) from error
    with contextlib.closing(open_postgres(address)) as journal:
        return [_converted(journal.place, shared_backup.check(journal))]


def _not_before(place: object) -> StorageError:
    return StorageError(
        msg(
            "%(path)s n'est pas une base de la dernière version d'avant 1.0 : rien n'a "
            "changé.",
            path=place,
        )
    )


def _converted(place: object, count: int) -> Message:
    return msg("%(path)s est convertie, et entière : %(n)s événements.", path=place, n=count)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
