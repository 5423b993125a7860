"""The sheet: the events of an evening, in order, folded into rows and totals.

Answers are the truth. A sheet is never changed: each event makes the next sheet, and
shares with it every row that the event does not touch.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from scorekeeper.games import GAMES
from scorekeeper.rules.game import Game, Table
from scorekeeper.rules.hand import player_with, sitting_out
from scorekeeper.rules.question import Role
from scorekeeper.rules.score import Points, add
from scorekeeper.sheets.events import Event
from scorekeeper.sheets.rows import Entry, Row, Setting
from scorekeeper.sheets.state import State


class Sheet(NamedTuple):
    """An evening at one table."""

    setting: Setting
    title: str
    date: str
    opening: State
    previous: int | None = None
    """The sheet whose *revanche* this is, by its number in the journal."""
    part: int = 1
    """Which game of the evening this is, with its *revanches*."""
    closed: Points | None = None
    """The totals with which the sheet was closed, if it is."""
    stake: tuple[int, int] | None = None
    """What is played for: so many cents, for so many points."""
    entries: tuple[Entry, ...] = ()
    """Everything ever written, removed entries included, in the order of the sheet."""
    rows: tuple[Row, ...] = ()
    """What counts, in the order of the sheet."""
    version: int = 0
    """The ``seq`` of the last event folded in."""
    etag: str = ""
    """The stamp of that event: two sheets that bear the same one are the same."""

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.setting.game

    @property
    def options(self) -> Mapping[str, Any]:
        """What the table agreed on, every option with its value."""
        return self.setting.options

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who has sat at the table, in the order of arrival."""
        return self.setting.names

    @property
    def state(self) -> State:
        """Where the evening stands."""
        return self.rows[-1].after if self.rows else self.opening

    @property
    def hands(self) -> tuple[Row, ...]:
        """The rows that are hands, passed deals included."""
        return tuple(row for row in self.rows if row.dealt)

    @property
    def columns(self) -> tuple[str, ...]:
        """What each number of a row is for."""
        return self.game.columns(self.names)

    @property
    def ranks(self) -> Points:
        """The place of each column, from 1; those who are level share it."""
        standing = self.state.standing
        least = self.options.get("wins") == "least"
        return tuple(
            1 + sum(other < own if least else other > own for other in standing)
            for own in standing
        )

    @property
    def sealed(self) -> bool:
        """Whether something says what the hands add up to."""
        last = next((row.score for row in reversed(self.rows) if row.hand), None)
        return last is not None and last.account is not None

    @property
    def won(self) -> Row | None:
        """The row that ended the game."""
        if self.state.end.winner is None:
            return None
        return next(row for row in self.rows[::-1] if row.before.end.winner is None)

    @property
    def seating_version(self) -> str:
        """What a form of the next hand takes for granted: who sits where and, where
        somebody sits out, whose turn it is."""
        seated = next((e.id for e in reversed(self.entries) if e.kind == "seated"), 0)
        return f"{seated}.{self.state.dealer}" if self.state.sitting_out else str(seated)

    @property
    def penalty_total(self) -> int | None:
        """What the penalties add up to, if anybody was ever given one."""
        penalties = self.state.penalties
        return sum(penalties) if any(penalties) else None

    def columns_at(self, state: State) -> tuple[str, ...]:
        """The columns that the sheet had at this point."""
        return self.game.columns(self.names[: state.players])

    def role(self, row: Row, column: int) -> str:
        """What this column was in this hand: ``taker``, ``partner``, ``out`` (the *mort*),
        ``away`` or nothing."""
        if not self.game.teams and column in row.before.away:
            return "away"
        if row.hand is None:
            return ""
        if column in sitting_out(row.hand):
            return "out"
        for role in (Role.TAKER, Role.PARTNER):
            player = player_with(row.hand, role)
            if player is not None and self.game.column(player) == column:
                return str(role.value)
        return ""

    def table(self, state: State) -> Table:
        """What a hand played at this point is scored with."""
        return self.setting.table(state)

    def entry(self, id: int) -> Entry | None:
        """The entry of this id, removed or not."""
        return next((entry for entry in self.entries if entry.id == id), None)

    def row(self, id: int) -> Row | None:
        """The row of this entry, if it counts."""
        return next((row for row in self.rows if row.entry.id == id), None)

    def hands_since(self, seen: int) -> tuple[Row, ...]:
        """The hands that were written after this event, in the order of the sheet."""
        if seen >= self.version:
            return ()
        return tuple(row for row in self.hands if row.entry.id > seen)

    def before(self, id: int) -> State:
        """Where the evening stood before this entry, counted or not."""
        ids = [entry.id for entry in self.entries]
        earlier = self.entries[: ids.index(id)]
        counted = sum(not entry.removed for entry in earlier)
        return self.rows[counted - 1].after if counted else self.opening

    def then(self, event: Event) -> "Sheet":
        """The sheet after one more event."""
        return EVENTS[event.kind](self, event)._replace(version=event.seq, etag=event.etag)

    def _add(self, event: Event) -> "Sheet":
        entry = Entry(event.seq, event.kind, event.body)
        if "before" in event.body:
            place = [other.id for other in self.entries].index(event.body["before"])
            return self._rewrite((*self.entries[:place], entry, *self.entries[place:]))
        row = self._row(entry, self.state)
        return self._replace(entries=(*self.entries, entry), rows=(*self.rows, row))

    def _seated(self, event: Event) -> "Sheet":
        names = tuple(event.body["names"])
        renamed = names[: len(self.names)] != self.names
        setting = self.setting._replace(names=names)
        sheet = self._replace(setting=setting)._add(event)
        return sheet._rewrite(sheet.entries) if renamed else sheet

    def _correct(self, event: Event) -> "Sheet":
        return self._revise(
            event,
            lambda entry: entry._replace(
                body=event.body["body"], corrections=entry.corrections + 1
            ),
        )

    def _remove(self, event: Event) -> "Sheet":
        return self._revise(event, lambda entry: entry._replace(removed=True))

    def _restore(self, event: Event) -> "Sheet":
        return self._revise(event, lambda entry: entry._replace(removed=False))

    def _close(self, event: Event) -> "Sheet":
        return self._replace(closed=tuple(event.body["totals"]))

    def _reopen(self, event: Event) -> "Sheet":
        return self._replace(closed=None)

    def _stake(self, event: Event) -> "Sheet":
        cents, per = event.body["cents"], event.body["per"]
        return self._replace(stake=(cents, per) if cents else None)

    def _renew(self, event: Event) -> "Sheet":
        return self

    def _revise(self, event: Event, change: Callable[[Entry], Entry]) -> "Sheet":
        id = event.body["entry"]
        return self._rewrite(
            tuple(
                change(entry)._replace(changed=event.seq) if entry.id == id else entry
                for entry in self.entries
            )
        )

    def _rewrite(self, entries: tuple[Entry, ...]) -> "Sheet":
        """The sheet with these entries, every row worked out again."""
        state, rows = self.opening, []
        for entry in entries:
            if not entry.removed:
                row = self._row(entry, state)
                rows.append(row)
                state = row.after
        return self._replace(entries=entries, rows=tuple(rows))

    def _row(self, entry: Entry, state: State) -> Row:
        return ROWS[entry.kind](self, entry, state)

    def _hand_row(self, entry: Entry, state: State) -> Row:
        table = self.table(state)
        if entry.body.get("passed"):
            hand, score = None, self.game.passed(table)
        else:
            hand = self.game.read(entry.body["answers"], table, range(len(table.players)))
            state = state.dealt(sitting_out(hand))
            score = self.game.score(hand, self.table(state))
        if state.end.winner is not None:
            return Row(self.setting, entry, state, state, hand)
        after = state._replace(
            dealer=state.next_dealer(passed=hand is None),
            totals=add((state.totals, score.scores)),
            hands=state.hands + 1,
            held=score.held,
            accounted=state.accounted + (score.account.total if score.account else 0),
        )
        end = self.game.end(after.standing, table, state.end, hand, score)
        return Row(self.setting, entry, state, after._replace(end=end), hand)

    def _penalty_row(self, entry: Entry, state: State) -> Row:
        points = [0] * len(state.totals)
        points[entry.body["player"]] = entry.body["points"]
        after = state._replace(penalties=add((state.penalties, tuple(points))))
        end = self.game.end(after.standing, self.table(state), state.end, None, None)
        return Row(self.setting, entry, state, after._replace(end=end))

    def _seated_row(self, entry: Entry, state: State) -> Row:
        body = entry.body
        columns = len(self.game.columns(body["names"]))
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
        return Row(self.setting, entry, state, after)


