"""Penalties: points of one column alone, beside the hands."""

from flask import (
    Blueprint,
    abort,
    make_response,
    render_template,
    request,
)
from flask.typing import ResponseReturnValue

from scorekeeper.service.access import SheetAccess, new_key
from scorekeeper.service.entries import find_entry
from scorekeeper.service.errors import EntryChanged
from scorekeeper.service.penalties import add_penalty, correct_penalty
from scorekeeper.sheets.rows import Entry
from scorekeeper.web.access import posted_key, posted_seq, write_access
from scorekeeper.web.forms.penalty_form import PenaltyForm, penalty_form
from scorekeeper.web.rate_limits import limit_writes
from scorekeeper.web.views._conflict_page import conflict_page
from scorekeeper.web.views._recorded import recorded

bp = Blueprint("penalties", __name__, url_prefix="/sheets/<token>/penalties")


@bp.get("/new")
def new(token: str) -> ResponseReturnValue:
    """The form of a new penalty."""
    access = write_access(token)
    form = _form(access, None)
    form.key = new_key()
    return _page(access, None, form)


@bp.post("")
@limit_writes
def add(token: str) -> ResponseReturnValue:
    """Record a penalty."""
    access = write_access(token)
    form = _form(access, None)
    if not form.validate():
        return make_response(_page(access, None, form), 422)
    seq = add_penalty(
        access,
        form.player.answer,
        form.signed_points,
        form.reason.data or "",
        to=form.receiver,
        key=posted_key(),
    )
    return recorded(access, seq)


@bp.get("/<int:id>/edit")
def edit(token: str, id: int) -> ResponseReturnValue:
    """The form of a recorded penalty."""
    access = write_access(token)
    entry = find_entry(access, id, "penalty")
    if entry.removed:
        abort(404)
    form = _form(access, entry)
    form.fill(entry)
    form.key = new_key()
    return _page(access, entry, form)


@bp.post("/<int:id>")
@limit_writes
def correct(token: str, id: int) -> ResponseReturnValue:
    """Correct a penalty; the journal keeps the one before."""
    access = write_access(token)
    entry = find_entry(access, id, "penalty")
    form = _form(access, entry)
    if not form.validate():
        return make_response(_page(access, entry, form), 422)
    try:
        seq = correct_penalty(
            access,
            id,
            form.player.answer,
            form.signed_points,
            form.reason.data or "",
            to=form.receiver,
            key=posted_key(),
            seen=posted_seq("seen"),
        )
    except EntryChanged as conflict:
        return conflict_page(access, conflict)
    return recorded(access, seq)


def _form(access: SheetAccess, entry: Entry | None) -> PenaltyForm:
    state = access.sheet.state_before(entry.id) if entry else access.sheet.state
    columns = access.sheet.columns_at(state)
    return penalty_form(access.sheet.game, columns, request.form or None)


def _page(access: SheetAccess, entry: Entry | None, form: PenaltyForm) -> str:
    return render_template("penalties/form.html", access=access, form=form, entry=entry)
