"""The commands ``check``, ``backup``, ``restore`` and ``move``; with SQLite no environment is
needed."""

from contextlib import closing
from pathlib import Path

from scorekeeper.cli import environment, settings
from scorekeeper.cli.environment import CommandFailed
from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.storage import places
from scorekeeper.storage.base import DatabaseBusy, DatabaseDamaged, StorageError
from scorekeeper.storage.installation import Installation
from scorekeeper.storage.move import Move, opened
from scorekeeper.storage.places import is_postgres
from scorekeeper.storage.progress import Progress, Show, part
from scorekeeper.storage.sqlite import backup

COMMANDS = {"check": 0, "backup": 1, "restore": 1, "move": 2}
"""Each command, and its number of arguments without options."""

CANCEL = "--cancel"
"""The option of ``move`` that gives an unfinished move up."""

HINT = msg("Pour remettre une copie : python3 app.py restore COPIE, dans une base vide.")
"""The way to repair a damaged database in PostgreSQL."""

KEY = msg(
    "La clé secrète ne fait pas partie de la base : ouvrez La Marque avec la même "
    "(SECRET_KEY ou instance/secret_key), sinon les téléphones perdent leur liste de feuilles."
)


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
    given = [name for name in arguments if command != "move" or name != CANCEL]
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
            report = _move(arguments, progress)
        for line in report:
            _print(line)
    elif address:
        settings.require_postgres(address)
        _run_on_postgres(command, arguments, address, show)
    elif command == "check":
        path = installation.database
        with show(msg("Vérification")) as progress:
            count = backup.check(path, progress)
        _report_checked(path, count)
        for warning in installation.disk_warnings:
            _print(warning)
    elif command == "backup":
        copy = Path(arguments[0])
        with show(msg("Copie")) as progress:
            count = backup.backup(installation.database, copy, progress)
        _report_copied(copy, count)
    else:
        with show(msg("Remise de la copie")) as progress:
            count, replaced = installation.restore(Path(arguments[0]), progress)
        _report_restored(count)
        if replaced:
            _print(msg("La base d'avant est gardée : %(path)s", path=replaced))


def _run_on_postgres(command: str, arguments: list[str], address: str, show: Show) -> None:
    """Check the database, copy it into a file, or fill it from one.

    :param address: ``postgresql://…``
    :raises CommandFailed: if the database is damaged.
    """
    from scorekeeper.storage.postgres import backup as postgres_backup
    from scorekeeper.storage.postgres.driver import open_postgres

    with closing(open_postgres(address)) as journal:
        try:
            if command == "check":
                with show(msg("Vérification")) as progress:
                    count = postgres_backup.check(journal, progress)
                _report_checked(journal.place, count)
            elif command == "backup":
                copy = Path(arguments[0])
                with show(msg("Copie")) as progress:
                    count = postgres_backup.back_up(journal, copy, progress)
                _report_copied(copy, count)
            else:
                with show(msg("Remise de la copie")) as progress:
                    count = postgres_backup.restore(Path(arguments[0]), journal, progress)
                _report_restored(count)
        except DatabaseDamaged as error:
            damage = {"damage": error.message, "hint": HINT}
            raise CommandFailed(Message("%(damage)s\n%(hint)s", damage)) from None


def _report_checked(place: Path | str, count: int) -> None:
    _print(msg("%(path)s est entière : %(n)s événements.", path=place, n=count))


def _report_copied(copy: Path, count: int) -> None:
    _print(msg("%(path)s est une copie entière : %(n)s événements.", path=copy, n=count))


def _report_restored(count: int) -> None:
    _print(msg("La copie est en place : %(n)s événements.", n=count))


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
