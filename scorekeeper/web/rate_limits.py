"""Rate limits: of a stream and of a device first, of a network only where devices are new.

A whole café may be behind one IP address, so that nobody is refused for what others behind
it do, as long as his device has opened a sheet here before. Requests that only read are not
counted (see ``scorekeeper/cli/fair_queue.py``). ``RATELIMIT_ENABLED = False`` turns all
limits off. Each process counts for itself.
"""

import threading
import time
from collections.abc import Callable, Sequence
from functools import wraps
from typing import NamedTuple, ParamSpec

from flask import Flask, current_app, make_response, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import ServiceUnavailable, TooManyRequests

from scorekeeper.i18n.messages import msg
from scorekeeper.streams.errors import ImportRefused
from scorekeeper.streams.installation import Installation
from scorekeeper.web.addresses import network_of
from scorekeeper.web.device import device_key, is_established, remember_opening

MINUTE, HOUR, DAY = 60, 3600, 86400
"""Seconds."""

PURGE_INTERVAL = MINUTE
"""Seconds between two deletions of the counters whose window has ended."""


class Limit(NamedTuple):
    """A number of requests in a window of some seconds."""

    amount: int
    seconds: int


WRITES = Limit(60, MINUTE)
"""Writes on one stream by one device: more than a table can play, and its phones resend."""

STREAM_WRITES = Limit(120, MINUTE)
"""Writes on one stream by all devices, whatever its links are."""

STREAM_WRITES_PER_DAY = Limit(1500, DAY)
"""Writes on one stream in a day: ten times a long evening."""

NEW_SHEETS = (Limit(12, MINUTE), Limit(60, HOUR))
"""Sheets opened by one device, *revanches* and imports included."""

NEW_DEVICE_SHEETS = (Limit(120, MINUTE), Limit(600, HOUR))
"""Sheets opened from one network by all devices that are new: a club of a hundred tables on
its first evening."""

NETWORK_SHEETS = Limit(2000, HOUR)
"""Sheets opened from one network by all devices; beyond them, each device that is not new
opens one an hour."""

ONE_PER_HOUR = Limit(1, HOUR)
"""The sheet that a device opens whatever others do."""

IMPORTS = Limit(20, MINUTE)
"""Files of one device that are read, whether they are stored or not."""

NETWORK_IMPORTS = Limit(60, MINUTE)
"""Files that are read from one network by all devices that are new."""

MEBIBYTE = 1024 * 1024

NETWORK_IMPORTED = Limit(45 * MEBIBYTE, DAY)
"""Bytes that files of one network add to the database."""

ALL_IMPORTED = Limit(60 * MEBIBYTE, DAY)
"""The same of everybody; beyond it, each network brings only its first ones."""

FIRST_IMPORTED = Limit(MEBIBYTE, DAY)
"""Bytes that a network brings whatever others do: a tournament of 1,000 people."""

MOST_IMPORTED = Limit(95 * MEBIBYTE, DAY)
"""Bytes of everybody, first ones included: less than half of the growth that stops the
opening of sheets."""

MUCH_IMPORTED = msg(
    "Beaucoup de feuilles ont été apportées aujourd'hui. Revenez demain avec ce fichier ; "
    "ouvrir une feuille et marquer reste possible."
)

FULL_ERROR_PAGES = Limit(120, MINUTE)
"""Unknown tokens of one network that are answered with a whole page; the others with a
sentence. No guess is refused: a token has 128 random bits."""

Count = tuple[Limit, str]
"""A limit and the key under which it is counted."""

P = ParamSpec("P")
View = Callable[P, ResponseReturnValue]


class RateLimits:
    """The counters of one process, in memory: fixed windows, which begin with a request. A
    clock that is put right changes none. ``enabled``: false if nothing is counted."""

    def __init__(self, enabled: bool) -> None:
        self.enabled = enabled
        self._windows: dict[Count, tuple[int, float]] = {}
        """The number of requests in each window, and the time at which it ends."""
        self._purge_at = 0.0
        self._lock = threading.Lock()

    def hit(self, *counts: Count, amount: int = 1) -> None:
        """Count one request for so many, unless one of its limits is reached: raise
        TooManyRequests with the seconds to wait."""
        self.test(*counts, amount=amount)
        self.count(*counts, amount=amount)

    def count(self, *counts: Count, amount: int = 1) -> None:
        """Count one request that has been answered already."""
        if not self.enabled:
            return
        now = time.monotonic()
        with self._lock:
            self._purge(now)
            for limit, key in counts:
                times, end = self._window(limit, key, now)
                self._windows[limit, key] = (times + amount, end)

    def test(self, *counts: Count, amount: int = 1) -> None:
        """Count nothing, and refuse where one request more would exceed a limit. Raise
        TooManyRequests if a limit is reached, with the seconds to wait."""
        if wait := self.wait(*counts, amount=amount):
            raise TooManyRequests(retry_after=wait)

    def wait(self, *counts: Count, amount: int = 1) -> int:
        """Return the seconds to wait, where one request more would exceed one of these limits;
        0 where it would not."""
        now = time.monotonic()
        for limit, key in counts if self.enabled else ():
            counted, end = self._window(limit, key, now)
            if counted + amount > limit.amount:
                return max(1, round(end - now))
        return 0

    def _window(self, limit: Limit, key: str, now: float) -> tuple[int, float]:
        """Return the current window of a counter; a new one where the last has ended."""
        times, end = self._windows.get((limit, key), (0, 0.0))
        return (times, end) if now < end else (0, now + limit.seconds)

    def _purge(self, now: float) -> None:
        if now < self._purge_at:
            return
        self._purge_at = now + PURGE_INTERVAL
        for count in [count for count, (_, end) in self._windows.items() if end <= now]:
            del self._windows[count]


