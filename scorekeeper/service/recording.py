"""Recording one event: optimistic locking, idempotency, and what a sheet refuses.

Invariants: nothing is stored that cannot be folded, for the event is folded first; the same
key stores once, whatever has happened since
(``tests/unit/service/test_service_recording.py``).
"""

from collections.abc import Callable

from scorekeeper.rules.answers import HandError
from scorekeeper.service.access import SheetAccess, new_key
from scorekeeper.service.errors import (
    GameOver,
    SeatingChanged,
    ServiceError,
    SheetClosed,
    SheetFull,
    VersionConflict,
)
from scorekeeper.sheets.bounds import has_room
from scorekeeper.sheets.events import Body, Event
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.storage.base import JournalMoved, as_stored

REMOVED_BY = {"removed": True, "restored": False}
"""The kinds of event that remove an entry and put it back."""

ALLOWED_WHEN_CLOSED = ("reopened", "staked")
"""The kinds of event that a closed sheet still takes."""

Check = Callable[[Sheet], None]
"""Raises a :class:`ServiceError` where the sheet, as it is now, must not take the event."""


def no_check(sheet: Sheet) -> None:
    """Take the event whatever the sheet."""


def record(
    access: SheetAccess,
    kind: str,
    body: Body,
    *,
    key: str = "",
    check: Check = no_check,
) -> int:
    """Append one event to a sheet; its ``seq``.

    Where somebody wrote in between, the event is folded onto that, as long as the seating is
    the same.

    :param key: the idempotency key; an event of its own without one.
    :param check: called with the sheet right before each attempt.
    :raises WriteForbidden: if this access may only read.
    :raises UnknownToken: if its token was replaced meanwhile.
    :raises SheetClosed: if the sheet is closed.
    :raises SheetFull: if the sheet has no room for it.
    :raises GameOver: if a hand is to be added after the game was won.
    :raises SeatingChanged: if the seating changed meanwhile.
    :raises VersionConflict: if the sheet as it is now cannot take the event.
    :raises scorekeeper.storage.base.KeyReused: if the key stored another event.
    """
    access.require_write()
    key, body = key or new_key(), as_stored(body)
    try:
        return _record(access, kind, body, key, check)
    except ServiceError:
        earlier = recorded_before(access, kind, body, key)
        if earlier is None:
            raise
        return earlier


def recorded_before(access: SheetAccess, kind: str, body: Body, key: str) -> int | None:
    """The ``seq`` of this event if its idempotency key has recorded it already.

    :raises scorekeeper.storage.base.KeyReused: if the key stored another event.
    """
    journal = access.repository.journal
    if not key or journal.seq_of_key(access.sheet_id, key) is None:
        return None
    return journal.append(access.sheet_id, key, kind, body, access.sheet.version).seq


def _record(access: SheetAccess, kind: str, body: Body, key: str, check: Check) -> int:
    seating, names = access.sheet.seating_version, access.sheet.names
    newer = list[Event]()
    while True:
        sheet = access.sheet
        _check_open(sheet, kind, body)
        if _is_done(sheet, kind, body):
            return sheet.version
        require_room(sheet, kind)
        check(sheet)
        try:
            event = Event(sheet.version + 1, kind, body)
            after = sheet.apply(event)
            appended = access.repository.journal.append(
                access.sheet_id, key, kind, body, sheet.version, sheet.hash
            )
        except HandError:
            raise VersionConflict(newer) from None
        except JournalMoved:
            newer += access.catch_up()
            access.require_grant()
            is_renamed = kind == "seated" and access.sheet.names != names
            if is_renamed or access.sheet.seating_version != seating:
                raise SeatingChanged(newer) from None
        else:
            access.advance(after, event, appended)
            return appended.seq


def _check_open(sheet: Sheet, kind: str, body: Body) -> None:
    if kind == "hand" and "before" not in body and sheet.ended:
        raise GameOver
    if sheet.closed is not None and kind not in ALLOWED_WHEN_CLOSED:
        raise SheetClosed


def require_room(sheet: Sheet, kind: str) -> None:
    """Refuse an event that the sheet has no room for.

    :raises SheetFull: if it has none.
    """
    if not has_room(sheet, kind):
        raise SheetFull


def _is_done(sheet: Sheet, kind: str, body: Body) -> bool:
    """True if the entry has been removed, or restored, by somebody already."""
    entry = sheet.entry(body["entry"]) if kind in REMOVED_BY else None
    return entry is not None and entry.removed is REMOVED_BY[kind]
