"""The commands ``check``, ``backup``, ``restore`` and ``move``; with SQLite no environment is
needed."""

from pathlib import Path

from scorekeeper.cli import settings
from scorekeeper.cli.environment import CommandFailed
from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.streams import places
from scorekeeper.streams.base import DatabaseBusy, DatabaseDamaged, StorageError
from scorekeeper.streams.installation import Installation
from scorekeeper.streams.move import Move
from scorekeeper.streams.opening import opened
from scorekeeper.streams.places import is_postgres
from scorekeeper.streams.progress import Progress, Show, part

COMMANDS = {"check": 0, "backup": 1, "restore": 1, "move": 2}
"""Each command, and its number of arguments without options."""

CANCEL = "--cancel"
"""The option of ``move`` that gives an unfinished move up."""

KEY = msg(
    "La clé secrète ne fait pas partie de la base : ouvrez La Marque avec la même "
    "(SECRET_KEY ou le fichier secret_key), sinon les téléphones perdent leur liste de "
    "feuilles."
)


def needs_service(command: str, arguments: list[str]) -> bool:
    """Return true if a command is about a database in PostgreSQL.

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
    given = [name for name in arguments if command != "move" or name != CANCEL]
    if len(given) != COMMANDS[command] or any(name.startswith("-") for name in given):
        raise CommandFailed(msg("Cette commande s'écrit ainsi :\n%(usage)s", usage=usage))
    try:
        _run(command, arguments, show)
    except StorageError as error:
        raise CommandFailed(error.message) from None
    except DatabaseBusy as error:
        raise CommandFailed(msg("Base indisponible : %(why)s", why=str(error))) from None
    except OSError as error:
        raise CommandFailed(Message(str(error))) from None
    return 0


def _run(command: str, arguments: list[str], show: Show) -> None:
    if command == "move":
        with show(msg("Déplacement")) as progress:
            report = _move(arguments, progress)
        for line in report:
            _print(line)
        return
    installation = settings.own_installation()
    try:
        _run_here(command, arguments, installation, show)
    except DatabaseDamaged as error:
        raise CommandFailed(installation.damage_report(error)) from None


def _run_here(
    command: str, arguments: list[str], installation: Installation, show: Show
) -> None:
    """Check, back up or restore the database of an installation."""
    if command == "check":
        with show(msg("Vérification")) as progress:
            count = installation.check(progress)
        place = installation.place
        _print(msg("%(path)s est entière : %(n)s événements.", path=place, n=count))
        for warning in installation.disk_warnings:
            _print(warning)
    elif command == "backup":
        copy = Path(arguments[0])
        with show(msg("Copie")) as progress:
            count = installation.back_up(copy, progress)
        _print(msg("%(path)s est une copie entière : %(n)s événements.", path=copy, n=count))
    else:
        with show(msg("Remise de la copie")) as progress:
            count, replaced = installation.restore(Path(arguments[0]), progress)
        _print(msg("La copie est en place : %(n)s événements.", n=count))
        if replaced:
            _print(msg("La base d'avant est gardée : %(path)s", path=replaced))


def _move(arguments: list[str], progress: Progress) -> list[Message]:
    """Move all sheets, go on with a move, or give it up; return the report.

    :raises StorageError: with a sentence for the operator.
    """
    source, target = map(places.parse, [name for name in arguments if name != CANCEL])
    if source.name == target.name:
        raise StorageError(msg("La source et la cible sont la même base."))
    checking = part(progress, 0, 2)
    with opened(source, checking) as moving, opened(target, create=True) as filling:
        move = Move(moving, filling, source.name, target.name)
        if CANCEL in arguments:
            move.cancel()
            return [msg("%(source)s reprend l'écriture.", source=source.name)]
        moved = msg(
            "%(n)s feuilles sont dans %(target)s. %(source)s les garde, et n'est plus écrite.",
            n=move.run(part(progress, 1, 2)),
            source=source.name,
            target=target.name,
        )
    return [moved, KEY]


def _print(message: Message) -> None:
    print(say(message))
