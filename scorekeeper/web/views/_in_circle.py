"""The form of a new sheet where it is opened in a circle: its players, and who they are."""

from collections.abc import Sequence
from contextlib import suppress

from flask import request, url_for

from scorekeeper.service.circles.access import CircleAccess
from scorekeeper.service.circles.sheets import (
    existing_sheet,
    follow_revanches,
    open_in_circle,
)
from scorekeeper.service.seating import Seating
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.storage.base import SheetDeleted
from scorekeeper.web.access import posted_key
from scorekeeper.web.circle_access import device_circles, table_access
from scorekeeper.web.device import remember_sheet
from scorekeeper.web.forms.rules_form import RulesForm


def circle_asked() -> CircleAccess | None:
    """The circle in which the sheet of this form is opened; nothing without one.

    :raises UnknownToken: if the token opens no circle: answered with 404.
    :raises WriteForbidden: if its role is too low: answered with 404 too.
    """
    token = request.values.get("circle", "")
    return table_access(token) if token else None


def players_present(access: CircleAccess) -> list[str]:
    """The names of the players who were tapped before, in the order of the seats."""
    known = {str(player.id): player.name for player in access.circle.active_players}
    ticked = [id for id in request.args.getlist("player") if id in known]
    tapped = request.args.get("order", "").split()
    order = tapped if sorted(tapped) == sorted(ticked) else ticked
    return [known[id] for id in order]


def player_names(access: CircleAccess) -> list[str]:
    """The names of the players who may be tapped."""
    return [player.name for player in access.circle.active_players]


def last_sheet(access: CircleAccess) -> Sheet | None:
    """The sheet that was linked last, if it is still there."""
    links = list(access.circle.links.values())
    return existing_sheet(access, links[-1]) if links else None


def open_sheet_in(
    access: CircleAccess, rules: RulesForm, seating: Seating, title: str, date: str
) -> str:
    """Open the sheet in the circle; its address. A name of the form that is exactly the name
    of a player is this player: the form has offered it.

    :raises CircleRefused: if the circle does not take it.
    """
    link = open_in_circle(
        access,
        rules.game,
        rules.options,
        seating,
        _players(access, rules, seating.names),
        title=title,
        date=date,
        key=posted_key(),
    )
    token = access.sheet_token(link.sheet)
    remember_sheet(token)
    return url_for("sheets.show", token=token)


def follow_in_circles(sheet_id: int) -> None:
    """Take the *revanche* of a sheet into the circles of this device that have the sheet."""
    for one in device_circles():
        with suppress(SheetDeleted):
            if sheet_id in one.circle.links:
                follow_revanches(one)


def _players(access: CircleAccess, rules: RulesForm, names: Sequence[str]) -> list[int]:
    """The players of the circle by their names; 0 for guests, and for tables."""
    known = {player.name: player.id for player in access.circle.players if player.name}
    return [0 if rules.game.board else known.get(name, 0) for name in names]
