"""The journal: everything that was written, corrected and removed, and when."""

from collections.abc import Callable

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ..changes import changes
from ..row import Entry
from ..sheet import Sheet
from .conflict import Changed, as_seen, both
from .door import TURNS, Door, reading, writing

bp = Blueprint("journal", __name__, url_prefix="/sheets/<token>/journal")


@bp.get("")
def show(token: str) -> str:
    """Each event, the latest first, with what it moved."""
    door = reading(token)
    return render_template("journal.html", door=door, changes=changes(door.events())[::-1])


@bp.post("/removals")
def remove(token: str) -> Response:
    """Take a hand or a penalty off the sheet; the journal keeps it."""
    door = writing(token)
    entry = _entry(door)
    try:
        return _turn(door, entry, "removed", as_seen(entry.id))
    except Changed:
        return both(door, entry.id, None)


@bp.post("/restorations")
def restore(token: str) -> Response:
    """Put back a hand or a penalty that was removed, where it was."""
    door = writing(token)
    return _turn(door, _entry(door), "restored")


def _turn(
    door: Door,
    entry: Entry,
    kind: str,
    check: Callable[[Sheet], None] = lambda sheet: None,
) -> Response:
    if entry.removed is TURNS[kind]:
        return redirect(url_for("sheets.show", token=door.token), 303)
    seq = door.write(kind, {"entry": entry.id}, check=check)
    return redirect(url_for("sheets.show", token=door.token, told=seq), 303)


def _entry(door: Door) -> Entry:
    entries = {str(entry.id): entry for entry in door.sheet.entries}
    entry = entries.get(request.form.get("entry", ""))
    if entry is None or entry.kind == "seated":
        abort(404)
    return entry
