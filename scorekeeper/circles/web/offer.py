"""What circles add to the pages of others: their players are offered where people are entered,
and circles where an evening ends."""

from contextlib import suppress

from flask import get_template_attribute
from markupsafe import Markup

from scorekeeper.circles.service.access import CircleAccess
from scorekeeper.circles.web.access import device_circles
from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.service.access import SheetAccess
from scorekeeper.sheets.web.device import sheet_code
from scorekeeper.sheets.web.end import Offer
from scorekeeper.sheets.web.exchange import Roster, Taker
from scorekeeper.streams.base import StreamDeleted

TEMPLATE = "circles/offer.html"


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
        beside=get_template_attribute(TEMPLATE, "beside")(access, key, having),
        below=get_template_attribute(TEMPLATE, "below")(having, others, sheet_code(access)),
    )


def rosters() -> list[Roster]:
    """Return the players of the circles of this device."""
    return [
        Roster(
            msg("Les joueurs de « %(circle)s »", circle=circle.outline.title),
            [player.name for player in circle.outline.active_players if player.name],
        )
        for circle in device_circles()
    ]


def taker() -> Taker:
    """Return what offers the sheets of an evening to the circles of this device."""
    return Taker(msg("Ajouter à un cercle"), _offered_evening)


def _offered_evening(code: str, sheets: frozenset[int]) -> Markup:
    circles = [(one, len(sheets - one.circle.links.keys())) for one in device_circles()]
    html: Markup = get_template_attribute(TEMPLATE, "evening")(code, sheets, circles)
    return html
