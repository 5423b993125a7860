"""The bounds of one sheet: they bound the work of its pages, and what one link can store."""

from scorekeeper.sheets.sheet import Sheet

MAX_ENTRIES = 1000
"""Maximum number of hands, penalties and changes of seats, removed ones included: a hundred
hours of play. A page of so many takes less than half a second of CPU."""

MAX_EVENTS = 5000
"""Maximum number of events; one more closes the sheet."""

RESERVED_EVENTS = 200
"""The last events of a sheet, which are only for :data:`RESERVED_FOR`."""

RESERVED_FOR = ("removed", "restored", "reopened", "renewed")
"""The kinds of event that take things back or change the links."""

NEW_ENTRIES = ("hand", "penalty", "seated")
"""The kinds of event that add an entry."""


def has_room(sheet: Sheet, kind: str) -> bool:
    """Return True if a sheet can take an event of this kind.

    Closing is always possible: a sheet is closed at most once more than it is reopened.
    """
    if kind == "closed":
        return True
    if kind in NEW_ENTRIES and len(sheet.entries) >= MAX_ENTRIES:
        return False
    reserved = 0 if kind in RESERVED_FOR else RESERVED_EVENTS
    return sheet.version < MAX_EVENTS - reserved


def is_full(sheet: Sheet) -> bool:
    """Return True if a sheet can take no further hand."""
    return not has_room(sheet, "hand")
