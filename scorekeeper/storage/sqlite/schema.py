"""The schema of the database: created, recognized, and compared with what a file stores."""

import contextlib
import re
import sqlite3
from pathlib import Path

from scorekeeper.i18n.messages import msg
from scorekeeper.storage.base import StorageError

APPLICATION = 0x4D415251
"""SQLite's ``application_id`` of our files: « MARQ »."""

SCHEMA = 4
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
"""SQLite's own table of sequences, which it never drops from a migrated database."""


def create_schema(db: sqlite3.Connection) -> None:
    """Make an empty database one of ours."""
    schema = Path(__file__).with_name("schema.sql").read_text(encoding="utf-8")
    for statement in schema.split(";\n"):
        db.execute(statement)
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {SCHEMA}")


def require_schema(db: sqlite3.Connection, path: Path) -> None:
    """Create the schema in an empty database, and refuse what is none of ours.

    :raises StorageError: if it is no database of La Marque, or a newer one.
    """
    application = db.execute("PRAGMA application_id").fetchone()[0]
    version = db.execute("PRAGMA user_version").fetchone()[0]
    empty = not db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if empty and not application:
        create_schema(db)
    elif application != APPLICATION or version < 1:
        raise StorageError(msg("%(path)s n'est pas une base de La Marque.", path=path))
    elif version > SCHEMA:
        raise StorageError(
            msg(
                "%(path)s vient d'une version plus récente de La Marque (base "
                "%(version)s, ce programme connaît %(known)s).",
                path=path,
                version=version,
                known=SCHEMA,
            )
        )


def is_schema_intact(db: sqlite3.Connection) -> bool:
    """True if a database of the current version stores the schema of ``schema.sql``.

    ``integrity_check`` trusts the stored text, so that it does not notice a changed one.
    Comments, white space and the quotes of a renamed table have no meaning.
    """
    if db.execute("PRAGMA user_version").fetchone()[0] != SCHEMA:
        return True
    with contextlib.closing(sqlite3.connect(":memory:")) as expected:
        create_schema(expected)
        return _objects(db) - SEQUENCES == _objects(expected)


def _objects(db: sqlite3.Connection) -> Objects:
    query = "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema"
    return {(kind, name, table, _tokens(sql)) for kind, name, table, sql in db.execute(query)}


def _tokens(sql: str) -> tuple[str, ...]:
    return tuple("".join(groups) for groups in TOKEN.findall(COMMENT.sub("", sql)))
