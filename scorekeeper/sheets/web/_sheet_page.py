"""The page of a sheet: whole, with a form or a confirmation, and its news.

News are the parts of the page that have changed since it was shown, as out-of-band swaps of
htmx. The rows that changed are always the last ones of the sheet
(:meth:`scorekeeper.sheets.sheet.Sheet.rows_since`): they take the place of all rows after the
last one that did not change.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask import Response, render_template, request

from scorekeeper.sheets.history import Change
from scorekeeper.sheets.reports.result import result
from scorekeeper.sheets.rows import Row
from scorekeeper.sheets.service.access import SheetAccess
from scorekeeper.sheets.service.turns import next_turn
from scorekeeper.sheets.sheet import Sheet, is_full
from scorekeeper.sheets.web import outbox
from scorekeeper.sheets.web.forms.hand_form import HandForm
from scorekeeper.sheets.web.place import PLACES
from scorekeeper.sheets.web.templating import MAX_ROWS
from scorekeeper.web.templating import address, fragment


def sheet_page(
    access: SheetAccess,
    form: HandForm | None,
    change: Change | None = None,
    **why: Any,
) -> str:
    """Return the page of a sheet, with this form.

    :param change: what is to be confirmed.
    :param why: why the form is shown again: ``stale`` if the seating changed since it was
        filled, ``passing`` to ask if everybody passed although it is filled, ``used`` if its
        key was used for another hand.
    """
    context = {"form": form} | page_state(access)
    return render_template("sheets/show.html", **context, change=change, **why)


def page_state(access: SheetAccess) -> dict[str, Any]:
    """Return the state of a sheet that decides which parts its page has."""
    sheet = access.sheet
    place = PLACES.first(access)
    is_finished = sheet.state.end.over or sheet.closed is not None
    is_finished |= place is not None and place.is_stopped
    full = not is_finished and is_full(sheet)
    return {
        "access": access,
        "is_full": full and access.may_write,
        "is_over": is_finished or full,
        "following": access.following,
        "result": result(sheet),
        "place": place,
    }


def next_form(access: SheetAccess, change: Change | None = None) -> HandForm:
    """Return the form of the next hand, with an idempotency key of its own.

    :param change: by the event just recorded: a hand that it took off the end of the sheet
        stands in the form again.
    """
    form = HandForm(next_turn(access))
    if change and change.undone:
        form.fill(change.undone)
    return form


def recorded_change(access: SheetAccess, seq: int | None) -> Change | None:
    """Return the change by the last event, if it is the one just recorded."""
    sheet = access.sheet
    if seq is None or seq != sheet.version or seq < 2:
        return None
    change = Change(access.event(seq), access.state_at(seq - 1), sheet)
    before, after = change.row_before, change.row_after
    if change.event.kind != "corrected" or not (before and after and before.entry.corrections):
        return change
    former = access.state_at(before.entry.changed - 1).entry(change.entry)
    return replace(change, undoes=former is not None and former.body == after.entry.body)


def news(access: SheetAccess, etag: str, change: Change | None = None) -> str:
    """Return the parts of the page of a sheet that have changed since it had this ETag; all
    that can change, if it never had.

    Most news are the same for every phone with this token, and cached: they hold neither a
    CSRF token nor an idempotency key.

    :param change: what this device has just recorded.
    """
    version, state, sheet = access.holds(etag), page_state(access), access.sheet
    rows = sheet.rows if version is None else sheet.rows_since(version)
    writes = access.may_write and not state["is_over"]
    keeps_form = writes and _keeps_form(access, version, rows)

    def render() -> str:
        is_whole = len(rows) > MAX_ROWS or len(rows) == len(sheet.rows)
        return render_template(
            "sheets/live/_news.html",
            **state,
            changed=None if is_whole else rows[::-1],
            unchanged=None if is_whole else sheet.rows[-len(rows) - 1],
            form=next_form(access, change) if writes else None,
            keeps_form=keeps_form,
            # Another phone that writes may be correcting the last hand.
            celebrates=(change or not access.may_write) and celebrates(sheet, version),
        )

    is_shared = version is not None and (keeps_form or not access.may_write)
    if state["is_over"] or state["place"] or not is_shared:  # a place shows a clock
        return render()
    return str(fragment(("news", access.token, etag, sheet.etag), render))


def _keeps_form(access: SheetAccess, version: int | None, rows: Sequence[Row]) -> bool:
    """Return true if the form of the next hand asks what it asked at this version: hands were
    added since, or a tournament changed, and nobody sits out in turn.

    :param rows: those that changed since.
    """
    sheet = access.sheet
    if version is None or sheet.seated > version or sheet.state.sitting_out:
        return False
    about = access.events(version) if sheet.table_of else ()
    told = sum(event.kind in ("timed", "noted") for event in about)
    return version + sum(row.entry.id > version for row in rows) + told == sheet.version


def celebrates(sheet: Sheet, version: int | None) -> bool:
    """Return true if the game has ended since this version of the sheet."""
    last = sheet.ended
    return bool(last and version and last.version > version)


def recorded(access: SheetAccess, seq: int | None) -> Response:
    """Lead to the sheet, which shows what was recorded.

    The outbox says in ``shown`` which ETag the sheet has on its page, and gets what has
    changed since, with the confirmation; the whole page where it shows no sheet.

    :param seq: the event; absent if nothing had to be recorded.
    """
    place = address("sheets.show")
    if seq is None:
        return outbox.done(place, _content(access, seq))
    head = access.event(seq).etag
    return outbox.done(f"{place}?recorded={seq}", _content(access, seq), head)


def _content(access: SheetAccess, seq: int | None) -> str:
    shown = request.form.get("shown")
    if shown is None:
        return ""
    change = recorded_change(access, seq)
    if not shown:
        return sheet_page(access, next_form(access, change), change)
    html = news(access, shown, change)
    if change:
        html += render_template("sheets/_recorded.html", access=access, change=change)
    return html
