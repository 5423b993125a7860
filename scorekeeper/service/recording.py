"""Recording one event of a sheet, until every caller asks its access."""

from scorekeeper.service.access import (
    REMOVED_BY,
    Check,
    SheetAccess,
    no_check,
    require_room,
)
from scorekeeper.sheets.events import Body

__all__ = ["REMOVED_BY", "Check", "record", "recorded_before", "require_room"]


def record(
    access: SheetAccess,
    kind: str,
    body: Body,
    *,
    key: str = "",
    check: Check = no_check,
) -> int:
    """Append one event to a sheet; return its ``seq``."""
    return access.record(kind, body, key=key, check=check)


def recorded_before(access: SheetAccess, kind: str, body: Body, key: str) -> int | None:
    """Return the ``seq`` of this event if its idempotency key has recorded it already."""
    return access.recorded_before(kind, body, key)
