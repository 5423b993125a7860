"""The change log: which sheets have changed since somebody looked."""

import threading
from collections import deque

MAX_CHANGES = 2000
"""Changes that are kept: what a hundred tables write in twenty minutes."""


class ChangeLog:
    """The ids of the sheets that this process has changed or read anew, in order."""

    def __init__(self, max_changes: int = MAX_CHANGES) -> None:
        self._changes: deque[int] = deque(maxlen=max_changes)
        self._position = 0
        self._lock = threading.Lock()

    def note(self, sheet_id: int) -> None:
        """Note that a sheet has changed, or was deleted."""
        with self._lock:
            self._changes.append(sheet_id)
            self._position += 1

    @property
    def position(self) -> int:
        """The number of changes noted so far."""
        return self._position

    def since(self, position: int) -> set[int] | None:
        """The sheets that have changed since this position; absent if that is too long ago.

        >>> log = ChangeLog(2)
        >>> log.note(7)
        >>> before = log.position
        >>> log.note(8)
        >>> log.since(before), log.note(9), log.since(0)
        ({8}, None, None)
        """
        with self._lock:
            newer = self._position - position
            if newer > len(self._changes):
                return None
            return set(list(self._changes)[len(self._changes) - newer :])
