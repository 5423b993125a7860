"""Graceful stop: requests under way are answered before the process ends.

``tests/reliability/test_rolling_restart.py`` counts what is lost while one of several
processes behind a proxy is restarted.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

from waitress import wasyncore
from waitress.server import BaseWSGIServer

from scorekeeper.cli.connection import Connection

MAX_ACCEPTED = 1000
"""Connections taken from the queue of a listening socket before it is closed."""

INTERVAL = 0.1
"""Seconds between two looks at the connections that are left."""

DEADLINE = 30
"""Seconds after which a process ends whoever is still connected."""

NOTICE = 3
"""Seconds in which a process behind a proxy reports that it is not ready and still takes
connections: the proxy asks each second."""

PATIENCE = 4
"""Seconds without a request after which a connection of a proxy is closed: longer than the
documented proxy keeps it."""

PATIENCE_ALONE = 0.5
"""The same where no other process answers: the next start waits for the end of this one."""


class Drain:
    """Runs a waitress server until it is told to stop, and then until nobody is connected.

    :param sockets: waitress's map of listening sockets, connections and triggers.
    :param begun: called once the process is told to stop.
    :param notice: seconds from then on in which new connections are still accepted.
    :param patience: seconds without a request, or without a byte of an unfinished one, after
        which a connection is closed then.
    """

    def __init__(
        self,
        sockets: dict[int, Any],
        begun: Callable[[], None],
        notice: float = 0,
        patience: float = PATIENCE_ALONE,
    ) -> None:
        self._sockets = sockets
        self._begun = begun
        self._notice = notice
        self._patience = patience
        self._servers = [
            server for server in sockets.values() if isinstance(server, BaseWSGIServer)
        ]
        self._asked = False

    def begin(self, *_: object) -> None:
        """Stop gracefully: a signal handler, which does nothing the second time."""
        self._asked = True
        self._servers[0].pull_trigger()

    def run(self) -> None:
        """Serve; returns at the end. Ctrl-C ends it at once: a write under way is finished."""
        try:
            while not self._asked:
                self._serve(timeout=1)
            self._begun()
            until = time.monotonic() + self._notice
            while time.monotonic() < until:
                self._serve()
            self._stop_accepting()
            self._answer_the_rest(time.monotonic() + DEADLINE)
        except (SystemExit, KeyboardInterrupt):
            pass
        self._servers[0].task_dispatcher.shutdown()

    def _serve(self, timeout: float = INTERVAL) -> None:
        """Wait for something to do, and do it."""
        wasyncore.loop(timeout=timeout, use_poll=True, map=self._sockets, count=1)

    def _stop_accepting(self) -> None:
        """Take the connections that wait to be accepted, and close the listening sockets."""
        for server in self._servers:
            server.is_draining = True
            for _ in range(MAX_ACCEPTED):
                connected = len(server.active_channels)
                server.handle_accept()
                if len(server.active_channels) == connected:
                    break
            server.accepting = False
            server.del_channel()
            server.socket.close()

    def _answer_the_rest(self, deadline: float) -> None:
        while any(self._connections()) and time.monotonic() < deadline:
            self._close_idle()
            self._serve()

    def _close_idle(self) -> None:
        since = time.time() - self._patience
        for connection in self._connections():
            if connection.is_idle(since):
                connection.handle_close()

    def _connections(self) -> Iterator[Connection]:
        return (one for one in list(self._sockets.values()) if isinstance(one, Connection))
