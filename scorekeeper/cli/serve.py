"""The command ``run``: its options, each a variable of the environment too, its welcome, and
the server on one checked installation."""

import argparse
import gc
import io
import logging
import os
import signal
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import segno
from flask import Flask

from scorekeeper import program
from scorekeeper.cli.server import (
    NOTICE,
    PATIENCE,
    PATIENCE_ALONE,
    GracefulStop,
    create_server,
)
from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.streams.base import (
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseStopped,
    StorageError,
)
from scorekeeper.streams.files import MEBIBYTE
from scorekeeper.streams.installation import Installation
from scorekeeper.web.addresses import DEFAULT_PORT, addresses

CreateApp = Callable[[], Flask]
"""The application factory, given by ``app.py``."""

End = Callable[[DatabaseDamaged], None]
"""Ends the program, its database being damaged."""

AT_ONCE = 16 * MEBIBYTE
"""Bytes of a database that is wholly checked before the first page; of a larger one that takes
seconds, in which nobody is to wait."""

GC_THRESHOLDS = (10_000, 20, 50)
"""Garbage-collector thresholds: a request allocates about a thousand objects without cycles,
and the cached sheets are large and live long."""

SWITCH_INTERVAL = 0.001
"""Seconds after which a thread lets another one run: long pages must not hold up polls."""


def main(arguments: list[str], create_app: CreateApp) -> int:
    """Serve until stopped; return the exit status."""
    options = read_options(arguments)
    try:
        application = create_app()
        application.config["HOST"] = options.host
        installation: Installation = application.extensions["installation"]
        open_installation(installation)
        servers = create_server(application, options.host, options.port, options.proxy)
    except StorageError as error:
        return _fail(error.message)
    except OSError as error:
        return _fail(_cannot_listen(options.host, options.port, error))
    serving = GracefulStop(
        servers,
        application.extensions["readiness"].stop,
        notice=NOTICE if installation.is_shared else 0,
        patience=PATIENCE if installation.is_shared else PATIENCE_ALONE,
    )
    signal.signal(signal.SIGTERM, serving.begin)
    installation.announce(addresses(options.host, options.port)[-1][1])
    faults: list[DatabaseDamaged] = []

    def end(fault: DatabaseDamaged) -> None:
        faults.append(fault)
        serving.begin()

    _work_beside(installation, end)
    print(welcome(options, installation.path), flush=True)
    if options.open:
        address = addresses(options.host, options.port)[0][1]
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    serving.run()
    if faults:
        return _fail(installation.damage_report(faults[0]))
    if not installation.is_shared:
        note_heads(installation)
    return 0


def _work_beside(installation: Installation, end: End) -> None:
    """Start the work of every day beside the server, and set what all threads share."""
    if not installation.is_shared:  # a service has its own backups: see docs/deploying.md
        threading.Thread(target=work_daily, args=(installation, end), daemon=True).start()
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_INTERVAL)


def _cannot_listen(host: str, port: int, error: OSError) -> Message:
    return msg(
        "La Marque ne peut pas s'ouvrir sur %(host)s:%(port)s : %(why)s. Si un autre "
        "programme s'en sert, essayez un autre port (--port 8081).",
        host=host,
        port=str(port),
        why=error.strerror or str(error),
    )


def open_installation(installation: Installation) -> None:
    """Open an installation, its database checked; StorageError has a sentence for the
    operator, and the lock is released then."""
    try:
        installation.open_checked(AT_ONCE)
    except (StorageError, OSError) as error:
        installation.release()
        raise StorageError(_start_failure(error, installation)) from error


def _start_failure(error: StorageError | OSError, installation: Installation) -> Message:
    if isinstance(error, DatabaseDamaged):
        return installation.damage_report(error)
    if isinstance(error, StorageError):
        return error.message
    return msg(
        "La Marque ne peut pas écrire dans %(folder)s : %(why)s.",
        folder=installation.path,
        why=error.strerror or str(error),
    )


def _fail(message: Message) -> int:
    print(say(message), file=sys.stderr)
    return 1


