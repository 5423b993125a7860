"""The waitress server: its settings, its connections, and its graceful stop.

Waitress 3.0.2 is used as it is, but for what a client could do to others with it. Each class
says what it is for. ``tests/reliability/test_slow_clients.py`` and ``test_hostile.py`` guard
it, and ``tests/bench/crowd.py`` measures it: 2,000 phones that poll every two seconds are all
answered, and so are newcomers, also while 1,000 connections ask for files and read nothing.
"""

import contextlib
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask

from scorekeeper.cli.fair_queue import FairDispatcher, lane_of_request

THREADS = 4
"""Request threads; more of them only wait for the interpreter lock."""

WAITRESS = {
    "threads": THREADS,
    "asyncore_use_poll": True,  # select() is limited to 1024 descriptors
    "channel_timeout": 30,  # for a request to arrive and for an answer to be read, too
    "cleanup_interval": 1,
    "outbuf_high_watermark": 16 * 1024 * 1024,  # above any page: no thread waits for a reader
    "inbuf_overflow": 64 * 1024,  # a larger body is put into a temporary file
    "outbuf_overflow": 1024 * 1024,
    # far above an imported file, which Flask limits as it limits forms: a body that is too
    # large is read to its end, for a browser shows no answer to one that it is still sending
    "max_request_body_size": 8 * 1024 * 1024,
    "max_request_header_size": 16 * 1024,
    "ident": None,
    "clear_untrusted_proxy_headers": True,
}
"""Settings of waitress that differ from its defaults."""

TRUSTED_PROXY_HEADERS = {"x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"}
"""Headers that the trusted proxy sets: client address, scheme, host with port."""

MAX_CONNECTIONS = 10_000
"""Open connections where the system allows them: the four phones of 2,500 tables."""

NEARLY_FULL = 0.9
"""The part of the allowed connections from which idle ones are closed for others."""

YOUNG = 5.0
"""Seconds without a request after which a connection may be closed for others; a phone that
polls is always younger."""

MAX_PENDING = 32 * 1024 * 1024
"""Bytes of unfinished requests and unread answers together, in memory or temporary files.

Without a bound 1,000 connections that read nothing took 141 MB in 15 seconds instead of 83."""

MAX_PIPELINED = 8
"""Requests of a connection that wait to be answered; browsers and proxies send one."""

MAX_ACCEPTED = 1000
"""Connections taken from the queue of a listening socket before it is closed."""

INTERVAL = 0.1
"""Seconds between two looks at the connections that are left at the end."""

DEADLINE = 30
"""Seconds after which a process that stops ends whoever is still connected."""

NOTICE = 3
"""Seconds in which a process behind a proxy reports that it is not ready and still takes
connections: the proxy asks each second."""

PATIENCE = 4
"""Seconds without a request after which a connection of a proxy is closed at the end: longer
than the documented proxy keeps it."""

PATIENCE_ALONE = 0.5
"""The same where no other process answers: the next start waits for the end of this one."""


