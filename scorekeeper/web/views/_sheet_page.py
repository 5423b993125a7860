"""The page of a sheet with the form of the next hand."""

from typing import Any, NamedTuple

from scorekeeper.service.access import SheetAccess, new_key
from scorekeeper.service.sheets import revanche_of
from scorekeeper.sheets.bounds import is_full
from scorekeeper.sheets.history import Change, change
from scorekeeper.sheets.rows import Row
from scorekeeper.web.forms.hand_form import HandForm, empty_form
from scorekeeper.web.rendering import render_template


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
        "following": revanche_of(access),
    }


def next_form(access: SheetAccess) -> HandForm:
    """The empty form of the next hand, with an idempotency key of its own."""
    form = empty_form(access.sheet)
    form.key = new_key()
    return form


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
