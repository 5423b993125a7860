"""What circles add to the pages of others: they stand on the first page; new sheets are opened
in them, the menu of a sheet leads to them, they take the *revanches* of their sheets; their
players are offered where people are entered, and they themselves where an evening ends."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from flask import request, session, url_for
from markupsafe import Markup

from scorekeeper.circles.errors import CircleRefused
from scorekeeper.circles.service import sheets
from scorekeeper.circles.service.access import CircleAccess
from scorekeeper.circles.service.tokens import CircleRole
from scorekeeper.circles.web.access import (
    CIRCLE,
    circles_having,
    closed_circles,
    device_circles,
)
from scorekeeper.circles.web.forms import MatchingForm, tapped
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.game import Game
from scorekeeper.sheets.names import folded
from scorekeeper.sheets.service.access import SheetAccess
from scorekeeper.sheets.service.seating import Seating
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.sheets.web.access import posted_key
from scorekeeper.sheets.web.device import remember_sheet, sheet_code
from scorekeeper.sheets.web.end import Offer
from scorekeeper.sheets.web.exchange import Roster, Taker
from scorekeeper.streams.base import StreamDeleted
from scorekeeper.web.access import open_other
from scorekeeper.web.first_page import Part
from scorekeeper.web.templating import macro

ON_FIRST_PAGE, ON_SHEETS, OFFER = (
    f"circles/{name}.html" for name in ("on_first_page", "on_sheets", "offer")
)


def first_page_part() -> Part:
    """Return what circles add to the first page."""
    circles = device_circles()
    return Part(
        resume=macro(ON_FIRST_PAGE, "resume", circles),
        listed=macro(ON_FIRST_PAGE, "listed", circles, closed_circles()),
        ways=macro(ON_FIRST_PAGE, "ways"),
    )


def circle_asked() -> "CircleOfNewSheet | None":
    """Return the circle in which the sheet of this form is opened; nothing without one. A
    token of no circle, or too low a role, is answered with 404."""
    token = request.values.get("circle", "")
    return CircleOfNewSheet(open_other(CIRCLE, token, CircleRole.TABLE)) if token else None


class CircleOfNewSheet:
    """A SheetCollection of :mod:`scorekeeper.sheets.web.collection`; it may open sheets."""

    def __init__(self, access: CircleAccess) -> None:
        self._access = access

    @property
    def title(self) -> str:
        """The name of the circle."""
        return self._access.circle.title

    @property
    def form_part(self) -> Markup:
        """The token of the circle in a field, and that the sheet is counted in it."""
        return macro(ON_SHEETS, "form_part", self._access)

    @property
    def last_sheet(self) -> Sheet | None:
        """The sheet that was linked last, if it is still there."""
        return sheets.last_sheet(self._access)

    @property
    def player_names(self) -> list[str]:
        """The names of its players."""
        return [player.name for player in self._access.circle.named_players]

    @property
    def names_present(self) -> list[str]:
        """The names of the players in the address, in the order of the seats."""
        players = self._access.circle.named_players
        return [player.name for player in tapped(players, request.args)]

    def open_sheet(
        self,
        game: Game,
        options: Mapping[str, Any],
        seating: Seating,
        *,
        title: str,
        date: str,
        key: str,
    ) -> str:
        """Open the sheet in the circle; its address. A name of the form that is the name of a
        player, whatever its case, is this player: the form has offered it. Raise CircleRefused
        if the circle does not take it."""
        players = [0] * len(seating.names) if game.board else self._players(seating.names)
        link = sheets.open_in_circle(
            self._access, game, options, seating, players, title=title, date=date, key=key
        )
        token = self._access.sheet_token(link.sheet)
        remember_sheet(token, written=True)
        return url_for("sheets.show", token=token)

    def address_to_take(self, sheet: SheetAccess) -> str:
        """Return the page that asks who the players of a sheet are; the sheet itself, if the
        circle has it or it has tables for columns."""
        if sheet.sheet_id in self._access.circle.links or sheet.outline.game.board:
            return url_for("sheets.show", token=sheet.token)
        own, code = self._access.token, sheet_code(sheet)
        return url_for("circle_sheets.choose", token=own, step="players", sheet=code)

    def take(self, sheet: SheetAccess) -> str:
        """Take in a sheet, names in doubt as guests; return the page that asks for them."""
        access, names = self._access, sheet.outline.names
        form = MatchingForm.about(access.circle, [names])
        is_known = sheet.sheet_id in access.circle.links
        if sheet.may_write and not (sheet.outline.game.board or is_known):
            with suppress(CircleRefused):  # the page that asks says why
                sheets.require_new_night(access, sheet)
                players = form.players(names, {})
                link = sheets.link_sheet(access, sheet, players, key=posted_key())
                if form.asked:
                    number, token = link.number, access.token
                    return url_for("circle_sheets.match", token=token, number=number)
                session[f"taken {access.token}"] = link.number
                return url_for("circles.show", token=access.token)
        return self.address_to_take(sheet)

    def _players(self, names: Sequence[str]) -> list[int]:
        """Return the players of the circle by their names; 0 for guests."""
        players = self._access.circle.players
        numbers = {folded(player.name): player.id for player in players if player.name}
        return [numbers.get(folded(name), 0) for name in names]


def follow_revanche(sheet: SheetAccess) -> None:
    """Take the *revanche* of a sheet into the circles of this device that have the sheet."""
    for circle in device_circles():
        with suppress(StreamDeleted):
            if sheet.sheet_id in circle.circle.links:
                sheets.follow_revanches(circle)


def menu_links(sheet: SheetAccess) -> Markup:
    """Return the links from a sheet to the circles of this device that have it."""
    return macro(ON_SHEETS, "menu", circles_having(sheet.sheet_id))


def offer_circles(access: SheetAccess, key: str) -> Offer | None:
    """Return the ways from a sheet to the circles of this device; nothing for who may not
    write it, and for an event over boards, whose columns are no players."""
    if not access.may_write or access.outline.game.board:
        return None
    having, others = list[CircleAccess](), list[CircleAccess]()
    for circle in device_circles():
        with suppress(StreamDeleted):
            (having if access.sheet_id in circle.circle.links else others).append(circle)
    return Offer(
        beside=macro(OFFER, "beside", access, key, having),
        below=macro(OFFER, "below", having, others, sheet_code(access)),
    )


def rosters() -> list[Roster]:
    """Return the players of the circles of this device."""
    return [
        Roster(
            msg("Les joueurs de « %(circle)s »", circle=circle.outline.title),
            [player.name for player in circle.outline.named_players],
        )
        for circle in device_circles()
    ]


def taker() -> Taker:
    """Return what offers the ranking of an evening to the circles that this device guards."""
    return Taker(
        msg("Ajouter à un cercle"),
        lambda code: macro(OFFER, "evening", code, [c for c in device_circles() if c.guards]),
    )
