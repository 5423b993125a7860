"""Health checks: two addresses that tell proxies that the process lives, and is ready.

They are answered before Flask: without a cookie, and nothing of them is logged.
"""

import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

LIVE = "/health/live"
"""The address that answers 200 as long as the process does."""

READY = "/health/ready"
"""The address that answers 200 while the process takes requests and its database answers."""

TIMEOUT = 1.0
"""Seconds in which the database has to answer."""

LIFETIME = 1.0
"""Seconds for which an answer of the database holds: these addresses may be asked often."""

STATUSES = {True: "200 OK", False: "503 SERVICE UNAVAILABLE"}


class Readiness:
    """The readiness of a process for requests: the check raises an error if the database does
    not answer."""

    def __init__(self, check: Callable[[], object]) -> None:
        self._check = check
        self._is_stopping = False
        self._lock = threading.Lock()
        self._has_answered = self._last = False
        self._last_at = float("-inf")
        self._thread: threading.Thread | None = None

    def __call__(self) -> bool:
        """Return true if the process takes requests and its database has just answered."""
        if self._is_stopping:
            return False
        if time.monotonic() - self._last_at > LIFETIME and self._lock.acquire(blocking=False):
            try:
                self._ask()
            finally:
                self._lock.release()
        return self._last

    def stop(self) -> None:
        """Mark the process as one that is to end, and not ready."""
        self._is_stopping = True

    def _ask(self) -> None:
        """Ask the database, unless it has not answered the last question yet."""
        if self._thread is None or not self._thread.is_alive():
            self._has_answered = False
            self._thread = threading.Thread(target=self._run, daemon=True)
            self._thread.start()
        self._thread.join(TIMEOUT)
        self._last, self._last_at = self._has_answered, time.monotonic()

    def _run(self) -> None:
        with suppress(Exception):  # whatever keeps the database from answering
            self._check()
            self._has_answered = True


class HealthMiddleware:
    """Answers the two addresses; passes on everything else."""

    def __init__(self, application: WSGIApplication, is_ready: Callable[[], bool]) -> None:
        self._application = application
        self._checks = {LIVE: lambda: True, READY: is_ready}

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        check = self._checks.get(environ["PATH_INFO"])
        if check is None or environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return self._application(environ, start)
        is_well = check()
        body = b"ok\n" if is_well else b"not ready\n"
        headers = [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Length", str(len(body))),
            ("Cache-Control", "no-store"),
        ]
        start(STATUSES[is_well], headers)
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]
