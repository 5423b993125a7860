"""The circles of a device: the tokens in its session cookie, the latest first.

Those in which it may open sheets are listed on its first page. Those that it only reads are
remembered apart, for the way back from one of their sheets.
"""

from contextlib import suppress

from flask import current_app, g, session

from scorekeeper.service.circles.access import CircleAccess, CircleRepository
from scorekeeper.service.circles.tokens import tokens_from
from scorekeeper.storage.base import DatabaseBusy, DatabaseStopped, SheetDeleted

MAX_CIRCLES = 6
"""Most circles that a device remembers, and most that it only reads."""


def remember_circle(token: str) -> None:
    """Put this circle first among those of the device, by the token that allows most."""
    known: list[str] = session.get("circles", [])
    best = next((other for other in known if token in tokens_from(other)), token)
    if known[:1] != [best]:
        others = [other for other in known if other not in tokens_from(best)]
        session["circles"] = [best, *others][:MAX_CIRCLES]
        session.permanent = True


def remember_reading(token: str) -> None:
    """Remember a circle that this device only reads."""
    known: list[str] = session.get("circles_read", [])
    if known[:1] != [token]:
        others = [other for other in known if other != token]
        session["circles_read"] = [token, *others][:MAX_CIRCLES]
        session.permanent = True


def forget_circle(token: str) -> None:
    """Take this circle off those of the device; the circle itself stays."""
    known: list[str] = session.get("circles", [])
    session["circles"] = [other for other in known if token not in tokens_from(other)]
    if "circles_read" in session:
        below = tokens_from(token)
        session["circles_read"] = [one for one in session["circles_read"] if one not in below]


def device_circles() -> list[CircleAccess]:
    """The circles in which the device may open sheets and that still exist, the latest first,
    each with its title and its players."""
    return [one for one in _known_circles() if one.may_open]


def circles_having(sheet_id: int) -> list[CircleAccess]:
    """The circles of the device that have a sheet, each by the token that allows most; none
    where the database does not answer, for the page of the sheet does without them."""
    found: dict[int, CircleAccess] = {}
    with suppress(DatabaseBusy):
        for one in _known_circles():
            with suppress(SheetDeleted, DatabaseStopped):
                if sheet_id in one.circle.links:
                    found.setdefault(one.circle_id, one)
    return list(found.values())


def _known_circles() -> list[CircleAccess]:
    """The circles of the device, those that it only reads last; asked of the database once in
    a request."""
    tokens: list[str] = [*session.get("circles", []), *session.get("circles_read", [])]
    if not tokens:
        return []
    if g.get("circle_tokens") != tokens:
        circles: CircleRepository = current_app.extensions["circles"]
        g.circle_tokens, g.known_circles = tokens, circles.outlined(tokens)
    found: list[CircleAccess] = g.known_circles
    return found


def closed_circles() -> list[str]:
    """The tokens of the device that open no circle any more: its links were renewed by another
    phone, or it was deleted."""
    opened = {access.token for access in device_circles()}
    return [token for token in session.get("circles", []) if token not in opened]
