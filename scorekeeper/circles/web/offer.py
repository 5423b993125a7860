"""What the end of an evening offers: to keep its players as a circle, or to count it in one."""

from contextlib import suppress
from typing import Any

from flask import current_app

from scorekeeper.circles.service.access import CircleAccess
from scorekeeper.circles.web.access import device_circles
from scorekeeper.sheets.service.access import SheetAccess
from scorekeeper.sheets.web.device import sheet_code
from scorekeeper.sheets.web.end import Offer
from scorekeeper.streams.base import SheetDeleted


def offer_circles(access: SheetAccess, key: str) -> Offer | None:
    """Return the ways from a sheet to the circles of this device; nothing for who may not
    write it, and for an event over boards, whose columns are no players."""
    if not access.may_write or access.outline.game.board:
        return None
    having, others = list[CircleAccess](), list[CircleAccess]()
    for circle in device_circles():
        with suppress(SheetDeleted):
            (having if access.sheet_id in circle.circle.links else others).append(circle)
    shown = {"access": access, "key": key, "having": having, "others": others}
    template = current_app.jinja_env.get_template("circles/offer.html")
    parts: Any = template.make_module(shown | {"code": sheet_code(access)})
    return Offer(parts.beside(), parts.below())
