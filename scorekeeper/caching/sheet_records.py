"""What is known of sheets without reading them: their last events, and what tokens open.

Where this process alone writes, a record is right until it is dropped. Where other processes
write to the same database, it is trusted for :data:`TRUST` seconds after it was read or
confirmed (:mod:`scorekeeper.service.watching`).
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from cachetools import LRUCache

from scorekeeper.sheets.events import Event
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.storage.base import Grant, Head
from scorekeeper.storage.chain import FIRST

TRUST = 3.0
"""Seconds for which a sheet is taken to be as it was read, where other processes write."""

WATCHED = 20.0
"""Seconds after which a sheet that nobody asks for is not confirmed any more."""


@dataclass
class Record:
    """The last known event of a sheet, ``head``, and all that is known as of it."""

    head: Head
    page_etag: str = ""
    """The ETag of its pages; empty where it is not known."""
    trusted_until: float = math.inf
    """The time, by the monotonic clock, until which no newer event is looked for."""
    grants: dict[str, bool] = field(default_factory=dict)
    """The tokens that are known to open it, and whether they may write."""


class SheetRecords:
    """The records of sheets, the least recently used first to leave.

    Not safe for threads: the sheet cache uses it with its lock held.

    :param size: the number of records, and of tokens.
    """

    def __init__(self, size: int) -> None:
        self._records: LRUCache[int, Record] = LRUCache(size)
        self._tokens: LRUCache[str, int] = LRUCache(size)
        self._asked: LRUCache[int, float] = LRUCache(size)  # when, where others write too

    def get(self, sheet_id: int) -> Record | None:
        """The record of a sheet."""
        found: Record | None = self._records.get(sheet_id)
        return found

    def sheet_of(self, token: str) -> int | None:
        """The id of the sheet that a token has opened."""
        found: int | None = self._tokens.get(token)
        return found

    def opened_by(self, token: str) -> tuple[int, Record] | None:
        """The sheet that a token is known to open, trusted or not."""
        sheet_id = self._tokens.get(token)
        record = self._records.get(sheet_id) if sheet_id is not None else None
        if sheet_id is None or record is None or token not in record.grants:
            return None
        return sheet_id, record

    def grant(self, token: str) -> Grant | None:
        """The grant of a token, if it can be trusted."""
        found = self.opened_by(token)
        if found is None or not self.is_trusted(found[0]):
            return None
        sheet_id, record = found
        return Grant(sheet_id, record.grants[token], record.head)

    def is_current(self, token: str, etag: str) -> bool:
        """True if the pages of the sheet that a token opens are known to have this ETag."""
        sheet_id = self._tokens.get(token, 0)
        record = self._records.get(sheet_id)
        if record is None or token not in record.grants or record.page_etag != etag:
            return False
        is_own = record.trusted_until == math.inf  # this process alone writes
        return bool(etag) and (is_own or self.is_trusted(sheet_id))

    def is_trusted(self, sheet_id: int) -> bool:
        """True if no newer event has to be looked for; the sheet is watched from now on."""
        record = self._records.get(sheet_id)
        if record is None:
            return False
        if record.trusted_until == math.inf:
            return True
        now = self._asked[sheet_id] = time.monotonic()
        return now <= record.trusted_until

    def watched(self) -> list[int]:
        """The sheets that were asked for lately."""
        since = time.monotonic() - WATCHED
        for sheet_id in [id for id, at in self._asked.items() if at < since]:
            del self._asked[sheet_id]
        return list(self._asked)

    def add_grant(self, token: str, grant: Grant, page_etag: str, until: float) -> None:
        """Note what a token opens, where the record of that sheet is as old.

        :param page_etag: of the sheet at that time, if it is known.
        :param until: the time until which the grant is trusted.
        """
        if until != math.inf:
            self._asked[grant.sheet_id] = time.monotonic()
        record = self._records.get(grant.sheet_id)
        if record is None:
            record = self._records[grant.sheet_id] = Record(grant.head, page_etag, until)
        if record.head == grant.head:
            record.trusted_until = max(record.trusted_until, until)
            record.grants[token] = grant.may_write
            self._tokens[token] = grant.sheet_id
        elif record.head.seq < grant.head.seq:
            record.trusted_until = -math.inf

    def advance(
        self, sheet_id: int, sheet: Sheet, until: float, events: Sequence[Event] = ()
    ) -> bool:
        """Note the last event of a sheet; false if a later one is known already.

        :param until: the time until which no newer event is looked for.
        :param events: those that were read; without them, only the last one is known.
        """
        record = self._records.get(sheet_id)
        if record is None:
            record = self._records[sheet_id] = Record(FIRST, "", -math.inf)
        if sheet.version < record.head.seq:
            return False
        newer = [event for event in events if event.seq > record.head.seq]
        known_from = newer[0].seq if newer else sheet.version
        is_gap = known_from > record.head.seq + 1
        if is_gap or any(event.kind == "renewed" for event in newer):
            record.grants.clear()  # a token may have been replaced
        is_new = record.head.seq < sheet.version
        record.head = Head(sheet.version, sheet.hash)
        record.trusted_until = max(record.trusted_until, until)
        if is_new or not sheet.state.end.over:
            record.page_etag = page_etag_of(sheet)
        return True

    def confirm(self, sheet_id: int, head: Head, asked_at: float) -> None:
        """Trust the record of a sheet if this is its last event; else have it read again.

        :param asked_at: the time at which the journal was asked for the head.
        """
        record = self._records.get(sheet_id)
        if record is None:
            return
        if record.head == head:
            record.trusted_until = max(record.trusted_until, asked_at + TRUST)
        elif head.seq > record.head.seq or record.trusted_until < asked_at + TRUST:
            record.trusted_until = -math.inf  # but not for what was appended here since

    def drop(self, sheet_id: int) -> None:
        """Forget a sheet, and what opens it."""
        self._records.pop(sheet_id, None)


def page_etag_of(sheet: Sheet) -> str:
    """The ETag of the pages of a sheet; empty for a finished game, where it depends on its
    *revanche* too."""
    return "" if sheet.state.end.over else sheet.etag
