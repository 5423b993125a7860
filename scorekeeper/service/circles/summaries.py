"""The summaries of sheets: from memory, from the database, or computed from their journals."""

import math
import threading
import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from cachetools import LRUCache

from scorekeeper.circles.summary import encode_summary, summarize
from scorekeeper.service.access import SheetRepository
from scorekeeper.sheets.sheet import Sheet, fold
from scorekeeper.storage.base import (
    DatabaseBusy,
    DatabaseMoved,
    DatabaseStopped,
    StoredSummary,
)

MAX_SUMMARIES = 2000
"""Summaries kept in memory as text, some two kilobytes each."""

SLICE = 0.3
"""Seconds of one slice of the work, where many summaries have to be computed."""

AT_ONCE = 60
"""Sheets of a circle of ordinary size: all of them are done in one slice, however long it
takes."""

PACKAGES = ("rules", "games", "sheets", "circles")
"""The packages that decide what a summary says."""


@cache
def program_version() -> str:
    """A hash of the code that computes summaries: another program computes them again."""
    folder, digest = Path(__file__).parents[2], sha256()
    for package in PACKAGES:
        for path in sorted((folder / package).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


class Summaries:
    """The summaries of the sheets of one installation, as text.

    Safe for threads. A summary is known by the hash of the last event that it counts.
    """

    def __init__(self, repository: SheetRepository) -> None:
        self._repository = repository
        self._texts: LRUCache[int, StoredSummary] = LRUCache(MAX_SUMMARIES)
        self._lock = threading.Lock()

    def texts(self, hashes: Mapping[int, bytes], is_slice: bool = False) -> dict[int, str]:
        """The summaries of sheets by their ids; deleted ones are missing.

        :param hashes: of the last event of each sheet.
        :param is_slice: compute for :data:`SLICE` at most, and one at least; those that there
            was no time for are missing too.
        """
        found = _current(self._cached(hashes), hashes)
        missing = hashes.keys() - found.keys()
        if missing:
            stored = self._repository.journal.read_summaries(missing, program_version())
            found |= _current(stored, hashes)
            wanted = hashes.keys() - found.keys()
            computed = self._compute(
                {sheet: hashes[sheet] for sheet in wanted}, SLICE if is_slice else math.inf
            )
            found |= computed
            if computed:
                self._store(computed)
            with self._lock:
                self._texts.update((sheet, found[sheet]) for sheet in missing & found.keys())
        return {sheet: one.body for sheet, one in found.items()}

    def forget(self, sheet_id: int) -> None:
        """Remove the summary of a sheet that was deleted."""
        with self._lock:
            self._texts.pop(sheet_id, None)

    def _store(self, computed: Mapping[int, StoredSummary]) -> None:
        """Store summaries for other processes and later; a failure costs only time."""
        with suppress(DatabaseBusy, DatabaseMoved, DatabaseStopped):
            self._repository.journal.write_summaries(computed, program_version())

    def _cached(self, sheet_ids: Collection[int]) -> dict[int, StoredSummary]:
        with self._lock:
            return {id: self._texts[id] for id in sheet_ids if id in self._texts}

    def _compute(
        self, hashes: Mapping[int, bytes], seconds: float
    ) -> dict[int, StoredSummary]:
        found, end = {}, time.monotonic() + seconds
        for sheet_id, last in hashes.items():
            sheet = self._sheet(sheet_id, last)
            if sheet is not None:
                found[sheet_id] = StoredSummary(sheet.hash, encode_summary(summarize(sheet)))
            if time.monotonic() >= end:
                break
        return found

    def _sheet(self, sheet_id: int, last: bytes) -> Sheet | None:
        """A sheet as it stands, without putting it into the sheet cache; nothing if it was
        deleted."""
        cached = self._repository.cache.cached(sheet_id)
        if cached is not None and cached.hash == last:
            return cached
        events = self._repository.journal.events(sheet_id)
        return fold(events) if events else None


def _current(
    summaries: Mapping[int, StoredSummary], hashes: Mapping[int, bytes]
) -> dict[int, StoredSummary]:
    """Those of these summaries that count the last event of their sheet."""
    return {sheet: one for sheet, one in summaries.items() if one.hash == hashes[sheet]}
