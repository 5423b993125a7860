"""Circles in a request: access by token, the circles of a device, rate limits, error pages.

The session cookie holds the tokens of a device, the latest first: those in which it may open
sheets are listed on its first page; those that it only reads are remembered apart, for the way
back from one of their sheets.
"""

from contextlib import suppress

from flask import current_app, request, session

from scorekeeper.circles.circle import Circle
from scorekeeper.circles.errors import CircleFull, CircleRefused
from scorekeeper.circles.service.access import CIRCLES, CircleAccess, CircleRepository
from scorekeeper.circles.service.tokens import tokens_from
from scorekeeper.i18n.messages import msg
from scorekeeper.streams.base import DatabaseBusy, DatabaseStopped, StreamDeleted
from scorekeeper.web.access import Pages, outlined
from scorekeeper.web.device import forget, remember
from scorekeeper.web.errors import Refusals, Text, Way
from scorekeeper.web.rate_limits import HOUR, MINUTE, Limit, limit


def circles() -> CircleRepository:
    """Return the circles of this installation."""
    repository: CircleRepository = current_app.extensions["circles"]
    return repository


def _remember(access: CircleAccess, wrote: bool) -> None:
    if access.may_open:
        remember_circle(access.token)
    else:
        remember("circles_read", access.token, MAX_CIRCLES)


CIRCLE = Pages(CIRCLES, lambda token: circles().access(token), _remember)


MAX_CIRCLES = 6
"""Most circles that a device remembers, and most that it only reads."""


def remember_circle(token: str) -> None:
    """Put this circle first among those of the device, by the token that allows most."""
    tokens: list[str] = session.get("circles", [])
    best = next((other for other in tokens if token in tokens_from(other)), token)
    remember("circles", best, MAX_CIRCLES, tokens_from(best))


def forget_circle(token: str) -> None:
    """Take this circle off those of the device; the circle itself stays."""
    tokens: list[str] = session.get("circles", [])
    forget("circles", *(other for other in tokens if token in tokens_from(other)))
    forget("circles_read", *tokens_from(token))


def device_circles() -> list[CircleAccess]:
    """Return the circles in which the device may open sheets and that still exist, the latest
    first, each with its title and its players."""
    return [access for access in _known_circles() if access.may_open]


def circles_having(sheet_id: int) -> list[CircleAccess]:
    """Return the circles of the device that have a sheet, each by the token that allows most;
    none where the database does not answer, for the page of the sheet does without them."""
    accesses: dict[int, CircleAccess] = {}
    with suppress(DatabaseBusy):
        for access in _known_circles():
            with suppress(StreamDeleted, DatabaseStopped):
                if sheet_id in access.circle.links:
                    accesses.setdefault(access.circle_id, access)
    return list(accesses.values())


def _known_circles() -> list[CircleAccess]:
    """Return the circles of the device, those that it only reads last."""
    return outlined(circles(), "circles", "circles_read")


def closed_circles() -> list[str]:
    """Return the tokens of the device that open no circle any more: its links were renewed by
    another phone, or it was deleted."""
    opened = {access.token for access in device_circles()}
    return [token for token in session.get("circles", []) if token not in opened]


RECOVERIES = (Limit(10, MINUTE), Limit(60, HOUR))
"""Attempts of one device to find a circle by its words."""

NETWORK_RECOVERIES = (Limit(30, MINUTE), Limit(200, HOUR))
"""The same of one network: a billion years for the 56 bits of one circle."""

FILES = (Limit(6, MINUTE), Limit(30, HOUR))
"""Circles that one device saves as files: a large one is seconds of work."""

NETWORK_FILES = (Limit(20, MINUTE), Limit(100, HOUR))
"""The same of all devices of one network that are new."""

limit_recoveries = limit("recovery", RECOVERIES, NETWORK_RECOVERIES, new_devices_only=False)

limit_circle_files = limit("circle files", FILES, NETWORK_FILES)


ERASED_SINCE = msg("Quelqu'un vient d'être retiré du cercle : relisez, puis enregistrez.")


def require_none_erased(circle: Circle) -> None:
    """Raise CircleRefused if somebody was erased since the form, which may have his name."""
    shown = request.form.get("erased", type=int)
    if shown is not None and shown < len(circle.erased):
        raise CircleRefused(ERASED_SINCE)


FULL = Text(msg("Ce cercle est plein : il ne prend plus ni joueurs, ni feuilles, ni saisons."))

REFUSALS: Refusals = {CircleFull: (409, FULL)}

TEXTS = {
    404: Text(
        msg(
            "Il n'y a pas de cercle à cette adresse. Si ses liens ont été changés, demandez "
            "le nouveau à quelqu'un du cercle."
        ),
        Way("circle_links.find_lost", msg("Retrouver un cercle")),
    ),
    409: Text(
        msg(
            "Quelqu'un a changé le cercle entre-temps. Revenez-y et vérifiez avant de "
            "recommencer."
        )
    ),
}
"""The texts of the addresses of circles, by HTTP status."""
