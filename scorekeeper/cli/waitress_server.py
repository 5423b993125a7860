"""The waitress server: its settings, its connections and the order of its requests."""

import logging
from typing import Any

import waitress
import waitress.server
from flask import Flask

from scorekeeper.cli import request_parser
from scorekeeper.cli.connection import Connection
from scorekeeper.cli.fair_queue import FairDispatcher
from scorekeeper.cli.request_lanes import RequestLanes

THREADS = 4
"""Request threads; more of them only wait for the interpreter lock."""

WAITRESS = {
    "threads": THREADS,
    "connection_limit": 1000,  # the default 100 is too few for a club: open sockets count
    "asyncore_use_poll": True,  # select() is limited to 1024 descriptors
    "channel_timeout": 30,  # for a request to arrive and for an answer to be read, too
    "cleanup_interval": 5,
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


def create_server(
    application: Flask, host: str, port: int, proxy: str = ""
) -> waitress.server.BaseWSGIServer:
    """A waitress server whose clients take turns, and whose slow clients are closed.

    :param proxy: the IP address of the trusted proxy; empty if there is none.
    :raises OSError: if it cannot listen there.
    """
    # waitress warns whenever all threads are busy for a moment
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    request_parser.install()
    sheets = application.extensions["sheets"]
    dispatcher = FairDispatcher(RequestLanes(sheets, proxy))
    dispatcher.set_thread_count(THREADS)
    connections: dict[int, object] = {}
    try:
        server = waitress.create_server(
            application,
            map=connections,
            _dispatcher=dispatcher,
            host=host,
            port=port,
            **WAITRESS,
            **_proxy_settings(proxy),
        )
    except ValueError as error:  # waitress's word for a host that there is not
        raise OSError(str(error)) from None
    for listening in connections.values():
        if isinstance(listening, waitress.server.BaseWSGIServer):
            listening.channel_class = Connection
            listening.is_draining = False
    return server


def sockets_of(server: Any) -> dict[int, Any]:
    """Waitress's map of the listening sockets and connections of a server."""
    found: dict[int, Any] = server.map if hasattr(server, "map") else server._map
    return found


def _proxy_settings(proxy: str) -> dict[str, object]:
    """Settings of waitress that trust the headers of this proxy; of nobody if empty."""
    if not proxy:
        return {}
    return {"trusted_proxy": proxy, "trusted_proxy_headers": TRUSTED_PROXY_HEADERS}
