"""The schema of the PostgreSQL database, created and recognized; and the settings of its
server on which a recorded hand depends, read back."""

import logging
import sys
import time
from pathlib import Path

import psycopg
from psycopg import errors, sql

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import msg
from scorekeeper.streams.base import StorageError, database_before_1_0, newer_database

SCHEMA = 1
"""The version of ``schema.sql``; counted as SQLite's."""

VERSION = "version"
"""The property with the version of the schema."""

BEFORE_1_0 = "schema"
"""That of versions before 1.0, which counted their schemas from 3 to 5."""

TABLES = ("sheet", "access", "name", "event", "property")
"""The tables of every version."""

SAFE = {
    "synchronous_commit": ("on", "remote_apply"),
    "fsync": ("on",),
    "full_page_writes": ("on",),
    "server_encoding": ("UTF8",),
}
"""The values of each setting with which a committed event survives a crash of the server, and
of its machine's power; and with which any name can be stored."""

STANDBYS = "synchronous_standby_names"
"""The setting that names the standbys which a commit waits for."""

NO_STANDBY = msg(
    "PostgreSQL n'attend aucun serveur de secours (synchronous_standby_names est vide) : si "
    "sa machine est perdue, les dernières donnes le sont aussi."
)

Connection = psycopg.Connection[tuple[object, ...]]


def require_schema(connection: Connection, place: str) -> None:
    """Create the schema in an empty database, and refuse what is none of ours. Raise
    StorageError if it is no database of La Marque, or one of another version that cannot be
    migrated."""
    for _ in range(20):
        version = _version(connection, place)
        if version is None:
            _create(connection)
        elif version > SCHEMA:
            raise newer_database(place, version, SCHEMA)
        else:
            return
    raise AssertionError("the schema was created, and is not there")


def _version(connection: Connection, place: str) -> int | None:
    """Return the version of the schema; nothing in an empty database. Raise StorageError if
    there are other tables, or those of a version before 1.0."""
    query = (
        "SELECT table_name FROM information_schema.tables"
        " WHERE table_schema = current_schema() AND table_name = ANY(%s)"
    )
    found = {name for (name,) in connection.execute(query, (list(TABLES),))}
    if not found:
        return None
    properties: list[tuple[object, ...]] = []
    if found == set(TABLES):
        properties = connection.execute("SELECT name, value FROM property").fetchall()
    known = {str(name): str(value) for name, value in properties}
    if BEFORE_1_0 in known:
        raise database_before_1_0(place, sys.executable)
    if VERSION not in known:
        raise StorageError(msg("%(path)s n'est pas une base de La Marque.", path=place))
    return int(known[VERSION])


def _create(connection: Connection) -> None:
    """Create the tables, unless another process does so at this moment."""
    schema = Path(__file__).with_name("schema.sql").read_text(encoding="utf-8")
    try:
        with connection.transaction():
            for statement in schema.split(";\n"):
                connection.execute(sql.SQL(statement))
            connection.execute("INSERT INTO property VALUES (%s, %s)", (VERSION, str(SCHEMA)))
    except (errors.UniqueViolation, errors.DuplicateTable):
        time.sleep(0.05)


def require_safe(connection: Connection) -> dict[str, str]:
    """Return the settings of the server, if they cannot lose a hand. A server that does not
    know a setting of PostgreSQL is taken at its word. Raise StorageError if a setting is
    unsafe."""
    query = "SELECT name, setting FROM pg_settings WHERE name = ANY(%s)"
    found = connection.execute(query, ([*SAFE, STANDBYS],)).fetchall()
    settings = {str(name): str(value) for name, value in found}
    for name, safe in SAFE.items():
        if settings.get(name, safe[0]) not in safe:
            raise StorageError(
                msg(
                    "PostgreSQL pourrait perdre une donne : %(name)s vaut « %(found)s », il "
                    "faut « %(safe)s ».",
                    name=name,
                    found=settings[name],
                    safe=safe[0],
                )
            )
    return settings


def warn_without_standby(settings: dict[str, str]) -> None:
    """Tell the operator what the loss of the server's machine would cost."""
    if not settings.get(STANDBYS, "-"):
        logging.getLogger("la_marque").warning("%s", say(NO_STANDBY))
