"""The table: who comes, who leaves, who deals next, how many play a hand."""

from flask import Blueprint, Response, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.service.access import SheetAccess
from scorekeeper.service.errors import InvalidAnswers
from scorekeeper.service.seating import change_seating, require_current
from scorekeeper.web.access import posted_key, posted_seating, posted_seq, write_access
from scorekeeper.web.device import known_names
from scorekeeper.web.forms.seats_form import SeatsForm
from scorekeeper.web.rate_limits import limit_writes
from scorekeeper.web.templating import page_or_fragment
from scorekeeper.web.views._recorded import recorded

bp = Blueprint("table", __name__, url_prefix="/sheets/<token>/table")


@bp.get("")
def show(token: str) -> ResponseReturnValue:
    """The seats as they are now."""
    access = write_access(token)
    return _page(access, SeatsForm.of(access.sheet))


@bp.post("")
@limit_writes
def change(token: str) -> ResponseReturnValue:
    """Change the seating from the next hand on."""
    access = write_access(token)
    form = SeatsForm.posted(request.form, access.sheet.game, access.sheet.names)
    if form.is_rearranged:
        seen, version = posted_seating(), posted_seq("base")
        require_current(access, seen, _dealer_seen(access), version)
        return _page(access, form)
    try:
        seq = change_seating(
            access,
            form.seating,
            key=posted_key(),
            seen=posted_seating(),
            dealer_seen=_dealer_seen(access),
            version_seen=posted_seq("base"),
        )
    except InvalidAnswers as refused:
        form.errors = [error.message for error in refused.errors]
        return _page(access, form), 422
    return recorded(access, seq)


def _dealer_seen(access: SheetAccess) -> int | None:
    """The dealer when the form was shown; -1, which nobody is, for nonsense."""
    given = request.form.get("deals")
    if given is None:
        return None
    dealer = access.sheet.state.dealer
    return dealer if given == str(dealer) else -1


def _page(access: SheetAccess, form: SeatsForm) -> Response:
    return page_or_fragment(
        "table/show.html",
        "table/_seats.html",
        access=access,
        seats=form,
        known=[name for name in known_names() if name not in access.sheet.names],
        key=posted_key(),  # of a refused change too: it stays the same one
        action=url_for("table.change", token=access.token),
    )
