"""How often: a sheet is written by its link, a stranger knocks by his address.

A whole club may be behind one address, so nothing that a known token asks for is counted by
address; nothing that it only looks at is counted at all.
"""

import hashlib
import time
from ipaddress import ip_address, ip_network
from typing import Any

from flask import Flask, Response, current_app, g, make_response, request
from flask_limiter import Limiter, RateLimitExceeded
from werkzeug.exceptions import HTTPException

from scorekeeper.web.access import UnknownToken, sheet_cache, storage
from scorekeeper.web.page import show_error

WRITES = "60 per minute"
"""Most writes on one sheet by one link: more than a table can play, and its phones resend."""

STRANGERS = "20 per minute"
"""Most tokens that open nothing, from one address."""

OPENINGS = "240 per hour"
"""Most sheets opened from one address: a club of a hundred tables, and their next games."""

IMPORTS = "60 per hour"
"""Most evenings brought in from one address."""

OPENERS = {"sheets.create": OPENINGS, "files.bring": IMPORTS}
"""The addresses that open a sheet."""

FREE = ("hands.preview",)
"""What is sent by a form, and writes nothing."""


def install(app: Flask) -> None:
    """Give the application its limits; ``RATELIMIT_ENABLED`` turns them off."""
    limiter = Limiter(address, app=app, storage_uri="memory://")
    app.extensions["limits"] = limiter
    app.extensions["knock"] = limiter.shared_limit(STRANGERS, "strangers")(_knock)
    views: dict[str, Any] = app.view_functions
    for endpoint, limit in OPENERS.items():
        views[endpoint] = limiter.limit(limit, deduct_when=_opened)(views[endpoint])
    writes = limiter.shared_limit(WRITES, "writes", key_func=link, exempt_when=_cannot_write)
    for endpoint in _writers(app):
        views[endpoint] = writes(views[endpoint])
    limiter.request_filter(_looks)
    app.register_error_handler(UnknownToken, show_stranger)
    app.register_error_handler(RateLimitExceeded, show_limit)


def _writers(app: Flask) -> set[str]:
    """The addresses that write on a sheet."""
    rules = app.url_map.iter_rules()
    posts = [rule for rule in rules if "POST" in (rule.methods or ())]
    return {rule.endpoint for rule in posts if "token" in rule.arguments} - set(FREE)


def address() -> str:
    """Where a request comes from; of IPv6 its network, for one machine has all of it."""
    given = request.remote_addr or "?"
    try:
        found = ip_address(given)
    except ValueError:
        return given
    if found.version == 4 or found.ipv4_mapped:
        return given
    return str(ip_network((found, 64), strict=False))


def link() -> str:
    """The link of this request, as it may be kept in memory and shown in a log."""
    return hashlib.sha256(b"limit\0" + _token().encode("utf-8", "replace")).hexdigest()[:32]


def _token() -> str:
    return str((request.view_args or {})["token"])


def _looks() -> bool:
    """Whether somebody only looks at what he knows: then nothing needs to be worked out."""
    return request.method != "POST" and "stranger" not in g


def _cannot_write() -> bool:
    """Whether this link writes nothing anyway: it is not counted, and fills no memory."""
    access = sheet_cache().access(_token(), storage())
    return access is None or not access.writes


def _opened(response: Response) -> bool:
    """Whether a sheet was opened; a chair that is moved in its form is none."""
    return response.status_code == 303


def _knock() -> None:
    """Come with a token that opens nothing."""


def show_stranger(error: UnknownToken) -> Response:
    """What a token finds that opens nothing: that it does; later that it tries too often."""
    g.stranger = True
    try:
        current_app.extensions["knock"]()
    except RateLimitExceeded as exceeded:
        return show_limit(exceeded)
    return make_response(show_error(error))


def show_limit(error: HTTPException) -> Response:
    """That it is too often, and when to come again."""
    response = make_response(show_error(error))
    limiter: Limiter = current_app.extensions["limits"]
    if limiter.current_limit:
        wait = limiter.current_limit.reset_at - time.time()
        response.headers["Retry-After"] = str(max(1, round(wait)))
    return response
