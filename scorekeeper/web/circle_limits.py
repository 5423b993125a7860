"""Rate limits of circles: writes by circle and by device; recoveries, files."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from flask.typing import ResponseReturnValue

from scorekeeper.service.errors import UnknownToken
from scorekeeper.web.circle_access import circles
from scorekeeper.web.device import device_key, is_established
from scorekeeper.web.rate_limits import (
    HOUR,
    MINUTE,
    Limit,
    client_network,
    current_limits,
    write_counts,
)

RECOVERIES = (Limit(10, MINUTE), Limit(60, HOUR))
"""Attempts of one device to find a circle by its words."""

NETWORK_RECOVERIES = (Limit(30, MINUTE), Limit(200, HOUR))
"""The same of one network: a billion years for the 56 bits of one circle."""

FILES = (Limit(6, MINUTE), Limit(30, HOUR))
"""Circles that one device saves or brings as files: a large one is seconds of work."""

NETWORK_FILES = (Limit(20, MINUTE), Limit(100, HOUR))
"""The same of all devices of one network that are new."""

P = ParamSpec("P")
View = Callable[P, ResponseReturnValue]


def limit_circle_writes(view: View[P]) -> View[P]:
    """Limit the writes of a view on its circle, as those on a sheet.

    A token that may only read is not counted, and so takes no memory.
    """

    @wraps(view)
    def limited(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        circle = _writable_circle(str(kwargs["token"]))
        if circle is not None:
            current_limits().hit(*write_counts(circle, device_key()))
        return view(*args, **kwargs)

    return limited


def limit_recoveries(view: View[P]) -> View[P]:
    """Limit the attempts of a view to find a circle, by device and by network."""

    @wraps(view)
    def limited(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        device, network = device_key(), f"recovery network {client_network()}"
        counts = [(limit, network) for limit in NETWORK_RECOVERIES]
        if device:
            counts += [(limit, f"recovery device {device}") for limit in RECOVERIES]
        current_limits().hit(*counts)
        return view(*args, **kwargs)

    return limited


def limit_circle_files(view: View[P]) -> View[P]:
    """Limit the circles that a view saves or brings as files, by device; by network for new
    devices."""

    @wraps(view)
    def limited(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        device, network = device_key(), f"circle files network {client_network()}"
        counts = [(limit, f"circle files device {device}") for limit in FILES if device]
        if not is_established():
            counts += [(limit, network) for limit in NETWORK_FILES]
        current_limits().hit(*counts)
        return view(*args, **kwargs)

    return limited


def _writable_circle(token: str) -> int | None:
    """The id of the circle that a token may change, if it may change one."""
    try:
        access = circles().access(token)
    except UnknownToken:
        return None
    return access.circle_id if access.may_open else None
