"""Polls without news: nearly every request, answered before Flask by one query."""

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from scorekeeper.sheets.service.access import SheetRepository
from scorekeeper.streams.base import DatabaseBusy, DatabaseStopped, StorageError

POLL = re.compile(r"/sheets/([\w-]{22})/(?:tv/)?live", re.ASCII)
"""The address of a poll, of a phone or of a television, with its token."""


UNAVAILABLE = (DatabaseBusy, DatabaseStopped, StorageError, OSError)
"""Errors of an installation that cannot be read now."""


class PollMiddleware:
    """Answers 204 to a poll whose ETag is that of the head of its sheet; passes on whatever is
    not exactly that."""

    def __init__(
        self, application: WSGIApplication, sheets: Callable[[], SheetRepository]
    ) -> None:
        self._application = application
        self._sheets = sheets

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        poll = POLL.fullmatch(environ["PATH_INFO"])
        if poll and environ["REQUEST_METHOD"] == "GET":
            name, _, etag = environ.get("QUERY_STRING", "").partition("=")
            if name == "v" and self._is_current(poll[1], etag):
                start("204 NO CONTENT", [("Cache-Control", "no-store")])
                return []
        return self._application(environ, start)

    def _is_current(self, token: str, etag: str) -> bool:
        """Return True if the sheet of this token stands at this ETag now."""
        with suppress(*UNAVAILABLE):  # the application says so
            grant = self._sheets().grant(token)
            return grant is not None and grant.head.etag == etag
        return False
