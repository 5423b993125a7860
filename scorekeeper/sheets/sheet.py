"""The sheet: the events of an evening, folded in order into rows and totals.

A sheet is immutable: applying an event returns a new sheet, which shares every row that the
event does not change. Scores are computed from the recorded answers, never stored.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise, repeat, takewhile
from operator import sub
from typing import Any, NamedTuple

from scorekeeper.games import GAMES
from scorekeeper.rules.game import BoardResults, Game, Table
from scorekeeper.rules.option import TARGET
from scorekeeper.rules.score import Points
from scorekeeper.rules.target import least_to_win
from scorekeeper.sheets.rows import AnyHand, Entry, Options, Row, Setting, make_row
from scorekeeper.sheets.state import State
from scorekeeper.streams.events import Body, Event, TableOf, etag_of

FREE_SCORING = "libre"
"""The code of the game whose points are typed, such as those of a spreadsheet."""


class EntryList:
    """The entries of a sheet in its order, changed in place.

    :param entries: the entries of a sheet whose rows are computed.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries = {entry.id: entry for entry in entries}
        self._order = list(self._entries)
        self.first_changed = len(self._order)
        """The place of the first entry that an event has changed; their number if none has."""
        self._changes: list[tuple[int, int]] = []

    def take(self, event: Event) -> int:
        """Apply an event; return the number of entries from the first that it changes on:
        each of them needs another row. 0 for an event that changes no entry."""
        change = CHANGES.get(event.kind)
        if change is None:
            return 0
        place = change(self, event)
        self.first_changed = min(self.first_changed, place)
        self.change_from(place, event.seq)
        return len(self._order) - place

    def change_from(self, place: int, seq: int) -> None:
        """Note that an event changes the rows of the entries from this place on."""
        while self._changes and self._changes[-1][0] >= place:
            self._changes.pop()
        self._changes.append((place, seq))

    @property
    def versions(self) -> Iterator[int]:
        """The ``seq`` of the last event that changed the row of each entry, from the first
        changed one on."""
        changes = [*self._changes, (len(self._order), 0)]
        for (place, seq), (end, _) in pairwise(changes):
            yield from repeat(seq, end - place)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries in the order of the sheet, removed ones included."""
        return tuple(map(self._entries.__getitem__, self._order))

    def _add(self, event: Event) -> int:
        place = len(self._order)
        if "before" in event.body:
            place = self._order.index(event.body["before"])
        self._order.insert(place, event.seq)
        self._entries[event.seq] = Entry(event.seq, event.kind, event.body)
        return place

    def _correct(self, event: Event) -> int:
        corrections = self._entries[event.body["entry"]].corrections + 1
        note = self._entries[event.body["entry"]].note
        body = _with_note(event.body["body"], note)
        return self._update(event, body=body, corrections=corrections)

    def _annotate(self, event: Event) -> int:
        if "entry" not in event.body:  # the note of the sheet
            return len(self._order)
        body = self._entries[event.body["entry"]].body
        return self._update(event, body=_with_note(body, event.body["note"]))

    def _redact(self, event: Event) -> int:
        """Change the version of all entries with a text: one was removed, and a form of a
        correction may hold it still."""
        written = [
            entry for entry in self._entries.values() if entry.kind == "penalty" or entry.note
        ]
        for entry in written:
            self._entries[entry.id] = entry._replace(changed=event.seq)
        return min(
            (self._order.index(entry.id) for entry in written), default=len(self._order)
        )

    def _update(self, event: Event, **fields: Any) -> int:
        entry = self._entries[event.body["entry"]]
        self._entries[entry.id] = entry._replace(changed=event.seq, **fields)
        return self._order.index(entry.id)


def _with_note(body: Body, note: str) -> Body:
    """Return the body of an entry with this note, or without one if it is empty."""
    others = {name: value for name, value in body.items() if name != "note"}
    return {**others, "note": note} if note else others


CHANGES: Mapping[str, Callable[[EntryList, Event], int]] = {
    "hand": EntryList._add,
    "penalty": EntryList._add,
    "seated": EntryList._add,
    "corrected": EntryList._correct,
    "annotated": EntryList._annotate,
    "removed": lambda entries, event: entries._update(event, removed=True),
    "restored": lambda entries, event: entries._update(event, removed=False),
    "redacted": EntryList._redact,
}
"""The method that applies each kind of event about an entry; it returns the place of that
entry."""


class Sheet(NamedTuple):
    """An evening at one table, after some of its events."""

    setting: Setting
    title: str
    date: str
    """The day of the evening, ISO 8601; empty if unknown."""
    opening: State
    """The state before the first entry."""
    previous: int | None = None
    """The database id of the sheet whose *revanche* this is."""
    part: int = 1
    """The number of this game among the games of the evening, *revanches* included."""
    played: str = ""
    """The code of the game whose points alone the sheet has; empty where its own game is
    played."""
    night: str = ""
    """The name of the night of which it is a copy; empty for a sheet that was written here."""
    table_of: TableOf | None = None
    """Its place in a tournament, if it is the sheet of a table there."""
    closed: Points | None = None
    """The totals with which the sheet was closed; absent while it is open."""
    note: str = ""
    """A line about the evening; empty without one."""
    annotated: int = 0
    """The ``seq`` of the last event that wrote that line, or removed a text since; 0 without
    any."""
    stake: tuple[int, int] | None = None
    """The stake: so many cents for so many points; absent without money."""
    entries: tuple[Entry, ...] = ()
    """All entries in the order of the sheet, removed ones included."""
    rows: tuple[Row, ...] = ()
    """The entries that count, in the order of the sheet."""
    seated: int = 0
    """The id of the last entry that changed the seats; 0 if none did."""
    columns_since: int = 0
    """The ``seq`` of the last event that added or renamed a column, or erased a name that a
    form of the seats may hold; 0 if none did."""
    version: int = 0
    """The ``seq`` of the last applied event."""
    hash: bytes = b""
    """The chained hash of that event."""

    @property
    def etag(self) -> str:
        """The ETag of the sheet: two sheets with the same one are equal."""
        return etag_of(self.version, self.hash)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.setting.game

    @property
    def played_game(self) -> Game:
        """The game that the points are of."""
        is_free = self.game.name == FREE_SCORING
        return GAMES.get(self.played, self.game) if is_free else self.game

    @property
    def options(self) -> Options:
        """The value of every option of the game."""
        return self.setting.options

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who has sat at the table, in the order of arrival."""
        return self.setting.names

    @property
    def state(self) -> State:
        """The state after the last entry."""
        return self.rows[-1].after if self.rows else self.opening

    @property
    def hands(self) -> tuple[Row, ...]:
        """The rows that are hands, passed deals included."""
        return tuple(row for row in self.rows if row.dealt)

    @property
    def boards(self) -> tuple[BoardResults, ...]:
        """The boards in the order of play, in a game over boards."""
        return tuple(row.board for row in self.hands if row.board)

    @property
    def last_hand(self) -> Row | None:
        """The last row that is a hand or a passed deal."""
        return next((row for row in reversed(self.rows) if row.dealt), None)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns: players or teams."""
        return self.setting.columns

    @property
    def ranks(self) -> Points:
        """The rank of each column, from 1; equal totals share a rank."""
        return self.ranks_of(self.state.standing)

    @property
    def final_ranks(self) -> Points:
        """The rank of each column at the end: the winner of the game is first, also where a
        rule has kept another column from winning that has more points."""
        winner, ranks = self.state.end.winner, self.ranks
        if winner is None or ranks[winner] == 1:
            return ranks
        return tuple(
            1 if column == winner else rank + (rank <= ranks[winner])
            for column, rank in enumerate(ranks)
        )

    @property
    def most_active(self) -> int:
        """The most players that a hand of the sheet was or will be for."""
        return max([self.opening.active, *(row.after.active for row in self.rows)])

    @property
    def final_order(self) -> tuple[tuple[int, int], ...]:
        """Each column with its rank at the end, the first one first.

        Columns that played no hand come last with rank 0, unless nobody has played one.
        """
        columns, ranks = range(len(self.columns)), self.final_ranks
        played = {column for row in self.rows if row.hand for column in row.playing}
        ranked = sorted(played or columns, key=lambda column: (ranks[column], column))
        absent = [column for column in columns if column not in ranked]
        ahead = {n: sum(ranks[one] < ranks[n] for one in absent) for n in ranked}
        return (*((ranks[n] - ahead[n], n) for n in ranked), *((0, n) for n in absent))

    @property
    def leaders(self) -> frozenset[int]:
        """The columns of rank 1; none while all totals are equal."""
        ranks = self.ranks
        if max(ranks, default=1) == 1:
            return frozenset()
        return frozenset(column for column, rank in enumerate(ranks) if rank == 1)

    @property
    def fewest_win(self) -> bool:
        """True if the fewest points win: an option of a free sheet."""
        return self.options.get("wins") == "least"

    @property
    def short_of_target(self) -> Points:
        """The points that each column needs to reach the target; empty without a target, after
        the end, and where fewest points win."""
        options, state = self.options, self.state
        if not options.get(TARGET) or state.end.over or self.fewest_win:
            return ()
        needed = least_to_win(self.table(state))
        return tuple(max(0, needed - points) for points in state.standing)

    @property
    def dealing_column(self) -> int | None:
        """The column of the player who deals next."""
        game = self.game
        return None if game.board else game.column(self.state.dealer)

    @property
    def has_checksum(self) -> bool:
        """True if the game accounts for the sum of the hands."""
        return self.state.accounted is not None and any(row.hand for row in self.rows)

    @property
    def ended(self) -> Row | None:
        """The row that ended the game as it is, won or drawn: a penalty after the end that
        moves the win, too."""
        end = self.state.end
        if not end.over:
            return None
        return next(row for row in reversed(self.rows) if not end.is_as(row.before.end))

    @property
    def seating_version(self) -> str:
        """A version of the seats, for optimistic locking of the form of the next hand: the
        last change of seats and, where somebody sits out, the dealer."""
        return self.seating_version_at(self.state)

    @property
    def seats_version(self) -> str:
        """The seating version of a form that knows the seats, but not whose deal it is: it
        was filled before the hands that precede it were recorded."""
        return str(self.seated)

    def seating_version_at(self, state: State) -> str:
        """Return the seating version in a state since the last change of seats."""
        seats = self.seats_version
        return f"{seats}.{state.dealer}" if state.sitting_out else seats

    @property
    def penalty_total(self) -> int | None:
        """The sum of all penalties; absent if every column has none."""
        penalties = self.state.penalties
        return sum(penalties) if any(penalties) else None

    def ranks_of(self, standing: Points) -> Points:
        """Return the rank of each column with these totals, from 1."""
        best_first = sorted(standing, reverse=not self.fewest_win)
        return tuple([best_first.index(points) + 1 for points in standing])

    def columns_at(self, state: State) -> tuple[str, ...]:
        """Return the names of the columns that the sheet had in this state."""
        return self.game.columns(self.names[: state.players])

    def table(self, state: State) -> Table:
        """Return the table at which a hand is scored in this state."""
        return self.setting.table(state)

    def entry(self, id: int) -> Entry | None:
        """Return the entry of this id, removed or not."""
        return next((entry for entry in reversed(self.entries) if entry.id == id), None)

    def row(self, id: int) -> Row | None:
        """Return the row of this entry, if it counts."""
        return next((row for row in reversed(self.rows) if row.entry.id == id), None)

    def subtotal(self, until: Row | None = None) -> Points:
        """Return what each column gathered since somebody last came to the table or left it;
        empty where nobody did.

        :param until: the row in which somebody does; without it, what they gather now.
        """
        if not self.seated:
            return ()
        rows = self.rows if until is None else self.rows[: self.rows.index(until)]
        change = next((row for row in reversed(rows) if row.changes_players), None)
        if change is None and (until is None or not until.changes_players):
            return ()
        start = change.after.standing if change else self.opening.standing
        end = until.before.standing if until else self.state.standing
        return tuple(map(sub, end, start))

    def rows_since(self, version: int) -> tuple[Row, ...]:
        """Return the rows that changed after this version.

        They are always the last ones, for every row after a changed one has changed too;
        all of them where there is another column.
        """
        if version < self.columns_since:
            return self.rows
        changed = takewhile(lambda row: row.version > version, reversed(self.rows))
        return tuple(changed)[::-1]

    def rows_before(self, id: int) -> tuple[Row, ...]:
        """Return the rows before this entry, removed or not.

        :raises ValueError: if there is no such entry.
        """
        place = [entry.id for entry in self.entries].index(id)
        return self.rows[: sum(not entry.removed for entry in self.entries[:place])]

    def state_before(self, id: int) -> State:
        """Return the state before this entry, removed or not.

        :raises ValueError: if there is no such entry.
        """
        rows = self.rows_before(id)
        return rows[-1].after if rows else self.opening

    def apply(self, event: Event, hand: AnyHand = None) -> "Sheet":
        """Return the sheet after one more event.

        :param hand: the hand of the event, where this sheet has judged it already.
        """
        if event.kind in ("hand", "penalty") and "before" not in event.body:
            return self._append(event, hand)
        return advance(self, (event,))

    def _append(self, event: Event, hand: AnyHand) -> "Sheet":
        """Return the sheet with one more entry at its end: no other row changes."""
        entry = Entry(event.seq, event.kind, event.body)
        row = make_row(self.setting, entry, self.state, event.seq, hand)
        return self._replace(
            entries=(*self.entries, entry),
            rows=(*self.rows, row),
            version=event.seq,
            hash=event.hash,
        )

    def _change_seats(self, event: Event) -> "Sheet":
        names, sheet = tuple(event.body["names"]), self._replace(seated=event.seq)
        return sheet if names == self.names else sheet._with_names(names, event)

    def _rename(self, event: Event) -> "Sheet":
        names = list(self.names)
        names[event.body["player"]] = event.body["name"]
        return self._with_names(tuple(names), event)

    def _with_names(self, names: tuple[str, ...], event: Event) -> "Sheet":
        """Return the sheet with these names, which every row shows."""
        setting = self.setting._replace(names=names)
        rows = tuple(row._replace(setting=setting) for row in self.rows)
        return self._replace(setting=setting, rows=rows, columns_since=event.seq)

    def _set_stake(self, event: Event) -> "Sheet":
        cents, per = event.body["cents"], event.body["per"]
        return self._replace(stake=(cents, per) if cents else None)

    def _annotate(self, event: Event) -> "Sheet":
        if "entry" in event.body:
            return self
        return self._replace(note=event.body["note"], annotated=event.seq)

    def _with_entries(self, changed: EntryList) -> "Sheet":
        """Return the sheet with these entries, and the rows from the first changed one on
        computed again."""
        entries, place = changed.entries, changed.first_changed
        rows = list(self.rows[: sum(not entry.removed for entry in entries[:place])])
        state = rows[-1].after if rows else self.opening
        for entry, version in zip(entries[place:], changed.versions, strict=True):
            if not entry.removed:
                row = make_row(self.setting, entry, state, version)
                rows.append(row)
                state = row.after
        return self._replace(entries=entries, rows=tuple(rows))


FACTS: Mapping[str, Callable[[Sheet, Event], Sheet]] = {
    "seated": Sheet._change_seats,
    "closed": lambda sheet, event: sheet._replace(closed=tuple(event.body["totals"])),
    "reopened": lambda sheet, event: sheet._replace(closed=None),
    "staked": Sheet._set_stake,
    "annotated": Sheet._annotate,
    # the version of the note: a form may hold the text that was removed
    "redacted": lambda sheet, event: sheet._replace(annotated=event.seq),
    "renamed": Sheet._rename,
    "erased": lambda sheet, event: sheet._replace(columns_since=event.seq),
}
"""The method that applies each kind of event that changes more than entries; ``opened`` has
:func:`from_opening`, and ``renewed`` changes nothing."""


def advance(sheet: Sheet, events: Iterable[Event]) -> Sheet:
    """Return a sheet after some more events.

    The events change entries; each row is computed once, after the last event.
    """
    changed, last = EntryList(sheet.entries), None
    for event in events:
        changed.take(event)
        if event.kind in FACTS:
            sheet = FACTS[event.kind](sheet, event)
        last = event
    if last is None:
        return sheet
    return sheet._with_entries(changed)._replace(version=last.seq, hash=last.hash)


def from_opening(event: Event) -> Sheet:
    """Return the new sheet of an ``opened`` event."""
    body = event.body
    game, names = GAMES[body["game"]], tuple(body["names"])
    zero = (0,) * len(game.columns(names))
    return Sheet(
        Setting(game, game.stored_options(body["options"]), names),
        title=body["title"],
        date=body["date"],
        opening=State(
            tuple(body["seats"]), body["active"], body["dealer"], len(names), zero, zero
        ),
        previous=body.get("previous"),
        part=body.get("part", 1),
        played=body.get("played", ""),
        night=body.get("night", ""),
        note=body.get("note", ""),
        table_of=TableOf(*body["table_of"]) if "table_of" in body else None,
        version=event.seq,
        hash=event.hash,
    )


def fold(events: Iterable[Event]) -> Sheet:
    """Return the sheet of these events, the first of which opens it."""
    first, *others = events
    return advance(from_opening(first), others)


STAKE_UNITS = (1, 100)
"""The numbers of points that a stake may be for."""

MAX_STAKE = 100_000
"""The highest stake, in cents."""

MAX_ENTRIES = 1000
"""Maximum number of hands, penalties and changes of seats, removed ones included: a hundred
hours of play. A page of so many takes less than half a second of CPU."""

MAX_EVENTS = 5000
"""Maximum number of events; one more closes the sheet."""

RESERVED_EVENTS = 200
"""The last events of a sheet, which are only for :data:`RESERVED_FOR`."""

RESERVED_FOR = ("removed", "restored", "reopened", "renewed", "revanche_opened")
"""The kinds of event that take things back or change the links."""

NEW_ENTRIES = ("hand", "penalty", "seated")
"""The kinds of event that add an entry."""


def has_room(sheet: Sheet, kind: str) -> bool:
    """Return True if a sheet can take an event of this kind.

    Closing is always possible: a sheet is closed at most once more than it is reopened.
    """
    if kind == "closed":
        return True
    if kind in NEW_ENTRIES and len(sheet.entries) >= MAX_ENTRIES:
        return False
    reserved = 0 if kind in RESERVED_FOR else RESERVED_EVENTS
    return sheet.version < MAX_EVENTS - reserved


def is_full(sheet: Sheet) -> bool:
    """Return True if a sheet can take no further hand."""
    return not has_room(sheet, "hand")
