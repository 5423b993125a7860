"""The history of a sheet, a page of it at a time: each event and its effect.

Before a page the journal is folded once, and on the page one event after the other; no
sheet in between is kept. A page has a bound on its rows, since a correction early on a long
sheet computes all of them again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from scorekeeper.sheets.rows import AnyHand, Row
from scorekeeper.sheets.sheet import EntryList, Sheet, advance, fold, from_opening
from scorekeeper.streams.events import Event

PAGE_EVENTS = 50
"""Maximum number of events on a page."""

PAGE_ROWS = 1000
"""Maximum number of rows that the events of a page compute, if there is more than one event:
20 corrections of the first hand on a sheet of 50 hands."""


@dataclass(frozen=True)
class Change:
    """One event and its effect on the sheet."""

    event: Event
    before: Sheet | None
    """The sheet before it; absent for the event that opened it."""
    after: Sheet
    undoes: bool = False
    """True for the event just recorded if it takes back the correction before it."""

    @property
    def entry(self) -> int:
        """The id of the entry that the event wrote or changed."""
        return int(self.event.body.get("entry", self.event.seq))

    @cached_property
    def row_before(self) -> Row | None:
        """The row of the entry before the event, if it counted."""
        return self.before.row(self.entry) if self.before else None

    @cached_property
    def row_after(self) -> Row | None:
        """The row of the entry after the event, if it counts."""
        return self.after.row(self.entry)

    @property
    def changed_totals(self) -> list[tuple[str, int, int]]:
        """The columns whose total changed: name, old total, new total."""
        old = self.before.state.standing if self.before else ()
        columns = zip(
            self.after.columns,
            old,
            self.after.state.standing,
            strict=False,  # a new player has no old total
        )
        return [(name, was, total) for name, was, total in columns if was != total]

    @property
    def note_before(self) -> str:
        """The note of the hand before the event; that of the evening, if the event is about
        no hand."""
        if self.row_before:
            return self.row_before.entry.note
        return self.before.note if self.before else ""

    @property
    def seated_before(self) -> list[str]:
        """The names at the table before another seating."""
        return [self.before.names[n] for n in self.before.state.seats] if self.before else []

    @property
    def undone(self) -> AnyHand:
        """The hand that the event took off the end of the sheet, if it did."""
        row = self.row_before if self.event.kind == "removed" else None
        return row.hand if row and row.before == self.after.state else None

    @cached_property
    def also(self) -> list[Row]:
        """The other deals that have other points by the event."""
        before, entry = self.before, self.entry
        rows = self.after.rows_since(before.version) if before else ()
        rows = tuple(row for row in rows if row.dealt and row.entry.id != entry)
        if before is None or not rows:
            return []
        former = {row.entry.id: row.points for row in before.rows}
        return [row for row in rows if former.get(row.entry.id, row.points) != row.points]


L = TypeVar("L")


class HistoryPage(NamedTuple, Generic[L]):
    """Some consecutive lines of a history, which are numbered from 1."""

    lines: tuple[L, ...]
    """The latest first."""
    older: int | None = None
    """The number before which the older ones are; absent if there are none."""
    newer: int | None = None
    """The number after which the newer ones are; absent if there are none."""


def history_page(
    events: Sequence[Event], before: int | None = None, after: int | None = None
) -> HistoryPage[Change]:
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


def _changes(events: Sequence[Event], first: int, last: int) -> Iterator[Change]:
    """Return the changes by the events from one place to another, oldest first."""
    sheet = fold(events[:first]) if first else None
    for event in events[first:last]:
        after = advance(sheet, (event,)) if sheet else from_opening(event)
        yield Change(event, sheet, after)
        sheet = after
