"""The sheet cache: folded sheets, their ETags, and what access tokens open.

A poll without news, and the page of a sheet that is cached, read nothing from the database.
How long that is right: :mod:`scorekeeper.caching.sheet_records`.
"""

import math
import threading
import time
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from cachetools import LRUCache

from scorekeeper.caching.change_log import ChangeLog
from scorekeeper.caching.sheet_records import TRUST, SheetRecords, page_etag_of
from scorekeeper.sheets.events import Event
from scorekeeper.sheets.sheet import Sheet, advance, fold
from scorekeeper.storage.base import Grant, Head, Journal, JournalMoved, SheetDeleted

MAX_ENTRIES = 6000
"""Entries of all cached sheets together, some seven megabytes: a club's hundred tables with
sixty hands each. Folding a sheet of forty hands again takes 2 ms."""

MAX_TOKENS = 5000
"""Cached tokens, and records of sheets: small, and all that a poll without news needs."""

FOLLOWED = "~"
"""The end of the page ETag of a game whose *revanche* is open: opening it changes what the
pages of the finished game show, but not its journal."""


class CachedSheet(NamedTuple):
    """A sheet, and the sheet before its last event where that is known."""

    sheet: Sheet
    previous: Sheet | None = None


class KnownSheet(NamedTuple):
    """A sheet as far as its cached token and record tell."""

    id: int
    version: int


