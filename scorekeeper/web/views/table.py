"""The table: who comes, who leaves, who deals next, how many play a hand."""

from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.web.access import SheetAccess, new_key, posted_key, storage, writing
from scorekeeper.web.forms.seats_form import Seats

bp = Blueprint("table", __name__, url_prefix="/sheets/<token>/table")


@bp.get("")
def show(token: str) -> str:
    """The seats as they are now."""
    access = writing(token)
    return render_template("table/show.html", **_context(access, Seats.of(access.sheet)))


@bp.post("")
def change(token: str) -> AnyResponse | str | tuple[str, int]:
    """Sit down otherwise, from the next hand on."""
    access = writing(token)
    seq = storage().written(access.id, posted_key())
    if seq:
        return redirect(url_for("sheets.show", token=token, recorded=seq), 303)
    dealer = str(access.sheet.state.dealer)
    if not access.up_to_date or request.form.get("deals") not in (None, dealer):
        abort(409)
    seats = Seats.sent(request.form, access.sheet.game, access.sheet.names)
    if seats.changed_totals:
        return render_template("table/show.html", **_context(access, seats))
    seats.check()
    if seats.errors:
        return render_template("table/show.html", **_context(access, seats)), 422
    body = seats.body()
    if body == Seats.of(access.sheet).body():
        return redirect(url_for("sheets.show", token=token), 303)
    if str(body["dealer"]) == dealer:
        del body["dealer"]  # nobody chose another: it goes on following the hands
    seq = access.write("seated", body, posted_key())
    return redirect(url_for("sheets.show", token=token, recorded=seq), 303)


def _context(access: SheetAccess, seats: Seats) -> dict[str, Any]:
    return {
        "door": access,
        "seats": seats,
        "known": [],
        "key": new_key(),
        "action": url_for("table.change", token=access.token),
    }
