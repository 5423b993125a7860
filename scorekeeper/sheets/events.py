"""An event of a sheet's journal: the one class that storage and sheets share."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Event(NamedTuple):
    """One thing that happened to a sheet, as its journal holds it."""

    seq: int
    """Position in the journal of the sheet, from 1 without gaps."""
    kind: str
    """One of :data:`scorekeeper.sheets.sheet.EVENTS`, or ``opened``."""
    body: Mapping[str, Any]
    """What was recorded: answers, names, ids; never scores."""
    at: str = ""
    """Time of recording, ISO 8601 in UTC; shown, never used for order."""
    etag: str = ""
    """Start of the event's chained hash: equal only where the whole journal up to here is
    equal. Empty for an event that is not stored yet."""