def install(app: Flask) -> None:
    """Give the application its counters."""
    app.extensions["limits"] = RateLimits(app.config["RATELIMIT_ENABLED"])


def current_limits() -> RateLimits:
    """Return the counters of this application."""
    found: RateLimits = current_app.extensions["limits"]
    return found


def write_counts(stream: int, device: str) -> list[Count]:
    """Return the limits of a write on a stream by a device."""
    counts = [(STREAM_WRITES, f"stream {stream}"), (STREAM_WRITES_PER_DAY, f"stream {stream}")]
    return [*counts, (WRITES, f"stream {stream} device {device}")] if device else counts


def limit_opened(view: View[P]) -> View[P]:
    """Limit the sheets that a view opens, by device, then network: a redirect opened one."""

    @wraps(view)
    def limited(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        limits, is_new = current_limits(), not is_established()
        device, network = f"opened device {device_key()}", f"opened network {client_network()}"
        counts = [(limit, device) for limit in NEW_SHEETS] if device_key() else []
        if is_new:
            counts += [(limit, f"{network} new") for limit in NEW_DEVICE_SHEETS]
        elif limits.wait((NETWORK_SHEETS, network)):
            counts.append((ONE_PER_HOUR, device))
        limits.test(*counts)
        _require_disk_space()
        response = make_response(view(*args, **kwargs))
        if response.status_code == 303:
            limits.count((NETWORK_SHEETS, network), (ONE_PER_HOUR, device), *counts)
            remember_opening()
        return response

    return limited


def _require_disk_space() -> None:
    """Refuse a further sheet where the database grows too fast, or the disk is nearly full.
    Raise ServiceUnavailable if so; the operator is warned once an hour."""
    installation: Installation = current_app.extensions["installation"]
    if not installation.has_room():
        raise ServiceUnavailable


def limit(
    what: str,
    by_device: Sequence[Limit],
    by_network: Sequence[Limit],
    new_devices_only: bool = True,
) -> Callable[[View[P]], View[P]]:
    """Return a decorator that limits the requests of a view, by the name of what is counted,
    by device and by network; the limits of the network are for new devices, or for all."""

    def limited(view: View[P]) -> View[P]:
        @wraps(view)
        def counted(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
            device, network = device_key(), f"{what} network {client_network()}"
            counts = [(one, f"{what} device {device}") for one in by_device if device]
            if not (new_devices_only and is_established()):
                counts += [(one, network) for one in by_network]
            current_limits().hit(*counts)
            return view(*args, **kwargs)

        return counted

    return limited


limit_imports = limit("import", [IMPORTS], [NETWORK_IMPORTS])
"""Limits the files that a view reads."""


def take_room(size: int) -> None:
    """Count the bytes that a file of this device adds to the database. Raise ImportRefused if
    its network or all have brought too much in a day, or the database has no room left for
    it."""
    installation: Installation = current_app.extensions["installation"]
    limits, network = current_limits(), f"imported network {client_network()}"
    usual, first = (ALL_IMPORTED, "imported"), (FIRST_IMPORTED, network)
    try:
        limits.test(first if limits.wait(usual, amount=size) else usual, amount=size)
        limits.hit((NETWORK_IMPORTED, network), (MOST_IMPORTED, "imported"), amount=size)
        limits.count(usual, first, amount=size)
    except TooManyRequests:
        raise ImportRefused(MUCH_IMPORTED) from None
    if limits.enabled and not installation.has_room(size):
        raise ImportRefused(MUCH_IMPORTED)


def is_frequent_failure() -> bool:
    """Count a request whose token opens nothing; true if there were many of its network."""
    limits, count = current_limits(), (FULL_ERROR_PAGES, f"unknown {client_network()}")
    is_reached = limits.wait(count) > 0
    limits.count(count)
    return is_reached


def client_network() -> str:
    """Return the network of the client; of IPv4 its address."""
    return network_of(request.remote_addr or "?")
