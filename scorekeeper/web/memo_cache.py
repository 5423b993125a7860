"""A cache of values by all that decides them, so that nothing invalidates them.

Rendered fragments are cached so: rows, the questions about a hand, the news of a sheet, and
the pages that many open at once: of a season, of a player, of a ranking, of seats. States of
streams are cached in :mod:`scorekeeper.streams.access`, results of pure functions with
``functools.lru_cache``.
"""

import threading
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Generic, TypeVar

from cachetools import LRUCache

T = TypeVar("T")

MAX_FRAGMENTS = 4_000_000
"""Characters of all cached fragments together: the rows that a hundred tables look at, and
their news, one to four thousand each; the page of a season has forty thousand."""


class MemoCache(Generic[T]):
    """Values by their keys, the least recently used first to leave. All together have a size
    at most, each 1 unless it is measured."""

    def __init__(self, max_size: int, size: Callable[[T], int] = lambda value: 1) -> None:
        self._values: LRUCache[Hashable, T] = LRUCache(max_size, size)
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """Return the number of cached values."""
        return len(self._values)

    def clear(self) -> None:
        """Forget every value."""
        with self._lock:
            self._values.clear()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the value of this key, made where it is not cached."""
        with self._lock:
            value = self._values.get(key)
        if value is None:
            value = make()
            with self._lock, suppress(ValueError):  # larger than the whole cache
                self._values[key] = value
        return value
