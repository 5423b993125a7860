"""The move of all sheets from one database to another; if it is killed, it is started again.

Invariant: at every moment at most one of both databases has no mark, so that at most one
takes writes and no hand is recorded where it is not looked for later
(``tests/reliability/test_move.py``). The order of the marks: the target is marked ``from``
the source, then the source ``to`` the target, then the sheets of the target are deleted and
those of the source copied and compared, then the mark of the target is taken off. The source
keeps its own. A marked database takes no write from the program: see
:meth:`scorekeeper.streams.event_store.EventStore.set_mark`.
"""

from typing import NamedTuple

from scorekeeper import program
from scorekeeper.i18n.messages import msg
from scorekeeper.streams.base import StorageError
from scorekeeper.streams.copying import copy_all
from scorekeeper.streams.event_store import EventStore
from scorekeeper.streams.progress import Progress, unwatched

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


def parse_mark(text: str) -> Mark:
    """Return the mark that a database stores.

    >>> parse_mark("to postgresql://db/marque"), parse_mark("").state
    (Mark(state='to', place='postgresql://db/marque'), '')
    """
    state, _, place = text.partition(" ")
    return Mark(state, place)


def require_unmarked(text: str, name: str) -> None:
    """Nothing, if a program may run on the database that has this mark.

    :param name: the database, as sentences name it.
    :raises StorageError: with the way to go on.
    """
    mark = parse_mark(text)
    if mark.state == TO:
        raise StorageError(
            msg(
                "Les feuilles de %(name)s sont déplacées vers %(place)s : ouvrez La Marque "
                "sur cette base-là. Si le déplacement n'est pas fini, relancez-le ou "
                "annulez-le (%(app)s move --cancel).",
                app=program.COMMAND,
                name=name,
                place=mark.place,
            )
        )
    if mark.state:
        raise incomplete(mark, name)


def incomplete(mark: Mark, name: str) -> StorageError:
    """Return the refusal of a database that has not got all sheets yet."""
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


class Move:
    """A move between two open databases; one program at a time moves them.

    :param source_name: the source, as the mark of the target names it.
    :param target_name: the target, as the mark of the source names it.
    """

    def __init__(
        self, source: EventStore, target: EventStore, source_name: str, target_name: str
    ) -> None:
        self.source, self.target = source, target
        self.source_name, self.target_name = source_name, target_name
        self._moving = Mark(TO, target_name)
        self._filling = Mark(FROM, source_name)

    def run(self, progress: Progress = unwatched) -> int:
        """Move every sheet, also after an interrupted move; return their number.

        :raises StorageError: if the marks or sheets of both databases forbid it; or if a sheet
            does not arrive as it was: the move is then unfinished.
        """
        self._require_source()
        self._claim_target()
        self._mark_source()
        count = copy_all(self.source, self.target, progress)
        self._require_complete()
        self.target.set_mark("")
        return count

    def cancel(self) -> None:
        """Give an unfinished move up: the source takes writes again; the target stays marked.

        :raises StorageError: if the move is finished, or there is none.
        """
        moving = parse_mark(self.source.mark())
        filling = parse_mark(self.target.mark())
        nothing = Mark()
        if moving not in (nothing, self._moving) or filling not in (nothing, self._filling):
            raise StorageError(
                msg(
                    "Il n'y a pas de déplacement de %(source)s vers %(target)s à annuler.",
                    source=self.source_name,
                    target=self.target_name,
                )
            )
        if moving.state and not filling.state and self.target.sheet_ids():
            raise self._finished()
        self.source.set_mark("")

    def _require_source(self) -> None:
        mark = parse_mark(self.source.mark())
        if mark.state == TO and mark != self._moving:
            raise StorageError(
                msg(
                    "Les feuilles de %(source)s sont déjà déplacées vers %(place)s.",
                    source=self.source_name,
                    place=mark.place,
                )
            )
        if mark.state and mark.state != TO:
            raise incomplete(mark, self.source_name)

    def _mark_source(self) -> None:
        """Have the source take no further write."""
        if parse_mark(self.source.mark()) != self._moving:
            self.source.set_mark(str(self._moving))

    def _claim_target(self) -> None:
        """Mark the target as being filled.

        :raises StorageError: if it holds other sheets.
        """
        mark = parse_mark(self.target.mark())
        if mark.state in ("", RESERVED):
            self._reserve_target()
        elif mark not in (self._filling, Mark(TO, self.source_name)):
            raise self._occupied()
        else:
            self._require_sheets_to_copy_all()
        if mark != self._filling:
            self.target.set_mark(str(self._filling))

    def _require_sheets_to_copy_all(self) -> None:
        """Refuse to delete every sheet of a target for a source that was made anew.

        :raises StorageError: if the source is empty and not marked, but the target is not.
        """
        if self.source.mark() or self.source.sheet_ids() or not self.target.sheet_ids():
            return
        raise StorageError(
            msg(
                "%(source)s n'a aucune feuille, %(target)s en a : rien n'est déplacé.",
                source=self.source_name,
                target=self.target_name,
            )
        )

    def _reserve_target(self) -> None:
        """Keep a program from opening the first sheet of an empty target.

        :raises StorageError: if it is not empty.
        """
        if not self.target.sheet_ids():
            self.target.set_mark(RESERVED)
        if self.target.sheet_ids():
            self.target.set_mark("")
            is_done = parse_mark(self.source.mark()) == self._moving
            raise self._finished() if is_done else self._occupied()

    def _require_complete(self) -> None:
        """Nothing, if both databases agree and no other program has changed their marks.

        :raises StorageError: if not.
        """
        if not self._is_marked:
            raise StorageError(msg("Ce déplacement a été annulé pendant qu'il se faisait."))
        if self.source.count_events() != self.target.count_events():
            raise StorageError(
                msg(
                    "%(source)s et %(target)s n'ont pas autant d'événements.",
                    source=self.source_name,
                    target=self.target_name,
                )
            )

    @property
    def _is_marked(self) -> bool:
        found = (parse_mark(self.source.mark()), parse_mark(self.target.mark()))
        return found == (self._moving, self._filling)

    def _occupied(self) -> StorageError:
        return StorageError(
            msg(
                "%(target)s contient d'autres feuilles : prenez une base vide.",
                target=self.target_name,
            )
        )

    def _finished(self) -> StorageError:
        return StorageError(
            msg(
                "Les feuilles de %(source)s sont déjà toutes dans %(target)s.",
                source=self.source_name,
                target=self.target_name,
            )
        )


class Restoration(Move):
    """The same from a backup, which nobody writes to, and which keeps the mark it has."""

    def _require_source(self) -> None:
        mark = parse_mark(self.source.mark())
        if mark.state not in ("", TO):
            raise incomplete(mark, self.source_name)

    def _mark_source(self) -> None:
        """Nothing: the backup stays as it is."""

    @property
    def _is_marked(self) -> bool:
        return parse_mark(self.target.mark()) == self._filling
