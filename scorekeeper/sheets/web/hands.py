"""Hands: record one, show its working, correct it."""

from typing import Any

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.sheets.names import NOTE_LENGTH
from scorekeeper.sheets.reports.duplicate import cells
from scorekeeper.sheets.service.access import SheetAccess, SheetRole, new_key
from scorekeeper.sheets.service.errors import (
    DealRecorded,
    EntryChanged,
    GameOver,
    InvalidAnswers,
    SeatingChanged,
    SheetClosed,
    UnconfirmedWarnings,
)
from scorekeeper.sheets.service.turns import LOST, NextTurn, Turn, next_turn, turn_of
from scorekeeper.sheets.web import outbox
from scorekeeper.sheets.web._sheet_page import recorded, sheet_page
from scorekeeper.sheets.web.access import (
    SHEET,
    posted_caller,
    posted_key,
    posted_keys,
    posted_seq,
    posted_turn,
    query_seq,
)
from scorekeeper.sheets.web.forms.hand_form import HandForm
from scorekeeper.sheets.web.versions import changed_page, versions_page
from scorekeeper.streams.base import KeyReused
from scorekeeper.web.access import reads, writes

bp = Blueprint("hands", __name__, url_prefix="/sheets/<token>/hands")


@bp.post("")
@writes(SHEET, SheetRole.WRITING)
def add(access: SheetAccess) -> ResponseReturnValue:
    """Record one more hand, at the end of the sheet or before another."""
    return _record(_new_turn(access))


@bp.get("/new")
@reads(SHEET, SheetRole.WRITING)
def new(access: SheetAccess) -> ResponseReturnValue:
    """Show the form of a forgotten hand, to be inserted before another."""
    return _page(HandForm(next_turn(access, before=query_seq("before") or abort(404))))


@bp.get("/<int:id>")
@reads(SHEET)
def show(access: SheetAccess, id: int) -> ResponseReturnValue:
    """Show the working of one hand, a line a rule."""
    return _working_page(access, id)


@bp.post("/<int:id>")
@writes(SHEET, SheetRole.WRITING)
def correct(access: SheetAccess, id: int) -> ResponseReturnValue:
    """Correct a hand; the journal keeps the one before."""
    return _record(posted_turn(access, id))


@bp.get("/<int:id>/edit")
@reads(SHEET, SheetRole.WRITING)
def edit(access: SheetAccess, id: int) -> ResponseReturnValue:
    """Show the form of a recorded hand, with its answers."""
    turn = turn_of(access, id)
    row = access.sheet.row(id) or abort(404)
    form = HandForm(turn)
    if row.hand:
        form.fill(row.hand)
    return _page(form)


@bp.post("/<int:id>/note")
@writes(SHEET, SheetRole.WRITING)
def note(access: SheetAccess, id: int) -> ResponseReturnValue:
    """Write a line about a hand; empty to remove it."""
    typed = request.form.get("note", "")
    try:
        seq = posted_turn(access, id).annotate(typed)
    except EntryChanged:
        return make_response(_working_page(access, id, typed), 409)
    return recorded(access, seq)


@bp.post("/preview")
@reads(SHEET, SheetRole.WRITING)
def preview(access: SheetAccess) -> ResponseReturnValue:
    """Show the score of the hand being entered, by the code that will record it."""
    entry = _posted_entry("entry")
    turn = turn_of(access, entry) if entry else _new_turn(access)
    form = HandForm(turn, request.form)
    form.judge()
    return render_template(
        "sheets/hands/_outcome.html", access=access, form=form, is_entered=True
    )


def _working_page(access: SheetAccess, id: int, refused: str | None = None) -> str:
    """Return the page of a hand.

    :param refused: the note that was posted for another version of the hand.
    """
    row = access.sheet.row(id)
    if row is None or not row.dealt:
        abort(404)
    return render_template(
        "sheets/hands/show.html",
        access=access,
        row=row,
        results=cells(row.board) if row.board else None,
        refused=refused,
        note_length=NOTE_LENGTH,
        key=new_key(),
    )


