"""Penalties: points of one column alone, beside the hands."""

from flask import Blueprint, abort, make_response, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.sheets.service.access import SheetAccess, SheetRole
from scorekeeper.sheets.service.errors import EntryChanged, SeatingChanged
from scorekeeper.sheets.service.turns import Turn, next_turn, turn_of
from scorekeeper.sheets.web._sheet_page import recorded
from scorekeeper.sheets.web.access import SHEET, posted_key, posted_turn
from scorekeeper.sheets.web.forms.penalty_form import PenaltyForm
from scorekeeper.sheets.web.versions import changed_page
from scorekeeper.web.access import reads, writes

bp = Blueprint("penalties", __name__, url_prefix="/sheets/<token>/penalties")


@bp.get("/new")
@reads(SHEET, SheetRole.WRITING)
def new(access: SheetAccess) -> ResponseReturnValue:
    """Show the form of a new penalty."""
    return _page(PenaltyForm(next_turn(access)))


@bp.post("")
@writes(SHEET, SheetRole.WRITING)
def add(access: SheetAccess) -> ResponseReturnValue:
    """Record a penalty."""
    return _record(next_turn(access, key=posted_key(), head=request.form.get("base", "")))


@bp.get("/<int:id>/edit")
@reads(SHEET, SheetRole.WRITING)
def edit(access: SheetAccess, id: int) -> ResponseReturnValue:
    """Show the form of a recorded penalty."""
    turn = turn_of(access, id, "penalty")
    if turn.entry.removed:
        abort(404)
    form = PenaltyForm(turn)
    form.fill(turn.entry)
    return _page(form)


@bp.post("/<int:id>")
@writes(SHEET, SheetRole.WRITING)
def correct(access: SheetAccess, id: int) -> ResponseReturnValue:
    """Correct a penalty; the journal keeps the one before."""
    return _record(posted_turn(access, id, "penalty"))


def _record(turn: Turn) -> ResponseReturnValue:
    """Record the posted penalty, or show its form again with the reason why not."""
    form = PenaltyForm(turn, request.form)
    if not form.validate():
        return make_response(_page(form), 422)
    try:
        seq = form.record()
    except SeatingChanged:
        return make_response(_page(form, is_stale=True), 409)
    except EntryChanged as conflict:
        return changed_page(turn.access, conflict)
    return recorded(turn.access, seq)


def _page(form: PenaltyForm, is_stale: bool = False) -> str:
    access, entry = form.turn.access, form.turn.entry
    context = {"access": access, "entry": entry, "is_stale": is_stale}
    return render_template("sheets/penalties/form.html", form=form, **context)
