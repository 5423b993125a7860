"""Connections of waitress with deadlines for slow clients, and a bound on what they hold."""

import socket
import time
from collections.abc import Iterable
from typing import Any

from waitress.channel import HTTPChannel
from waitress.task import WSGITask

MAX_CONNECTIONS = 950
"""Open connections; a further one closes an inactive one."""

MAX_PENDING = 32 * 1024 * 1024
"""Bytes of unfinished requests and unread answers together, in memory or temporary files;
beyond them an inactive connection is closed."""

LARGE = 64 * 1024
"""Bytes of one connection from which the sum of all is looked at."""


class KeepAliveTask(WSGITask):
    """A request whose connection stays open after an answer without a body, too.

    waitress closes it after a 204, and so after each poll without news. A process that is to
    end closes each connection after the last of its requests that have arrived.
    """

    def build_response_header(self) -> bytes:
        """The head of the answer; see waitress."""
        if self._is_last:
            self.set_close_on_finish()
        return bytes(super().build_response_header())

    def set_close_on_finish(self) -> None:
        """Close the connection after this answer, unless it can stay open."""
        asked = self.request.headers.get("CONNECTION", "").lower()
        if self.has_body or self.version != "1.1" or asked == "close" or self._is_last:
            super().set_close_on_finish()

    @property
    def _is_last(self) -> bool:
        return self.channel.server.is_draining and len(self.channel.requests) == 1


class Connection(HTTPChannel):
    """A connection that is inactive until a request is complete, or an answer all sent.

    waitress closes a connection ``channel_timeout`` seconds after its last activity. Here a
    request sent byte by byte, or an answer read byte by byte, is no activity.
    """

    task_class = KeepAliveTask

    answered = False
    """True once a request has been answered."""

    _request_began = 0.0
    """The time at which the unfinished request began."""

    _last_received = 0.0
    """The time at which the last bytes of a request came."""

    def __init__(self, server: Any, *args: Any, **options: Any) -> None:
        super().__init__(server, *args, **options)
        connections = server.active_channels
        if len(connections) > MAX_CONNECTIONS:
            close_inactive(connections.values())

    @property
    def pending(self) -> int:
        """The bytes of the unfinished request and of the unread answers."""
        received = self.request.body_bytes_received if self.request is not None else 0
        return int(received + self.total_outbufs_len)

    def writable(self) -> bool:
        """True if there is something to send; closes a connection that is to be closed.

        waitress closes it when the client takes some bytes more, which it may never do.
        """
        if self.will_close:
            self.handle_close()
            return False
        return bool(super().writable())

    def is_idle(self, since: float) -> bool:
        """True if nothing was asked since that time, and nothing waits to be read or sent.

        A request that is unfinished is idle if none of its bytes has come since then.

        :param since: a time as ``time.time`` gives it.
        """
        last = self.last_activity if self.request is None else self._last_received
        at_work = self.requests or self.total_outbufs_len
        return not at_work and last < since and not self._has_arrived

    @property
    def _has_arrived(self) -> bool:
        """True if the client has sent what was not read yet."""
        try:
            return bool(self.socket.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT))
        except OSError:  # nothing has arrived, or the connection is lost
            return False

    def handle_close(self) -> None:
        """Close the connection, and the temporary file of an unfinished request."""
        if self.request is not None:
            self.request.close()
        super().handle_close()

    def received(self, data: bytes) -> bool:
        """Take some bytes of a request; see waitress."""
        unfinished = self.request
        self._last_received = time.time()
        taken = bool(super().received(data))
        if self.request is not None:
            if self.request is not unfinished:
                self._request_began = time.time()
            self.last_activity = self._request_began
            self._bound_pending()
        return taken

    def _flush_some(self, do_close: bool = True) -> bool:
        before = self.last_activity
        sent = bool(super()._flush_some(do_close=do_close))
        if self.total_outbufs_len:
            self.last_activity = before
        return sent

    def service(self) -> None:
        """Answer a request; see waitress."""
        super().service()
        self.answered = True
        self._bound_pending()

    def _bound_pending(self) -> None:
        connections = list(self.server.active_channels.values())
        if self.pending > LARGE and sum(one.pending for one in connections) > MAX_PENDING:
            close_inactive(one for one in connections if one.pending > LARGE)


def close_inactive(connections: Iterable[Any]) -> None:
    """Close the connection that has been inactive the longest and has no request at work;
    one that was answered only if there is no other."""
    idle = [one for one in connections if not one.requests and not one.will_close]
    if idle:
        min(idle, key=lambda one: (one.answered, one.last_activity)).will_close = True
