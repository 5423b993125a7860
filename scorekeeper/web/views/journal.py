"""The journal: everything that was written, corrected and removed, and when."""

from collections.abc import Callable

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.sheets.history import changes
from scorekeeper.sheets.rows import Entry
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.web.access import TURNS, SheetAccess, reading, writing
from scorekeeper.web.conflict import Changed, as_seen, both

bp = Blueprint("journal", __name__, url_prefix="/sheets/<token>/journal")


@bp.get("")
def show(token: str) -> str:
    """Each event, the latest first, with what it moved."""
    access = reading(token)
    return render_template(
        "journal/show.html", access=access, changes=changes(access.events())[::-1]
    )


@bp.post("/removals")
def remove(token: str) -> Response:
    """Take a hand or a penalty off the sheet; the journal keeps it."""
    access = writing(token)
    entry = _entry(access)
    try:
        return _turn(access, entry, "removed", as_seen(entry.id))
    except Changed:
        return both(access, entry.id, None)


@bp.post("/restorations")
def restore(token: str) -> Response:
    """Put back a hand or a penalty that was removed, where it was."""
    access = writing(token)
    return _turn(access, _entry(access), "restored")


def _turn(
    access: SheetAccess,
    entry: Entry,
    kind: str,
    check: Callable[[Sheet], None] = lambda sheet: None,
) -> Response:
    if entry.removed is TURNS[kind]:
        return redirect(url_for("sheets.show", token=access.token), 303)
    seq = access.write(kind, {"entry": entry.id}, check=check)
    return redirect(url_for("sheets.show", token=access.token, recorded=seq), 303)


def _entry(access: SheetAccess) -> Entry:
    entries = {str(entry.id): entry for entry in access.sheet.entries}
    entry = entries.get(request.form.get("entry", ""))
    if entry is None or entry.kind == "seated":
        abort(404)
    return entry