class SheetCache:
    """Sheets and grants by use, the least recently used first to leave.

    :param max_entries: entries of all cached sheets together; one sheet always fits.
    :param max_tokens: tokens, and records.
    """

    def __init__(self, max_entries: int = MAX_ENTRIES, max_tokens: int = MAX_TOKENS) -> None:
        self._sheets: LRUCache[int, CachedSheet] = LRUCache(
            max_entries, lambda cached: min(max_entries, len(cached.sheet.entries))
        )
        self._records = SheetRecords(max_tokens)
        self._invalidations = 0
        self._lock = threading.Lock()
        self.changes = ChangeLog()

    def __len__(self) -> int:
        """The number of cached sheets."""
        return len(self._sheets)

    def grant(self, token: str, journal: Journal) -> Grant | None:
        """The grant of this token, from the cache or from the journal."""
        with self._lock:
            found = self._records.grant(token)
            stale = self._records.sheet_of(token)
            is_cached = stale is not None and stale in self._sheets
            invalidations = self._invalidations
        if found is None and stale is not None and is_cached:
            found = self._confirmed_grant(token, stale, journal)
        if found is None:
            asked_at, found = time.monotonic(), journal.grant(token)
            with self._lock:
                if found and invalidations == self._invalidations:
                    etag = self._page_etag_at(found)
                    self._records.add_grant(token, found, etag, _trust(journal, asked_at))
        return found

    def _confirmed_grant(self, token: str, sheet_id: int, journal: Journal) -> Grant | None:
        """The grant of this token, if it is still cached once its sheet was read again."""
        try:
            self.catch_up(sheet_id, journal)
        except SheetDeleted:
            return None
        with self._lock:
            return self._records.grant(token)

    def sheet(self, sheet_id: int, journal: Journal) -> Sheet:
        """The sheet as its journal stands, from the cache or folded again.

        :raises SheetDeleted: if there is no such sheet.
        """
        with self._lock:
            cached = self._sheets.get(sheet_id)
            if cached and self._records.is_trusted(sheet_id):
                return cached.sheet
        if cached is None:
            return self._read(sheet_id, journal)
        self.catch_up(sheet_id, journal)
        with self._lock:
            cached = self._sheets.get(sheet_id)
        return cached.sheet if cached else self._read(sheet_id, journal)

    def _read(self, sheet_id: int, journal: Journal) -> Sheet:
        """The sheet, folded from all its events."""
        with self._lock:
            invalidations = self._invalidations
        asked_at, events = time.monotonic(), journal.events(sheet_id)
        if not events:
            self.invalidate(sheet_id)
            raise SheetDeleted(sheet_id)
        sheet = fold(events)
        with self._lock:
            until = _trust(journal, asked_at)
            is_wanted = invalidations == self._invalidations
            if is_wanted and self._records.advance(sheet_id, sheet, until, events):
                self._sheets[sheet_id] = CachedSheet(sheet)
        return sheet

    def cached(self, sheet_id: int) -> Sheet | None:
        """The sheet as it is cached, if it is; it may have newer events."""
        with self._lock:
            cached = self._sheets.get(sheet_id)
        return cached.sheet if cached else None

    def previous(self, sheet_id: int, version: int) -> Sheet | None:
        """The sheet before its event of this version, if that is cached."""
        with self._lock:
            cached = self._sheets.get(sheet_id)
        return cached.previous if cached and cached.sheet.version == version else None

    def put(self, sheet_id: int, sheet: Sheet, previous: Sheet, journal: Journal) -> None:
        """Cache a sheet after an event that was appended now, unless a later version is known
        already."""
        until = _trust(journal, time.monotonic())
        with self._lock:
            if self._records.advance(sheet_id, sheet, until):
                self._sheets[sheet_id] = CachedSheet(sheet, previous)
        self.changes.note(sheet_id)

    def catch_up(self, sheet_id: int, journal: Journal) -> list[Event]:
        """Read and apply the events that are newer than the cached sheet.

        :returns: those events; none if the whole sheet had to be read.
        :raises SheetDeleted: if there is no such sheet.
        """
        with self._lock:
            cached = self._sheets.get(sheet_id)
            invalidations = self._invalidations
        if cached is None:
            self._read(sheet_id, journal)
            return []
        sheet, previous, asked_at = cached.sheet, cached.previous, time.monotonic()
        try:
            events = journal.events(sheet_id, sheet.version, sheet.hash)
        except JournalMoved:  # deleted, or restored from a backup
            self.invalidate(sheet_id)
            self._read(sheet_id, journal)
            return []
        if events:
            previous = advance(sheet, events[:-1])
            sheet = previous.apply(events[-1])
            self.changes.note(sheet_id)
        with self._lock:
            until = _trust(journal, asked_at)
            is_wanted = invalidations == self._invalidations
            if is_wanted and self._records.advance(sheet_id, sheet, until, events):
                self._sheets[sheet_id] = CachedSheet(sheet, previous)
        return events

    def invalidate(self, sheet_id: int) -> None:
        """Drop a sheet and its grants; what is being read meanwhile is not cached."""
        with self._lock:
            self._invalidations += 1
            self._sheets.pop(sheet_id, None)
            self._records.drop(sheet_id)
        self.changes.note(sheet_id)

    def known_sheet(self, token: str) -> KnownSheet | None:
        """The sheet that this token opens, if that is cached."""
        with self._lock:
            found = self._records.opened_by(token)
        return KnownSheet(found[0], found[1].head.seq) if found else None

    def is_current(self, token: str, etag: str) -> bool:
        """True if the pages of the sheet that this token opens are known to have this ETag."""
        with self._lock:
            return self._records.is_current(token, etag)

    def page_etag(
        self, sheet_id: int, finished: Sheet, is_followed: Callable[[], bool]
    ) -> str:
        """The ETag of the pages of a finished game, which tells if its *revanche* is open.

        :param is_followed: looks that up; called only where it is not known.
        """
        with self._lock:
            record = self._records.get(sheet_id)
            invalidations = self._invalidations
        if record and record.page_etag and record.head.seq == finished.version:
            return record.page_etag
        found = finished.etag + FOLLOWED if is_followed() else finished.etag
        with self._lock:
            record = self._records.get(sheet_id)
            is_same = record is not None and record.head.seq == finished.version
            if record and is_same and invalidations == self._invalidations:
                record.page_etag = found
        return found

    def invalidate_page_etag(self, sheet_id: int) -> None:
        """Look up again if the *revanche* of a finished game is open."""
        with self._lock:
            self._invalidations += 1
            record = self._records.get(sheet_id)
            if record:
                record.page_etag = ""

    def watched(self) -> dict[int, bool | None]:
        """The sheets that were asked for lately; of finished games, whether the *revanche* is
        known to be open."""
        with self._lock:
            return {
                sheet_id: self._is_followed(sheet_id) for sheet_id in self._records.watched()
            }

    def confirm(
        self, asked_at: float, sheet_ids: Collection[int], heads: Mapping[int, Head]
    ) -> None:
        """Trust what is known of these sheets, as far as these are their last events; read the
        others when somebody asks for them.

        :param asked_at: the time at which the journal was asked for the heads.
        """
        for sheet_id in sheet_ids:
            if sheet_id in heads:
                with self._lock:
                    self._records.confirm(sheet_id, heads[sheet_id], asked_at)
            else:
                self.invalidate(sheet_id)

    def _is_followed(self, sheet_id: int) -> bool | None:
        cached, record = self._sheets.get(sheet_id), self._records.get(sheet_id)
        if cached is None or record is None or not cached.sheet.state.end.over:
            return None
        return record.page_etag.endswith(FOLLOWED)

    def _page_etag_at(self, grant: Grant) -> str:
        """The page ETag of the cached sheet, if it is as new as this grant."""
        cached = self._sheets.get(grant.sheet_id)
        if cached is None or cached.sheet.hash != grant.head.hash:
            return ""
        return page_etag_of(cached.sheet)


def _trust(journal: Journal, asked_at: float) -> float:
    """The time until which what the journal has answered is trusted."""
    return asked_at + TRUST if journal.is_shared else math.inf