def _record(turn: Turn) -> ResponseReturnValue:
    """Record the posted hand at its place, or show its form again with the reason why not."""
    form = HandForm(turn, request.form)
    if form.pass_to_confirm:
        return _again(form, passing=form.pass_to_confirm)
    try:
        if not form.validate():
            turn.require_current()
            return _again(form)
        seq = turn.record(form.answers, confirmed=form.confirm, annulled=form.annulled)
    except SeatingChanged:
        if turn.entry:
            raise  # the form of the next hand would record the correction as one more
        return _again(_form_for_new_seating(turn.access), stale=True)
    except EntryChanged as conflict:
        return changed_page(turn.access, conflict)
    except DealRecorded as asked:
        before = posted_seq("before") or (asked.later and asked.later.entry.id)
        head, page = turn.access.event(asked.row.entry.id).etag, "sheets/deal_recorded.html"
        about = {"fits": asked.fits, "head": head, "before": before}
        return versions_page(page, turn.access, asked.row, asked.mine, **about)
    except KeyReused:
        if turn.entry:
            raise
        if keys := posted_keys("mended"):  # on the phone, which has lost each answer since
            journal, sheet = turn.access.repository.journal, turn.access.sheet_id
            id, *own = (journal.seq_of_key(sheet, key) or 0 for key in (turn.key, *keys))
            is_own = turn.access.event(id).body.get("mended") in (None, *keys)
            seen = request.form.get("seen", str(max(id if is_own else LOST, *own)))
            return _record(turn_of(turn.access, id, key=keys[-1], seen=seen))
        form.known = f"{form.known} {form.key}".strip()
        form.key = new_key()
        form.judge()
        return _again(form, used=True)
    except InvalidAnswers as refused:
        form.show_errors(refused.errors)
        return _again(form)
    except UnconfirmedWarnings:
        form.judge()
        return _again(form)
    if seq is None and turn.entry:  # the answers are those recorded
        return outbox.done(url_for("hands.show", id=turn.entry.id, same=1))
    return recorded(turn.access, seq)


def _new_turn(access: SheetAccess) -> NextTurn:
    """Return the place of the hand that was posted, which is not on the sheet yet."""
    seating = request.form.get("seating")
    turn = next_turn(
        access,
        key=posted_key(),
        head=request.form.get("base", ""),
        before=_posted_entry("before"),
        seating=seating,
        caller=posted_caller(),
    )
    turn.find_taken(seating)
    return turn


def _posted_entry(name: str) -> int | None:
    """Return the ``seq`` of the entry that the form names, if it names one; 404 if that is no
    number."""
    return (posted_seq(name) or abort(404)) if request.form.get(name) else None


def _form_for_new_seating(access: SheetAccess) -> HandForm:
    """Return the form as it was posted, for the table as it sits now."""
    form = HandForm(_new_turn(access), request.form)
    if form.turn.seen == LOST:
        form.base = access.sheet.etag  # that of a lost event would be stale for ever
    form.judge()
    form.reset_players_out()
    return form


def _page(form: HandForm, **why: Any) -> str:
    turn = form.turn
    context = {"access": turn.access, "entry": turn.entry, "before": turn.before}
    return render_template("sheets/hands/form.html", form=form, **context, **why)


def _again(form: HandForm, **why: Any) -> Response:
    """Show the form again, with why nothing was recorded, on the page it was posted from.

    :raises SheetClosed, GameOver: if that page has no form any more.
    """
    sheet, is_beside = form.turn.sheet, form.turn.before or form.turn.entry
    why["correction"] = new_key()  # what was refused may arrive once more, and be late
    if sheet.closed is not None:
        raise SheetClosed
    if is_beside:
        return make_response(_page(form, **why), 422)
    if sheet.ended:
        raise GameOver
    return make_response(sheet_page(form.turn.access, form, **why), 422)
