"""The page of a sheet: whole, with a form, a confirmation or a conflict, and its news.

News are the parts of the page that have changed since it was shown, as out-of-band swaps of
htmx. The rows that changed are always the last ones of the sheet
(:meth:`scorekeeper.sheets.sheet.Sheet.rows_since`): they take the place of all rows after the
last one that did not change.
"""

from typing import Any, NamedTuple

from flask import Response, current_app, make_response, render_template, request

from scorekeeper.reports.result import result
from scorekeeper.service.access import SheetAccess
from scorekeeper.service.errors import EntryChanged
from scorekeeper.service.turns import next_turn
from scorekeeper.sheets.history import Change, change
from scorekeeper.sheets.rows import AnyHand, Row
from scorekeeper.sheets.sheet import is_full
from scorekeeper.web import outbox
from scorekeeper.web.forms.hand_form import HandForm
from scorekeeper.web.language import current_language
from scorekeeper.web.memo_cache import MemoCache
from scorekeeper.web.templating import MAX_ROWS, address

RESENT = ("csrf_token", "base", "seen")
"""The fields that the page of a conflict sends again with values of its own."""


class Recorded(NamedTuple):
    """The event that this device has just recorded, and what others recorded meanwhile."""

    change: Change
    meanwhile: list[Row]
    """The hands that others recorded while it was entered."""


def sheet_page(
    access: SheetAccess, form: HandForm | None, recorded: Recorded | None = None, **why: Any
) -> str:
    """Return the page of a sheet, with this form.

    :param recorded: the event to be confirmed.
    :param why: why the form is shown again: ``stale`` if the seating changed since it was
        filled, ``passing`` to ask if everybody passed although it is filled, ``twin`` for
        the row of the same hand recorded on another phone, ``used`` if its key was.
    """
    context = {"form": form} | page_state(access)
    return render_template("sheets/show.html", **context, recorded=recorded, **why)


def page_state(access: SheetAccess) -> dict[str, Any]:
    """Return the state of a sheet that decides which parts its page has."""
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
    """Return the form of the next hand, with an idempotency key of its own.

    :param event: the event just recorded: a hand that it took off the end of the sheet
        stands in the form again.
    """
    undone = _undone_hand(access, event) if event else None
    form = HandForm(next_turn(access))
    if undone:
        form.fill(undone)
    return form


def _undone_hand(access: SheetAccess, event: Recorded) -> AnyHand:
    """Return the hand that an event took off the end of the sheet, if it did."""
    row = event.change.row_before
    if event.change.event.kind != "removed" or row is None:
        return None
    return row.hand if row.before == access.sheet.state else None


def recorded_event(access: SheetAccess, seq: int | None, since: int | None) -> Recorded | None:
    """Return the change by the last event, if it is the one just recorded.

    :param since: the version that the device saw before.
    """
    sheet = access.sheet
    if seq is None or seq != sheet.version or seq < 2:
        return None
    shown = change(access.event(seq), access.sheet_at(seq - 1), sheet)
    others = sheet.hands_since(since) if since else ()
    return Recorded(shown, [row for row in others if row.entry.id < seq])


def news(access: SheetAccess, etag: str, event: Recorded | None = None) -> str:
    """Return the parts of the page of a sheet that have changed since it had this ETag; all
    that can change, if it never had.

    Most news are the same for every phone with this token, and cached: they hold neither a
    CSRF token nor an idempotency key.

    :param event: the event that this device has just recorded.
    """
    version, state = access.holds(etag), page_state(access)
    keeps_form = not state["is_over"] and _keeps_form(access, version)

    def render() -> str:
        rows = _changed_rows(access, version)
        return render_template(
            "live/_news.html",
            **state,
            changed=rows,
            unchanged=access.sheet.rows[-len(rows) - 1] if rows is not None else None,
            form=next_form(access, event)
            if access.may_write and not state["is_over"]
            else None,
            keeps_form=keeps_form,
            # Whoever writes may still have to correct the last hand.
            celebrates=not access.may_write and celebrates(access, etag),
        )

    is_shared = version is not None and (keeps_form or not access.may_write)
    if state["is_over"] or not is_shared:
        return render()
    cache: MemoCache[str] = current_app.extensions["fragments"]
    return cache.get((access.token, current_language().code, etag, access.sheet.etag), render)


def _changed_rows(access: SheetAccess, version: int | None) -> tuple[Row, ...] | None:
    """Return the rows that changed since a version, the latest first; nothing if the page
    needs its whole table."""
    sheet = access.sheet
    rows = sheet.rows if version is None else sheet.rows_since(version)
    is_whole = len(rows) > MAX_ROWS or len(rows) == len(sheet.rows)
    return None if is_whole else rows[::-1]


def _keeps_form(access: SheetAccess, version: int | None) -> bool:
    """Return true if the form of the next hand asks what it asked at this version: hands were
    added since, and nobody sits out in turn."""
    sheet = access.sheet
    if version is None or not access.may_write:
        return False
    added = sum(row.entry.id > version for row in sheet.rows_since(version))
    only_added = version + added == sheet.version
    return only_added and sheet.seated <= version and not sheet.state.sitting_out


def celebrates(access: SheetAccess, etag: str) -> bool:
    """Return true if the game has ended since the sheet had this ETag."""
    last, version = access.sheet.ended, access.holds(etag)
    return bool(last and version and last.version > version)


def recorded(access: SheetAccess, seq: int | None) -> Response:
    """Lead to the sheet, which shows what was recorded.

    The outbox says in ``shown`` which ETag the sheet has on its page, and gets what has
    changed since, with the confirmation; the whole page where it shows no sheet.

    :param seq: the event; absent if nothing had to be recorded.
    """
    base, place = request.form.get("base", ""), address("sheets.show", token=access.token)
    since = access.holds(base) if base else None
    if seq is None:
        return outbox.done(place, _content(access, seq, since))
    place += f"?recorded={seq}" + (f"&since={since}" if since else "")
    sheet = access.sheet
    head = sheet.etag if seq == sheet.version else access.event(seq).etag
    return outbox.done(place, _content(access, seq, since), head)


def _content(access: SheetAccess, seq: int | None, since: int | None) -> str:
    shown = request.form.get("shown")
    if shown is None:
        return ""
    event = recorded_event(access, seq, since)
    if not shown:
        return sheet_page(access, next_form(access, event), event)
    html = news(access, shown, event)
    if event:
        html += render_template("sheets/_recorded.html", access=access, recorded=event)
    return html


def conflict_page(access: SheetAccess, conflict: EntryChanged) -> Response:
    """Show both versions, and the choice between them; 409."""
    entry = conflict.entry
    posted = request.form.items(multi=True)
    page = render_template(
        "sheets/conflict.html",
        access=access,
        entry=entry,
        theirs=access.sheet.row(entry.id),
        mine=conflict.proposed,
        sent=[(name, value) for name, value in posted if name not in RESENT],
    )
    return make_response(page, 409)
