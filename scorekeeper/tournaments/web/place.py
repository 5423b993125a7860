"""The sheet of a table says on its own pages where it stands in its tournament."""

from typing import Any

from flask import current_app, url_for

from scorekeeper.sheets.service.access import SheetAccess
from scorekeeper.sheets.web.place import SheetPlace
from scorekeeper.tournaments.service.tables import at_table
from scorekeeper.tournaments.web.access import tournaments


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