def read_options(arguments: list[str]) -> argparse.Namespace:
    """Return the options of a command line."""
    parser = argparse.ArgumentParser(prog=f"{program.COMMAND} run", allow_abbrev=False)

    def add(name: str, says: Message, **how: Any) -> None:
        parser.add_argument(name, help=say(says), **how)

    host = msg("adresse de cette machine à laquelle ouvrir ; sans elle, toutes (HOST)")
    add("--host", host, default=os.environ.get("HOST") or "0.0.0.0")
    port = msg("port, de 1 à 65535 ; sans lui, %(port)s (PORT)", port=str(DEFAULT_PORT))
    add("--port", port, type=_port, default=os.environ.get("PORT") or str(DEFAULT_PORT))
    browser = msg("ouvre aussi le navigateur de cette machine")
    add("--open", browser, action="store_true")
    folder = msg(
        "dossier des feuilles ; sans lui, %(folder)s (INSTANCE)",
        folder=program.default_instance(),
    )
    add("--instance", folder, metavar="FOLDER")
    proxy = msg("adresse IP du proxy devant La Marque, comme 127.0.0.1 (PROXY)")
    add("--proxy", proxy, type=_proxy_address, default=os.environ.get("PROXY", ""))
    return parser.parse_args(arguments)


def _port(given: str) -> int:
    if given.isascii() and given.isdigit() and 0 < int(given) < 65536:
        return int(given)
    message = msg("« %(given)s » n'est pas un port : on attend 1 à 65535", given=given)
    raise argparse.ArgumentTypeError(say(message))


def _proxy_address(given: str) -> str:
    try:
        return str(ip_address(given)) if given else ""
    except ValueError:
        message = msg(
            "« %(given)s » n'est pas l'adresse IP d'un proxy, comme 127.0.0.1", given=given
        )
        raise argparse.ArgumentTypeError(say(message)) from None


def welcome(options: argparse.Namespace, folder: Path) -> str:
    """Return what is printed at the start: addresses, a QR code, the folder of the sheets;
    behind a proxy only its own address."""
    found = addresses(options.host, options.port)
    address = found[-1][1]
    if options.proxy:
        opened = msg(
            "La Marque est ouverte au proxy %(proxy)s, sur %(address)s",
            proxy=options.proxy,
            address=address,
        )
        return say(opened)
    lines = ["", say(msg("La Marque est ouverte."))]
    for label, url in found:
        lines.append("  " + say(msg("%(label)s : %(address)s", label=label, address=url)))
    stored = msg("Les feuilles restent dans %(folder)s", folder=folder)
    last = [say(stored), say(msg("Ctrl-C pour fermer."))]
    return "\n".join([*lines, "", _qr_code(address), *last])


def _qr_code(address: str) -> str:
    out = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(out, border=4, compact=True)
    return out.getvalue()


# The work of every day beside the server

BACKUP_INTERVAL = 3600
"""Seconds between two looks for today's backup."""


FAILURES = (StorageError, DatabaseBusy, DatabaseStopped, OSError)
"""What is told of in the log, and tried again."""


def work_daily(installation: Installation, end: End) -> None:
    """Check what the start has left; then take one backup a day, and watch the disk, for as
    long as the program runs."""
    log = logging.getLogger("la_marque")
    is_checked = False
    while True:
        try:
            if not is_checked:
                installation.check_rest(AT_ONCE)
            is_checked = True
        except DatabaseDamaged as error:
            return end(error)
        except FAILURES as error:
            log.error("%s", say(Message("%(why)s", {"why": _why(error)})))
        try:
            for warning in installation.disk_warnings:
                log.warning("%s", say(warning))
            installation.back_up_daily()
        except FAILURES as error:
            log.error("%s", say(msg("Copie du jour : %(why)s", why=_why(error))))
        time.sleep(BACKUP_INTERVAL)


def note_heads(installation: Installation) -> None:
    """Note at an orderly stop what the database has; a failure is in the log."""
    try:
        installation.note_heads()
    except FAILURES as error:
        why = msg("Arrêt du programme : %(why)s", why=_why(error))
        logging.getLogger("la_marque").error("%s", say(why))


def _why(error: Exception) -> Message | str:
    return error.message if isinstance(error, StorageError) else str(error)
