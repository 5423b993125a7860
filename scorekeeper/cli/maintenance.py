"""The commands ``check``, ``backup`` and ``restore``; no environment is needed."""

from pathlib import Path

from scorekeeper.cli import environment
from scorekeeper.cli.errors import CommandFailed
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.i18n.operator import say
from scorekeeper.storage import backup
from scorekeeper.storage.base import DatabaseDamaged, StorageError
from scorekeeper.storage.installation import Installation

COMMANDS = {"check": 0, "backup": 1, "restore": 1}
"""Each command, and its number of arguments."""


def run(command: str, arguments: list[str], usage: Message) -> int:
    """Check, back up or restore the database; return the exit status.

    :raises CommandFailed: with a sentence for the operator.
    """
    if len(arguments) != COMMANDS[command]:
        raise CommandFailed(msg("Cette commande s'écrit ainsi :\n%(usage)s", usage=usage))
    installation = Installation(environment.ROOT / "instance")
    try:
        if command == "check":
            _check(installation)
        elif command == "backup":
            _back_up(installation.database, Path(arguments[0]))
        else:
            _restore(installation, Path(arguments[0]))
    except DatabaseDamaged as error:
        raise CommandFailed(backup.damage_report(error, installation.database)) from None
    except StorageError as error:
        raise CommandFailed(error.message) from None
    except OSError as error:
        raise CommandFailed(Message(str(error))) from None
    return 0


def _check(installation: Installation) -> None:
    path = installation.database
    count = backup.check(path)
    _print(msg("%(path)s est entière : %(n)s événements.", path=path, n=count))
    for warning in installation.disk_warnings:
        _print(warning)


def _back_up(database: Path, copy: Path) -> None:
    count = backup.backup(database, copy)
    _print(msg("%(path)s est une copie entière : %(n)s événements.", path=copy, n=count))


def _restore(installation: Installation, copy: Path) -> None:
    count, replaced = installation.restore(copy)
    _print(msg("La copie est en place : %(n)s événements.", n=count))
    if replaced:
        _print(msg("La base d'avant est gardée : %(path)s", path=replaced))


def _print(message: Message) -> None:
    print(say(message))
