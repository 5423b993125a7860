"""Entries of a sheet, and the row that each becomes with the state before and after it."""

from collections.abc import Callable, Mapping, Sequence
from operator import sub
from typing import Any, NamedTuple

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.answers import player_with, sitting_out
from scorekeeper.rules.choice import HandRole
from scorekeeper.rules.game import REFEREE, BoardResults, Game, Table
from scorekeeper.rules.option import DEALS
from scorekeeper.rules.score import Points, Score, add, annulled
from scorekeeper.rules.target import last_deal
from scorekeeper.sheets.state import State
from scorekeeper.streams.events import Body

AnyHand = Any
"""An instance of the game's own dataclass of answers."""

Options = Mapping[str, Any]
"""The value of every option of the game."""


class Entry(NamedTuple):
    """One thing written on the sheet: a hand, a penalty, a change of seats."""

    id: int
    """The ``seq`` of the event that wrote it; never changes."""
    kind: str
    """``hand``, ``penalty`` or ``seated``."""
    body: Body
    removed: bool = False
    corrections: int = 0
    changed: int = 0
    """The ``seq`` of the last event that changed it, 0 if none did."""

    @property
    def revision(self) -> int:
        """The ``seq`` of the last event about it: the version for optimistic locking."""
        return self.changed or self.id

    @property
    def note(self) -> str:
        """The line that was written about a hand; empty without one."""
        return str(self.body.get("note", ""))

    def is_same_hand(self, body: Body, identifying: Sequence[str]) -> bool:
        """Return True if this hand and ``body`` may be one hand entered twice.

        :param identifying: the questions that tell one hand of this game from another.
        """
        return _identity(self.body, identifying) == _identity(body, identifying)


def _identity(body: Body, identifying: Sequence[str]) -> list[object]:
    answers = body.get("answers", {})
    return [
        body.get("passed"),
        body.get("reason"),
        *(answers.get(name) for name in identifying),
    ]


class Setting(NamedTuple):
    """The rules and the players of a sheet."""

    game: Game
    options: Options
    names: tuple[str, ...]
    """Everybody who has sat at the table, in the order of arrival."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns: players or teams."""
        return self.game.columns(self.names)

    def table(self, state: State) -> Table:
        """Return the table at which a hand is scored in this state."""
        names = self.names[: state.players]
        is_last = state.next_deal == self.options.get(DEALS)
        return Table(names, self.options, state.dealer, state.held, state.standing, is_last)


HEADLINES = {
    "hand": msg("Donne passée"),
    "penalty": msg("Pénalité"),
    "note": msg("Note"),
    "seated": msg("Changement de table"),
}
"""Headlines of entries without a hand, by kind; a note is a penalty of no points."""


ANNULLED = {
    "petit_sec": msg("Petit sec : donne annulée"),
    "referee": msg("Donne annulée par l'arbitre ou la table"),
}
"""Headlines of annulled deals, by the code of their reason; FFT 2012, p. 5, and *Code
d'arbitrage* 2012, p. 7, which does not say who deals again."""


class ColumnPoints(NamedTuple):
    """The points of one hand for one column."""

    name: str
    points: int | None
    """In a game over boards the result of the table, absent where it did not play."""
    takes: bool
    """True for the column of the taker."""


def points_by_column(
    game: Game, hand: AnyHand, names: Sequence[str], points: Points
) -> tuple[ColumnPoints, ...]:
    """Name the points of a hand, or the results of a board."""
    taking = taking_column(game, hand)
    shown = game.board(hand).results if game.board and hand is not None else points
    return tuple(
        ColumnPoints(name, number, column == taking)
        for column, (name, number) in enumerate(zip(names, shown, strict=False))
    )


