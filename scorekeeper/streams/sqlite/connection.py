"""Connections to SQLite: durable settings, its errors as those of storage; and the schema of a
file, created, recognized, and compared with what the file stores."""

import contextlib
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from scorekeeper import program
from scorekeeper.i18n.messages import msg
from scorekeeper.streams.base import (
    DatabaseBusy,
    StorageError,
    database_before_1_0,
    newer_database,
)

SETTINGS = {
    "foreign_keys": ("ON", 1),
    "journal_mode": ("TRUNCATE", "truncate"),
    "synchronous": ("EXTRA", 3),
    "busy_timeout": ("5000", 5000),
    "trusted_schema": ("OFF", 0),
    "cell_size_check": ("ON", 1),
    "secure_delete": ("ON", 1),
    "cache_size": ("-256", -256),  # KiB, per thread; sheets are cached by the program
    "cache_spill": ("OFF", 0),  # readers wait for a commit, never for all of a transaction
}
"""Pragmas of every connection: the value to set, and the value to read back."""


APPLICATION = 0x4C4D5251
"""SQLite's ``application_id`` of our files: « LMRQ »."""

BEFORE_1_0 = 0x4D415251
"""That of versions before 1.0, which counted their schemas from 1 to 5: « MARQ »."""

SCHEMA = 1
"""SQLite's ``user_version``: the version of ``schema.sql``, see ``migrations.py``."""

COMMENT = re.compile("--[^\n]*")
TOKEN = re.compile(r'"(\w+)"|(\w+)|([^\w \t\n\f\r])', re.ASCII)
"""A name, quoted or not, or any other character but SQLite's white space."""

Objects = set[tuple[str, str, str, tuple[str, ...]]]
"""Tables and indexes: their type, name and table, and the tokens of their statement."""


SEQUENCES: Objects = {
    (
        "table",
        "sqlite_sequence",
        "sqlite_sequence",
        ("CREATE", "TABLE", "sqlite_sequence", "(", "name", ",", "seq", ")"),
    )
}
"""SQLite's own table of sequences, which it never drops, in databases from before 1.0."""


def connect(path: Path, create: bool = False) -> sqlite3.Connection:
    """Return a connection with the durable settings of :data:`SETTINGS`, for one thread.

    Another thread may close it.

    :param create: whether a missing file is created; beside an open one it never is.
    :raises StorageError: if SQLite does not take them.
    """
    uri = f"{path.resolve().as_uri()}?mode={'rwc' if create else 'rw'}"
    db = sqlite3.connect(
        uri, isolation_level=None, timeout=5, uri=True, check_same_thread=False
    )
    try:
        for name, (wanted, expected) in SETTINGS.items():
            db.execute(f"PRAGMA {name} = {wanted}")
            found = db.execute(f"PRAGMA {name}").fetchone()[0]
            if found != expected:
                raise _not_taken(name, wanted, found)
    except BaseException:
        db.close()
        raise
    return db


def _not_taken(name: str, wanted: str, found: object) -> StorageError:
    return StorageError(
        msg(
            "SQLite refuse %(name)s = %(wanted)s (il reste à %(found)s).",
            name=name,
            wanted=wanted,
            found=found,
        )
    )


DAMAGE = (
    sqlite3.SQLITE_ERROR,  # the tables are not those of the schema
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_READONLY_DBMOVED,  # another file, or none, has this name now
)
"""Errors that say that the file is not the database which was opened; the values of a request
cannot cause them."""


UNWRITABLE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN)
"""Errors that say that the file, or its journal, may not be written or opened."""

UNAVAILABLE = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
)
"""Errors that say nothing about the content of the file."""

UNREADABLE = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ)
"""Those of :data:`UNAVAILABLE` after which another file is needed."""


def is_damage(error: sqlite3.Error) -> bool:
    """Return true if an error says the file is damaged; text that is no UTF-8 has no code."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return code in DAMAGE or code & 0xFF in DAMAGE


def is_unwritable(error: sqlite3.Error) -> bool:
    """Return true for the error of a file that would have to be written, if only to roll back,
    and may not be."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in UNWRITABLE


def is_unavailable(error: sqlite3.Error) -> bool:
    """Return true if the file could not be used, for a reason that is not its content."""
    code = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF in UNAVAILABLE and code not in UNREADABLE


@contextmanager
def busy_errors() -> Iterator[None]:
    """Raise :class:`DatabaseBusy` where SQLite is locked, full or read-only, not damaged."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if is_damage(error):
            raise
        raise DatabaseBusy(str(error)) from error


def has_content(path: Path) -> bool:
    """Return true if a file holds a database; a half-made one is rolled back first."""
    if not path.exists() or not path.stat().st_size:
        return False
    uri = f"{path.resolve().as_uri()}?mode=rw"
    with suppress(sqlite3.Error), closing(sqlite3.connect(uri, uri=True)) as db:
        db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return bool(path.stat().st_size)


def create_schema(db: sqlite3.Connection) -> None:
    """Make an empty database one of ours."""
    schema = Path(__file__).with_name("schema.sql").read_text(encoding="utf-8")
    for statement in schema.split(";\n"):
        db.execute(statement)
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {SCHEMA}")


def version_of(db: sqlite3.Connection) -> int:
    """Return the version of the schema that a database has."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def require_schema(db: sqlite3.Connection, path: Path) -> None:
    """Create the schema in an empty database, and refuse what is none of ours. Raise
    StorageError if it is no database of La Marque, or one of another version that cannot be
    migrated."""
    application = db.execute("PRAGMA application_id").fetchone()[0]
    empty = not db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if empty and not application:
        create_schema(db)
        return
    require_ours(db, path)
    if (version := version_of(db)) > SCHEMA:
        raise newer_database(path, version, SCHEMA)


def require_ours(db: sqlite3.Connection, path: Path) -> None:
    """Raise StorageError for a database of another program, or from before 1.0."""
    application = db.execute("PRAGMA application_id").fetchone()[0]
    if application == BEFORE_1_0:
        raise database_before_1_0(path, program.PYTHON, str(path))
    if application != APPLICATION or version_of(db) < 1:
        raise StorageError(msg("%(path)s n'est pas une base de La Marque.", path=path))


def is_schema_intact(db: sqlite3.Connection) -> bool:
    """Return true if a database of the current version stores the schema of ``schema.sql``.
    ``integrity_check`` trusts the stored text, so that it does not notice a changed one.
    Comments, white space and the quotes of a renamed table have no meaning."""
    if version_of(db) != SCHEMA:
        return True
    with contextlib.closing(sqlite3.connect(":memory:")) as expected:
        create_schema(expected)
        return _objects(db) - SEQUENCES == _objects(expected)


def _objects(db: sqlite3.Connection) -> Objects:
    query = "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema"
    return {(kind, name, table, _tokens(sql)) for kind, name, table, sql in db.execute(query)}


def _tokens(sql: str) -> tuple[str, ...]:
    return tuple("".join(groups) for groups in TOKEN.findall(COMMENT.sub("", sql)))
