"""The journal: everything that was recorded, corrected and removed, and when."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.service import entries
from scorekeeper.service.errors import EntryChanged
from scorekeeper.sheets.history import history_page
from scorekeeper.web.access import (
    posted_key,
    posted_seq,
    query_seq,
    read_access,
    write_access,
)
from scorekeeper.web.rate_limits import limit_writes
from scorekeeper.web.views._conflict_page import conflict_page
from scorekeeper.web.views._recorded import recorded

bp = Blueprint("journal", __name__, url_prefix="/sheets/<token>/journal")


@bp.get("")
def show(token: str) -> ResponseReturnValue:
    """A page of events with what each changed, the latest first."""
    access = read_access(token)
    page = history_page(access.events(), before=query_seq("before"), after=query_seq("after"))
    return render_template("journal/show.html", access=access, page=page)


@bp.post("/removals")
@limit_writes
def remove(token: str) -> ResponseReturnValue:
    """Take a hand or a penalty off the sheet; the journal keeps it."""
    access = write_access(token)
    try:
        seq = entries.remove(access, _posted_entry(), posted_seq("seen"), posted_key())
    except EntryChanged as conflict:
        return conflict_page(access, conflict)
    return recorded(access, seq)


@bp.post("/restorations")
@limit_writes
def restore(token: str) -> ResponseReturnValue:
    """Put a removed hand or penalty back in its place."""
    access = write_access(token)
    seq = entries.restore(access, _posted_entry(), posted_key())
    return recorded(access, seq)


def _posted_entry() -> int:
    """The entry that the form names; 0, which no entry has, where it names none."""
    return posted_seq("entry") or 0