class Row(NamedTuple):
    """One entry of the sheet, with the state before and after it.

    The score is computed on each access: it is a pure function of the hand and the table,
    and the lines of an evening would need more memory than everything else in a sheet.
    """

    setting: Setting
    entry: Entry
    before: State
    after: State
    hand: AnyHand = None
    """The game's hand; absent for a passed deal and for what is not a hand."""
    version: int = 0
    """The ``seq`` of the last event that changed this row, or a row before it."""

    @property
    def dealt(self) -> bool:
        """True for a hand and for a passed deal."""
        return self.entry.kind == "hand"

    @property
    def annulled(self) -> str:
        """The code of the reason for which the deal was annulled; else empty."""
        return str(self.entry.body.get("reason", "")) if self.dealt else ""

    @property
    def score(self) -> Score | None:
        """The score of a hand or a passed deal; absent for other entries."""
        if not self.dealt:
            return None
        return score_of(
            self.setting.game, self.entry, self.hand, self.setting.table(self.before)
        )

    @property
    def sources(self) -> list[Message]:
        """The source of each line of the score, for the reader who wants to check."""
        table = self.setting.table(self.before)
        return self.setting.game.sources(self.hand, table) if self.score else []

    @property
    def board(self) -> BoardResults | None:
        """The results of the tables, in a game over boards."""
        board = self.setting.game.board
        return board(self.hand) if board is not None and self.hand is not None else None

    @property
    def headline(self) -> Message:
        """A description in a few words: « Anne : Garde »."""
        if self.annulled:
            return ANNULLED[self.annulled]
        if self.entry.kind == "penalty" and not self.entry.body["points"]:
            return HEADLINES["note"]
        if self.hand is None:
            return HEADLINES[self.entry.kind]
        return self.setting.game.headline(self.hand, self.setting.table(self.before))

    @property
    def standing(self) -> Points:
        """The running totals, this entry included."""
        return self.after.standing

    @property
    def points(self) -> Points:
        """The change of each column's total."""
        return tuple(map(sub, self.standing, self.before.standing))

    @property
    def late(self) -> bool:
        """True for a hand played after the game was won: it counts for nothing."""
        return self.dealt and self.before.end.over

    @property
    def discrepancy(self) -> int | None:
        """The scores and newly held points minus the hand's account: 0 if the hand adds up;
        absent without an account."""
        return self.discrepancy_of(self.score)

    def discrepancy_of(self, score: Score | None) -> int | None:
        """Return the discrepancy of the hand with this score, which is its own."""
        if score is None or score.account is None:
            return None
        return sum(score.scores) + self._held_change(score) - score.account.total

    @property
    def held_change(self) -> int:
        """The points that this hand left on the table; negative if it took some from it."""
        score = self.score
        return self._held_change(score) if score else 0

    def _held_change(self, score: Score) -> int:
        return score.held.total - self.before.held.total

    @property
    def number(self) -> int:
        """The number of the hand on the sheet, from 1."""
        return self.after.hands

    @property
    def arrivals_and_departures(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The players who came to the table, and those who left it."""
        old, new = self.before.seats, self.after.seats
        return (
            tuple(n for n in new if n not in old),
            tuple(n for n in old if n not in new),
        )

    @property
    def changes_players(self) -> bool:
        """True if somebody came to the table of players, or left it."""
        return (
            not self.setting.game.board
            and self.before.seats != self.after.seats
            and any(self.arrivals_and_departures)
        )

    @property
    def leader(self) -> int | None:
        """The player who leads; nobody in a deal that was not played or does not say, or in a
        game without tricks."""
        if self.hand is None or not self.setting.game.can_pass:
            return None
        usual = self.before.after_dealer(sitting_out(self.hand))
        return self.setting.game.leads(self.hand, usual)

    @property
    def taking_column(self) -> int | None:
        """The column of the taker, or of his team; absent where nobody takes."""
        return taking_column(self.setting.game, self.hand)

    @property
    def by_column(self) -> tuple[ColumnPoints, ...]:
        """The points of each column, with its name."""
        setting = self.setting
        return points_by_column(setting.game, self.hand, setting.columns, self.points)

    @property
    def playing(self) -> Points:
        """The columns that play this hand: neither away nor sitting out."""
        absent = () if self.setting.game.teams else self.before.away
        absent += sitting_out(self.hand)
        return tuple(n for n in range(len(self.after.totals)) if n not in absent)

    @property
    def roles(self) -> Mapping[int, str]:
        """The roles of the columns that have one: ``taker``, ``partner``, ``out`` (the
        *mort*) or ``away``."""
        game, roles = self.setting.game, dict[int, str]()
        if self.hand is not None:
            for role in (HandRole.PARTNER, HandRole.TAKER):
                player = player_with(self.hand, role)
                if player is not None:
                    roles[game.column(player)] = str(role.value)
            roles |= dict.fromkeys(sitting_out(self.hand), "out")
        return roles if game.teams else roles | dict.fromkeys(self.before.away, "away")


def taking_column(game: Game, hand: AnyHand) -> int | None:
    """Return the column of the taker, or of his team; nothing where nobody takes."""
    taker = player_with(hand, HandRole.TAKER) if hand is not None else None
    return None if taker is None else game.column(taker)


def score_of(game: Game, entry: Entry, hand: AnyHand, table: Table) -> Score:
    """Return the score of a hand, or of a deal without one."""
    if hand is not None:
        return game.score(hand, table)
    if reason := entry.body.get("reason"):
        return annulled(len(table.standing), table.held, ANNULLED[reason])
    return game.passed(table)


def make_row(
    setting: Setting, entry: Entry, state: State, version: int, hand: AnyHand = None
) -> Row:
    """Return the row of an entry written in this state.

    :param version: the ``seq`` of the event that made it necessary.
    :param hand: the hand, where its answers have been read and judged in this state already.
    """
    if entry.kind == "hand":
        return _hand_row(setting, entry, state, hand)._replace(version=version)
    return ROWS[entry.kind](setting, entry, state)._replace(version=version)


def _hand_row(setting: Setting, entry: Entry, state: State, hand: AnyHand) -> Row:
    game, table = setting.game, setting.table(state)
    if not entry.body.get("passed"):
        if hand is None:
            hand = game.read(entry.body["answers"], table, range(len(table.players)))
        state = state.with_dealer_of(sitting_out(hand))
        table = setting.table(state)
    if state.end.over:
        return Row(setting, entry, state, state, hand)
    score = score_of(game, entry, hand, table)
    played = state.played + (hand is not None and not score.replayed)
    again = score.replayed or entry.body.get("reason") in REFEREE
    dealer = state.dealer if again else state.next_dealer(passed=hand is None)
    after = state._replace(
        dealer=dealer if score.deals_next is None else score.deals_next,
        totals=add((state.totals, score.scores)),
        hands=state.hands + 1,
        played=played,
        held=score.held,
        accounted=_accounted(state, score),
    )
    end = game.end(after.standing, table, state.end, hand, score)
    end = last_deal(end, after.standing, setting.options, played)
    return Row(setting, entry, state, after._replace(end=end), hand)


def _accounted(state: State, score: Score) -> int | None:
    if state.accounted is None or score.account is None:
        return None
    return state.accounted + score.account.total


def _penalty_row(setting: Setting, entry: Entry, state: State) -> Row:
    points = penalty_points(entry.body, state)
    after = state._replace(penalties=add((state.penalties, points)))
    end = setting.game.end(after.standing, setting.table(state), state.end, None, None)
    end = last_deal(end, after.standing, setting.options, state.played)
    return Row(setting, entry, state, after._replace(end=end))


def penalty_points(body: Body, state: State) -> Points:
    """Return the points that a penalty moves, by column.

    Without a receiver the column alone loses them. The others receive them from the column,
    each as many; opponents receive them from nobody.

    Rule: FFT, *Code d'arbitrage* 2012, p. 4-8: not redistributed; the regional rules, faults:
    ten points to every player; FFB, web page on Belote: 162 to the other team.
    """
    player, points, to = body["player"], body["points"], body.get("to")
    columns = range(len(state.totals))
    others = [n for n in columns if n != player and n not in state.absent_columns]
    moved = [0] * len(columns)
    if to is None:
        moved[player] = points
        return tuple(moved)
    for column in others:
        moved[column] = -points
    moved[player] = 0 if to == "opponents" else points * len(others)
    return tuple(moved)


def _seated_row(setting: Setting, entry: Entry, state: State) -> Row:
    body = entry.body
    columns = len(setting.game.columns(body["names"]))
    new = (0,) * (columns - len(state.totals))
    seats = tuple(body["seats"])
    after = state._replace(
        seats=seats,
        active=body["active"],
        dealer=body.get("dealer", state.dealer_among(seats)),
        players=len(body["names"]),
        totals=state.totals + new,
        penalties=state.penalties + new,
    )
    return Row(setting, entry, state, after)


ROWS: Mapping[str, Callable[[Setting, Entry, State], Row]] = {
    "penalty": _penalty_row,
    "seated": _seated_row,
}
"""The function that makes the row of each kind of entry."""
