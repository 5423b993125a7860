"""Errors of the use cases of a sheet; each carries what its caller needs to react.

Those that all kinds of streams share are in :mod:`scorekeeper.streams.errors`.
"""

from collections.abc import Sequence

from scorekeeper.rules.answers import HandError
from scorekeeper.sheets.rows import Entry, Row
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.streams.errors import ServiceError, VersionConflict


class InvalidAnswers(ServiceError):
    """Answers that cannot be recorded, by question."""

    def __init__(self, errors: Sequence[HandError]) -> None:
        super().__init__("; ".join(map(str, errors)))
        self.errors = tuple(errors)
        """At least one; ``name`` is the question to correct."""


class UnconfirmedWarnings(ServiceError):
    """Answers that no pack of cards can give; recorded once they are confirmed."""


class SheetClosed(ServiceError):
    """The sheet is closed."""


class SheetFull(ServiceError):
    """The sheet has as many entries or events as a sheet can have: the next one takes them.

    The bounds are in :mod:`scorekeeper.sheets.sheet`.
    """


class GameOver(ServiceError):
    """The game has been won: a further hand belongs to another sheet."""


class GameNotOver(ServiceError):
    """Nobody has won yet: there is no *revanche*."""


class SeatingChanged(VersionConflict):
    """Others sit at the table, or deal, than when the answers were given."""


class EntryChanged(VersionConflict):
    """The hand or penalty has been corrected or removed since the caller saw it."""

    def __init__(self, entry: Entry, proposed: Sheet | None = None) -> None:
        super().__init__(f"entry {entry.id}")
        self.entry = entry
        """The entry as it is now."""
        self.proposed = proposed
        """The sheet with the caller's correction; absent where it was to be removed."""


class DealRecorded(ServiceError):
    """The deal was recorded after the caller saw the sheet, or after its hand was removed."""

    def __init__(
        self, row: Row, mine: Row | None, fits: bool = False, later: Row | None = None
    ) -> None:
        super().__init__(f"hand {row.number}")
        self.row = row
        """The row that is recorded already."""
        self.mine = mine
        """The row of the caller's hand in its place, or at the end where it fits only there;
        absent if it fits nowhere."""
        self.fits = fits
        """True if the caller's hand can take that place."""
        self.later = later
        """The first hand after it of which the caller knows: another deal was played before
        that."""
