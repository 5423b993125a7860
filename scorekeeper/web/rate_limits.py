"""Rate limits: of a sheet and of a device first, of a network only where devices are new.

A whole café may be behind one IP address, so that nobody is refused for what others behind
it do, as long as his device has opened a sheet here before. Requests that only read are not
counted (see ``scorekeeper/cli/fair_queue.py``). ``RATELIMIT_ENABLED = False`` turns all
limits off.
"""

import time
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from flask import Flask, current_app, make_response, request
from flask.typing import ResponseReturnValue
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from werkzeug.exceptions import ServiceUnavailable, TooManyRequests

from scorekeeper.service.errors import UnknownToken
from scorekeeper.storage.installation import Installation
from scorekeeper.web.access import repository
from scorekeeper.web.client_addresses import network_of
from scorekeeper.web.device import device_key, is_established, remember_opening
from scorekeeper.web.shared_limits import SharedStorage

WRITES = parse("60 per minute")
"""Writes on one sheet by one device: more than a table can play, and its phones resend."""

DEVICE_WRITES = parse("120 per minute")
"""Writes of one device, on all sheets together."""

SHEET_WRITES = parse("120 per minute")
"""Writes on one sheet by all devices, whatever its links are."""

SHEET_WRITES_PER_DAY = parse("1500 per day")
"""Writes on one sheet in a day: ten times a long evening."""

NEW_SHEETS = (parse("12 per minute"), parse("60 per hour"))
"""Sheets opened by one device, *revanches* and imports included."""

NEW_DEVICE_SHEETS = (parse("120 per minute"), parse("600 per hour"))
"""Sheets opened from one network by all devices that are new: a club of a hundred tables on
its first evening."""

NETWORK_SHEETS = parse("2000 per hour")
"""Sheets opened from one network by all devices; beyond them, each device that is not new
opens one an hour."""

ONE_PER_HOUR = parse("1 per hour")
"""The sheet that a device opens whatever others do."""

IMPORTS = parse("20 per minute")
"""Files of one device that are read, whether they are stored or not."""

NETWORK_IMPORTS = parse("60 per minute")
"""Files that are read from one network by all devices that are new."""

FULL_ERROR_PAGES = parse("120 per minute")
"""Unknown tokens of one network that are answered with a whole page; the others with a
sentence. No guess is refused: a token has 128 random bits."""

Count = tuple[RateLimitItem, str]
"""A limit and the key under which it is counted."""

P = ParamSpec("P")
View = Callable[P, ResponseReturnValue]


class RateLimits:
    """The counters of one application, in memory.

    :param enabled: whether anything is counted.
    :param storage: the counters; of this process alone, if none are given.
    """

    def __init__(self, enabled: bool, storage: MemoryStorage | None = None) -> None:
        self.enabled = enabled
        self.storage = storage or MemoryStorage()
        self._limiter = FixedWindowRateLimiter(self.storage)

    def hit(self, *counts: Count) -> None:
        """Count one request, unless one of its limits is reached.

        :raises TooManyRequests: if one is, with the seconds to wait.
        """
        self.test(*counts)
        self.count(*counts)

    def count(self, *counts: Count) -> None:
        """Count one request that has been answered already."""
        if self.enabled:
            for limit, key in counts:
                self._limiter.hit(limit, key)

    def test(self, *counts: Count) -> None:
        """Count nothing, and refuse where one request more would exceed a limit.

        :raises TooManyRequests: if a limit is reached, with the seconds to wait.
        """
        for limit, key in counts:
            if self.is_reached(limit, key):
                raise self._exceeded(limit, key)

    def is_reached(self, limit: RateLimitItem, key: str) -> bool:
        """True if one request more would exceed this limit."""
        return self.enabled and not self._limiter.test(limit, key)

    def _exceeded(self, limit: RateLimitItem, key: str) -> TooManyRequests:
        reset = self._limiter.get_window_stats(limit, key).reset_time
        return TooManyRequests(retry_after=max(1, round(reset - time.time())))


