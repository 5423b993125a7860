"""The table: who comes, who leaves, who deals next, how many play a hand."""

from flask import Blueprint, Response, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.sheets.service.access import SheetAccess, SheetRole
from scorekeeper.sheets.service.errors import InvalidAnswers
from scorekeeper.sheets.service.seating import change_seating, require_seen
from scorekeeper.sheets.service.turns import next_turn
from scorekeeper.sheets.web._sheet_page import recorded
from scorekeeper.sheets.web.access import SHEET, posted_key
from scorekeeper.sheets.web.device import known_names
from scorekeeper.sheets.web.forms.seats_form import SeatsForm
from scorekeeper.web.access import reads, writes
from scorekeeper.web.templating import page_or_fragment

bp = Blueprint("table", __name__, url_prefix="/sheets/<token>/table")


@bp.get("")
@reads(SHEET, SheetRole.WRITING)
def show(access: SheetAccess) -> ResponseReturnValue:
    """Show the seats as they are now."""
    return _page(access, SeatsForm.of(access.sheet))


@bp.post("")
@writes(SHEET, SheetRole.WRITING)
def change(access: SheetAccess) -> ResponseReturnValue:
    """Change the seating from the next hand on."""
    form = SeatsForm.posted(request.form, access.sheet.game, access.sheet.names)
    seen, dealer = request.form.get("seating"), _dealer_seen(access)
    head = request.form.get("base")
    if head is None:  # a form that names no version saw the first one
        head = access.state_at(1).etag
    turn = next_turn(access, key=posted_key(), head=head, seating=seen)
    if form.is_rearranged:
        require_seen(turn, seen, dealer)
        return _page(access, form)
    try:
        seq = change_seating(turn, form.seating, seen=seen, dealer=dealer)
    except InvalidAnswers as refused:
        form.errors = [error.message for error in refused.errors]
        return _page(access, form), 422
    return recorded(access, seq)


def _dealer_seen(access: SheetAccess) -> int | None:
    """Return the dealer when the form was shown; -1, which nobody is, for nonsense."""
    posted = request.form.get("deals")
    if posted is None:
        return None
    dealer = access.sheet.state.dealer
    return dealer if posted == str(dealer) else -1


def _page(access: SheetAccess, form: SeatsForm) -> Response:
    return page_or_fragment(
        "sheets/table/show.html",
        "sheets/table/_seats.html",
        access=access,
        seats=form,
        known=[name for name in known_names() if name not in access.sheet.names],
        key=posted_key(),  # of a refused change too: it stays the same one
        action=url_for("table.change"),
    )
