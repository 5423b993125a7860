"""Hands: writing one down, showing its working, correcting it."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, make_response, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules.hand import answers
from scorekeeper.sheets.rows import Entry, Row
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.storage.sqlite import KeyReused
from scorekeeper.web.access import (
    Rejected,
    SheetAccess,
    new_key,
    posted_key,
    reading,
    storage,
    writing,
)
from scorekeeper.web.conflict import correction, seen
from scorekeeper.web.forms.hand_form import HandForm, hand_form
from scorekeeper.web.views.sheets import sheet_page

bp = Blueprint("hands", __name__, url_prefix="/sheets/<token>/hands")


@bp.post("")
def add(token: str) -> Response:
    """Write one more hand on the sheet, at its end or before another."""
    access = writing(token)
    written = _written_before(access)
    place = _place(access)
    form = _form(access, access.sheet.entry(written) if written else place)
    body = _body(form)
    if request.form.get("passed") == "asked" and _filled(form):
        return _again(access, form, before=place, passing=True)
    stale = not (place or written or access.up_to_date)
    if stale:
        form.sit_out_in_turn()
    if body is None or stale:
        return _again(access, form, before=place, stale=stale)
    if place:
        body["before"] = place.id
    try:
        seq = access.write("hand", body, posted_key(), lambda sheet: _only_once(sheet, body))
    except SidePoints as twin:
        return _again(access, form, 409, before=place, twin=twin.row)
    except KeyReused:
        form.key = new_key()
        return _again(access, form, before=place, used=True)
    return _written(access, seq)


def _written_before(access: SheetAccess) -> int | None:
    """What this form has written already; nothing, if nobody wrote since it was shown, and
    it is still the same turn."""
    if seen("base", 0) == access.sheet.version and access.up_to_date:
        return None
    return storage().written(access.id, posted_key())


class SidePoints(Rejected):
    """Somebody has just told the same hand."""

    def __init__(self, row: Row) -> None:
        super().__init__(row.number)
        self.row = row


def _only_once(sheet: Sheet, body: Mapping[str, Any]) -> None:
    """Refuse a hand that another phone has told since this form was shown."""
    for row in sheet.hands_since(seen("base", sheet.version)):
        if row.entry.like(body):
            raise SidePoints(row)


@bp.get("/new")
def new(token: str) -> str:
    """The form of a hand that was forgotten, to be written before another."""
    access = writing(token)
    place = _place(access)
    if place is None:
        abort(404)
    return _page(access, _form(access, place), before=place)


@bp.get("/<int:id>")
def show(token: str, id: int) -> str:
    """Why this score: the working of one hand, a line a rule."""
    access = reading(token)
    row = access.sheet.row(id)
    if row is None or not row.dealt:
        abort(404)
    return render_template("hands/show.html", access=access, row=row)


@bp.get("/<int:id>/edit")
def edit(token: str, id: int) -> str:
    """The form of a hand already written, with its answers."""
    access = writing(token)
    entry = _hand(access, id)
    if entry.removed:
        abort(404)
    return _page(access, _form(access, entry, entry), entry=entry)


@bp.post("/<int:id>")
def correct(token: str, id: int) -> Response:
    """Correct a hand: the journal keeps the one before."""
    access = writing(token)
    entry = _hand(access, id)
    form = _form(access, entry, entry)
    body = _body(form)
    if body is None:
        return _again(access, form, entry=entry)
    kept = {name: value for name, value in entry.body.items() if name == "before"}
    if {**body, **kept} == entry.body and not entry.removed:
        return _go(url_for("hands.show", token=token, id=id))
    return correction(access, entry, body | kept, _written)


@bp.post("/preview")
def preview(token: str) -> str:
    """What the hand being entered is worth, by the code that will save it."""
    access = writing(token)
    entry = _entry(access, "entry")
    form = _form(access, entry or _place(access), entry)
    form.validate()
    return render_template("hands/_preview.html", access=access, form=form, preview=True)


def _entry(access: SheetAccess, name: str) -> Entry | None:
    """The entry that the request names, if it does."""
    given = request.form.get(name) or request.args.get(name)
    if not given:
        return None
    entries = {str(entry.id): entry for entry in access.sheet.entries}
    return entries.get(given) or abort(404)


def _place(access: SheetAccess) -> Entry | None:
    """The entry before which a forgotten hand goes, if the request names one."""
    return _entry(access, "before")


def _hand(access: SheetAccess, id: int) -> Entry:
    entry = access.sheet.entry(id)
    if entry is None or entry.kind != "hand":
        abort(404)
    return entry


def _form(access: SheetAccess, place: Entry | None, written: Entry | None = None) -> HandForm:
    """The form of a hand at this place of the sheet, filled with the one written there."""
    sheet = access.sheet
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


def _page(access: SheetAccess, form: HandForm, **context: Any) -> str:
    return render_template("hands/form.html", access=access, form=form, **context)


def _again(access: SheetAccess, form: HandForm, code: int = 422, **context: Any) -> Response:
    """The form again, with why it is not written, on the page it was sent from."""
    page = _page if context.get("before") or context.get("entry") else sheet_page
    return make_response(page(access, form, **context), code)


def _written(access: SheetAccess, seq: int) -> Response:
    """Where it is shown, once it is written."""
    shown = url_for("sheets.show", token=access.token)
    return _go(f"{shown}?told={seq}&since={seen('base', 0)}")


def _go(place: str) -> Response:
    """Go there; the phone's own queue does it by itself."""
    status = 201 if "X-Outbox" in request.headers else 303
    return Response(status=status, headers={"Location": place})
