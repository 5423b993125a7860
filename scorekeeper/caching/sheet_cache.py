"""The sheet cache: folded sheets, their ETags, and what access tokens open.

Only this process appends to sheets (``scorekeeper.storage.lock``), so that what is cached is
what the database holds: a poll without news reads nothing from the disk.
"""

import threading
from collections.abc import Callable
from typing import NamedTuple

from cachetools import LRUCache

from scorekeeper.sheets.sheet import Sheet, fold
from scorekeeper.storage.base import Grant, Journal, SheetDeleted

MAX_ENTRIES = 6000
"""Entries of all cached sheets together, some seven megabytes: a club's hundred tables with
sixty hands each. Folding a sheet of forty hands again takes 2 ms."""

MAX_TOKENS = 5000
"""Cached grants, and cached heads: small, and all that a poll without news needs."""


FOLLOWED = "~"
"""The end of the page ETag of a game whose *revanche* is open: opening it changes what the
pages of the finished game show, but not its journal."""


class CachedSheet(NamedTuple):
    """A sheet, and the sheet before its last event where that is known."""

    sheet: Sheet
    previous: Sheet | None = None


class Head(NamedTuple):
    """The last event of a sheet, as far as this process knows."""

    version: int
    page_etag: str
    """The ETag of its pages; empty where it is not known if its *revanche* is open."""


class KnownSheet(NamedTuple):
    """A sheet as far as its cached token and head tell."""

    id: int
    version: int


class SheetCache:
    """Sheets and grants by use, the least recently used first to leave.

    :param max_entries: entries of all cached sheets together; one sheet always fits.
    :param max_tokens: grants, and heads.
    """

    def __init__(self, max_entries: int = MAX_ENTRIES, max_tokens: int = MAX_TOKENS) -> None:
        self._sheets: LRUCache[int, CachedSheet] = LRUCache(
            max_entries, lambda cached: min(max_entries, len(cached.sheet.entries))
        )
        self._heads: LRUCache[int, Head] = LRUCache(max_tokens)
        self._grants: LRUCache[str, Grant] = LRUCache(max_tokens)
        self._invalidations = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """The number of cached sheets."""
        return len(self._sheets)

    def grant(self, token: str, journal: Journal) -> Grant | None:
        """The grant of this token, from the cache or from the journal."""
        with self._lock:
            found = self._grants.get(token)
            invalidations = self._invalidations
        if found is None:
            found = journal.grant(token)
            with self._lock:
                if found and invalidations == self._invalidations:
                    self._grants[token] = found
        return found

    def sheet(self, sheet_id: int, journal: Journal) -> Sheet:
        """The sheet as its journal stands, from the cache or folded again.

        :raises SheetDeleted: if there is no such sheet.
        """
        with self._lock:
            cached = self._sheets.get(sheet_id)
            invalidations = self._invalidations
        if cached:
            return cached.sheet
        events = journal.events(sheet_id)
        if not events:
            raise SheetDeleted(sheet_id)
        sheet = fold(events)
        with self._lock:
            if invalidations == self._invalidations:
                self._put(sheet_id, CachedSheet(sheet))
        return sheet

    def previous(self, sheet_id: int, version: int) -> Sheet | None:
        """The sheet before its event of this version, if that is cached."""
        with self._lock:
            cached = self._sheets.get(sheet_id)
        return cached.previous if cached and cached.sheet.version == version else None

    def put(self, sheet_id: int, sheet: Sheet, previous: Sheet) -> None:
        """Cache a sheet after an event, unless a later version is known already."""
        with self._lock:
            self._put(sheet_id, CachedSheet(sheet, previous))

    def catch_up(self, sheet_id: int, journal: Journal) -> None:
        """Apply the events that are newer than the cached sheet.

        :raises SheetDeleted: if there is no such sheet.
        """
        sheet = self.sheet(sheet_id, journal)
        for event in journal.events(sheet_id, after=sheet.version):
            previous, sheet = sheet, sheet.apply(event)
            self.put(sheet_id, sheet, previous)

    def invalidate(self, sheet_id: int) -> None:
        """Drop a sheet and its grants; what is being read meanwhile is not cached."""
        with self._lock:
            self._invalidations += 1
            self._sheets.pop(sheet_id, None)
            self._heads.pop(sheet_id, None)
            for token in [t for t, grant in self._grants.items() if grant[0] == sheet_id]:
                del self._grants[token]

    def known_sheet(self, token: str) -> KnownSheet | None:
        """The sheet that this token opens, if that is cached."""
        with self._lock:
            grant = self._grants.get(token)
            head = self._heads.get(grant.sheet_id) if grant else None
        return KnownSheet(grant.sheet_id, head.version) if grant and head else None

    def is_current(self, token: str, etag: str) -> bool:
        """True if the pages of the sheet that this token opens are known to have this ETag."""
        with self._lock:
            grant = self._grants.get(token)
            head = self._heads.get(grant.sheet_id) if grant else None
        return head is not None and bool(etag) and head.page_etag == etag

    def page_etag(
        self, sheet_id: int, finished: Sheet, is_followed: Callable[[], bool]
    ) -> str:
        """The ETag of the pages of a finished game, which tells if its *revanche* is open.

        :param is_followed: looks that up; called only where it is not known.
        """
        with self._lock:
            head = self._heads.get(sheet_id)
            invalidations = self._invalidations
        if head and head.page_etag and head.version == finished.version:
            return head.page_etag
        found = finished.etag + FOLLOWED if is_followed() else finished.etag
        with self._lock:
            if head == self._heads.get(sheet_id) and invalidations == self._invalidations:
                self._heads[sheet_id] = Head(finished.version, found)
        return found

    def invalidate_page_etag(self, sheet_id: int) -> None:
        """Look up again if the *revanche* of a finished game is open."""
        with self._lock:
            self._invalidations += 1
            head = self._heads.get(sheet_id)
            if head:
                self._heads[sheet_id] = head._replace(page_etag="")

    def _put(self, sheet_id: int, cached: CachedSheet) -> None:
        head, sheet = self._heads.get(sheet_id), cached.sheet
        if head and sheet.version < head.version:
            return
        self._sheets[sheet_id] = cached
        if not head or head.version < sheet.version:
            is_over = sheet.state.end.over
            self._heads[sheet_id] = Head(sheet.version, "" if is_over else sheet.etag)
