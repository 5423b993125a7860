"""The circles of a device: the tokens in its session cookie, the latest first."""

from flask import current_app, g, session

from scorekeeper.service.circles.access import CircleAccess, CircleRepository
from scorekeeper.service.circles.tokens import tokens_from

MAX_CIRCLES = 6
"""Most circles that a device remembers."""


def remember_circle(token: str) -> None:
    """Put this circle first among those of the device, by the token that allows most."""
    known: list[str] = session.get("circles", [])
    best = next((other for other in known if token in tokens_from(other)), token)
    if known[:1] != [best]:
        others = [other for other in known if other not in tokens_from(best)]
        session["circles"] = [best, *others][:MAX_CIRCLES]
        session.permanent = True


def forget_circle(token: str) -> None:
    """Take this circle off those of the device; the circle itself stays."""
    known: list[str] = session.get("circles", [])
    session["circles"] = [other for other in known if token not in tokens_from(other)]


def device_circles() -> list[CircleAccess]:
    """The circles of the device that still exist, the latest first, each with its title and
    its players; asked of the database once in a request."""
    tokens: list[str] = session.get("circles", [])
    if not tokens:
        return []
    if g.get("circle_tokens") != tokens:
        circles: CircleRepository = current_app.extensions["circles"]
        g.circle_tokens, g.device_circles = list(tokens), circles.outlined(tokens)
    found: list[CircleAccess] = g.device_circles
    return found


def closed_circles() -> list[str]:
    """The tokens of the device that open no circle any more: its links were renewed by another
    phone, or it was deleted."""
    opened = {access.token for access in device_circles()}
    return [token for token in session.get("circles", []) if token not in opened]
