"""An event of the journal, the entry it writes on the sheet, and the row it becomes."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Game, Table
from scorekeeper.rules.score import Line, Points, Score
from scorekeeper.sheets.state import State


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
    def revision(self) -> int:
        """What somebody has seen of it who has seen it as it is now."""
        return self.changed or self.id

    def is_same_hand(self, body: Mapping[str, Any], identifying: Sequence[str]) -> bool:
        """Whether this hand may be the one that ``body`` holds, entered twice.

        :param identifying: the questions that tell one hand of this game from another.
        """
        return _identity(self.body, identifying) == _identity(body, identifying)


def _identity(body: Mapping[str, Any], identifying: Sequence[str]) -> list[Any]:
    answers = body.get("answers", {})
    return [body.get("passed"), *(answers.get(name) for name in identifying)]


class Setting(NamedTuple):
    """What every hand of a sheet is played under."""

    game: Game
    options: Mapping[str, Any]
    names: tuple[str, ...]
    """Everybody who has sat at the table, in the order of arrival."""

    def table(self, state: State) -> Table:
        """What a hand played at this point is scored with."""
        names = self.names[: state.players]
        return Table(names, self.options, state.dealer, state.held, state.standing)


HEADLINES = {
    "hand": msg("Donne passée"),
    "penalty": msg("Pénalité"),
    "seated": msg("Changement de table"),
}
"""What an entry without a hand is called."""


class Row(NamedTuple):
    """One entry of the sheet and where it leaves everybody.

    What it is worth is worked out whenever somebody looks: the game always says the same,
    and an evening's lines would take more room than everything else that is remembered.
    """

    setting: Setting
    entry: Entry
    before: State
    after: State
    hand: Any = None
    """The game's hand; absent for a passed deal and for what is not a hand."""

    @property
    def dealt(self) -> bool:
        """Whether this is a hand, or a deal that everybody passed."""
        return self.entry.kind == "hand"

    @property
    def score(self) -> Score | None:
        """What it is worth; nothing where it is neither a hand nor a passed deal."""
        if not self.dealt:
            return None
        game, table = self.setting.game, self.setting.table(self.before)
        return game.score(self.hand, table) if self.hand else game.passed(table)

    @property
    def headline(self) -> Message:
        """What it is called, in a few words."""
        if self.hand is None:
            return HEADLINES[self.entry.kind]
        return self.setting.game.headline(self.hand, self.setting.table(self.before))

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
        score = self.score
        if score is None:
            return ()
        usual = (Message(""), score.verdict)
        return tuple(line for line in score.lines if line.tag not in usual)

    @property
    def late(self) -> bool:
        """Whether this was played after the game was won: it counts for nothing."""
        return self.dealt and self.before.end.winner is not None

    @property
    def discrepancy(self) -> int | None:
        """By how much this hand misses its account: 0 is its seal; nothing if it has none."""
        score = self.score
        if score is None or score.account is None:
            return None
        return sum(score.scores) + _held_change(score, self.before) - score.account.total

    @property
    def held_change(self) -> int:
        """What this hand left on the table, or took from it if that is negative."""
        score = self.score
        return _held_change(score, self.before) if score else 0

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


def _held_change(score: Score, before: State) -> int:
    return score.held.total - before.held.total
