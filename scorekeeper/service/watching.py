"""The watcher of heads: keeps the sheet cache right where other processes write too.

Once a second one query asks for the last event of every sheet that somebody looks at, whatever
the number of phones; none where nobody does. What it misses costs time, never a hand: a writer
names the event that it has seen, and without a watcher the cache is trusted for
:data:`scorekeeper.caching.sheet_records.TRUST` seconds only.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import msg
from scorekeeper.service.access import SheetRepository
from scorekeeper.storage.base import DatabaseBusy

INTERVAL = 1.0
"""Seconds between two queries."""


class HeadWatcher:
    """Confirms what the cache of a process knows, or has it read again.

    :param others: functions that are called as often, for what else processes share.
    """

    def __init__(
        self, repository: SheetRepository, others: Sequence[Callable[[], None]] = ()
    ) -> None:
        self._repository = repository
        self._tasks = (self.tick, *others)
        self._stopped = threading.Event()

    def start(self) -> None:
        """Watch until the process ends, or :meth:`stop`: a thread for each task, so that none
        waits for another."""
        for task in self._tasks:
            threading.Thread(target=self._repeat, args=(task,), daemon=True).start()

    def stop(self) -> None:
        """Watch no more."""
        self._stopped.set()

    def tick(self) -> None:
        """Ask once for the heads of the watched sheets, and for the *revanches* of finished
        games among them.

        :raises DatabaseBusy: if the database does not answer.
        """
        cache, journal = self._repository.cache, self._repository.journal
        watched, asked_at = cache.watched(), time.monotonic()
        if not watched:
            return
        cache.confirm(asked_at, watched, journal.heads(list(watched)))
        finished = {
            sheet_id: self._repository.revanche_token(sheet_id)
            for sheet_id, is_followed in watched.items()
            if is_followed is not None
        }
        known = journal.known_tokens(finished.values()) if finished else set()
        for sheet_id, token in finished.items():
            if (token in known) is not watched[sheet_id]:
                cache.invalidate_page_etag(sheet_id)

    def _repeat(self, task: Callable[[], None]) -> None:
        has_failed = False
        while not self._stopped.wait(INTERVAL):
            try:
                task()
                has_failed = False
            except Exception as error:  # it is tried again, and logged once until it succeeds
                if not has_failed:
                    _log(error)
                has_failed = True


def _log(error: Exception) -> None:
    message = msg("Base indisponible : %(why)s", why=str(error))
    unexpected = None if isinstance(error, DatabaseBusy) else error
    logging.getLogger("la_marque").error("%s", say(message), exc_info=unexpected)