def install(app: Flask) -> None:
    """Give the application its counters."""
    installation: Installation = app.extensions["installation"]
    is_shared = installation.is_shared
    storage = SharedStorage(lambda: installation.secret_key) if is_shared else None
    enabled = app.config.get("RATELIMIT_ENABLED", True)
    app.extensions["limits"] = RateLimits(enabled, storage)


def exchange(app: Flask) -> None:
    """Tell other processes what this one has counted, and learn theirs: once a second.

    :raises DatabaseBusy: if the database does not answer.
    """
    limits: RateLimits = app.extensions["limits"]
    installation: Installation = app.extensions["installation"]
    shared = installation.shared_counts
    if shared is not None and isinstance(limits.storage, SharedStorage):
        limits.storage.exchange(shared)


def current_limits() -> RateLimits:
    """The counters of this application."""
    found: RateLimits = current_app.extensions["limits"]
    return found


def limit_writes(view: View[P]) -> View[P]:
    """Limit the writes of a view on its sheet, by device and by sheet.

    A token that writes nothing is not counted, and so takes no memory.
    """

    @wraps(view)
    def limited(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        sheet = _writable_sheet(str(kwargs["token"]))
        if sheet is not None:
            current_limits().hit(*write_counts(sheet, device_key()))
        return view(*args, **kwargs)

    return limited


def write_counts(sheet: int, device: str) -> list[Count]:
    """The limits of a write on a sheet, or on a circle, by a device."""
    counts = [
        (SHEET_WRITES, f"sheet {sheet}"),
        (SHEET_WRITES_PER_DAY, f"sheet {sheet}"),
    ]
    if device:
        counts += [
            (WRITES, f"sheet {sheet} device {device}"),
            (DEVICE_WRITES, f"device {device}"),
        ]
    return counts


def limit_opened(view: View[P]) -> View[P]:
    """Limit the sheets that a view opens, by device before network: what redirects has
    opened one."""

    @wraps(view)
    def limited(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        limits, is_new = current_limits(), not is_established()
        device, network = f"opened device {device_key()}", f"opened network {client_network()}"
        counts = [(limit, device) for limit in NEW_SHEETS] if device_key() else []
        if is_new:
            counts += [(limit, f"{network} new") for limit in NEW_DEVICE_SHEETS]
        elif limits.is_reached(NETWORK_SHEETS, network):
            counts.append((ONE_PER_HOUR, device))
        limits.test(*counts)
        _require_disk_space()
        response = make_response(view(*args, **kwargs))
        if response.status_code in (201, 303):
            limits.count((NETWORK_SHEETS, network), (ONE_PER_HOUR, device), *counts)
            remember_opening()
        return response

    return limited


def _require_disk_space() -> None:
    """Refuse a further sheet where the database grows too fast, or the disk is nearly full.

    :raises ServiceUnavailable: if so; the operator is warned once an hour.
    """
    installation: Installation = current_app.extensions["installation"]
    if not installation.has_room:
        raise ServiceUnavailable


def limit_imports(view: View[P]) -> View[P]:
    """Limit the files that a view reads, by device; by network for new devices."""

    @wraps(view)
    def limited(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        counts = [(IMPORTS, f"import device {device_key()}")] if device_key() else []
        if not is_established():
            counts.append((NETWORK_IMPORTS, f"import network {client_network()}"))
        current_limits().hit(*counts)
        return view(*args, **kwargs)

    return limited


def is_frequent_failure() -> bool:
    """Count a request whose token opens nothing; true if there were many of its network."""
    limits, key = current_limits(), f"unknown {client_network()}"
    reached = limits.is_reached(FULL_ERROR_PAGES, key)
    limits.count((FULL_ERROR_PAGES, key))
    return reached


def client_network() -> str:
    """The network of the client; of IPv4 its address."""
    return network_of(request.remote_addr or "?")


def _writable_sheet(token: str) -> int | None:
    """The id of the sheet that a token may write, if it may write one."""
    try:
        access = repository().access(token)
    except UnknownToken:
        return None
    return access.sheet_id if access.may_write else None
