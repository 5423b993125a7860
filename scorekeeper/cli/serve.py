"""The server: waitress on one checked installation, and its welcome in the terminal."""

import argparse
import gc
import io
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from ipaddress import ip_address
from typing import NoReturn

import segno
import waitress
import waitress.server
from flask import Flask

from scorekeeper.cli import request_parser
from scorekeeper.cli.connection import Connection
from scorekeeper.cli.fair_queue import FairDispatcher
from scorekeeper.cli.request_lanes import RequestLanes
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.i18n.operator import say
from scorekeeper.storage import backup
from scorekeeper.storage.base import DatabaseDamaged, StorageError
from scorekeeper.storage.drafts import remove_drafts
from scorekeeper.storage.installation import Installation
from scorekeeper.web.server_addresses import addresses, default_port

CreateApp = Callable[[], Flask]
"""The application factory, given by ``app.py``."""

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

GC_THRESHOLDS = (10_000, 20, 50)
"""Garbage-collector thresholds: a request allocates about a thousand objects without cycles,
and the cached sheets are large and live long."""

SWITCH_INTERVAL = 0.001
"""Seconds after which a thread at work lets another one run: a page of a long sheet must not
hold up polls."""

TRUSTED_PROXY_HEADERS = {"x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"}
"""Headers that the trusted proxy sets: client address, scheme, host with port."""

BACKUP_INTERVAL = 3600
"""Seconds between two looks for today's backup."""


def main(arguments: list[str], create_app: CreateApp) -> int:
    """Serve until stopped; return the exit status."""
    options = _options(arguments)
    application = create_app()
    installation: Installation = application.extensions["installation"]
    try:
        open_installation(installation)
        request_parser.install()
        server = create_server(application, options.host, options.port, options.proxy)
    except StorageError as error:
        return _fail(error.message)
    except OSError as error:
        return _fail(
            msg(
                "La Marque ne peut pas s'ouvrir sur %(host)s:%(port)s : %(why)s.",
                host=options.host,
                port=str(options.port),
                why=error.strerror or str(error),
            )
        )
    signal.signal(signal.SIGTERM, _exit_on_signal)
    # waitress warns whenever all threads are busy for a moment
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    installation.announce(addresses(options.host, options.port)[-1][1])
    print(_welcome(options.host, options.port, options.proxy), flush=True)
    threading.Thread(target=_back_up_daily, args=(installation,), daemon=True).start()
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_INTERVAL)
    server.run()
    return 0


def create_server(
    application: Flask, host: str, port: int, proxy: str = ""
) -> waitress.server.BaseWSGIServer:
    """A waitress server whose clients take turns, and whose slow clients are closed.

    :param proxy: the IP address of the trusted proxy; empty if there is none.
    :raises OSError: if it cannot listen there.
    """
    cache = application.extensions["sheets"].cache
    dispatcher = FairDispatcher(RequestLanes(cache, proxy))
    dispatcher.set_thread_count(THREADS)
    sockets: dict[int, object] = {}
    server = waitress.create_server(
        application,
        map=sockets,
        _dispatcher=dispatcher,
        host=host,
        port=port,
        **WAITRESS,
        **_proxy_settings(proxy),
    )
    for listening in sockets.values():
        if isinstance(listening, waitress.server.BaseWSGIServer):
            listening.channel_class = Connection
    return server


def open_installation(installation: Installation) -> None:
    """Claim an installation for this process, check its database, and open it.

    The lock is taken before the check, so that no other process writes in between, and before
    drafts are removed, so that they are nobody's.

    :raises StorageError: with a sentence for the operator; the lock is released then.
    """
    path = installation.database
    try:
        installation.claim()
        remove_drafts(path)
        if path.exists() and path.stat().st_size:
            backup.check(path)
        installation.open()
    except (StorageError, OSError) as error:
        installation.release()
        raise StorageError(_start_failure(error, installation)) from error


def _start_failure(error: StorageError | OSError, installation: Installation) -> Message:
    if isinstance(error, DatabaseDamaged):
        return backup.damage_report(error, installation.database)
    if isinstance(error, StorageError):
        return error.message
    return msg(
        "La Marque ne peut pas écrire dans %(folder)s : %(why)s.",
        folder=installation.path,
        why=error.strerror or str(error),
    )


def _exit_on_signal(*_: object) -> NoReturn:
    """Stop as Ctrl-C does: a write under way is finished."""
    raise SystemExit


def _back_up_daily(installation: Installation) -> None:
    """Take one backup a day, and watch the disk, for as long as the program runs."""
    log = logging.getLogger("la_marque")
    while True:
        try:
            for warning in installation.disk_warnings:
                log.warning("%s", say(warning))
            backup.daily(installation.database)
        except (StorageError, OSError) as error:
            why = error.message if isinstance(error, StorageError) else str(error)
            log.error("%s", say(msg("Copie du jour : %(why)s", why=why)))
        time.sleep(BACKUP_INTERVAL)


def _proxy_settings(proxy: str) -> dict[str, object]:
    """Settings of waitress that trust the headers of this proxy; of nobody if empty."""
    if not proxy:
        return {}
    return {"trusted_proxy": proxy, "trusted_proxy_headers": TRUSTED_PROXY_HEADERS}


def _proxy_address(given: str) -> str:
    try:
        return str(ip_address(given)) if given else ""
    except ValueError:
        message = msg(
            "« %(given)s » n'est pas l'adresse IP d'un proxy, comme 127.0.0.1", given=given
        )
        raise argparse.ArgumentTypeError(say(message)) from None


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 app.py run")
    parser.add_argument("--host", default=os.environ.get("HOST") or "0.0.0.0")
    parser.add_argument("--port", type=int, default=default_port())
    parser.add_argument("--proxy", type=_proxy_address, default=os.environ.get("PROXY", ""))
    return parser.parse_args(arguments)


def _welcome(host: str, port: int, proxy: str = "") -> str:
    """The addresses to open and a QR code; behind a proxy only its own address."""
    found = addresses(host, port)
    address = found[-1][1]
    if proxy:
        opened = msg(
            "La Marque est ouverte au proxy %(proxy)s, sur %(address)s",
            proxy=proxy,
            address=address,
        )
        return say(opened)
    lines = ["", say(msg("La Marque est ouverte."))]
    for label, url in found:
        lines.append("  " + say(msg("%(label)s : %(address)s", label=label, address=url)))
    return "\n".join([*lines, "", _qr_code(address), say(msg("Ctrl-C pour fermer."))])


def _qr_code(address: str) -> str:
    out = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(out, border=4, compact=True)
    return out.getvalue()


def _fail(message: Message) -> int:
    print(say(message), file=sys.stderr)
    return 1
