"""The history of a sheet: each event of its journal with the sheet before and after it."""

from collections.abc import Iterable
from typing import NamedTuple

from scorekeeper.sheets.events import Event
from scorekeeper.sheets.rows import Row
from scorekeeper.sheets.sheet import Sheet, from_opening


class Change(NamedTuple):
    """One event and its effect on the sheet."""

    event: Event
    before: Sheet | None
    """The sheet before the event; absent for the event that opened it."""
    after: Sheet

    @property
    def entry(self) -> int:
        """The id of the entry that the event wrote or changed."""
        return int(self.event.body.get("entry", self.event.seq))

    @property
    def row_before(self) -> Row | None:
        """The row of that entry before the event, if it counted."""
        return self.before.row(self.entry) if self.before else None

    @property
    def row_after(self) -> Row | None:
        """The row of that entry after the event, if it counts."""
        return self.after.row(self.entry)

    @property
    def repeats_dealer(self) -> bool:
        """True for a passed deal after which the same player deals again."""
        row = self.row_after
        if row is None or not row.dealt or row.hand is not None:
            return False
        return row.after.dealer == row.before.dealer

    @property
    def changed_totals(self) -> tuple[tuple[str, int, int], ...]:
        """The columns whose total changed: name, old total, new total."""
        if self.before is None:
            return ()
        totals = zip(
            self.after.columns,
            self.before.state.standing,
            self.after.state.standing,
            strict=False,  # a new player has no old total
        )
        return tuple((name, old, new) for name, old, new in totals if old != new)


def history(events: Iterable[Event]) -> list[Change]:
    """Return the change of each event of a journal, oldest first."""
    changes: list[Change] = []
    for event in events:
        before = changes[-1].after if changes else None
        after = before.apply(event) if before else from_opening(event)
        changes.append(Change(event, before, after))
    return changes
