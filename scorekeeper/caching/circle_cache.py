"""The circle cache: folded circles, brought up to date by their newer events.

Each look at a circle asks its journal for newer events, or for the last one, so that the cache
is right whoever writes (``tests/unit/service/circles/test_circle_recording.py``).
"""

import threading

from cachetools import LRUCache

from scorekeeper.circles.circle import Circle, fold_circle
from scorekeeper.storage.base import Head, Journal, JournalMoved, SheetDeleted

MAX_CIRCLES = 100
"""Cached circles: a season of a thousand evenings takes some 500 kilobytes."""


class CircleCache:
    """Circles by their ids, the least recently used first to leave.

    :param max_circles: the number of circles that it holds.
    """

    def __init__(self, max_circles: int = MAX_CIRCLES) -> None:
        self._circles: LRUCache[int, Circle] = LRUCache(max_circles)
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """The number of cached circles."""
        return len(self._circles)

    def circle(self, circle_id: int, journal: Journal) -> Circle:
        """The circle as its journal stands.

        :raises SheetDeleted: if there is no such circle.
        """
        with self._lock:
            known: Circle | None = self._circles.get(circle_id)
        found = self._read(circle_id, known, journal)
        with self._lock:
            cached: Circle | None = self._circles.get(circle_id)
            if cached is known or cached is None or cached.version < found.version:
                self._circles[circle_id] = found
        return found

    def cached(self, circle_id: int, head: Head) -> Circle | None:
        """The circle if it is cached as it stands after its last event; else nothing.

        :param head: the last event.
        """
        with self._lock:
            known: Circle | None = self._circles.get(circle_id)
        return known if known is not None and known.hash == head.hash else None

    def _read(self, circle_id: int, known: Circle | None, journal: Journal) -> Circle:
        """The circle, folded from the events that are newer than this one."""
        if known is not None:
            try:
                newer = journal.events(circle_id, known.version, known.hash)
            except JournalMoved:  # deleted, or restored from a backup
                self.invalidate(circle_id)
            else:
                for event in newer:
                    known = known.apply(event)
                return known
        events = journal.events(circle_id)
        if not events:
            raise SheetDeleted(circle_id)
        return fold_circle(events)

    def invalidate(self, circle_id: int) -> None:
        """Drop a circle."""
        with self._lock:
            self._circles.pop(circle_id, None)
