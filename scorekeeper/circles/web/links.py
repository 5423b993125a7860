"""The links of a circle, new ones, the recovery card, and the way back to a lost circle."""

from contextlib import suppress

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.circles.service import founding
from scorekeeper.circles.service.access import CircleAccess
from scorekeeper.circles.service.founding import recovery_words, renew_tokens
from scorekeeper.circles.service.tokens import CircleRole
from scorekeeper.circles.service.words import COUNT, UnknownWords
from scorekeeper.circles.web.access import (
    CIRCLE,
    circles,
    device_circles,
    forget_circle,
    limit_recoveries,
    remember_circle,
)
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.service.access import new_key
from scorekeeper.sheets.web.access import posted_key
from scorekeeper.streams.errors import UnknownToken
from scorekeeper.web.access import count_write, open_stream, reads
from scorekeeper.web.qr_code import qr_code, server_address

bp = Blueprint("circle_links", __name__, url_prefix="/circles")

SHOWN = (CircleRole.TABLE, CircleRole.READING, CircleRole.GUARDIAN)
"""The links in the order of the page: the one for the table is given most."""


@bp.get("/<token>/links")
@reads(CIRCLE)
def show(access: CircleAccess) -> ResponseReturnValue:
    """Show the links that the holder of this one has: all three, two, or this one."""
    tokens = [(role, access.tokens.of(role)) for role in SHOWN]
    links = [_link(role, found) for role, found in tokens if found]
    return render_template(
        "circles/links/show.html", access=access, links=links, key=new_key()
    )


@bp.post("/<token>/links")
def renew(token: str) -> ResponseReturnValue:
    """Give the circle new links; those before open nothing any more."""
    with suppress(UnknownToken):  # of links that were replaced already
        access = open_stream(CIRCLE, token)
        access.require(CircleRole.GUARDIAN)
        count_write(CIRCLE, access)
    new = renew_tokens(circles(), token, key=posted_key())
    forget_circle(token)
    remember_circle(new)
    return redirect(url_for("circle_links.show", token=new), 303)


@bp.get("/<token>/card")
@reads(CIRCLE, CircleRole.GUARDIAN)
def card(access: CircleAccess) -> ResponseReturnValue:
    """Show the recovery card for print: the guardians' link as a code and seven words."""
    return render_template(
        "circles/links/card.html",
        access=access,
        link=_link(CircleRole.GUARDIAN, access.token),
        words=recovery_words(access),
        recovery=server_address(url_for("circle_links.find_lost")),
    )


def _link(role: CircleRole, token: str) -> dict[str, object]:
    address = server_address(url_for("circles.show", token=token))
    return {
        "address": address,
        "role": role.name.lower(),
        "writes": role is not CircleRole.READING,
        "code": qr_code(address),
    }


MAX_TYPED = 400
"""Characters of the words that are read."""

SHOWN_WORDS = 3
"""Most unknown words that are told."""

UNKNOWN_CIRCLE = msg(
    "Ces sept mots n'ouvrent aucun cercle ici. Si les liens du cercle ont été changés, c'est "
    "la carte imprimée ensuite qui sert."
)


@bp.get("/recovery")
def find_lost() -> ResponseReturnValue:
    """Show the circles of this device, the form for the seven words, and the other ways."""
    return _recovery_page()


@bp.post("/recovery")
@limit_recoveries
def recover() -> ResponseReturnValue:
    """Open the circle of seven words, as a guardian."""
    typed = request.form.get("words", "")[:MAX_TYPED]
    try:
        access = founding.recover(circles(), typed)
    except UnknownWords as refused:
        return _recovery_page(typed, _typing_error(refused)), 422
    except UnknownToken:
        return _recovery_page(typed, UNKNOWN_CIRCLE), 422
    return redirect(url_for("circles.show", token=access.token), 303)


def _typing_error(refused: UnknownWords) -> Message:
    if refused.unknown:
        words = ", ".join(refused.unknown[:SHOWN_WORDS])
        return msg("Pas dans la liste des mots : %(words)s. Regardez la carte.", words=words)
    return msg(
        "Il faut les %(count)s mots de la carte, dans l'ordre ; en voici %(n)s.",
        count=COUNT,
        n=refused.count,
    )


def _recovery_page(typed: str = "", error: Message | None = None) -> str:
    return render_template(
        "circles/recovery/show.html", accesses=device_circles(), typed=typed, error=error
    )
