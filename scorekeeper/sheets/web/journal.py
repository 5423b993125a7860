"""The journal: everything that was recorded, corrected and removed, and when."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.sheets.history import history_page
from scorekeeper.sheets.service.access import SheetAccess, SheetRole
from scorekeeper.sheets.service.errors import DealRecorded, EntryChanged
from scorekeeper.sheets.service.turns import EntryTurn
from scorekeeper.sheets.web._sheet_page import recorded
from scorekeeper.sheets.web.access import SHEET, posted_seq, posted_turn, query_seq
from scorekeeper.sheets.web.versions import changed_page, versions_page
from scorekeeper.web.access import reads, writes

bp = Blueprint("journal", __name__, url_prefix="/sheets/<token>/journal")


@bp.get("")
@reads(SHEET)
def show(access: SheetAccess) -> ResponseReturnValue:
    """Show a page of events with what each changed, the latest first."""
    page = history_page(access.events(), before=query_seq("before"), after=query_seq("after"))
    return render_template("sheets/journal/show.html", access=access, page=page)


@bp.post("/removals")
@writes(SHEET, SheetRole.WRITING)
def remove(access: SheetAccess) -> ResponseReturnValue:
    """Take a hand or a penalty off the sheet; the journal keeps it."""
    try:
        seq = _posted_turn(access).remove()
    except EntryChanged as conflict:
        return changed_page(access, conflict)
    return recorded(access, seq)


@bp.post("/restorations")
@writes(SHEET, SheetRole.WRITING)
def restore(access: SheetAccess) -> ResponseReturnValue:
    """Put a removed hand or penalty back in its place."""
    try:
        known = request.form.getlist("known", type=int)
        seq = _posted_turn(access).restore(known)
    except DealRecorded as taken:
        page = "sheets/journal/taken.html"
        return versions_page(page, access, taken.row, taken.mine, removed=True)
    return recorded(access, seq)


@bp.post("/reversions")
@writes(SHEET, SheetRole.WRITING)
def revert(access: SheetAccess) -> ResponseReturnValue:
    """Correct a hand or a penalty to what it was in an earlier version of the sheet."""
    try:
        seq = _posted_turn(access).revert(posted_seq("version") or 0)
    except EntryChanged as conflict:
        return changed_page(access, conflict)
    return recorded(access, seq)


def _posted_turn(access: SheetAccess) -> EntryTurn:
    """Return the place of the entry that the form names."""
    return posted_turn(access, posted_seq("entry") or 0, "hand", "penalty")
