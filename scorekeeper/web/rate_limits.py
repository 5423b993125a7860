"""Rate limits: writes per sheet token, failed lookups and new sheets per IP address.

A whole club may be behind one IP address, so that no request with a valid token is limited by
address, and no request that only reads is limited at all. ``RATELIMIT_ENABLED = False``
turns all limits off.
"""

import hashlib
import time
from collections.abc import Callable
from functools import wraps
from ipaddress import ip_address, ip_network
from typing import ParamSpec

from flask import Flask, current_app, make_response, request
from flask.typing import ResponseReturnValue
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from werkzeug.exceptions import TooManyRequests

from scorekeeper.service.errors import UnknownToken
from scorekeeper.web.access import repository

WRITES = parse("60 per minute")
"""Writes on one sheet by one token: more than a table can play, and its phones resend."""

FAILED_LOOKUPS = parse("20 per minute")
"""Unknown tokens from one IP address."""

NEW_SHEETS = parse("240 per hour")
"""Sheets opened from one IP address: a club of a hundred tables, and their next games."""

IMPORTS = parse("60 per hour")
"""Sheets imported from one IP address."""

P = ParamSpec("P")
View = Callable[P, ResponseReturnValue]


class RateLimits:
    """The counters of one application, in memory.

    :param enabled: whether anything is counted.
    """

    def __init__(self, enabled: bool) -> None:
        self.enabled = enabled
        self.storage = MemoryStorage()
        self._limiter = FixedWindowRateLimiter(self.storage)

    def hit(self, limit: RateLimitItem, key: str) -> None:
        """Count one request.

        :raises TooManyRequests: if the limit is exceeded, with the seconds to wait.
        """
        if self.enabled and not self._limiter.hit(limit, key):
            raise self._exceeded(limit, key)

    def count(self, limit: RateLimitItem, key: str) -> None:
        """Count one request that has been answered already."""
        if self.enabled:
            self._limiter.hit(limit, key)

    def test(self, limit: RateLimitItem, key: str) -> None:
        """Count nothing, and refuse where one request more would exceed the limit.

        :raises TooManyRequests: if the limit is reached, with the seconds to wait.
        """
        if self.enabled and not self._limiter.test(limit, key):
            raise self._exceeded(limit, key)

    def _exceeded(self, limit: RateLimitItem, key: str) -> TooManyRequests:
        reset = self._limiter.get_window_stats(limit, key).reset_time
        return TooManyRequests(retry_after=max(1, round(reset - time.time())))


def install(app: Flask) -> None:
    """Give the application its counters."""
    app.extensions["limits"] = RateLimits(app.config.get("RATELIMIT_ENABLED", True))


def current_limits() -> RateLimits:
    """The counters of this application."""
    found: RateLimits = current_app.extensions["limits"]
    return found


def limit_writes(view: View[P]) -> View[P]:
    """Limit a view of a sheet to :data:`WRITES` of its token.

    A token that writes nothing is not counted, and so takes no memory.
    """

    @wraps(view)
    def limited(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        token = str(kwargs["token"])
        if _may_write(token):
            current_limits().hit(WRITES, token_key(token))
        return view(*args, **kwargs)

    return limited


def limit_opened(limit: RateLimitItem) -> Callable[[View[P]], View[P]]:
    """Limit how many sheets a view opens for one IP address: what redirects has opened
    one."""

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def limited(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
            limits, key = current_limits(), f"{view.__name__} {client_address()}"
            limits.test(limit, key)
            response = make_response(view(*args, **kwargs))
            if response.status_code == 303:
                limits.count(limit, key)
            return response

        return limited

    return decorate


def count_failed_lookup() -> None:
    """Count a request whose token opens nothing.

    :raises TooManyRequests: if there were too many from this IP address.
    """
    current_limits().hit(FAILED_LOOKUPS, client_address())


def client_address() -> str:
    """The IP address of the client; of IPv6 its /64, for one machine has all of it."""
    given = request.remote_addr or "?"
    try:
        found = ip_address(given)
    except ValueError:
        return given
    if found.version == 4 or found.ipv4_mapped:
        return given
    return str(ip_network((found, 64), strict=False))


def token_key(token: str) -> str:
    """A token as it may be held in memory and shown in a log."""
    return hashlib.sha256(b"limit\0" + token.encode("utf-8", "replace")).hexdigest()[:32]


def _may_write(token: str) -> bool:
    try:
        return repository().access(token).may_write
    except UnknownToken:
        return False
