"""The commands ``check``, ``backup`` and ``restore``; with SQLite no environment is needed."""

from pathlib import Path

from scorekeeper.cli import settings
from scorekeeper.cli.environment import CommandFailed
from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.streams.base import DatabaseBusy, DatabaseDamaged
from scorekeeper.streams.installation import Installation
from scorekeeper.streams.places import require_postgres

COMMANDS = {"check": 0, "backup": 1, "restore": 1}
"""Each command, and its number of arguments."""


def needs_service() -> bool:
    """Return true for a PostgreSQL database; StorageError if the setting cannot be read."""
    address = settings.from_environment("DATABASE_URL")
    if address:
        require_postgres(address)
    return bool(address)


def run(command: str, arguments: list[str], usage: Message) -> int:
    """Check, back up or restore the database; return the exit status. Raise CommandFailed or
    StorageError with a sentence for the operator."""
    if len(arguments) != COMMANDS[command] or any(one.startswith("-") for one in arguments):
        raise CommandFailed(msg("Cette commande s'écrit ainsi :\n%(usage)s", usage=usage))
    secret = settings.from_environment("SECRET_KEY") if command == "check" else ""
    installation = settings.own_installation(secret)
    try:
        _run(command, arguments, installation)
    except DatabaseDamaged as error:
        raise CommandFailed(installation.damage_report(error)) from None
    except DatabaseBusy as error:
        raise CommandFailed(msg("Base indisponible : %(why)s", why=str(error))) from None
    except OSError as error:
        raise CommandFailed(Message(str(error))) from None
    return 0


def _run(command: str, arguments: list[str], installation: Installation) -> None:
    if command == "check":
        count = installation.check()
        place = installation.place
        _print(msg("%(path)s est entière : %(n)s événements.", path=place, n=count))
        for warning in installation.disk_warnings:
            _print(warning)
    elif command == "backup":
        copy = Path(arguments[0])
        count = installation.back_up(copy)
        _print(msg("%(path)s est une copie entière : %(n)s événements.", path=copy, n=count))
    else:
        count, replaced = installation.restore(Path(arguments[0]))
        _print(msg("La copie est en place : %(n)s événements.", n=count))
        if replaced:
            _print(msg("La base d'avant est gardée : %(path)s", path=replaced))


def _print(message: Message) -> None:
    print(say(message))
