"""Graceful stop of a serving process: what has arrived is answered before the process ends.

Every further answer on an open connection closes it, so that a client's next request goes to
another process. ``tests/reliability/test_rolling_restart.py`` counts what is lost.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from waitress import wasyncore
from waitress.server import BaseWSGIServer

from scorekeeper.cli.connection import Connection

MAX_ACCEPTED = 1000
"""Connections taken from the queue of a listening socket before it is closed."""

INTERVAL = 0.1
"""Seconds between two looks at the connections that are left."""

PAUSE = 0.002
"""Seconds for which a process that has accepted a connection leaves the next one to others."""

DEADLINE = 30
"""Seconds after which a process ends whoever is still connected."""

NOTICE = 3
"""Seconds in which a process that is to end alone at its address still takes connections: a
proxy asks each second whether it is ready."""

PATIENCE = 22
"""Seconds without a request, or without a byte of an unfinished one, after which a connection
is closed, where other processes answer meanwhile: longer than the documented proxies keep
theirs, and than a page waits to poll."""

PATIENCE_ALONE = 0.5
"""The same where no other process answers: the next start waits for the end of this one."""


class Drain:
    """Runs a waitress server until it is told to stop, and then until nobody is connected.

    :param sockets: waitress's map of listening sockets, connections and triggers.
    :param patience: seconds without a request, or without a byte of an unfinished one, after
        which a connection is closed.
    :param notice: seconds from then on in which new connections are still accepted.
    :param begun: these are called once the process is told to stop.
    """

    def __init__(
        self,
        sockets: dict[int, Any],
        patience: float = PATIENCE_ALONE,
        begun: Iterable[Callable[[], None]] = (),
        notice: float = 0,
    ) -> None:
        self._notice = notice
        self._sockets = sockets
        self._patience = patience
        self._begun = begun
        self._servers = [one for one in sockets.values() if isinstance(one, BaseWSGIServer)]
        self._asked = False

    def begin(self, *_: object) -> None:
        """Stop gracefully: a signal handler, which does nothing the second time."""
        self._asked = True
        self._servers[0].pull_trigger()

    def run(self) -> None:
        """Serve; returns at the end. Ctrl-C ends it at once: a write under way is finished."""
        try:
            while not self._asked:
                self._serve()
            self._give_notice()
            self._stop_accepting()
            self._answer_the_rest(time.monotonic() + DEADLINE)
        except (SystemExit, KeyboardInterrupt):
            pass
        self._servers[0].task_dispatcher.shutdown()

    def _serve(self) -> None:
        """Wait for something to do, and do it.

        A process that has accepted a connection leaves the next one to another for a moment:
        else one of them has most of the connections, which stay open.
        """
        paused = [server for server in self._servers if not server.accepting]
        timeout = PAUSE if paused else INTERVAL if self._asked else 1
        wasyncore.loop(timeout=timeout, use_poll=True, map=self._sockets, count=1)
        for server in paused:
            server.accepting = True

    def _give_notice(self) -> None:
        """Serve on for the time in which a proxy finds out that the process is not ready.

        A connection that comes just when its listening socket is closed is lost.
        """
        for call in self._begun:
            call()
        until = time.monotonic() + self._notice
        while time.monotonic() < until:
            self._serve()

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
            wasyncore.loop(timeout=INTERVAL, use_poll=True, map=self._sockets, count=1)

    def _close_idle(self) -> None:
        since = time.time() - self._patience
        for connection in self._connections():
            if connection.is_idle(since):
                connection.handle_close()

    def _connections(self) -> Iterator[Connection]:
        return (one for one in list(self._sockets.values()) if isinstance(one, Connection))
