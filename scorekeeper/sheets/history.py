"""The history of a sheet, a page of it at a time: each event and its effect.

Before a page the journal is folded once, and on the page one event after the other; no
sheet in between is kept. A page has a bound on its rows, since a correction early on a long
sheet computes all of them again.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.rules.game import Game
from scorekeeper.sheets.rows import AnyHand, Row
from scorekeeper.sheets.sheet import EntryList, Sheet, advance, fold, from_opening
from scorekeeper.streams.events import Event

PAGE_EVENTS = 50
"""Maximum number of events on a page."""

PAGE_ROWS = 1000
"""Maximum number of rows that the events of a page compute, if there is more than one event:
20 corrections of the first hand on a sheet of 50 hands."""


class HistoryEntry(NamedTuple):
    """One event and its effect on the sheet."""

    event: Event
    game: Game
    row_before: Row | None
    """The row of the entry before the event, if it counted."""
    row_after: Row | None
    """The row of the entry after the event, if it counts."""
    changed_totals: tuple[tuple[str, int, int], ...]
    """The columns whose total changed: name, old total, new total."""
    note_before: str = ""
    """The note of the hand before the event; that of the evening, if the event is about no
    hand."""
    names_before: tuple[str, ...] = ()
    """The names of everybody with a column before the event."""
    undone: AnyHand = None
    """The hand that the event took off the end of the sheet, if it did."""
    also: tuple[Row, ...] = ()
    """The other deals with other points or another dealer by the event just recorded."""
    undoes: bool = False
    """True for the event just recorded if it takes back the correction before it."""

    @property
    def entry(self) -> int:
        """The id of the entry that the event wrote or changed."""
        return int(self.event.body.get("entry", self.event.seq))

    @property
    def seated_before(self) -> list[str]:
        """The names at the table before another seating."""
        seats = self.row_after.before.seats if self.row_after else ()
        return [self.names_before[n] for n in seats]


class HistoryPage(NamedTuple):
    """Some consecutive events of a journal."""

    changes: tuple[HistoryEntry, ...]
    """Their changes, the latest first."""
    older: int | None = None
    """The ``seq`` before which the older events are; absent if there are none."""
    newer: int | None = None
    """The ``seq`` after which the newer events are; absent if there are none."""


def change(event: Event, before: Sheet | None, after: Sheet) -> HistoryEntry:
    """Return the change by an event between two sheets.

    :param before: the sheet before the event; absent for the event that opened it.
    """
    entry = int(event.body.get("entry", event.seq))
    row_before = before.row(entry) if before else None
    totals = _changed_totals(before, after) if before else ()
    note = row_before.entry.note if row_before else before.note if before else ""
    names = before.names if before else ()
    is_last = event.kind == "removed" and row_before and row_before.before == after.state
    undone = row_before.hand if row_before and is_last else None
    return HistoryEntry(
        event, after.game, row_before, after.row(entry), totals, note, names, undone
    )


def also_changed(entry: int, before: Sheet, after: Sheet) -> tuple[Row, ...]:
    """Return the other deals than this one that have other points."""
    rows = [row for row in after.rows_since(before.version) if row.entry.id != entry]
    if not rows:
        return ()
    former = {row.entry.id: row.points for row in before.rows if row.dealt}
    return tuple(row for row in rows if former.get(row.entry.id, row.points) != row.points)


def _changed_totals(before: Sheet, after: Sheet) -> tuple[tuple[str, int, int], ...]:
    columns = zip(
        after.columns,
        before.state.standing,
        after.state.standing,
        strict=False,  # a new player has no old total
    )
    return tuple((name, old, new) for name, old, new in columns if old != new)


def history_page(
    events: Sequence[Event], before: int | None = None, after: int | None = None
) -> HistoryPage:
    """Return a page of a journal: its latest events, unless others are asked for.

    :param events: the whole journal; the ``seq`` of each is its place, from 1.
    :param before: for the latest events before this ``seq``.
    :param after: for the earliest events after this ``seq``.
    """
    first, last = page_bounds(_costs(events), before, after)
    changes = tuple(_changes(events, first, last))[::-1]
    older, newer = first + 1 if first else None, last if last < len(events) else None
    return HistoryPage(changes, older, newer)


def page_bounds(
    costs: Sequence[int], before: int | None = None, after: int | None = None
) -> tuple[int, int]:
    """Return the first place of a page, and the place after its last: the latest that fit,
    unless others are asked for.

    :param costs: the rows that each place computes, oldest first.
    :param before: for the latest places before this number, counted from 1.
    :param after: for the earliest places after this number.

    >>> page_bounds([0] * 120), page_bounds([0] * 120, before=71), page_bounds([0] * 9, 9, 4)
    ((70, 120), (20, 70), (4, 9))
    """
    if after is not None:
        first = min(after, len(costs))
        return first, first + _fitting(costs[first:])
    last = len(costs) if before is None else max(0, min(before - 1, len(costs)))
    return last - _fitting(costs[:last][::-1]), last


def _costs(events: Sequence[Event]) -> list[int]:
    """Return the number of rows that each event computes."""
    entries = EntryList()
    return [entries.take(event) for event in events]


def _fitting(costs: Sequence[int]) -> int:
    """Return the number of events from the first on that a page takes."""
    rows, count = 0, 0
    for cost in costs[:PAGE_EVENTS]:
        rows += cost
        if count and rows > PAGE_ROWS:
            break
        count += 1
    return count


def _changes(events: Sequence[Event], first: int, last: int) -> Iterator[HistoryEntry]:
    """Return the changes by the events from one place to another, oldest first."""
    sheet = fold(events[:first]) if first else None
    for event in events[first:last]:
        after = advance(sheet, (event,)) if sheet else from_opening(event)
        yield change(event, sheet, after)
        sheet = after