EVENTS: dict[str, Callable[[Sheet, Event], Sheet]] = {
    "hand": Sheet._add,
    "penalty": Sheet._add,
    "seated": Sheet._seated,
    "corrected": Sheet._correct,
    "removed": Sheet._remove,
    "restored": Sheet._restore,
    "closed": Sheet._close,
    "reopened": Sheet._reopen,
    "staked": Sheet._stake,
    "renewed": Sheet._renew,
}
"""What each kind of event does to a sheet; ``opened`` makes one."""

ROWS: dict[str, Callable[[Sheet, Entry, State], Row]] = {
    "hand": Sheet._hand_row,
    "penalty": Sheet._penalty_row,
    "seated": Sheet._seated_row,
}
"""What each kind of entry is worth."""


def opened(event: Event) -> Sheet:
    """A new sheet, from the event that opens it."""
    body = event.body
    game, names = GAMES[body["game"]], tuple(body["names"])
    none = (0,) * len(game.columns(names))
    return Sheet(
        Setting(game, game.read_options(body["options"]), names),
        title=body["title"],
        date=body["date"],
        opening=State(
            tuple(body["seats"]), body["active"], body["dealer"], len(names), none, none
        ),
        previous=body.get("previous"),
        part=body.get("part", 1),
        version=event.seq,
        etag=event.etag,
    )


def fold(events: Iterable[Event]) -> Sheet:
    """The sheet that these events tell, the first of which opens it."""
    first, *others = events
    sheet = opened(first)
    for event in others:
        sheet = sheet.then(event)
    return sheet
