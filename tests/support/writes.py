"""Writing on a sheet without HTTP, in one call each."""

from scorekeeper.sheets.service import seating as seats
from scorekeeper.sheets.service.turns import next_turn, turn_of

ENTRIES = ("hand", "penalty")


def add_hand(access, answers, *, seen=None, confirmed="", annulled="", **place):
    """Record one more hand; return the ``seq`` of its event.

    :param seen: the version of the sheet that the caller saw, as its number or its head.
    """
    head = access.state_at(seen).etag if type(seen) is int else seen or ""
    turn = next_turn(access, head=head, **place)
    return turn.record(answers, confirmed=confirmed, annulled=annulled)


def correct_hand(access, entry, answers, *, seen=None, head="", confirmed="", **place):
    """Correct a hand; return the ``seq`` of the event, if there is one."""
    turn = turn_of(access, entry, seen=revision(seen), head=head, **place)
    return turn.record(answers, confirmed=confirmed)


def add_penalty(access, *penalty, key="", head="", **changes):
    """Record a penalty; return the ``seq`` of its event."""
    return next_turn(access, key=key, head=head).record_penalty(*penalty, **changes)


def correct_penalty(access, entry, *penalty, seen=None, **changes):
    """Correct a penalty; return the ``seq`` of the event."""
    turn = turn_of(access, entry, "penalty", seen=revision(seen))
    return turn.record_penalty(*penalty, **changes)


def remove_entry(access, entry, **seen):
    """Take a hand or a penalty off the sheet; return the ``seq`` of the event."""
    return turn_of(access, entry, *ENTRIES, **seen).remove()


def restore_entry(access, entry, *, known=(), **seen):
    """Put a hand or a penalty back; return the ``seq`` of the event."""
    return turn_of(access, entry, *ENTRIES, **seen).restore(known)


def change_seating(access, seating, *, key="", head="", **seen):
    """Change the seating; return the ``seq`` of the event, if there is one."""
    return seats.change_seating(next_turn(access, key=key, head=head), seating, **seen)


def revision(seen):
    """The last event about an entry, as its form posts it."""
    return "" if seen is None else str(seen)
