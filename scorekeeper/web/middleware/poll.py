"""Polls without news: nearly every request, answered before Flask by one query."""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask

from scorekeeper.streams.base import DatabaseBusy, DatabaseStopped, Grant, StorageError

ANSWERED = "scorekeeper.poll"
"""The WSGI variable of a poll that has been answered here."""

UNAVAILABLE = (DatabaseBusy, DatabaseStopped, StorageError, OSError)
"""Errors of an installation that cannot be read now."""


class Polls(NamedTuple):
    """The polls of one kind of stream."""

    path: re.Pattern[str]
    """Their address, with the token as its first group."""
    grant: Callable[[str], Grant | None]
    """Returns the stream that a token opens, and its head, in one query."""


class PollMiddleware:
    """Answers 204 to a poll whose ETag is that of the head of its stream; passes on whatever
    is not exactly that.

    :param kinds: the polls of each kind of stream.
    """

    def __init__(self, application: WSGIApplication, kinds: Sequence[Polls]) -> None:
        self._application = application
        self._kinds = kinds

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        name, _, etag = environ.get("QUERY_STRING", "").partition("=")
        if name == "v" and environ["REQUEST_METHOD"] == "GET":
            for kind in self._kinds:
                poll = kind.path.fullmatch(environ["PATH_INFO"])
                if poll and _is_current(kind, poll[1], etag):
                    environ[ANSWERED] = True
                    start("204 NO CONTENT", [("Cache-Control", "no-store")])
                    return []
        return self._application(environ, start)


def _is_current(kind: Polls, token: str, etag: str) -> bool:
    """Return True if the stream of this token stands at this ETag now."""
    with suppress(*UNAVAILABLE):  # the application says so
        grant = kind.grant(token)
        return grant is not None and grant.head.etag == etag
    return False


def register_polls(app: Flask, polls: Polls) -> None:
    """Answer the polls of a kind of stream."""
    app.extensions["polls"].append(polls)
