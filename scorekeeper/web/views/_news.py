"""News: the parts of the page of a sheet that have changed since the page was shown.

They are out-of-band swaps of htmx. The rows that changed are always the last ones of the sheet
(:meth:`scorekeeper.sheets.sheet.Sheet.rows_since`): they take the place of all rows after the
last one that did not change.
"""

from flask import current_app, render_template

from scorekeeper.service.access import SheetAccess
from scorekeeper.sheets.rows import Row
from scorekeeper.web.language import current_language
from scorekeeper.web.memo_cache import MemoCache
from scorekeeper.web.templating import MAX_ROWS
from scorekeeper.web.views._sheet_page import Recorded, next_form, page_state


def news(access: SheetAccess, etag: str, event: Recorded | None = None) -> str:
    """The parts of the page of a sheet that have changed since it had this ETag; all that can
    change, if it never had.

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
    """The rows that changed since a version, the latest first; nothing if the page needs its
    whole table."""
    sheet = access.sheet
    rows = sheet.rows if version is None else sheet.rows_since(version)
    is_whole = len(rows) > MAX_ROWS or len(rows) == len(sheet.rows)
    return None if is_whole else rows[::-1]


def _keeps_form(access: SheetAccess, version: int | None) -> bool:
    """True if the form of the next hand asks what it asked at this version: hands were added
    since, and nobody sits out in turn."""
    sheet = access.sheet
    if version is None or not access.may_write:
        return False
    added = sum(row.entry.id > version for row in sheet.rows_since(version))
    only_added = version + added == sheet.version
    return only_added and sheet.seated <= version and not sheet.state.sitting_out


def celebrates(access: SheetAccess, etag: str) -> bool:
    """True if the game has ended since the sheet had this ETag."""
    last, version = access.sheet.ended, access.holds(etag)
    return bool(last and version and last.version > version)
