"""The journal as a player reads it: each event with what it moved."""

from collections.abc import Iterable
from typing import NamedTuple

from scorekeeper.sheets.events import Event
from scorekeeper.sheets.rows import Row
from scorekeeper.sheets.sheet import Sheet, opened


class Change(NamedTuple):
    """One event, with what it did to the sheet."""

    event: Event
    before: Sheet | None
    after: Sheet

    @property
    def entry(self) -> int:
        """The entry that the event wrote or changed."""
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
        """Whether a passed deal leaves the deal where it was."""
        row = self.row_after
        return bool(
            row and row.dealt and not row.hand and row.after.dealer == row.before.dealer
        )

    @property
    def changed_totals(self) -> tuple[tuple[str, int, int], ...]:
        """Who had what, and has what now, where the two differ."""
        if self.before is None:
            return ()
        old, new = self.before.state.standing, self.after.state.standing
        return tuple(
            (self.after.columns[n], row_before, row_after)
            for n, (row_before, row_after) in enumerate(zip(old, new, strict=False))
            if row_before != row_after
        )


def history(events: Iterable[Event]) -> list[Change]:
    """The whole journal, each event with the sheet before and after it."""
    history: list[Change] = []
    for event in events:
        before = history[-1].after if history else None
        history.append(Change(event, before, before.then(event) if before else opened(event)))
    return history
