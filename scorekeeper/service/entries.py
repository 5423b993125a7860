"""Removing, restoring and undoing a hand or a penalty; conflicts of two corrections."""

from scorekeeper.service.access import SheetAccess
from scorekeeper.service.errors import EntryChanged, UnknownEntry
from scorekeeper.service.recording import REMOVED_BY, Check, record, recorded_before
from scorekeeper.sheets.events import Body, Event
from scorekeeper.sheets.rows import Entry
from scorekeeper.sheets.sheet import Sheet


def find_entry(access: SheetAccess, entry_id: int, *kinds: str) -> Entry:
    """The entry of this id, removed or not.

    :param kinds: the kinds it may have, ``hand`` or ``penalty``; both if absent.
    :raises UnknownEntry: if there is none.
    """
    entry = access.sheet.entry(entry_id)
    if entry is None or entry.kind not in (kinds or ("hand", "penalty")):
        raise UnknownEntry(entry_id)
    return entry


def remove(
    access: SheetAccess, entry_id: int, seen: int | None = None, key: str = ""
) -> int | None:
    """Take a hand or a penalty off the sheet; the journal keeps it.

    :param seen: the last event about the entry that the caller knows of; without it, the
        caller is taken to know the entry as it is.
    :param key: the idempotency key.
    :returns: the ``seq`` of the event; nothing if the entry was removed already.
    :raises EntryChanged: if somebody has changed the entry since.
    """
    return _set_removed(access, entry_id, "removed", seen, key)


def restore(access: SheetAccess, entry_id: int, key: str = "") -> int | None:
    """Put a removed hand or penalty back in its place.

    :param key: the idempotency key.
    :returns: the ``seq`` of the event; nothing if the entry was not removed.
    """
    return _set_removed(access, entry_id, "restored", None, key)


def undo(access: SheetAccess, seq: int) -> int | None:
    """Take back the hand or the penalty that the event of this ``seq`` put on the sheet.

    :returns: the ``seq`` of the event; nothing if it was taken back already.
    :raises UnknownEntry: if that event put neither on the sheet.
    :raises EntryChanged: if somebody has changed the entry since.
    """
    events = access.events(after=seq - 1)[:1]
    if not events or events[0].kind not in ("hand", "penalty", "restored"):
        raise UnknownEntry(seq)
    return remove(access, int(events[0].body.get("entry", seq)), seen=seq)


def correct(access: SheetAccess, entry: Entry, body: Body, key: str, seen: int | None) -> int:
    """Replace what an entry records; a removed one is put back with it.

    :param seen: the last event about the entry that the caller knows of.
    :returns: the ``seq`` of the event.
    :raises EntryChanged: if somebody has changed the entry since; who corrects a removed
        entry has to have seen that it is removed.
    """
    change = {"entry": entry.id, "body": body}
    check = _check_seen(access, entry.id, seen, change, was_removed=entry.removed)
    seq = record(access, "corrected", change, key=key, check=check)
    if entry.removed:
        seq = record(access, "restored", {"entry": entry.id})
    return seq


def _set_removed(
    access: SheetAccess, entry_id: int, kind: str, seen: int | None, key: str
) -> int | None:
    entry = find_entry(access, entry_id)
    body = {"entry": entry.id}
    earlier = recorded_before(access, kind, body, key)
    if earlier is not None:
        return earlier
    if entry.removed is REMOVED_BY[kind]:
        return None
    return record(access, kind, body, key=key, check=_check_seen(access, entry.id, seen))


def _check_seen(
    access: SheetAccess,
    entry_id: int,
    seen: int | None,
    change: Body | None = None,
    was_removed: bool = False,
) -> Check:
    """The check that the entry is as the caller has seen it.

    :param change: the correction, where it is one.
    """

    def check(sheet: Sheet) -> None:
        entry = sheet.entry(entry_id)
        assert entry is not None
        known = seen if seen is not None else 0 if was_removed else entry.revision
        if known != entry.revision:
            proposed = _with_correction(sheet, change) if change else None
            raise EntryChanged(entry, access.events(after=known), proposed)

    return check


def _with_correction(sheet: Sheet, change: Body) -> Sheet:
    """The sheet with this correction, the entry counted."""
    corrected = sheet.apply(Event(sheet.version + 1, "corrected", change))
    return corrected.apply(Event(sheet.version + 2, "restored", change))
