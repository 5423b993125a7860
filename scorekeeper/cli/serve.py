"""The server: waitress on one checked installation."""

import gc
import logging
import signal
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Callable
from functools import partial

from flask import Flask

from scorekeeper.cli import log_lines, supervised, supervisor
from scorekeeper.cli.drain import NOTICE, PATIENCE, PATIENCE_ALONE, Drain
from scorekeeper.cli.serve_options import read_options
from scorekeeper.cli.waitress_server import create_server, sockets_of
from scorekeeper.cli.welcome import welcome
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.i18n.operator import say
from scorekeeper.service.watching import HeadWatcher
from scorekeeper.storage.base import DatabaseDamaged, StorageError
from scorekeeper.storage.installation import Installation
from scorekeeper.storage.sqlite import backup
from scorekeeper.web import rate_limits
from scorekeeper.web.server_addresses import addresses

NO_METRICS = msg(
    "--metrics demande un paquet de plus : "
    "pip install --require-hashes -r deploy/requirements.txt"
)

CreateApp = Callable[[], Flask]
"""The application factory, given by ``app.py``."""

GC_THRESHOLDS = (10_000, 20, 50)
"""Garbage-collector thresholds: a request allocates about a thousand objects without cycles,
and the cached sheets are large and live long."""

SWITCH_INTERVAL = 0.001
"""Seconds after which a thread at work lets another one run: a page of a long sheet must not
hold up polls."""

BACKUP_INTERVAL = 3600
"""Seconds between two looks for today's backup."""


def main(arguments: list[str], create_app: CreateApp) -> int:
    """Serve until stopped; return the exit status."""
    log_lines.install()
    options = read_options(arguments)
    given = supervised.inherited()
    if given is None:
        try:
            options.processes, why = supervisor.possible(options.processes)
        except StorageError as error:
            return _fail(error.message)
        if why is not None:
            print(say(why), file=sys.stderr)
        if options.processes > 1:
            return _supervise(options)
    return _serve(options, create_app, given)


def _supervise(options: Namespace) -> int:
    try:
        sockets = supervised.listen(options.host, options.port)
    except OSError as error:
        return _fail(_cannot_listen(options, error))
    opened = welcome(options.host, options.port, options.proxy)
    return supervisor.Supervisor(options.processes, sockets).run(opened)


def _serve(
    options: Namespace, create_app: CreateApp, given: supervised.Supervised | None
) -> int:
    """Serve in this process.

    :param given: what a supervisor has given it.
    """
    sockets = given.sockets if given else ()
    try:
        application = create_app()
        installation: Installation = application.extensions["installation"]
        open_installation(installation)
        begun = [] if given else [application.extensions["readiness"].stop]
        if options.metrics:
            begun.append(_serve_metrics(application, options.metrics, given))
        server = create_server(application, options.host, options.port, options.proxy, sockets)
    except StorageError as error:
        return _fail(error.message)
    except OSError as error:
        return _fail(_cannot_listen(options, error))
    notice = NOTICE if installation.is_shared and not given else 0
    drain = Drain(sockets_of(server), _patience(installation), begun, notice)
    signal.signal(signal.SIGTERM, drain.begin)
    installation.announce(addresses(options.host, options.port)[-1][1])
    _work_beside(application, installation)
    if given:
        not_ready = application.extensions["readiness"].stop
        signal.signal(signal.SIGUSR1, lambda *_: not_ready())
        given.report_ready(orphaned=drain.begin)
    else:
        print(welcome(options.host, options.port, options.proxy), flush=True)
    drain.run()
    return 0


def _work_beside(application: Flask, installation: Installation) -> None:
    """Start the threads beside the server, and set what all threads share."""
    if installation.is_shared:
        tasks = [partial(rate_limits.exchange, application)]
        HeadWatcher(application.extensions["sheets"], tasks).start()
    else:  # a service has its own backups: see docs/deploying.md
        threading.Thread(target=_back_up_daily, args=(installation,), daemon=True).start()
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_INTERVAL)


def _patience(installation: Installation) -> float:
    """Seconds of patience of a graceful stop: many where other processes answer meanwhile."""
    return PATIENCE if installation.is_shared else PATIENCE_ALONE


def _serve_metrics(
    application: Flask, address: tuple[str, int], given: supervised.Supervised | None
) -> Callable[[], None]:
    """Count and serve metrics, each process on a port of its own; the function that stops it.

    :raises StorageError: if the package for it is not installed.
    """
    try:
        from scorekeeper.cli import metrics
    except ImportError:
        raise StorageError(NO_METRICS) from None
    host, port = address
    counted = metrics.install(application)
    return metrics.MetricsServer(counted, (host, port + (given.slot if given else 0))).stop


def _cannot_listen(options: Namespace, error: OSError) -> Message:
    return msg(
        "La Marque ne peut pas s'ouvrir sur %(host)s:%(port)s : %(why)s.",
        host=options.host,
        port=str(options.port),
        why=error.strerror or str(error),
    )


def open_installation(installation: Installation) -> None:
    """Open an installation, its database checked.

    :raises StorageError: with a sentence for the operator; the lock is released then.
    """
    try:
        installation.open_checked()
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


def _fail(message: Message) -> int:
    print(say(message), file=sys.stderr)
    return 1
