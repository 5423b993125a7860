"""The table: who comes, who leaves, who deals next, how many play a hand."""

from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from .door import Door, new_key, sent_key, storage, writing
from .seats import Seats

bp = Blueprint("table", __name__, url_prefix="/sheets/<token>/table")


@bp.get("")
def show(token: str) -> str:
    """The seats as they are now."""
    door = writing(token)
    return render_template("table.html", **_context(door, Seats.of(door.sheet)))


@bp.post("")
def change(token: str) -> AnyResponse | str | tuple[str, int]:
    """Sit down otherwise, from the next hand on."""
    door = writing(token)
    seq = storage().written(door.id, sent_key())
    if seq:
        return redirect(url_for("sheets.show", token=token, told=seq), 303)
    dealer = str(door.sheet.state.dealer)
    if not door.up_to_date or request.form.get("deals") not in (None, dealer):
        abort(409)
    seats = Seats.sent(request.form, door.sheet.game, door.sheet.names)
    if seats.moved:
        return render_template("table.html", **_context(door, seats))
    seats.check()
    if seats.errors:
        return render_template("table.html", **_context(door, seats)), 422
    body = seats.body()
    if body == Seats.of(door.sheet).body():
        return redirect(url_for("sheets.show", token=token), 303)
    if str(body["dealer"]) == dealer:
        del body["dealer"]  # nobody chose another: it goes on following the hands
    seq = door.write("seated", body, sent_key())
    return redirect(url_for("sheets.show", token=token, told=seq), 303)


def _context(door: Door, seats: Seats) -> dict[str, Any]:
    return {
        "door": door,
        "seats": seats,
        "known": [],
        "key": new_key(),
        "action": url_for("table.change", token=door.token),
    }
