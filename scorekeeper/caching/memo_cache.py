"""A cache of values by all that decides them, so that nothing invalidates them."""

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from cachetools import LRUCache

T = TypeVar("T")


class MemoCache(Generic[T]):
    """Values by their keys, the least recently used first to leave.

    :param max_values: the number of values that it holds.
    """

    def __init__(self, max_values: int) -> None:
        self._values: LRUCache[Hashable, T] = LRUCache(max_values)
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """The number of cached values."""
        return len(self._values)

    def clear(self) -> None:
        """Forget every value."""
        with self._lock:
            self._values.clear()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of this key, made where it is not cached."""
        with self._lock:
            found = self._values.get(key)
        if found is None:
            found = make()
            with self._lock:
                self._values[key] = found
        return found
