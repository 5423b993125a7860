"""Metrics for Prometheus, on an address of their own: ``run --metrics HOST:PORT``.

Imported only where it is asked for: its package is in ``deploy/requirements.txt``.
No label holds a token: a request is counted by the endpoint that answered it.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, cast
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Response, request
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    start_http_server,
)

from scorekeeper.i18n.messages import msg
from scorekeeper.i18n.operator import say
from scorekeeper.sheets.events import Body
from scorekeeper.storage.base import (
    DatabaseBusy,
    DatabaseStopped,
    Head,
    Journal,
    JournalMoved,
    StorageError,
)
from scorekeeper.web.middleware import health, poll

ENDPOINT = "scorekeeper.endpoint"
"""The WSGI variable of the endpoint that Flask has found."""

METHODS = ("GET", "HEAD", "POST", "OPTIONS")
"""The methods that are counted by name; the others together."""

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""Bounds of the histogram of durations, in seconds."""

REPORTED = 120
"""Attempts to open the port after which the operator is told that it is taken: a minute."""

RETRY = 0.5
"""Seconds between two tries to listen, while the process before this one ends."""


class Metrics:
    """The metrics of one application."""

    def __init__(self, cached_sheets: Callable[[], int]) -> None:
        self.registry = own = CollectorRegistry()
        ProcessCollector(registry=own)
        PlatformCollector(registry=own)
        labels = ("endpoint", "method", "status")
        self.requests = Counter("marque_requests", "Requests.", labels, registry=own)
        self.durations = Histogram(
            "marque_request_seconds",
            "Seconds to answer a request that reached Flask, without its wait for a thread.",
            ("endpoint",),
            buckets=BUCKETS,
            registry=own,
        )
        self.polls = Counter(
            "marque_polls_without_news", "Polls answered without Flask.", registry=own
        )
        self.hands = Counter("marque_hands_recorded", "Hands recorded.", registry=own)
        self.conflicts = Counter(
            "marque_version_conflicts",
            "Events that found newer ones on their sheet and were tried again.",
            registry=own,
        )
        self.errors = Counter(
            "marque_database_errors", "Failed database calls.", ("kind",), registry=own
        )
        sheets = Gauge("marque_cached_sheets", "Sheets in the cache.", registry=own)
        sheets.set_function(cached_sheets)


class MetricsMiddleware:
    """Counts the requests of a WSGI application."""

    def __init__(self, application: WSGIApplication, metrics: Metrics) -> None:
        self._application = application
        self._metrics = metrics

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        began = time.perf_counter()

        def counted(status: str, *rest: Any) -> Callable[[bytes], object]:
            self._count(environ, status[:3], time.perf_counter() - began)
            return start(status, *rest)

        return self._application(environ, counted)

    def _count(self, environ: WSGIEnvironment, status: str, seconds: float) -> None:
        metrics, path = self._metrics, environ["PATH_INFO"]
        endpoint = environ.get(ENDPOINT)
        if endpoint is not None:
            metrics.durations.labels(endpoint).observe(seconds)
        elif path in (health.LIVE, health.READY):
            endpoint = "health"
        elif poll.POLL.fullmatch(path):
            metrics.polls.inc()
            return
        method = environ["REQUEST_METHOD"]
        method = method if method in METHODS else "other"
        metrics.requests.labels(endpoint or "none", method, status).inc()


class CountedJournal:
    """A journal whose appended hands and failures are counted."""

    def __init__(self, journal: Journal, metrics: Metrics) -> None:
        self._journal = journal
        self._metrics = metrics

    def append(
        self,
        sheet_id: int,
        key: str,
        kind: str,
        body: Body,
        after: int,
        previous: bytes = b"",
    ) -> Head:
        """See :meth:`scorekeeper.storage.base.Journal.append`."""
        append = self._counted(self._journal.append)
        try:
            head = cast(Head, append(sheet_id, key, kind, body, after, previous))
        except JournalMoved:
            self._metrics.conflicts.inc()
            raise
        if kind == "hand" and head.seq == after + 1:  # not stored before under the same key
            self._metrics.hands.inc()
        return head

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._journal, name)
        return self._counted(found) if callable(found) else found

    def _counted(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def called(*arguments: Any, **named: Any) -> Any:
            try:
                return call(*arguments, **named)
            except (DatabaseBusy, DatabaseStopped, StorageError) as error:
                self._metrics.errors.labels(type(error).__name__).inc()
                raise

        return called


def install(app: Flask) -> Metrics:
    """Count what an application does, before its first request."""
    sheets = app.extensions["sheets"]
    metrics = Metrics(cached_sheets=lambda: len(sheets.cache))
    sheets.observe(lambda journal: cast(Journal, CountedJournal(journal, metrics)))
    app.after_request(_note_endpoint)
    app.wsgi_app = MetricsMiddleware(  # type: ignore[method-assign,assignment]
        app.wsgi_app, metrics
    )
    return metrics


def _note_endpoint(response: Response) -> Response:
    request.environ[ENDPOINT] = request.endpoint or "none"
    return response


class MetricsServer:
    """Serves the metrics in a thread, as soon as the address is free.

    :param address: host and port.
    """

    def __init__(self, metrics: Metrics, address: tuple[str, int]) -> None:
        self._metrics = metrics
        self._host, self._port = address
        self._stopped = threading.Event()
        self._failures = 0
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Leave the address to the next process."""
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                server, _ = start_http_server(
                    self._port, self._host, registry=self._metrics.registry
                )
            except OSError as error:  # the process before this one may not have ended yet
                self._report(error)
                self._stopped.wait(RETRY)
                continue
            self._stopped.wait()
            server.shutdown()
            server.server_close()

    def _report(self, error: OSError) -> None:
        """Tell the operator once that the port is taken, and not by a process that ends."""
        self._failures += 1
        if self._failures == REPORTED:
            taken = msg(
                "Les mesures ne s'ouvrent pas sur %(host)s:%(port)s : %(why)s.",
                host=self._host,
                port=str(self._port),
                why=error.strerror or str(error),
            )
            logging.getLogger("la_marque").warning("%s", say(taken))
