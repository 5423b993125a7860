"""The place of a sheet in something larger, which another package arranges: who sits at the
table, how long it plays, and what comes after it."""

from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.sheets.service.access import SheetAccess
from scorekeeper.web.hooks import Hook


class SheetPlace(NamedTuple):
    """The place of a sheet, as the parts of its pages that name it."""

    title: Markup
    """Its name, before the title of the sheet."""
    rules: Markup
    """Where it belongs, before the rules."""
    over: Markup
    """What has come of it, and the way on, above the sheet; in place of the next game and of
    the end of the evening."""
    clock: Markup
    """The time left, beside the deal."""
    head: Markup
    """What is asked of it most, beside the menu; empty for nothing."""
    menu: Markup
    """The way to what is around it, in the menu."""
    end: str
    """The address of the page that takes the place of the end of the evening."""
    is_stopped: bool = False
    """True if no form asks for more hands: what is played there was decided elsewhere. A phone
    that was offline may still write what it has."""
    is_published: bool = False
    """True if its result is published: who sits there does not open it again."""


PLACES: Hook[[SheetAccess], SheetPlace | None] = Hook("places of a sheet")
"""Gives the place of a sheet, by the package that knows of one; nothing for one that stands
alone."""
