"""The folder, the database, and the secret key, as the environment sets them. Standard library
only, but for PostgreSQL."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scorekeeper import program
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.streams.base import StorageError
from scorekeeper.streams.installation import Installation
from scorekeeper.streams.places import require_postgres

INSTANCE = "INSTANCE"
"""The variable of the environment that names the folder of the installation."""


def instance() -> Path:
    """Return the folder of the installation."""
    return Path(os.environ.get(INSTANCE) or program.default_instance())


def take_instance(arguments: list[str]) -> list[str]:
    """Set the folder of the installation from ``--instance``; return the other arguments.
    Raise StorageError if no folder is named."""
    others, rest = [], iter(arguments)
    for argument in rest:
        name, equals, folder = argument.partition("=")
        if name != "--instance":
            others.append(argument)
        elif folder := folder if equals else next(rest, ""):
            os.environ[INSTANCE] = str(Path(folder).absolute())
        else:
            raise StorageError(msg("--instance demande un dossier."))
    return others


def from_environment(name: str) -> str:
    """Return a setting of the environment: the variable itself, or the content of the file
    that the variable with ``_FILE`` at its end names, as secrets are given to containers.
    Raise StorageError if that file cannot be read, or is empty."""
    file = os.environ.get(f"{name}_FILE")
    if not file:
        return os.environ.get(name, "")
    try:
        content = Path(file).read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise _unreadable(name, file, why) from None
    if not content:
        raise _unreadable(name, file, msg("il est vide"))
    return content


def _unreadable(name: str, file: str, why: Message | str) -> StorageError:
    return StorageError(
        msg("%(name)s_FILE : %(file)s ne se lit pas (%(why)s).", name=name, file=file, why=why)
    )


def installation(config: Mapping[str, Any]) -> Installation:
    """Return the installation that these settings name; see ``create_app``. Raise StorageError
    if the address of the database is none."""
    url, path, key = config["DATABASE_URL"], Path(config["INSTANCE"]), config["SECRET"]
    if not url:
        return Installation(path, key)
    require_postgres(url)
    from scorekeeper.streams.postgres.installation import SharedInstallation

    return SharedInstallation(path, url, key)


def own_installation(secret: str = "") -> Installation:
    """Return the installation that the environment names; the secret key where it is needed.
    Raise StorageError if the address of the database is none."""
    url = from_environment("DATABASE_URL")
    return installation({"DATABASE_URL": url, "INSTANCE": instance(), "SECRET": secret})
