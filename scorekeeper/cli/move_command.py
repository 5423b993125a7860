"""The command ``move``: all sheets from one database to another."""

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.storage import places
from scorekeeper.storage.base import StorageError
from scorekeeper.storage.move import Move
from scorekeeper.storage.opening import opened
from scorekeeper.storage.places import Place
from scorekeeper.storage.progress import Progress, part

CANCEL = "--cancel"
"""The option that gives an unfinished move up."""

KEY = msg(
    "La clé secrète ne fait pas partie de la base : ouvrez La Marque avec la même "
    "(SECRET_KEY ou instance/secret_key), sinon les téléphones perdent leur liste de feuilles."
)


def run(arguments: list[str], progress: Progress) -> None:
    """Move all sheets, go on with a move, or give it up.

    :raises StorageError: with a sentence for the operator.
    """
    source, target = map(places.parse, [one for one in arguments if one != CANCEL])
    if source.name == target.name:
        raise StorageError(msg("La source et la cible sont la même base."))
    checking = part(progress, 0, 2)
    with opened(source, checking) as moving, opened(target, create=True) as filling:
        move = Move(moving, filling, source.name, target.name)
        if CANCEL in arguments:
            move.cancel()
            _print(msg("%(source)s reprend l'écriture.", source=source.name))
        else:
            count = move.run(part(progress, 1, 2))
            _report(count, source, target)


def _report(count: int, source: Place, target: Place) -> None:
    _print(
        msg(
            "%(n)s feuilles sont dans %(target)s. %(source)s les garde, et n'est plus écrite.",
            n=count,
            source=source.name,
            target=target.name,
        )
    )
    _print(KEY)


def _print(message: Message) -> None:
    print(say(message))
