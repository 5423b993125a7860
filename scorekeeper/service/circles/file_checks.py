"""Checks of the sheets of a circle: its file begins with those that it cannot hold."""

import math
import threading
import time
from collections.abc import Mapping
from typing import NamedTuple

from cachetools import LRUCache

from scorekeeper.circles.checks import MAX_LINKS
from scorekeeper.formats.circle_document import LeftOut, SheetOf, fault_of
from scorekeeper.rules.score import Points
from scorekeeper.service.circles.summaries import AT_ONCE, SLICE
from scorekeeper.service.errors import FileUnfinished
from scorekeeper.storage.progress import Progress

MAX_CHECKED = 4 * MAX_LINKS
"""Sheets of which it is known: those of some files that are prepared at the same time."""


class CheckedSheet(NamedTuple):
    """A sheet as it was when it was checked."""

    id: int
    hash: bytes
    """Of its last event."""
    players: Points
    """Its players in the circle."""


class FileChecks:
    """The sheets that were checked, and what was found. Safe for threads."""

    def __init__(self) -> None:
        self._found: LRUCache[CheckedSheet, LeftOut | None] = LRUCache(MAX_CHECKED)
        self._lock = threading.Lock()

    def faults(
        self,
        sheets: Mapping[int, CheckedSheet],
        sheet_of: SheetOf,
        waits: bool,
        progress: Progress,
    ) -> dict[int, LeftOut | None]:
        """The fault of each sheet, or nothing, by id, in the order of the sheets.

        :param waits: true for a caller who waits for all of them.
        :raises FileUnfinished: if not, after a slice of the work; what was found is kept.
        """
        with self._lock:
            found = {one: self._found[one] for one in sheets.values() if one in self._found}
        missing = [one for one in sheets.values() if one not in found]
        is_slice = len(sheets) > AT_ONCE and not waits
        end = time.monotonic() + (SLICE if is_slice else math.inf)
        for one in missing:
            if (sheet := sheet_of(one.id)) is not None:
                found[one] = fault_of(sheet, one.players)
                with self._lock:
                    self._found[one] = found[one]
            progress(len(found), len(sheets))
            if time.monotonic() >= end:
                break
        if is_slice and len(found) < len(sheets):
            raise FileUnfinished(len(found), len(sheets))
        return {id: found[one] for id, one in sheets.items() if one in found}
