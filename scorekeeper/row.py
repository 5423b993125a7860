"""An event of the journal, the entry it writes on the sheet, and the row it becomes."""

from collections.abc import Mapping
from typing import Any, NamedTuple

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
    stamp: str = ""
    """What tells this journal, as far as here, from any other: its chain."""


SAME = ("passed", "taker", "suit", "contract", "points", "capot", "scores")
"""What tells one hand from another: two that agree on all of these may be one, told twice."""


class Entry(NamedTuple):
    """One thing written on the sheet: a hand, a penalty, a change around the table."""

    id: int
    """The ``seq`` of the event that wrote it: its name for good."""
    kind: str
    """``hand``, ``penalty`` or ``seated``."""
    body: Mapping[str, Any]
    removed: bool = False
    corrections: int = 0
    changed: int = 0
    """The ``seq`` of the last event about it, if not the one that wrote it."""

    @property
    def edition(self) -> int:
        """What somebody has seen of it who has seen it as it is now."""
        return self.changed or self.id

    def like(self, body: Mapping[str, Any]) -> bool:
        """Whether this hand may be the one that ``body`` tells of."""
        return _told(self.body) == _told(body)


def _told(body: Mapping[str, Any]) -> list[Any]:
    told = {**body, **body.get("answers", {})}
    return [told.get(name) for name in SAME]


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
        """The lines that not every hand has: those with a tag that is not the verdict."""
        if not self.score:
            return ()
        usual = (Words(""), self.score.verdict)
        return tuple(line for line in self.score.lines if line.tag not in usual)

    @property
    def late(self) -> bool:
        """Whether this was played after the game was won: it counts for nothing."""
        return self.score is not None and self.before.end.winner is not None

    @property
    def off(self) -> int | None:
        """By how much this hand misses its account: 0 is its seal; nothing if it has none."""
        if self.score is None or self.score.account is None:
            return None
        return sum(self.score.scores) + self.kept - self.score.account.total

    @property
    def kept(self) -> int:
        """What this hand left on the table, or took from it if that is negative."""
        return self.score.held.total - self.before.held.total if self.score else 0

    @property
    def number(self) -> int:
        """The number of the hand on the sheet, from 1."""
        return self.after.hands

    @property
    def seated(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Who came to the table and who left it."""
        old, new = self.before.seats, self.after.seats
        return (
            tuple(n for n in new if n not in old),
            tuple(n for n in old if n not in new),
        )
