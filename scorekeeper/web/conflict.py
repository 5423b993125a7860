"""Two phones change the same entry: the first one did, the second one is asked."""

from collections.abc import Callable, Mapping
from typing import Any

from flask import make_response, render_template, request
from werkzeug.wrappers import Response

from scorekeeper.sheets.events import Event
from scorekeeper.sheets.rows import Entry
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.web.access import Rejected, SheetAccess, posted_key


class Changed(Rejected):
    """The entry is not any more as the writer saw it."""


def seen(name: str, otherwise: int) -> int:
    """The event up to which the sender of this form has seen the sheet."""
    given = request.form.get(name, "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else otherwise


def correction(
    access: SheetAccess,
    entry: Entry,
    body: Mapping[str, Any],
    written: Callable[[SheetAccess, int], Response],
) -> Response:
    """Write this in the place of an entry, or show both where another phone changed it.

    Whoever has seen that it was removed, and corrects it all the same, puts it back.
    """
    change = {"entry": entry.id, "body": body}
    try:
        seq = access.write("corrected", change, posted_key(), as_seen(entry.id, entry.removed))
    except Changed:
        return both(access, entry.id, _with(access.sheet, change))
    if entry.removed:
        seq = access.write("restored", {"entry": entry.id})
    return written(access, seq)


def as_seen(id: int, removed: bool = False) -> Callable[[Sheet], None]:
    """What refuses a change to an entry that others have changed since.

    :param removed: whether it has been taken off the sheet, which nobody may not have seen.
    """

    def check(sheet: Sheet) -> None:
        entry = sheet.entry(id)
        assert entry is not None
        if seen("seen", 0 if removed else entry.revision) != entry.revision:
            raise Changed

    return check


def both(access: SheetAccess, id: int, mine: Sheet | None) -> Response:
    """Both versions, and the choice between them.

    :param mine: the sheet as the sender would have it; nothing if he would remove the entry.
    """
    entry = access.sheet.entry(id)
    assert entry is not None
    page = render_template(
        "sheets/conflict.html",
        access=access,
        entry=entry,
        theirs=access.sheet.row(id),
        mine=mine,
        sent=[
            (name, value)
            for name, value in request.form.items(multi=True)
            if name not in ("csrf_token", "seen")
        ],
    )
    return make_response(page, 409)


def _with(sheet: Sheet, change: Mapping[str, Any]) -> Sheet:
    """The sheet as it would be with this correction, on it or back on it."""
    corrected = sheet.then(Event(sheet.version + 1, "corrected", change))
    return corrected.then(Event(sheet.version + 2, "restored", change))
