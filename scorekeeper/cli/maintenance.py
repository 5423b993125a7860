"""The commands ``check``, ``backup``, ``restore`` and ``move``; with SQLite no environment is
needed."""

from pathlib import Path

from scorekeeper.cli import environment, move_command, settings
from scorekeeper.cli.errors import CommandFailed
from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.storage.base import DatabaseBusy, DatabaseDamaged, StorageError
from scorekeeper.storage.installation import Installation
from scorekeeper.storage.places import is_postgres
from scorekeeper.storage.progress import Show
from scorekeeper.storage.sqlite import backup

COMMANDS = {"check": 0, "backup": 1, "restore": 1, "move": 2}
"""Each command, and its number of arguments without options."""


def needs_service(command: str, arguments: list[str]) -> bool:
    """True if a command is about a database in PostgreSQL.

    :raises CommandFailed: if what names the database cannot be read, or names none.
    """
    if command == "move":
        return any(map(is_postgres, arguments))
    try:
        address = settings.from_environment("DATABASE_URL")
        if address:
            settings.require_postgres(address)
    except StorageError as error:
        raise CommandFailed(error.message) from None
    return bool(address)


def run(command: str, arguments: list[str], usage: Message, show: Show) -> int:
    """Check, back up, restore or move the database; return the exit status.

    :raises CommandFailed: with a sentence for the operator.
    """
    given = [one for one in arguments if command != "move" or one != move_command.CANCEL]
    if len(given) != COMMANDS[command]:
        raise CommandFailed(msg("Cette commande s'écrit ainsi :\n%(usage)s", usage=usage))
    installation = Installation(environment.ROOT / "instance")
    try:
        _run(command, arguments, installation, show)
    except DatabaseDamaged as error:
        is_own = command != "move"
        report = backup.damage_report(error, installation.database)
        raise CommandFailed(report if is_own else error.message) from None
    except StorageError as error:
        raise CommandFailed(error.message) from None
    except DatabaseBusy as error:
        raise CommandFailed(msg("Base indisponible : %(why)s", why=str(error))) from None
    except OSError as error:
        raise CommandFailed(Message(str(error))) from None
    return 0


def _run(command: str, arguments: list[str], installation: Installation, show: Show) -> None:
    address = settings.from_environment("DATABASE_URL")
    if command == "move":
        with show(msg("Déplacement")) as progress:
            move_command.run(arguments, progress)
    elif address:
        from scorekeeper.cli import shared_maintenance  # needs the environment

        settings.require_postgres(address)
        shared_maintenance.run(command, arguments, address, show)
    elif command == "check":
        _check(installation, show)
    elif command == "backup":
        _back_up(installation.database, Path(arguments[0]), show)
    else:
        _restore(installation, Path(arguments[0]), show)


def _check(installation: Installation, show: Show) -> None:
    path = installation.database
    with show(msg("Vérification")) as progress:
        count = backup.check(path, progress)
    _print(msg("%(path)s est entière : %(n)s événements.", path=path, n=count))
    for warning in installation.disk_warnings:
        _print(warning)


def _back_up(database: Path, copy: Path, show: Show) -> None:
    with show(msg("Copie")) as progress:
        count = backup.backup(database, copy, progress)
    _print(msg("%(path)s est une copie entière : %(n)s événements.", path=copy, n=count))


def _restore(installation: Installation, copy: Path, show: Show) -> None:
    with show(msg("Remise de la copie")) as progress:
        count, replaced = installation.restore(copy, progress)
    _print(msg("La copie est en place : %(n)s événements.", n=count))
    if replaced:
        _print(msg("La base d'avant est gardée : %(path)s", path=replaced))


def _print(message: Message) -> None:
    print(say(message))
