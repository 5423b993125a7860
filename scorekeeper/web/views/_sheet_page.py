"""The page of a sheet with the form of the next hand."""

from typing import Any, NamedTuple

from flask import render_template

from scorekeeper.reports.result import result
from scorekeeper.service.access import SheetAccess, new_key
from scorekeeper.sheets.history import Change, change
from scorekeeper.sheets.rows import AnyHand, Row
from scorekeeper.sheets.sheet import is_full
from scorekeeper.web.forms.hand_form import HandForm, empty_form, hand_form


class Recorded(NamedTuple):
    """The event that this device has just recorded, and what others recorded meanwhile."""

    change: Change
    meanwhile: list[Row]
    """The hands that others recorded while it was entered."""


def sheet_page(
    access: SheetAccess, form: HandForm | None, recorded: Recorded | None = None, **why: Any
) -> str:
    """The page of a sheet, with this form.

    :param recorded: the event to be confirmed.
    :param why: why the form is shown again: ``stale`` if the seating changed since it was
        filled, ``passing`` to ask if everybody passed although it is filled, ``twin`` for
        the row of the same hand recorded on another phone, ``used`` if its key was.
    """
    context = {"form": form} | page_state(access)
    return render_template("sheets/show.html", **context, recorded=recorded, **why)


def page_state(access: SheetAccess) -> dict[str, Any]:
    """The state of a sheet that decides which parts its page has."""
    is_finished = access.sheet.ended is not None or access.sheet.closed is not None
    full = not is_finished and is_full(access.sheet)
    return {
        "access": access,
        "is_full": full and access.may_write,
        "is_over": is_finished or full,
        "following": access.following,
        "result": result(access.sheet),
    }


def next_form(access: SheetAccess, event: Recorded | None = None) -> HandForm:
    """The form of the next hand, with an idempotency key of its own.

    :param event: the event just recorded: a hand that it took off the end of the sheet
        stands in the form again.
    """
    undone = _undone_hand(access, event) if event else None
    if undone is None:
        form = empty_form(access.sheet)
    else:
        form = hand_form(access.sheet, access.sheet.state)
        form.fill(undone)
    form.key = new_key()
    return form


def _undone_hand(access: SheetAccess, event: Recorded) -> AnyHand:
    """The hand that an event took off the end of the sheet, if it did."""
    row = event.change.row_before
    if event.change.event.kind != "removed" or row is None:
        return None
    return row.hand if row.before == access.sheet.state else None


def recorded_event(access: SheetAccess, seq: int | None, since: int | None) -> Recorded | None:
    """The change by the last event, if it is the one just recorded.

    :param since: the version that the device saw before.
    """
    sheet = access.sheet
    if seq is None or seq != sheet.version or seq < 2:
        return None
    shown = change(access.event(seq), access.sheet_at(seq - 1), sheet)
    others = sheet.hands_since(since) if since else ()
    return Recorded(shown, [row for row in others if row.entry.id < seq])
