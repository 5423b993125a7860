"""What the program remembers between two requests: folded sheets, and what tokens open.

Only this process writes to the database, so that what it remembers is what the file holds:
an idle phone reads nothing from the disk. Whatever is not remembered is read again.
"""

import threading
from collections import OrderedDict
from typing import NamedTuple

from scorekeeper.sheets.events import Event
from scorekeeper.sheets.sheet import Sheet, fold
from scorekeeper.storage.sqlite import Access, SheetDeleted, SqliteJournal

HANDS = 6000
"""Most hands whose sheets are remembered, some seven megabytes: a club's hundred tables with
sixty each. Where there are more, folding forty again takes 2 ms at each hand."""

TOKENS = 5000
"""Most tokens that are remembered, and most stamps: far more than sheets, for they are
small, and all that an idle phone asks for."""


FIRST = (0, "")
"""The version and the stamp of a sheet that is not remembered."""


class Kept(NamedTuple):
    """A sheet, and as it was before its last event where that is known."""

    sheet: Sheet
    before: Sheet | None = None


class SheetCache:
    """The sheets and the tokens of the latest requests."""

    def __init__(self) -> None:
        self._sheets: OrderedDict[int, Kept] = OrderedDict()
        self._latest: dict[int, tuple[int, str]] = {}
        self._tokens: OrderedDict[str, Access] = OrderedDict()
        self._hands = 0
        self._forgotten = 0
        self._turning = threading.Lock()

    def access(self, token: str, storage: SqliteJournal) -> Access | None:
        """What this token opens, if anything."""
        found = self._tokens.get(token)
        if found is None:
            forgotten = self._forgotten
            found = storage.access(token)
            with self._turning:
                if found and forgotten == self._forgotten:
                    self._tokens[token] = found
                    if len(self._tokens) > TOKENS:
                        self._tokens.popitem(last=False)
        return found

    def sheet(self, id: int, storage: SqliteJournal) -> Sheet:
        """The sheet as its journal stands now.

        :raises scorekeeper.storage.Gone: if there is no such sheet any more.
        """
        kept = self._sheets.get(id)
        if kept:
            return kept.sheet
        forgotten = self._forgotten
        events = storage.events(id)
        if not events:
            raise SheetDeleted(id)
        sheet = fold(Event(*stored) for stored in events)
        with self._turning:
            if forgotten == self._forgotten:
                self._put(id, Kept(sheet))
        return sheet

    def catch_up(self, id: int, storage: SqliteJournal) -> None:
        """Read what has been written on a sheet since it was remembered."""
        sheet = self.sheet(id, storage)
        for stored in storage.events(id, after=sheet.version):
            before, sheet = sheet, sheet.then(Event(*stored))
            self.keep(id, sheet, before)

    def before(self, id: int, version: int) -> Sheet | None:
        """The sheet as it was before its last event, if that one is remembered too."""
        kept = self._sheets.get(id)
        return kept.before if kept and kept.sheet.version == version else None

    def keep(self, id: int, sheet: Sheet, before: Sheet) -> None:
        """Remember what has just been written, unless somebody has written more already."""
        with self._turning:
            self._put(id, Kept(sheet, before))

    def forget_sheet(self, id: int) -> None:
        """Read a sheet and its tokens from the database the next time."""
        with self._turning:
            self._forgotten += 1
            self._drop(id)
            self._latest.pop(id, None)
            for token in [token for token, to in self._tokens.items() if to.sheet == id]:
                del self._tokens[token]

    def same(self, token: str, etag: str) -> bool:
        """Whether what this token opens is remembered, and bears this stamp."""
        access = self._tokens.get(token)
        return access is not None and self._latest.get(access.sheet, FIRST)[1] == etag

    def _put(self, id: int, kept: Kept) -> None:
        """Remember a sheet, unless a later version of it has been remembered."""
        if kept.sheet.version < self._latest.get(id, FIRST)[0]:
            return
        self._drop(id)
        self._sheets[id] = kept
        self._latest[id] = kept.sheet.version, kept.sheet.etag
        if len(self._latest) > TOKENS:
            del self._latest[next(iter(self._latest))]
        self._hands += len(kept.sheet.entries)
        while self._hands > HANDS and len(self._sheets) > 1:
            self._drop(next(iter(self._sheets)))

    def _drop(self, id: int) -> None:
        kept = self._sheets.pop(id, None)
        if kept:
            self._hands -= len(kept.sheet.entries)
