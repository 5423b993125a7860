"""The known state of the sheets of a circle, and which of them have changed."""

import time
from collections import Counter
from collections.abc import Collection, Mapping, Set
from typing import NamedTuple

from scorekeeper.caching.change_log import ChangeLog
from scorekeeper.circles.circle import Circle
from scorekeeper.circles.summary import SummaryHead, decode_head
from scorekeeper.service.access import SheetRepository
from scorekeeper.service.circles.summaries import AT_ONCE, Summaries
from scorekeeper.service.errors import StatisticsUnfinished

RECHECK = 1.0
"""Seconds after which other processes' hands are looked for."""


class KnownSheet(NamedTuple):
    """A sheet as it was when it was looked at."""

    hash: bytes
    """Of its last event."""
    head: SummaryHead

    @property
    def order(self) -> tuple[str, int]:
        """The place of the sheet among others; sheets with the same one are in the order in
        which the circle got them."""
        return self.head.date, self.head.part


class KnownSheets:
    """The sheets of one circle. Not safe for threads: its owner has a lock.

    With SQLite the change log of the sheet cache tells what has changed, since no other
    process writes; with PostgreSQL the last events are asked for once a second besides.
    """

    def __init__(self) -> None:
        self.by_id: dict[int, KnownSheet] = {}
        self.changes = ChangeLog()
        """The sheets that have changed here, were added or removed."""
        self.missing = 0
        """The sheets that the last look had no time to sum up."""
        self._hands: tuple[int, Mapping[str, int]] = (-1, {})
        self._deleted: set[int] = set()
        self._position: int | None = None
        self._looked_at = 0.0

    def look(self, circle: Circle, repository: SheetRepository, summaries: Summaries) -> None:
        """Look at the sheets that have changed, were linked or deleted since the last time.

        :raises StatisticsUnfinished: after a slice of the work, if it takes several; the next
            look goes on where this one stopped.
        """
        linked = circle.links.keys()
        for sheet_id in self.by_id.keys() - linked:
            self._remove(sheet_id)
        position, looked_at = repository.cache.changes.position, time.monotonic()
        wanted = self._wanted(linked, repository, looked_at)
        is_slice, was_missing = len(linked) > AT_ONCE, self.missing
        left = self._take(wanted, repository, summaries, is_slice) if wanted else 0
        self.missing = left if is_slice else 0
        is_last = was_missing and wanted  # the statistics have a slice of their own
        if self.missing or is_last:
            self._position = None  # the next look asks for all sheets again
            raise StatisticsUnfinished(len(linked) - self.missing, len(linked))
        self._position = position

    def hands_of_games(self) -> Mapping[str, int]:
        """The hands of each game that was played, by its code."""
        position, hands = self._hands
        if position != self.changes.position:
            hands = Counter[str]()
            for one in self.by_id.values():
                hands[one.head.game] += one.head.hands
            self._hands = self.changes.position, +hands
        return self._hands[1]

    def _wanted(self, linked: Set[int], repository: SheetRepository, now: float) -> set[int]:
        """The sheets that may have other events than those known."""
        log, known = repository.cache.changes, self._position
        changed = log.since(known) if known is not None else None
        if repository.journal.is_shared and now - self._looked_at > RECHECK:
            changed, self._looked_at = None, now
        if changed is None:
            return set(linked)
        return (changed & linked) | (linked - self.by_id.keys() - self._deleted)

    def _take(
        self,
        wanted: Collection[int],
        repository: SheetRepository,
        summaries: Summaries,
        is_slice: bool,
    ) -> int:
        """Sum up these sheets; the number of those that are left to do.

        :param is_slice: see :meth:`scorekeeper.service.circles.summaries.Summaries.texts`.
        """
        heads = repository.journal.heads(wanted)
        changed = {}
        for sheet_id in wanted:
            known = self.by_id.get(sheet_id)
            if sheet_id not in heads:
                self._remove(sheet_id)
                self._deleted.add(sheet_id)
                summaries.forget(sheet_id)
            elif known is None or known.hash != heads[sheet_id].hash:
                changed[sheet_id] = heads[sheet_id].hash
        found = summaries.texts(changed, is_slice)
        for sheet_id, text in found.items():
            self.by_id[sheet_id] = KnownSheet(changed[sheet_id], decode_head(text))
            self.changes.note(sheet_id)
        return len(changed) - len(found)

    def _remove(self, sheet_id: int) -> None:
        if self.by_id.pop(sheet_id, None) is not None:
            self.changes.note(sheet_id)
