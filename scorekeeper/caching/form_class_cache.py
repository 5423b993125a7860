"""The form class cache: the hand forms of the tables that play."""

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from cachetools import LRUCache

MAX_CLASSES = 500
"""Cached form classes: one for each seating of each table that plays."""

T = TypeVar("T")


class FormClassCache(Generic[T]):
    """Form classes by all that decides them, the least recently used first to leave."""

    def __init__(self, max_classes: int = MAX_CLASSES) -> None:
        self._classes: LRUCache[Hashable, T] = LRUCache(max_classes)
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """The number of cached form classes."""
        return len(self._classes)

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The form class of this key, made where it is not cached."""
        with self._lock:
            found = self._classes.get(key)
        if found is None:
            found = make()
            with self._lock:
                self._classes[key] = found
        return found
