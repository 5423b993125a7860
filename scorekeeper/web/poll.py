"""Phones that ask whether there is news, every two seconds, when there is none.

Nearly every request is one of these. They are answered before anything else is looked at,
from memory; whatever is not exactly that is left to the application. The headers that every
answer has are given to all of them here.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

from scorekeeper.caching.sheet_cache import SheetCache
from scorekeeper.web.page import headers

ASKED = re.compile(r"/sheets/([\w-]{22})/live", re.ASCII)


class PollMiddleware:
    """The application, behind a door that knows when there is nothing new."""

    def __init__(
        self, application: Callable[..., Iterable[bytes]], sheet_cache: SheetCache
    ) -> None:
        self._application = application
        self._memory = sheet_cache

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        """Answer one request."""
        kept = headers(environ["wsgi.url_scheme"])

        def begin(status: str, given: list[tuple[str, str]], error: Any = None) -> Any:
            return start(status, [*given, *kept], error)

        asked = ASKED.fullmatch(environ["PATH_INFO"])
        if asked and environ["REQUEST_METHOD"] == "GET":
            name, _, etag = environ.get("QUERY_STRING", "").partition("=")
            if name == "v" and self._memory.same(asked[1], etag):
                begin("204 NO CONTENT", [("Cache-Control", "no-store")])
                return []
        return self._application(environ, begin)
