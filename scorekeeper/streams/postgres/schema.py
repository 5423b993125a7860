"""The schema of the PostgreSQL database, created and recognized; and the settings of its
server on which a recorded hand depends, read back."""

import logging
import time
from pathlib import Path

import psycopg
from psycopg import errors, sql

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import msg
from scorekeeper.streams.base import StorageError, newer_database, row_checksum

SCHEMA = 5
"""The version of ``schema.sql``; counted as SQLite's."""

WITHOUT_CHECKSUM = """
SELECT sheet, player, convert_to(name, 'UTF8') FROM name WHERE checksum IS NULL
UNION ALL SELECT sheet, -1 - may_write::int, token_hash FROM access WHERE checksum IS NULL
LIMIT 5000
"""
"""Rows of version 4, as the arguments of :func:`scorekeeper.streams.base.row_checksum`."""

ADD_CHECKSUMS = (
    """UPDATE name SET checksum = given.checksum
FROM unnest(%s::bigint[], %s::integer[], %s::bytea[], %s::bigint[])
    AS given (sheet, part, content, checksum)
WHERE name.sheet = given.sheet AND player = part AND convert_to(name, 'UTF8') = content""",
    """UPDATE access SET checksum = given.checksum
FROM unnest(%s::bigint[], %s::integer[], %s::bytea[], %s::bigint[])
    AS given (sheet, part, content, checksum)
WHERE token_hash = content AND access.sheet = given.sheet AND -1 - may_write::int = part""",
)
"""The statements that give such rows a checksum, if they have not changed meanwhile."""

TABLES = ("sheet", "access", "name", "event", "property")
"""The tables of every version; older ones also have ``shared_count``, which nothing uses."""

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
    """Create the schema in an empty database, and refuse what is none of ours.

    :raises StorageError: if it is no database of La Marque, or a newer one.
    """
    for _ in range(20):
        version = _version(connection, place)
        if version is None or version < SCHEMA:
            _create(connection)
        elif version > SCHEMA:
            raise newer_database(place, version, SCHEMA)
        else:
            return
    raise AssertionError("the schema was created, and is not there")


def _version(connection: Connection, place: str) -> int | None:
    """Return the version of the schema; nothing in an empty database.

    The first version here was 3: version 4 added the table ``summary``, version 5 the columns
    ``checksum``.

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
                "INSERT INTO property VALUES ('schema', %s) ON CONFLICT DO NOTHING",
                (str(SCHEMA),),
            )
        _add_checksums(connection)
        connection.execute(
            "UPDATE property SET value = %s WHERE name = 'schema'", (str(SCHEMA),)
        )
    except (errors.UniqueViolation, errors.DuplicateTable):
        time.sleep(0.05)


def _add_checksums(connection: Connection) -> None:
    """Give the rows of version 4 their checksums, some thousands in a transaction, so that no
    process that still serves waits; if it is interrupted, it goes on at the next start."""
    while rows := connection.execute(WITHOUT_CHECKSUM).fetchall():
        checksums = [row_checksum(*row) for row in rows]  # type: ignore[arg-type]
        columns = [*map(list, zip(*rows, strict=True)), checksums]
        for statement in ADD_CHECKSUMS:
            connection.execute(statement, columns)


def require_safe(connection: Connection) -> dict[str, str]:
    """Return the settings of the server, if they cannot lose a hand. A server that does not
    know a setting of PostgreSQL is taken at its word.

    :raises StorageError: if a setting is unsafe.
    """
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