class RequestParser(HTTPRequestParser):  # type: ignore[misc]
    """Refuses a request whose end is ambiguous, and expects nothing more of a complete one.

    Waitress ignores a length beside chunks, and chunks of HTTP/1.0. A proxy that does not
    would send one client's request within another's: after such a request, which is answered
    400, the connection is closed (RFC 9112, section 6.1).
    Upstream, Pylons/waitress#464 is fixed by #475, which closes the connection after a length
    beside chunks; no release has it as of 3.0.2. Of chunks of HTTP/1.0 no report was found.

    Waitress answers ``100 Continue`` to any request with ``Expect: 100-continue``, and then
    waits for a body, also where there is none: the request is never answered, and the next
    one on the connection is taken for its end. Behind a proxy that shares connections, one
    client would get the answer to another. Upstream, no report of it was found as of 3.0.2.
    """

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the head of the request; see waitress, which removes the coding it applies.
        Raise ParsingError if its end is ambiguous."""
        super().parse_header(header_plus)
        if "TRANSFER_ENCODING" in self.headers or (
            self.chunked and "CONTENT_LENGTH" in self.headers
        ):
            raise ParsingError("Length and coding of the body are ambiguous")

    def received(self, data: bytes) -> int:
        """Parse more of the request; return the number of bytes taken."""
        taken: int = super().received(data)
        if self.completed:
            self.expect_continue = False
        return taken


class KeepAliveTask(WSGITask):  # type: ignore[misc]
    """A request whose connection stays open after an answer without a body, too. Waitress
    closes it after each 204 or 304, since such an answer has no ``Content-Length``: a phone
    would pay a round trip, or three with TLS, for each poll without news."""

    def build_response_header(self) -> bytes:
        """Return the head of the answer; it closes a connection of a process that stops, after
        the last of the requests that have arrived."""
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


class ClientConnection(HTTPChannel):  # type: ignore[misc]
    """A connection that is inactive until a request is complete, or an answer all sent. To
    waitress each byte is activity: who sends or reads one from time to time keeps his
    connection, and his part of :data:`MAX_PENDING`, forever."""

    parser_class = RequestParser
    task_class = KeepAliveTask

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.active_at: float = self.creation_time
        """The time at which the last request began to arrive, or was answered."""

    @property
    def pending(self) -> int:
        """The bytes of the unfinished request and of the unread answers."""
        request = self.request
        received = request.body_bytes_received if request is not None else 0
        return int(received + self.total_outbufs_len)

    def received(self, data: bytes) -> bool:
        """Take some bytes of a request; see waitress."""
        if self.request is None:
            self.active_at = time.time()
        taken = bool(super().received(data))
        if len(self.requests) > MAX_PIPELINED:
            self.will_close = True
        return taken

    def service(self) -> None:
        """Answer a request; see waitress."""
        super().service()
        self.active_at = time.time()

    def writable(self) -> bool:
        """Return true if there is something to send. Closes a connection that is to be closed:
        waitress does when the client takes some bytes more, which it may never do."""
        if self.will_close:
            self.handle_close()
            return False
        return bool(super().writable())

    def handle_close(self) -> None:
        """Close the connection, and the temporary file of an unfinished request."""
        if self.request is not None:
            self.request.close()
        super().handle_close()


class Server(TcpWSGIServer):  # type: ignore[misc]
    """A listening socket that bounds its connections and what they hold."""

    channel_class = ClientConnection
    is_draining = False

    def maintenance(self, now: float) -> None:
        """Close connections without a request at work, those inactive the longest first: after
        the timeout, or to make room for others. None that is seconds old is closed for
        another: where all are, new ones wait to be accepted."""
        connections = sorted(self.active_channels.values(), key=lambda one: one.active_at)
        excess = len(self._map) - int(self.adj.connection_limit * NEARLY_FULL)
        held = sum(connection.pending for connection in connections)
        for connection in connections:
            age, pending = now - connection.active_at, connection.pending
            is_over = excess > 0 and age > YOUNG
            is_holding = held > MAX_PENDING and pending
            if not connection.requests and (
                age > self.adj.channel_timeout or is_over or is_holding
            ):
                connection.will_close = True
                excess -= 1
                held -= pending


def create_server(application: Flask, host: str, port: int, proxy: str = "") -> list[Server]:
    """Listen on every address of a host, behind the proxy of this IP address if there is one.
    Raise OSError if it cannot listen there."""
    # waitress warns whenever all threads are busy for a moment
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    trusted = {"trusted_proxy": proxy, "trusted_proxy_headers": TRUSTED_PROXY_HEADERS}
    try:
        adjustments = Adjustments(
            host=host,
            port=port,
            connection_limit=allowed_connections(),
            **WAITRESS,
            **(trusted if proxy else {}),
        )
    except ValueError as error:  # waitress's word for a host that there is not
        raise OSError(str(error)) from None
    dispatcher = FairDispatcher(partial(lane_of_request, proxy=proxy))
    dispatcher.set_thread_count(THREADS)
    sockets: dict[int, object] = {}
    return [
        Server(application, sockets, dispatcher=dispatcher, adj=adjustments, sockinfo=address)
        for address in adjustments.listen
    ]


def allowed_connections() -> int:
    """Return the number of connections that the system allows, once asked for as many as it
    gives: a quarter of the descriptors is left to files and to the database."""
    try:
        import resource
    except ImportError:  # Windows
        return 400
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(hard, 2 * MAX_CONNECTIONS)
    if soft < wanted:
        with contextlib.suppress(ValueError, OSError):  # macOS gives less than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return min(MAX_CONNECTIONS, soft * 3 // 4)


class GracefulStop:
    """Runs a server until it is told to stop, and then until nobody is connected.

    Requests under way are answered before the process ends. While one of several processes
    behind a proxy is restarted nothing is lost: ``tests/reliability/test_rolling_restart.py``.

    :param servers: the listening sockets.
    :param begun: called once the process is told to stop.
    :param notice: seconds from then on in which new connections are still accepted.
    :param patience: seconds without a byte of a request after which a connection is closed
        then.
    """

    def __init__(
        self,
        servers: Sequence[Server],
        begun: Callable[[], None],
        notice: float = 0,
        patience: float = PATIENCE_ALONE,
    ) -> None:
        self._servers = servers
        self._sockets: dict[int, object] = servers[0]._map
        self._begun = begun
        self._notice = notice
        self._patience = patience
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
        """Serve until nobody is connected; connections without a request are closed."""
        while any(self._connections()) and time.monotonic() < deadline:
            self._serve()  # reads what has arrived before a connection counts as idle
            since = time.time() - self._patience
            for connection in self._connections():
                at_work = connection.requests or connection.total_outbufs_len
                if not at_work and connection.last_activity < since:
                    connection.handle_close()

    def _connections(self) -> Iterator[ClientConnection]:
        return (
            connection
            for connection in list(self._sockets.values())
            if isinstance(connection, ClientConnection)
        )
