"""Polls without news: nearly every request, answered before Flask by one query."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from scorekeeper.streams.base import DatabaseBusy, DatabaseStopped, StorageError
from scorekeeper.streams.repository import Repository

UNAVAILABLE = (DatabaseBusy, DatabaseStopped, StorageError, OSError)
"""Errors of an installation that cannot be read now."""

PAGE = re.compile(r"/(\w+)/([\w-]{22,23})(|/.*)", re.ASCII)
"""The address of a page of a stream: the name of its kind, the token and the rest."""


class PollMiddleware:
    """Answers 204 to a poll whose ETag is that of its stream as it stands; passes on whatever
    is not exactly that. The repositories by kind say the addresses of their polls."""

    def __init__(
        self, application: WSGIApplication, repositories: Sequence[Repository[Any]]
    ) -> None:
        self._application = application
        self._repositories = repositories

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        name, _, etag = environ.get("QUERY_STRING", "").partition("=")
        if name == "v" and environ["REQUEST_METHOD"] == "GET":
            page = PAGE.fullmatch(environ["PATH_INFO"])
            if page and self._is_current(page[1], page[2], page[3], etag):
                start("204 NO CONTENT", [("Cache-Control", "no-store")])
                return []
        return self._application(environ, start)

    def _is_current(self, kind: str, token: str, rest: str, etag: str) -> bool:
        """Return True for a poll of a stream that stands at this ETag now."""
        with suppress(*UNAVAILABLE):  # the application says so
            for one in self._repositories:
                if one.kind.name == kind and one.kind.polls.fullmatch(rest):
                    return one.is_current(token, etag)
        return False
