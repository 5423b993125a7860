"""Marks of databases whose sheets are being moved, or have been, and what they forbid.

A marked database takes no write from the program: see
:meth:`scorekeeper.storage.event_store.EventStore.set_mark`.
"""

from typing import NamedTuple

from scorekeeper.i18n.messages import msg
from scorekeeper.storage.base import StorageError

TO = "to"
"""The sheets are being moved to another place, or have been."""

FROM = "from"
"""The database is being filled from another place: some sheets may be missing."""

RESERVED = "reserved"
"""The database is about to be filled, if it is empty."""


class Mark(NamedTuple):
    """A mark: the state of its database in a move, and the other place."""

    state: str = ""
    place: str = ""

    def __str__(self) -> str:
        return f"{self.state} {self.place}".strip()


def parse(text: str) -> Mark:
    """The mark that a database stores.

    >>> parse("to postgresql://db/marque"), parse("").state
    (Mark(state='to', place='postgresql://db/marque'), '')
    """
    state, _, place = text.partition(" ")
    return Mark(state, place)


def require_unmarked(text: str, name: str) -> None:
    """Nothing, if a program may run on the database that has this mark.

    :param name: the database, as sentences name it.
    :raises StorageError: with the way to go on.
    """
    mark = parse(text)
    if mark.state == TO:
        raise StorageError(
            msg(
                "Les feuilles de %(name)s sont déplacées vers %(place)s : ouvrez La Marque "
                "sur cette base-là. Si le déplacement n'est pas fini, relancez-le ou "
                "annulez-le (python3 app.py move --cancel).",
                name=name,
                place=mark.place,
            )
        )
    if mark.state:
        raise incomplete(mark, name)


def incomplete(mark: Mark, name: str) -> StorageError:
    """The refusal of a database that has not got all sheets yet."""
    if not mark.place:
        return StorageError(
            msg("%(name)s est réservée à un déplacement : relancez-le.", name=name)
        )
    return StorageError(
        msg(
            "%(name)s n'a pas encore toutes les feuilles de %(place)s : relancez ce "
            "déplacement, ou prenez une base vide.",
            name=name,
            place=mark.place,
        )
    )
