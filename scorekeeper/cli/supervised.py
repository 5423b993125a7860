"""The sockets that a serving process gets from its supervisor, and its line to it.

The line is one end of a socket pair: the process says on it that it serves, and learns from
its end that the supervisor is gone.
"""

import contextlib
import os
import socket
import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

VARIABLE = "LA_MARQUE_SUPERVISED"
"""The environment variable of a supervised process: its slot, the descriptor of its line, and
those of its listening sockets."""

BACKLOG = 1024
"""Connections that wait to be accepted."""

READY = b"ready\n"
"""The message of a process that serves."""


class Supervised(NamedTuple):
    """A process that a supervisor has started."""

    slot: int
    """Its number, from zero; its replacement has the same."""
    line: socket.socket
    sockets: Sequence[socket.socket]
    """The listening sockets, shared with the other processes."""

    def report_ready(self, orphaned: Callable[[], None]) -> None:
        """Tell the supervisor that this process serves.

        :param orphaned: called, in a thread of its own, once the supervisor is gone.
        """
        self.line.sendall(READY)
        threading.Thread(target=self._await_end, args=(orphaned,), daemon=True).start()

    def _await_end(self, orphaned: Callable[[], None]) -> None:
        with contextlib.suppress(OSError):
            while self.line.recv(64):
                pass
        orphaned()


def encoded(slot: int, line: socket.socket, sockets: Sequence[socket.socket]) -> str:
    """The value of :data:`VARIABLE`."""
    return ",".join(map(str, (slot, line.fileno(), *(one.fileno() for one in sockets))))


def inherited() -> Supervised | None:
    """This process as its supervisor has started it; ``None`` if it has no supervisor."""
    given = os.environ.pop(VARIABLE, "")
    if not given:
        return None
    slot, line, *sockets = map(int, given.split(","))
    return Supervised(
        slot, socket.socket(fileno=line), [socket.socket(fileno=one) for one in sockets]
    )


def listen(host: str, port: int) -> list[socket.socket]:
    """Listening sockets on every address of a host.

    :raises OSError: if that is impossible.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    sockets = []
    for family, kind, protocol, _, address in dict.fromkeys(found):
        one = socket.socket(family, kind, protocol)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        one.bind(address)
        one.listen(BACKLOG)
        sockets.append(one)
    return sockets
