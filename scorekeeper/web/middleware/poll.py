"""Polls without news: nearly every request, answered before Flask from the sheet cache."""

import re
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from scorekeeper.caching.sheet_cache import SheetCache

POLL = re.compile(r"/sheets/([\w-]{22})/(?:tv/)?live", re.ASCII)
"""The address of a poll, of a phone or of a television, with its token."""


class PollMiddleware:
    """Answers 204 to a poll whose ETag is current; passes on whatever is not exactly that."""

    def __init__(self, application: WSGIApplication, cache: SheetCache) -> None:
        self._application = application
        self._cache = cache

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        poll = POLL.fullmatch(environ["PATH_INFO"])
        if poll and environ["REQUEST_METHOD"] == "GET":
            name, _, etag = environ.get("QUERY_STRING", "").partition("=")
            if name == "v" and self._cache.is_current(poll[1], etag):
                start("204 NO CONTENT", [("Cache-Control", "no-store")])
                return []
        return self._application(environ, start)
