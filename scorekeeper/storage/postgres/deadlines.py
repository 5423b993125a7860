"""Deadlines of statements, kept by the program.

A statement has no timeout on the server: one that ends a commit's wait for the standby would
have the event acknowledged which that standby does not hold.
"""

import contextlib
import os
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import psycopg

INTERVAL = 0.5
"""Seconds between two looks at the connections at work."""

Connection = psycopg.Connection[tuple[Any, ...]]


class Deadlines:
    """Cuts off connections whose server does not answer."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._at_work: dict[Connection, float] = {}
        self._closed = threading.Event()
        threading.Thread(target=self._watch, name="deadlines", daemon=True).start()

    @contextlib.contextmanager
    def of(self, connection: Connection, seconds: float) -> Iterator[None]:
        """Cut this connection off if the block takes longer."""
        with self._lock:
            self._at_work[connection] = time.monotonic() + seconds
        try:
            yield
        finally:
            with self._lock:
                del self._at_work[connection]

    def close(self) -> None:
        """Stop watching."""
        self._closed.set()

    def _watch(self) -> None:
        while not self._closed.wait(INTERVAL):
            now = time.monotonic()
            with self._lock:
                for connection, deadline in self._at_work.items():
                    if now > deadline:
                        _cut_off(connection)


def _cut_off(connection: Connection) -> None:
    with contextlib.suppress(OSError, psycopg.Error):
        descriptor = os.dup(connection.pgconn.socket)
        with contextlib.closing(socket.socket(fileno=descriptor)) as line:
            line.shutdown(socket.SHUT_RDWR)
