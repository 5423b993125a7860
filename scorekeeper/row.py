"""An event of the journal, the entry it writes on the sheet, and the row it becomes."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from .game import sitting_out
from .score import Line, Points, Score
from .state import State
from .words import Words


class Event(NamedTuple):
    """One thing that happened to a sheet, as the journal holds it."""

    seq: int
    """Its place in the journal of its sheet, from 1 without gaps."""
    kind: str
    """One of :data:`scorekeeper.sheet.EVENTS`."""
    body: Mapping[str, Any]
    at: str = ""
    """When the server wrote it down, in UTC; shown, never used for order."""


class Entry(NamedTuple):
    """One thing written on the sheet: a hand, a penalty, a change around the table."""

    id: int
    """The ``seq`` of the event that wrote it: its name for good."""
    kind: str
    """``hand``, ``penalty`` or ``seated``."""
    body: Mapping[str, Any]
    removed: bool = False
    corrections: int = 0


class Row(NamedTuple):
    """One entry of the sheet with what it is worth and where it leaves everybody."""

    entry: Entry
    before: State
    after: State
    hand: Any = None
    """The game's hand; absent for a passed deal and for what is not a hand."""
    score: Score | None = None
    headline: Words = Words("")

    @property
    def standing(self) -> Points:
        """The running totals, this entry included."""
        return self.after.standing

    @property
    def points(self) -> Points:
        """What this entry gave each column."""
        return tuple(
            now - was for was, now in zip(self.before.standing, self.standing, strict=False)
        )

    @property
    def extras(self) -> tuple[Line, ...]:
        """The lines that not every hand has."""
        return self.score.lines[1:] if self.score else ()

    @property
    def off(self) -> int:
        """What the columns of this hand add up to: 0 is its seal."""
        return sum(self.score.scores) if self.score else 0

    @property
    def number(self) -> int:
        """The number of the hand on the sheet, from 1."""
        return self.after.hands

    def role(self, player: int) -> str:
        """What this player was in this hand: ``taker``, ``partner``, ``out`` (the *mort*),
        ``away`` or nothing."""
        if player in self.before.away:
            return "away"
        if self.hand is None:
            return ""
        if player in sitting_out(self.hand):
            return "out"
        roles = ("taker", "partner")
        return next((r for r in roles if getattr(self.hand, r, None) == player), "")

    @property
    def seated(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Who came to the table and who left it."""
        old, new = self.before.seats, self.after.seats
        return (
            tuple(n for n in new if n not in old),
            tuple(n for n in old if n not in new),
        )
