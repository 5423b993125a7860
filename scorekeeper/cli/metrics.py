"""Metrics for Prometheus, on an address of their own: ``run --metrics HOST:PORT``.

Imported only where it is asked for: its package is in ``deploy/requirements.txt``.
No label holds a token: a request is counted by the endpoint that answered it.
"""

import time
from collections.abc import Callable, Iterable
from typing import Any
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

from scorekeeper.web.middleware import health, poll

ENDPOINT = "scorekeeper.endpoint"
"""The WSGI variable of the endpoint that Flask has found."""

METHODS = ("GET", "HEAD", "POST", "OPTIONS")
"""The methods that are counted by name; the others together."""

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""Bounds of the histogram of durations, in seconds."""


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
        elif poll.ANSWERED in environ:
            metrics.polls.inc()
            return
        method = environ["REQUEST_METHOD"]
        method = method if method in METHODS else "other"
        metrics.requests.labels(endpoint or "none", method, status).inc()


def install(app: Flask) -> Metrics:
    """Count what an application does, before its first request."""
    sheets = app.extensions["sheets"]
    metrics = Metrics(cached_sheets=lambda: len(sheets.cache))
    app.after_request(_note_endpoint)
    app.wsgi_app = MetricsMiddleware(  # type: ignore[method-assign,assignment]
        app.wsgi_app, metrics
    )
    return metrics


def _note_endpoint(response: Response) -> Response:
    request.environ[ENDPOINT] = request.endpoint or "none"
    return response


def serve(metrics: Metrics, address: tuple[str, int]) -> None:
    """Serve the metrics in a thread, until the process ends.

    :param address: host and port.
    :raises OSError: if that address cannot be opened.
    """
    host, port = address
    start_http_server(port, host, registry=metrics.registry)
