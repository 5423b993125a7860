"""« Retirer Anne »: what it does, and doing it."""

from flask import Blueprint, current_app, redirect, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.service.access import SheetAccess
from scorekeeper.service.circles.access import CircleAccess
from scorekeeper.service.circles.erasure import erase as erase_player
from scorekeeper.service.circles.erasure import plan
from scorekeeper.web.circle_access import guardian_access
from scorekeeper.web.circle_limits import limit_circle_writes
from scorekeeper.web.rendering import render_template
from scorekeeper.web.views.circles._backups import kept_backups

bp = Blueprint("circle_erasure", __name__, url_prefix="/circles/<token>/players/<int:player>")

CACHES = ("news", "form_classes", "row_cache", "season_pages")
"""The caches of pages that hold names in their keys or values."""


@bp.get("/erasure")
def show(token: str, player: int) -> ResponseReturnValue:
    """The effects of the erasure, before it is done."""
    access = guardian_access(token)
    found = plan(access, player)
    return render_template(
        "circles/erasure/show.html",
        access=access,
        plan=found,
        player=access.circle.player(found.player),
        backups=kept_backups(),
        sheets=_sheets(access, {one.link.number for one in found.remainders if one.link}),
    )


@bp.post("/erasure")
@limit_circle_writes
def erase(token: str, player: int) -> ResponseReturnValue:
    """Remove the names of a player everywhere."""
    access = guardian_access(token)
    erase_player(access, player)
    for name in CACHES:
        current_app.extensions[name].clear()
    return redirect(url_for("circle_players.index", token=token), 303)


def _sheets(access: CircleAccess, numbers: set[int]) -> dict[int, SheetAccess]:
    """The sheets with these places in the circle that this access still opens, by place."""
    links = [link for link in access.circle.links.values() if link.number in numbers]
    tokens = {access.sheet_token(link.sheet): link.number for link in links}
    opened = access.repository.sheets.outlined(list(tokens))
    return {tokens[one.token]: one for one in opened}
