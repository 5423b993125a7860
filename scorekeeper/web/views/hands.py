"""Hands: record one, show its working, correct it."""

from typing import Any

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.reports.duplicate import cells
from scorekeeper.service import hands
from scorekeeper.service.access import SheetAccess, new_key
from scorekeeper.service.entries import find_entry
from scorekeeper.service.errors import (
    DuplicateHand,
    EntryChanged,
    InvalidAnswers,
    SeatingChanged,
    UnconfirmedWarnings,
)
from scorekeeper.sheets.rows import Entry
from scorekeeper.storage.base import KeyReused
from scorekeeper.web import outbox
from scorekeeper.web.access import (
    posted_key,
    posted_seating,
    posted_seq,
    query_seq,
    read_access,
    write_access,
)
from scorekeeper.web.forms.hand_form import HandForm, hand_form
from scorekeeper.web.rate_limits import limit_writes
from scorekeeper.web.views._conflict_page import conflict_page
from scorekeeper.web.views._recorded import recorded
from scorekeeper.web.views._sheet_page import sheet_page

SURE = " sure"
"""The end of the code of a confirmed annulment."""

bp = Blueprint("hands", __name__, url_prefix="/sheets/<token>/hands")


@bp.post("")
@limit_writes
def add(token: str) -> ResponseReturnValue:
    """Record one more hand, at the end of the sheet or before another."""
    access, key, seen = write_access(token), posted_key(), posted_seq("base")
    before, seating = _place(access), posted_seating()
    earlier = hands.recorded_entry(access, key, seen, seating)
    form = _new_form(access, earlier or before)
    passed = "passed" in request.form
    if form.is_begun and (asked := _unconfirmed_pass(access)):
        return _again(access, form, before=before, passing=asked)
    if not (passed or form.validate()):
        moved = not (before or earlier or hands.is_seating_current(access, seating))
        return _moved(access, form) if moved else _again(access, form, before=before)
    try:
        seq = hands.add_hand(
            access,
            None if passed else form.answers,
            key=key,
            seen=seen,
            before=before.id if before else None,
            seating=seating,
            confirmed=form.confirm,
            annulled=_annulled(access),
        )
    except SeatingChanged:
        before = access.sheet.entry(before.id) if before else None
        form = _new_form(access, before)
        form.evaluate()
        return _moved(access, form, before=before)
    except DuplicateHand as duplicate:
        form.evaluate()
        return _again(access, form, 409, before=before, twin=duplicate.row)
    except KeyReused:
        form.key = new_key()
        form.evaluate()
        return _again(access, form, before=before, used=True)
    except (InvalidAnswers, UnconfirmedWarnings) as refused:
        return _refused(access, form, refused, before=before)
    return recorded(access, seq)


@bp.get("/new")
def new(token: str) -> ResponseReturnValue:
    """The form of a forgotten hand, to be inserted before another."""
    access = write_access(token)
    before = _place(access) or abort(404)
    form = _new_form(access, before)
    form.key = new_key()
    return _form_page(access, form, before=before)


@bp.get("/<int:id>")
def show(token: str, id: int) -> ResponseReturnValue:
    """The working of one hand, a line a rule."""
    access = read_access(token)
    row = access.sheet.row(id)
    if row is None or not row.dealt:
        abort(404)
    results = cells(row.board) if row.board else None
    return render_template("hands/show.html", access=access, row=row, results=results)


@bp.get("/<int:id>/edit")
def edit(token: str, id: int) -> ResponseReturnValue:
    """The form of a recorded hand, with its answers."""
    access = write_access(token)
    entry = find_entry(access, id, "hand")
    if entry.removed:
        abort(404)
    form = _correction_form(access, entry)
    form.key = new_key()
    row = access.sheet.row(id)
    if row and row.hand:
        form.fill(row.hand)
    return _form_page(access, form, entry=entry)


@bp.post("/<int:id>")
@limit_writes
def correct(token: str, id: int) -> ResponseReturnValue:
    """Correct a hand; the journal keeps the one before."""
    access = write_access(token)
    entry = find_entry(access, id, "hand")
    form = _correction_form(access, entry)
    passed = "passed" in request.form
    if not (passed or form.validate()):
        return _again(access, form, entry=entry)
    try:
        seq = hands.correct_hand(
            access,
            id,
            None if passed else form.answers,
            key=posted_key(),
            seen=posted_seq("seen"),
            confirmed=form.confirm,
            annulled=_annulled(access),
        )
    except EntryChanged as conflict:
        return conflict_page(access, conflict)
    except (InvalidAnswers, UnconfirmedWarnings) as refused:
        return _refused(access, form, refused, entry=entry)
    if seq is None:
        return outbox.done(url_for("hands.show", token=token, id=id))
    return recorded(access, seq)


@bp.post("/preview")
def preview(token: str) -> ResponseReturnValue:
    """The score of the hand being entered, by the code that will record it."""
    access = write_access(token)
    entry = _entry(access, "entry")
    form = _correction_form(access, entry) if entry else _new_form(access, _place(access))
    form.evaluate()
    return render_template("hands/_outcome.html", access=access, form=form, is_entered=True)


def _entry(access: SheetAccess, name: str) -> Entry | None:
    """The entry that the request names, if it names one; 404 where there is none."""
    given = request.form.get(name) or request.args.get(name)
    if not given:
        return None
    id = posted_seq(name) or query_seq(name)
    return (id and access.sheet.entry(id)) or abort(404)


def _annulled(access: SheetAccess) -> str:
    """The code of the reason for which the posted deal was annulled; empty if it was not."""
    code = request.form.get("passed", "").removesuffix(SURE)
    return code if code in access.sheet.game.annulments else ""


def _unconfirmed_pass(access: SheetAccess) -> str:
    """The code of the button that passes or annuls the deal, if it was not confirmed."""
    posted = request.form.get("passed", "")
    return posted if posted in ("asked", *access.sheet.game.annulments) else ""


def _place(access: SheetAccess) -> Entry | None:
    """The entry before which a forgotten hand is inserted, if the request names one."""
    return _entry(access, "before")


def _new_form(access: SheetAccess, before: Entry | None) -> HandForm:
    state = hands.state_for_new(access, before)
    return hand_form(access.sheet, state, request.form or None)


def _correction_form(access: SheetAccess, entry: Entry) -> HandForm:
    state = hands.state_of_entry(access, entry)
    return hand_form(access.sheet, state, request.form or None)


def _form_page(access: SheetAccess, form: HandForm, **context: Any) -> str:
    return render_template("hands/form.html", access=access, form=form, **context)


def _again(access: SheetAccess, form: HandForm, status: int = 422, **why: Any) -> Response:
    """The form again, with why nothing was recorded, on the page it was posted from."""
    page = _form_page if why.get("before") or why.get("entry") else sheet_page
    return make_response(page(access, form, **why), status)


def _moved(access: SheetAccess, form: HandForm, **why: Any) -> Response:
    """The form again, for the table as it sits now."""
    form.reset_players_out()
    return _again(access, form, stale=True, **why)


def _refused(
    access: SheetAccess,
    form: HandForm,
    refused: InvalidAnswers | UnconfirmedWarnings,
    **why: Any,
) -> Response:
    """The form again, with what the use case refused beside its questions."""
    if isinstance(refused, InvalidAnswers):
        form.show_errors(refused.errors)
    else:
        form.evaluate()
    return _again(access, form, **why)
