"""The circles of a device beside one of its sheets: those that count it, and the others."""

from contextlib import suppress
from typing import NamedTuple

from scorekeeper.service.access import SheetAccess
from scorekeeper.service.circles.access import CircleAccess
from scorekeeper.storage.base import SheetDeleted
from scorekeeper.web.circle_access import device_circles
from scorekeeper.web.device import sheet_code


class CirclesOfSheet(NamedTuple):
    """The circles that the end of an evening offers to count it in."""

    having: list[CircleAccess]
    """The circles of the device that have the sheet."""
    others: list[CircleAccess]
    """Those that may take it in."""
    code: str
    """The name of the sheet in the form that takes it in."""


def circles_of_sheet(access: SheetAccess) -> CirclesOfSheet | None:
    """The circles of this device beside a sheet; nothing for who may not write it, and for
    an event over boards, whose columns are no players."""
    if not access.may_write or access.outline.game.board:
        return None
    having, others = list[CircleAccess](), list[CircleAccess]()
    for one in device_circles():
        with suppress(SheetDeleted):
            (having if access.sheet_id in one.circle.links else others).append(one)
    return CirclesOfSheet(having, others, sheet_code(access))
