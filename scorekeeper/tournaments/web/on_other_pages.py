"""What tournaments add to the pages of others: the first page has those of the device and the
way to a new one; the sheet of a table says where it stands."""

from typing import Any

from flask import current_app, url_for

from scorekeeper.sheets.service.access import SheetAccess
from scorekeeper.sheets.web.place import SheetPlace
from scorekeeper.tournaments.service.tables import at_table
from scorekeeper.tournaments.web.access import ROLES, device_tournaments, tournaments
from scorekeeper.web.first_page import Part
from scorekeeper.web.templating import macro

ON_FIRST_PAGE = "tournaments/on_first_page.html"


def first_page_part() -> Part:
    """Return what tournaments add to the first page."""
    return Part(
        listed=macro(ON_FIRST_PAGE, "listed", device_tournaments(), ROLES),
        ways=macro(ON_FIRST_PAGE, "ways"),
    )


def place_at_table(access: SheetAccess) -> SheetPlace | None:
    """Return the place of the sheet of a table; nothing for any other sheet."""
    place = at_table(tournaments(), access)
    if place is None:
        return None

    template = current_app.jinja_env.get_template("tournaments/place.html")
    parts: Any = template.make_module({"place": place, "access": access})
    return SheetPlace(
        title=parts.title(),
        rules=parts.rules(),
        over=parts.over(),
        clock=parts.clock(),
        head=parts.head(),
        menu=parts.menu(),
        is_stopped=place.is_stopped,
        is_published=place.round.is_closed or place.is_withdrawn,
        end=url_for("tournament_tables.result"),
    )
