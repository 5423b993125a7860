"""The three links of a circle, as text and as QR codes; new ones; the recovery card."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.service.access import new_key
from scorekeeper.service.circles.founding import recovery_words, renew_tokens
from scorekeeper.service.circles.tokens import Role
from scorekeeper.web.access import posted_key
from scorekeeper.web.circle_access import (
    EXAMPLE_TOKEN,
    circles,
    guardian_access,
    read_circle,
)
from scorekeeper.web.circle_limits import limit_circle_writes
from scorekeeper.web.device_circles import forget_circle, remember_circle
from scorekeeper.web.qr_code import circle_address, qr_code, recovery_address

bp = Blueprint("circle_links", __name__, url_prefix="/circles/<token>")

SHOWN = (Role.TABLE, Role.READING, Role.GUARDIAN)
"""The links in the order of the page: the one for the table is given most."""


@bp.get("/links")
def show(token: str) -> ResponseReturnValue:
    """The links that the holder of this one has: all three, two, or this one."""
    access = read_circle(token)
    tokens = [(role, access.tokens.of(role)) for role in SHOWN]
    links = [_link(role, found) for role, found in tokens if found]
    return render_template(
        "circles/links/show.html",
        access=access,
        links=links,
        key=new_key(),
        is_example=token == EXAMPLE_TOKEN,
    )


@bp.post("/links")
@limit_circle_writes
def renew(token: str) -> ResponseReturnValue:
    """Give the circle new links; those before open nothing any more."""
    new = renew_tokens(circles(), token, key=posted_key())
    forget_circle(token)
    remember_circle(new)
    return redirect(url_for("circle_links.show", token=new), 303)


@bp.get("/card")
def card(token: str) -> ResponseReturnValue:
    """The recovery card, to be printed: the guardians' link as a code and as seven words."""
    access = guardian_access(token)
    return render_template(
        "circles/links/card.html",
        access=access,
        link=_link(Role.GUARDIAN, token),
        words=recovery_words(access),
        recovery=recovery_address(),
    )


def _link(role: Role, token: str) -> dict[str, object]:
    address = circle_address(token)
    return {
        "address": address,
        "role": role.name.lower(),
        "writes": role is not Role.READING,
        "code": qr_code(address),
    }
