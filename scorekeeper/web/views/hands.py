"""Hands: writing one down, showing its working, correcting it."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, make_response, render_template, request, url_for
from werkzeug.wrappers import Response

from ..forms import HandForm, hand_form
from ..hand import answers
from ..row import Entry, Row
from ..sheet import Sheet
from ..storage import KeyReused
from .conflict import correction, seen
from .door import Door, Refused, new_key, reading, sent_key, storage, writing
from .sheets import sheet_page

bp = Blueprint("hands", __name__, url_prefix="/sheets/<token>/hands")


@bp.post("")
def add(token: str) -> Response:
    """Write one more hand on the sheet, at its end or before another."""
    door = writing(token)
    written = _written_before(door)
    place = _place(door)
    form = _form(door, door.sheet.entry(written) if written else place)
    body = _body(form)
    if request.form.get("passed") == "asked" and _filled(form):
        return _again(door, form, before=place, passing=True)
    stale = not (place or written or door.up_to_date)
    if stale:
        form.sit_out_in_turn()
    if body is None or stale:
        return _again(door, form, before=place, stale=stale)
    if place:
        body["before"] = place.id
    try:
        seq = door.write("hand", body, sent_key(), lambda sheet: _only_once(sheet, body))
    except Told as twin:
        return _again(door, form, 409, before=place, twin=twin.row)
    except KeyReused:
        form.key = new_key()
        return _again(door, form, before=place, used=True)
    return _written(door, seq)


def _written_before(door: Door) -> int | None:
    """What this form has written already; nothing, if nobody wrote since it was shown, and
    it is still the same turn."""
    if seen("base", 0) == door.sheet.version and door.up_to_date:
        return None
    return storage().written(door.id, sent_key())


class Told(Refused):
    """Somebody has just told the same hand."""

    def __init__(self, row: Row) -> None:
        super().__init__(row.number)
        self.row = row


def _only_once(sheet: Sheet, body: Mapping[str, Any]) -> None:
    """Refuse a hand that another phone has told since this form was shown."""
    for row in sheet.written_since(seen("base", sheet.version)):
        if row.entry.like(body):
            raise Told(row)


@bp.get("/new")
def new(token: str) -> str:
    """The form of a hand that was forgotten, to be written before another."""
    door = writing(token)
    place = _place(door)
    if place is None:
        abort(404)
    return _page(door, _form(door, place), before=place)


@bp.get("/<int:id>")
def show(token: str, id: int) -> str:
    """Why this score: the working of one hand, a line a rule."""
    door = reading(token)
    row = door.sheet.row(id)
    if row is None or not row.dealt:
        abort(404)
    return render_template("hand.html", door=door, row=row)


@bp.get("/<int:id>/edit")
def edit(token: str, id: int) -> str:
    """The form of a hand already written, with its answers."""
    door = writing(token)
    entry = _hand(door, id)
    if entry.removed:
        abort(404)
    return _page(door, _form(door, entry, entry), entry=entry)


@bp.post("/<int:id>")
def correct(token: str, id: int) -> Response:
    """Correct a hand: the journal keeps the one before."""
    door = writing(token)
    entry = _hand(door, id)
    form = _form(door, entry, entry)
    body = _body(form)
    if body is None:
        return _again(door, form, entry=entry)
    kept = {name: value for name, value in entry.body.items() if name == "before"}
    if {**body, **kept} == entry.body and not entry.removed:
        return _go(url_for("hands.show", token=token, id=id))
    return correction(door, entry, body | kept, _written)


@bp.post("/preview")
def preview(token: str) -> str:
    """What the hand being entered is worth, by the code that will save it."""
    door = writing(token)
    entry = _entry(door, "entry")
    form = _form(door, entry or _place(door), entry)
    form.validate()
    return render_template("_answer.html", door=door, form=form, preview=True)


def _entry(door: Door, name: str) -> Entry | None:
    """The entry that the request names, if it does."""
    given = request.form.get(name) or request.args.get(name)
    if not given:
        return None
    entries = {str(entry.id): entry for entry in door.sheet.entries}
    return entries.get(given) or abort(404)


def _place(door: Door) -> Entry | None:
    """The entry before which a forgotten hand goes, if the request names one."""
    return _entry(door, "before")


def _hand(door: Door, id: int) -> Entry:
    entry = door.sheet.entry(id)
    if entry is None or entry.kind != "hand":
        abort(404)
    return entry


def _form(door: Door, place: Entry | None, written: Entry | None = None) -> HandForm:
    """The form of a hand at this place of the sheet, filled with the one written there."""
    sheet = door.sheet
    row = sheet.row(written.id) if written else None
    state = row.before if row else sheet.before(place.id) if place else sheet.state
    sent = request.form if request.method == "POST" else None
    form = hand_form(sheet, state, sent, row.hand if row else None)
    if request.method == "GET":
        form.key = new_key()
        if row and row.hand:
            form.fill(row.hand)
    return form


def _filled(form: HandForm) -> bool:
    """Whether somebody has begun to tell the hand that was said to be passed."""
    return any(request.form.get(name) for name in form.asked if name in ("taker", "points"))


def _body(form: HandForm) -> dict[str, Any] | None:
    """What the journal keeps of the hand sent; ``None`` if it cannot be kept."""
    if "passed" in request.form:
        return {"passed": True}
    if not form.validate():
        return None
    return {"answers": answers(form.hand, range(len(form.table.players)))}


def _page(door: Door, form: HandForm, **context: Any) -> str:
    return render_template("hand_form.html", door=door, form=form, **context)


def _again(door: Door, form: HandForm, code: int = 422, **context: Any) -> Response:
    """The form again, with why it is not written, on the page it was sent from."""
    page = _page if context.get("before") or context.get("entry") else sheet_page
    return make_response(page(door, form, **context), code)


def _written(door: Door, seq: int) -> Response:
    """Where it is shown, once it is written."""
    shown = url_for("sheets.show", token=door.token)
    return _go(f"{shown}?told={seq}&since={seen('base', 0)}")


def _go(place: str) -> Response:
    """Go there; the phone's own queue does it by itself."""
    status = 201 if "X-Outbox" in request.headers else 303
    return Response(status=status, headers={"Location": place})
