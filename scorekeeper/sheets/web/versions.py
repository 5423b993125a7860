"""The question which of two versions of an entry is right: both are shown, with 409."""

from typing import Any

from flask import Response, make_response, render_template, request

from scorekeeper.sheets.rows import Row
from scorekeeper.sheets.service.access import SheetAccess
from scorekeeper.sheets.service.errors import EntryChanged

RESENT = ("csrf_token", "base", "seen", "before", "seating", "known_hands", "ahead", "shown")
"""The fields that a choice sends again with values of its own, or not at all."""


def changed_page(access: SheetAccess, conflict: EntryChanged) -> Response:
    """Show an entry as it is now beside what was posted."""
    entry, proposed = conflict.entry, conflict.proposed
    theirs, mine = access.sheet.row(entry.id), proposed.row(entry.id) if proposed else None
    return versions_page("sheets/conflict.html", access, theirs, mine, entry=entry)


def versions_page(
    template: str, access: SheetAccess, theirs: Row | None, mine: Row | None, **context: Any
) -> Response:
    """Return the page of a choice between the row of the sheet and another one.

    :param mine: absent where an entry is to be removed, or fits nowhere.
    """
    sent = [one for one in request.form.items(multi=True) if one[0] not in RESENT]
    same = theirs is not None and mine is not None and _told(theirs) == _told(mine)
    context |= {"theirs": theirs, "mine": mine, "same": same, "sent": sent}
    return make_response(render_template(template, access=access, **context), 409)


def _told(row: Row) -> dict[str, Any]:
    """Return what an entry says, wherever it stands."""
    return {**row.entry.body, "before": None, "mended": None}
