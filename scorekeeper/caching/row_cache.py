"""The row cache: the HTML of the rows that were rendered last."""

import threading
from collections.abc import Callable, Hashable, Sequence

from cachetools import LRUCache

from scorekeeper.sheets.rows import Row

MAX_ROWS = 1000
"""Cached rows, a megabyte and a half: what twenty-five tables look at."""


class RowCache:
    """The HTML of rows, the least recently used first to leave.

    The key is the identity of the row: a row is immutable, and a correction replaces each
    row that it moves. The cache holds the row beside its HTML, so that no other row can
    have its ``id()`` meanwhile.
    """

    def __init__(self, max_rows: int = MAX_ROWS) -> None:
        self._rows: LRUCache[Hashable, tuple[Row, str]] = LRUCache(max_rows)
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """The number of cached rows."""
        return len(self._rows)

    def clear(self) -> None:
        """Forget every row."""
        with self._lock:
            self._rows.clear()

    def html(
        self, rows: Sequence[Row], context: Hashable, render: Callable[[Row], str]
    ) -> list[str]:
        """The HTML of these rows, rendered where it is not cached.

        :param context: all else that the HTML depends on.
        """
        keys = [(id(row), context) for row in rows]
        with self._lock:
            found = [self._rows.get(key) for key in keys]
        return [
            cached[1] if cached else self._render(key, row, render)
            for key, row, cached in zip(keys, rows, found, strict=True)
        ]

    def _render(self, key: Hashable, row: Row, render: Callable[[Row], str]) -> str:
        html = render(row)
        with self._lock:
            self._rows[key] = row, html
        return html
