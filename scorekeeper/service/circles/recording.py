"""Recording one event of a circle, until every caller asks its access."""

from scorekeeper.service.circles.access import (
    Check,
    CircleAccess,
    MakeBody,
)
from scorekeeper.service.streams import no_check
from scorekeeper.sheets.events import Body

__all__ = [
    "Check",
    "MakeBody",
    "no_check",
    "record",
    "recorded_before",
    "rename",
]


def record(
    access: CircleAccess,
    kind: str,
    body: Body | MakeBody,
    *,
    key: str = "",
    check: Check = no_check,
) -> int:
    """Append one event to a circle; return its ``seq``."""
    return access.record(kind, body, key=key, check=check)


def rename(
    access: CircleAccess, number: int, name: str, *, key: str = "", check: Check = no_check
) -> None:
    """Replace a name, or the title."""
    access.rename(number, name, key=key, check=check)


def recorded_before(
    access: CircleAccess, kind: str, body: Body | MakeBody, key: str
) -> int | None:
    """Return the ``seq`` of this event if its idempotency key has recorded it already."""
    return access.recorded_before(kind, body, key)
