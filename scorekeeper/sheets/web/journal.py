"""The journal: everything that was recorded, corrected and removed, and when."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.sheets.history import history_page
from scorekeeper.sheets.service import turns
from scorekeeper.sheets.service.access import SheetAccess, SheetRole
from scorekeeper.sheets.service.errors import DealRecorded, EntryChanged
from scorekeeper.sheets.web._sheet_page import recorded
from scorekeeper.sheets.web.access import SHEET, posted_key, posted_seq, query_seq
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
    seen, head = request.form.get("seen", ""), request.form.get("base", "")
    try:
        seq = turns.remove(access, _posted_entry(), key=posted_key(), seen=seen, head=head)
    except EntryChanged as conflict:
        return changed_page(access, conflict)
    return recorded(access, seq)


@bp.post("/restorations")
@writes(SHEET, SheetRole.WRITING)
def restore(access: SheetAccess) -> ResponseReturnValue:
    """Put a removed hand or penalty back in its place."""
    head, known = request.form.get("base", ""), posted_seq("known") or 0
    try:
        seq = turns.restore(access, _posted_entry(), key=posted_key(), head=head, known=known)
    except DealRecorded as taken:
        page = "sheets/journal/taken.html"
        return versions_page(page, access, taken.row, taken.mine, removed=True)
    return recorded(access, seq)


@bp.post("/reversions")
@writes(SHEET, SheetRole.WRITING)
def revert(access: SheetAccess) -> ResponseReturnValue:
    """Correct a hand or a penalty to what it was in an earlier version of the sheet."""
    seen, head = request.form.get("seen", ""), request.form.get("base", "")
    kinds, key = ("hand", "penalty"), posted_key()
    turn = turns.turn_of(access, _posted_entry(), *kinds, key=key, seen=seen, head=head)
    try:
        seq = turn.revert(posted_seq("version") or 0)
    except EntryChanged as conflict:
        return changed_page(access, conflict)
    return recorded(access, seq)


def _posted_entry() -> int:
    """Return the entry that the form names; 0, which no entry has, if it names none."""
    return posted_seq("entry") or 0
