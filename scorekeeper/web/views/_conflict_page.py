"""The page of two corrections of one entry: shown by ``hands``, ``penalties``, ``journal``."""

from flask import Response, make_response, render_template, request

from scorekeeper.service.access import SheetAccess
from scorekeeper.service.errors import EntryChanged

RESENT = ("csrf_token", "seen")
"""The fields that the page sends again with values of its own."""


def conflict_page(access: SheetAccess, conflict: EntryChanged) -> Response:
    """Both versions, and the choice between them; 409."""
    entry = conflict.entry
    posted = request.form.items(multi=True)
    page = render_template(
        "sheets/conflict.html",
        access=access,
        entry=entry,
        theirs=access.sheet.row(entry.id),
        mine=conflict.proposed,
        sent=[(name, value) for name, value in posted if name not in RESENT],
    )
    return make_response(page, 409)
