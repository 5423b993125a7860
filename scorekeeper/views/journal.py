"""The journal: everything that was written, corrected and removed, and when."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ..changes import changes
from ..row import Entry
from .door import Door, reading, writing

bp = Blueprint("journal", __name__, url_prefix="/sheets/<token>/journal")


@bp.get("")
def show(token: str) -> str:
    """Each event, the latest first, with what it moved."""
    door = reading(token)
    return render_template("journal.html", door=door, changes=changes(door.events())[::-1])


@bp.post("/removals")
def remove(token: str) -> Response:
    """Take a hand or a penalty off the sheet; the journal keeps it."""
    return _turn(writing(token), "removed", removed=True)


@bp.post("/restorations")
def restore(token: str) -> Response:
    """Put back a hand or a penalty that was removed, where it was."""
    return _turn(writing(token), "restored", removed=False)


def _turn(door: Door, kind: str, removed: bool) -> Response:
    entry = _entry(door)
    if entry.removed is removed:
        return redirect(url_for("sheets.show", token=door.token), 303)
    seq = door.write(kind, {"entry": entry.id})
    return redirect(url_for("sheets.show", token=door.token, told=seq), 303)


def _entry(door: Door) -> Entry:
    entries = {str(entry.id): entry for entry in door.sheet.entries}
    entry = entries.get(request.form.get("entry", ""))
    if entry is None or entry.kind == "seated":
        abort(404)
    return entry
