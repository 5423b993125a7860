"""« Retirer Anne »: what it does, and doing it."""

import re

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.i18n.messages import Message
from scorekeeper.service.access import SheetAccess
from scorekeeper.service.circles.access import CircleAccess
from scorekeeper.service.circles.erasure import erase as erase_player
from scorekeeper.service.circles.erasure import plan
from scorekeeper.service.errors import CircleRefused
from scorekeeper.web.circle_access import guardian_access
from scorekeeper.web.circle_limits import limit_circle_writes
from scorekeeper.web.views.circles._backups import kept_backups

bp = Blueprint("circle_erasure", __name__, url_prefix="/circles/<token>/players/<int:player>")

CACHES = ("fragments", "form_classes")
"""The caches of pages that hold names in their keys or values."""


@bp.get("/erasure")
def show(token: str, player: int) -> ResponseReturnValue:
    """The effects of the erasure, before it is done."""
    return _page(guardian_access(token), player)


@bp.post("/erasure")
@limit_circle_writes
def erase(token: str, player: int) -> ResponseReturnValue:
    """Remove the names of a player everywhere; the page again, 409, if others were merged with
    him since it was shown."""
    access = guardian_access(token)
    try:
        erase_player(access, player, _players_seen())
    except CircleRefused as refused:
        return _page(access, player, refused.message), 409
    for name in CACHES:
        current_app.extensions[name].clear()
    return redirect(url_for("circle_players.index", token=token), 303)


def _players_seen() -> set[int] | None:
    """The players whom the page has named; nothing if the form does not say."""
    seen = re.findall(r"\b[0-9]{1,4}\b", request.form.get("players", ""))
    return set(map(int, seen)) or None


def _page(access: CircleAccess, player: int, refused: Message | None = None) -> str:
    found = plan(access, player)
    return render_template(
        "circles/erasure/show.html",
        access=access,
        refused=refused,
        plan=found,
        player=access.circle.player(found.player),
        backups=kept_backups(),
        sheets=_sheets(access, {one.link.number for one in found.remainders if one.link}),
    )


def _sheets(access: CircleAccess, numbers: set[int]) -> dict[int, SheetAccess]:
    """The sheets with these places in the circle that this access still opens, by place."""
    links = [link for link in access.circle.links.values() if link.number in numbers]
    tokens = {access.sheet_token(link.sheet): link.number for link in links}
    opened = access.repository.sheets.outlined(list(tokens))
    return {tokens[one.token]: one for one in opened}
