"""The commands ``check``, ``backup`` and ``restore`` with a database in PostgreSQL."""

from contextlib import closing
from pathlib import Path

from scorekeeper.cli.errors import CommandFailed
from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.storage.base import DatabaseDamaged
from scorekeeper.storage.postgres import backup as shared_backup
from scorekeeper.storage.postgres.journal import PostgresJournal
from scorekeeper.storage.progress import Show

HINT = msg("Pour remettre une copie : python3 app.py restore COPIE, dans une base vide.")
"""The way to repair a damaged database."""


def run(command: str, arguments: list[str], address: str, show: Show) -> None:
    """Check the database, copy it into a file, or fill it from one.

    :param address: ``postgresql://…``
    :raises CommandFailed: if the database is damaged.
    :raises StorageError: with a sentence for the operator.
    """
    with closing(PostgresJournal(address)) as journal:
        try:
            if command == "check":
                _check(journal, show)
            elif command == "backup":
                _back_up(journal, Path(arguments[0]), show)
            else:
                _restore(journal, Path(arguments[0]), show)
        except DatabaseDamaged as error:
            damage = {"damage": error.message, "hint": HINT}
            raise CommandFailed(Message("%(damage)s\n%(hint)s", damage)) from None


def _check(journal: PostgresJournal, show: Show) -> None:
    with show(msg("Vérification")) as progress:
        count = shared_backup.check(journal, progress)
    _print(msg("%(path)s est entière : %(n)s événements.", path=journal.place, n=count))


def _back_up(journal: PostgresJournal, copy: Path, show: Show) -> None:
    with show(msg("Copie")) as progress:
        count = shared_backup.back_up(journal, copy, progress)
    _print(msg("%(path)s est une copie entière : %(n)s événements.", path=copy, n=count))


def _restore(journal: PostgresJournal, copy: Path, show: Show) -> None:
    with show(msg("Remise de la copie")) as progress:
        count = shared_backup.restore(copy, journal, progress)
    _print(msg("La copie est en place : %(n)s événements.", n=count))


def _print(message: Message) -> None:
    print(say(message))
