"""Access of a request: from the token in its address to the circle it opens."""

import time

from flask import current_app, request

from scorekeeper.service.circles import example
from scorekeeper.service.circles.access import CircleAccess, CircleRepository
from scorekeeper.service.circles.tokens import Role
from scorekeeper.storage.progress import Progress
from scorekeeper.web.device_circles import remember_circle, remember_reading

EXAMPLE_TOKEN = example.TOKEN
"""The token of the circle that anybody may read: a season of made-up evenings."""


PATIENCE = 1.5
"""Seconds that the request for a page sums up sheets before it shows the progress instead."""


class StatisticsUnfinished(Exception):
    """Not all sheets of a circle are summed up yet; the next request goes on."""

    def __init__(self, done: int, total: int) -> None:
        super().__init__(f"{done} of {total}")
        self.done = done
        self.total = total


def circles() -> CircleRepository:
    """The circles of this installation."""
    found: CircleRepository = current_app.extensions["circles"]
    return found


def read_circle(token: str, waits: bool = False) -> CircleAccess:
    """The access of this token; the device remembers the circle.

    :param waits: for an answer that waits for statistics, however long they take, as that to
        a posted form does; a page raises :class:`StatisticsUnfinished`.
    :raises UnknownToken: if the token opens no circle: answered with 404.
    """
    if token == EXAMPLE_TOKEN:
        return example.example_access()
    access = circles().access(token)
    if not waits and request.method in ("GET", "HEAD"):
        access.progress = _impatient()
    if access.may_open:
        remember_circle(token)
    else:
        remember_reading(token)
    return access


def _impatient() -> Progress:
    """Return a progress that ends the work after :data:`PATIENCE`."""
    end = time.monotonic() + PATIENCE

    def progress(done: int, total: int) -> None:
        if done < total and time.monotonic() >= end:
            raise StatisticsUnfinished(done, total)

    return progress


def require_role(token: str, role: Role) -> CircleAccess:
    """The access of a token that has this role, or a higher one.

    :raises UnknownToken: if the token opens no circle: answered with 404.
    :raises WriteForbidden: if its role is too low: answered with 404 too.
    """
    access = read_circle(token)
    access.require(role)
    return access


def table_access(token: str) -> CircleAccess:
    """The access of a token that may open sheets; see :func:`require_role`."""
    return require_role(token, Role.TABLE)


def guardian_access(token: str) -> CircleAccess:
    """The access of a guardian's token; see :func:`require_role`."""
    return require_role(token, Role.GUARDIAN)
