"""The settings of PostgreSQL on which a recorded hand depends, read back from the server."""

import logging

import psycopg

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import msg
from scorekeeper.storage.base import StorageError

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


def require_safe(connection: psycopg.Connection[tuple[object, ...]]) -> dict[str, str]:
    """The settings of the server, if they cannot lose a hand. A server that does not know a
    setting of PostgreSQL is taken at its word.

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
