"""The page of a sheet with the form of the next hand: of ``sheets``, and of ``hands``."""

from typing import Any

from flask import render_template

from scorekeeper.service.access import SheetAccess
from scorekeeper.service.sheets import revanche_of
from scorekeeper.sheets.bounds import is_full
from scorekeeper.sheets.history import Change, change
from scorekeeper.sheets.rows import Row
from scorekeeper.web.access import query_seq
from scorekeeper.web.forms.hand_form import HandForm


def sheet_page(access: SheetAccess, form: HandForm | None, **why: Any) -> str:
    """The page of a sheet, with this form.

    :param why: why the form is shown again: ``stale`` if the seating changed since it was
        filled, ``passing`` to ask if everybody passed although it is filled, ``twin`` for
        the row of the same hand recorded on another phone, ``used`` if its key was.
    """
    is_over = access.sheet.won or access.sheet.closed is not None
    full = not is_over and is_full(access.sheet)
    return render_template(
        "sheets/show.html",
        access=access,
        form=None if is_over or full else form,
        is_full=full and access.may_write,
        recorded=_recorded(access),
        meanwhile=_meanwhile(access),
        following=revanche_of(access),
        **why,
    )


def _recorded(access: SheetAccess) -> Change | None:
    """The change by the last event, if the address names it: it was just recorded."""
    seq, sheet = query_seq("recorded"), access.sheet
    if seq != sheet.version or seq < 2:
        return None
    return change(access.events(after=seq - 1)[0], access.sheet_at(seq - 1), sheet)


def _meanwhile(access: SheetAccess) -> list[Row]:
    """The hands that others recorded while the one just recorded was entered."""
    since, seq = query_seq("since"), query_seq("recorded") or 0
    if not since:
        return []
    return [row for row in access.sheet.hands_since(since) if row.entry.id < seq]
