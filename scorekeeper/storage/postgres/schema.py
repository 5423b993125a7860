"""The schema of the PostgreSQL database: created, and recognized."""

import time
from pathlib import Path

import psycopg
from psycopg import errors, sql

from scorekeeper.i18n.messages import msg
from scorekeeper.storage.base import StorageError

SCHEMA = 4
"""The version of ``schema.sql``; counted as SQLite's."""

TABLES = ("sheet", "access", "name", "event", "property")
"""The tables of every version; older ones also have ``shared_count``, which nothing uses."""

Connection = psycopg.Connection[tuple[object, ...]]


def require_schema(connection: Connection, place: str) -> None:
    """Create the schema in an empty database, and refuse what is none of ours.

    :raises StorageError: if it is no database of La Marque, or a newer one.
    """
    for _ in range(20):
        version = _version(connection, place)
        if version is None or version < SCHEMA:
            _create(connection)
        elif version > SCHEMA:
            raise _newer(place, version)
        else:
            return
    raise AssertionError("the schema was created, and is not there")


def _version(connection: Connection, place: str) -> int | None:
    """The version of the schema; nothing in an empty database.

    The first version here was 3: version 4 added the table ``summary``.

    :raises StorageError: if there are other tables.
    """
    query = (
        "SELECT table_name FROM information_schema.tables"
        " WHERE table_schema = current_schema() AND table_name = ANY(%s)"
    )
    found = {name for (name,) in connection.execute(query, (list(TABLES),))}
    if not found:
        return None
    if found != set(TABLES):
        raise StorageError(msg("%(path)s n'est pas une base de La Marque.", path=place))
    rows = connection.execute("SELECT value FROM property WHERE name = 'schema'").fetchall()
    if not rows:
        raise StorageError(msg("%(path)s n'est pas une base de La Marque.", path=place))
    return int(str(rows[0][0]))


def _create(connection: Connection) -> None:
    """Create the tables that are missing, unless another process does so at this moment."""
    schema = Path(__file__).with_name("schema.sql").read_text(encoding="utf-8")
    try:
        with connection.transaction():
            for statement in schema.split(";\n"):
                connection.execute(sql.SQL(statement))
            connection.execute(
                "INSERT INTO property VALUES ('schema', %s)"
                " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                (str(SCHEMA),),
            )
    except (errors.UniqueViolation, errors.DuplicateTable):
        time.sleep(0.05)


def _newer(place: str, version: int) -> StorageError:
    return StorageError(
        msg(
            "%(path)s vient d'une version plus récente de La Marque (base "
            "%(version)s, ce programme connaît %(known)s).",
            path=place,
            version=version,
            known=SCHEMA,
        )
    )
