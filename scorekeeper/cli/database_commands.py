"""The commands ``check``, ``backup``, ``restore`` and ``move``; with SQLite no environment is
needed."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from scorekeeper import program
from scorekeeper.cli import settings
from scorekeeper.cli.environment import CommandFailed
from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.streams import places
from scorekeeper.streams.base import DatabaseBusy, DatabaseDamaged, StorageError
from scorekeeper.streams.event_store import EventStore
from scorekeeper.streams.installation import Installation
from scorekeeper.streams.lock import claim
from scorekeeper.streams.move import Move
from scorekeeper.streams.places import Place, is_postgres
from scorekeeper.streams.progress import Progress, Show, part, unwatched
from scorekeeper.streams.sqlite import backup
from scorekeeper.streams.sqlite.connection import has_content
from scorekeeper.streams.sqlite.driver import open_sqlite
from scorekeeper.streams.sqlite.migrations import is_current, migrate

COMMANDS = {"check": 0, "backup": 1, "restore": 1, "move": 2}
"""Each command, and its number of arguments without options."""

CANCEL = "--cancel"
"""The option of ``move`` that gives an unfinished move up."""

HINT = msg(
    "Pour remettre une copie : %(app)s restore COPIE, dans une base vide.", app=program.COMMAND
)
"""The way to repair a damaged database in PostgreSQL."""

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
    installation = Installation(settings.instance())
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
    from scorekeeper.streams.postgres import backup as postgres_backup
    from scorekeeper.streams.postgres.driver import open_postgres

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


@contextmanager
def opened(
    place: Place, progress: Progress = unwatched, create: bool = False
) -> Iterator[EventStore]:
    """Give a database for a command that moves its sheets.

    :param progress: of the check of a file.
    :param create: whether a missing file is created.
    :raises StorageError: if it cannot be used, is damaged, or a program has it open.
    """
    if place.path is None:
        with opened_shared(place) as journal:
            yield journal
    else:
        if create:
            _create(place.path)
        with _opened_file(place.path, progress) as journal:
            yield journal


@contextmanager
def opened_shared(place: Place) -> Iterator[EventStore]:
    """Give a database on a server, beside the programs that use it."""
    from scorekeeper.streams.postgres.driver import open_postgres  # needs the environment

    with closing(open_postgres(place.address)) as journal:
        yield journal


@contextmanager
def _opened_file(path: Path, progress: Progress) -> Iterator[EventStore]:
    """Give a checked database in a file, of the version of this program, which nobody else
    uses."""
    if not path.is_file():
        raise StorageError(msg("%(path)s n'existe pas.", path=path))
    lock = claim(path.parent)  # held for as long as this name
    if has_content(path):
        backup.check(path, progress)
        if not is_current(path):
            migrate(path)
    with closing(open_sqlite(path)) as journal:
        yield journal
    del lock


def _create(path: Path) -> None:
    """Return an empty file for its owner only, unless there is one."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))


def _print(message: Message) -> None:
    print(say(message))
