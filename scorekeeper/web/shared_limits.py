"""Counters of rate limits that know what other processes have counted.

Each process counts in memory, and once a second tells the others and learns from them, so that
a request costs no round trip. A limit holds for all processes together, but for what is asked
of them in the second or two before all have learned that it is reached.
"""

import hashlib
import math
import secrets
import threading
import time
from collections.abc import Callable

from limits.storage import MemoryStorage

from scorekeeper.storage.shared_counts import Count, SharedCounts

OVERLAP = 3000
"""Milliseconds that are asked for again: a count is told when its statement begins, and seen
by others when that has ended, or was given up."""

FORGET_INTERVAL = 60
"""Seconds between two deletions of what has expired."""

Others = dict[bytes, dict[bytes, Count]]
"""The counts of other processes, by key and process."""


class SharedStorage(MemoryStorage):
    """The counters of one process and, added to them, those of the others.

    :param secret: the key of the hashes by which counters are told: their names hold the keys
        of devices and the networks of clients.
    """

    def __init__(self, secret: Callable[[], bytes]) -> None:
        super().__init__()
        self._secret = secret
        self._process = secrets.token_bytes(8)
        self._changed: set[str] = set()
        self._changing = threading.Lock()
        self._others: Others = {}
        self._since = 0
        self._forget_at = 0.0

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count something here; see ``limits``."""
        super().incr(key, expiry, amount)
        with self._changing:
            self._changed.add(key)
        return self.get(key)

    def get(self, key: str) -> int:
        """The number of times that something was counted, here and elsewhere."""
        return super().get(key) + sum(count.times for count in self._elsewhere(key))

    def get_expiry(self, key: str) -> float:
        """When the first of the windows ends in which something is counted."""
        ends = [float(count.expires) for count in self._elsewhere(key)]
        if super().get(key):
            ends.append(super().get_expiry(key))
        return min(ends, default=time.time())

    def exchange(self, shared: SharedCounts) -> None:
        """Tell other processes what was counted here since the last time, and learn theirs;
        one thread does this.

        :raises DatabaseBusy: if the database does not answer: each process counts alone
            meanwhile.
        """
        changed = self._take_changed()
        own = [count for count in map(self._own, changed) if count.times]
        try:
            found = shared.exchange(self._process, own, self._since)
        except BaseException:
            with self._changing:
                self._changed |= changed
            raise
        for count in found.counts:
            self._others.setdefault(count.key, {})[count.process] = count
        self._since = found.at - OVERLAP
        if time.time() >= self._forget_at:
            self._forget_at = time.time() + FORGET_INTERVAL
            self._forget_expired()
            shared.forget_expired()

    def _take_changed(self) -> set[str]:
        with self._changing:
            changed, self._changed = self._changed, set()
        return changed

    def _own(self, key: str) -> Count:
        """The count of this process; 0 once the window has ended."""
        ends = math.ceil(super().get_expiry(key))
        return Count(self._process, self._hash(key), super().get(key), ends)

    def _forget_expired(self) -> None:
        now = time.time()
        for key, counts in list(self._others.items()):
            if all(count.expires <= now for count in counts.values()):
                del self._others[key]

    def _elsewhere(self, key: str) -> list[Count]:
        if not self._others:
            return []
        now = time.time()
        counts = self._others.get(self._hash(key), {})
        return [count for count in list(counts.values()) if count.expires > now]

    def _hash(self, key: str) -> bytes:
        secret = self._secret()[: hashlib.blake2b.MAX_KEY_SIZE]
        return hashlib.blake2b(key.encode(), digest_size=16, key=secret).digest()
