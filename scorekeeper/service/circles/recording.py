"""Recording one event of a circle: who may, optimistic locking, idempotency.

Invariants: nothing is stored that cannot be folded, for the event is folded first; the same
key stores once, whatever has happened since
(``tests/unit/service/circles/test_circle_recording.py``).
"""

from collections.abc import Callable

from scorekeeper.circles.checks import MAX_EVENTS, MAX_LINKS, MAX_NAMES, MAX_SEASONS
from scorekeeper.circles.circle import Circle
from scorekeeper.service.access import new_key
from scorekeeper.service.circles.access import CircleAccess
from scorekeeper.service.circles.tokens import Role
from scorekeeper.service.errors import CircleFull
from scorekeeper.sheets.events import Body, Event
from scorekeeper.storage.base import Head, JournalMoved, KeyReused, as_stored

ROLES = {"linked": Role.TABLE, "joined": Role.TABLE}
"""The lowest role that may record a kind of event; guardians alone record the others."""

ALWAYS = ("renamed", "erased", "renewed", "unlinked")
"""The kinds of event that a full circle still takes: they remove something."""

Check = Callable[[Circle], None]
"""Raises a :class:`scorekeeper.service.errors.ServiceError` where the circle, as it is now,
must not take the event."""

MakeBody = Callable[[Circle], Body]
"""The body of an event for the circle as it is now."""


def no_check(circle: Circle) -> None:
    """Take the event whatever the circle."""


def record(
    access: CircleAccess,
    kind: str,
    body: Body | MakeBody,
    *,
    key: str = "",
    check: Check = no_check,
) -> int:
    """Append one event to a circle; its ``seq``. Where somebody wrote in between, it is
    checked, made and folded again onto that.

    :param body: what it says; a function where it depends on the circle, as all names so far.
    :param key: the idempotency key; an event of its own without one.
    :param check: called with the circle right before each attempt.
    :raises WriteForbidden: if the role of this access does not allow it.
    :raises UnknownToken: if its token was replaced meanwhile.
    :raises CircleFull: if the circle has no room for it.
    :raises scorekeeper.storage.base.KeyReused: if the key stored another event.
    """
    access.require(ROLES.get(kind, Role.GUARDIAN))
    key = key or new_key()
    _ = access.circle  # before the key: it is not checked against what the key records
    while True:
        earlier = recorded_before(access, kind, body, key)
        if earlier is not None:
            access.look_again()
            return earlier
        try:
            return _append(access, kind, body, key, check)
        except JournalMoved:
            access.require_grant()
            access.look_again()


def rename(
    access: CircleAccess, number: int, name: str, *, key: str = "", check: Check = no_check
) -> None:
    """Replace a name, or the title, which leaves the database with that. Where somebody wrote
    in between, it is checked and tried again onto that.

    :param number: of the name; 0 for the title.
    :param name: cleaned; empty to erase the name.
    :param check: called with the circle right before each attempt.
    :raises WriteForbidden: if this access is not a guardian's.
    :raises UnknownToken: if its token was replaced meanwhile.
    :raises KeyReused: if the key stored another event.
    """
    access.require(Role.GUARDIAN)
    key = key or new_key()
    while True:
        circle = access.circle
        if not 0 <= number < len(circle.names):
            raise ValueError(number)
        check(circle)
        try:
            head = Head(circle.version, circle.hash)
            access.repository.journal.rename(access.circle_id, key, number, name, head)
        except JournalMoved:
            access.require_grant()
            access.look_again()
        else:
            access.look_again()
            return


def recorded_before(
    access: CircleAccess, kind: str, body: Body | MakeBody, key: str
) -> int | None:
    """The ``seq`` of this event if its idempotency key has recorded it already.

    :raises KeyReused: if the key stored another event; what a function makes is not compared.
    """
    journal = access.repository.journal
    seq = journal.seq_of_key(access.circle_id, key)
    if seq is None:
        return None
    event = journal.events(access.circle_id, seq - 1)[0]
    if event.kind != kind or not (callable(body) or event.body == as_stored(body)):
        raise KeyReused(key)
    return seq


def _append(
    access: CircleAccess, kind: str, given: Body | MakeBody, key: str, check: Check
) -> int:
    circle = access.circle
    check(circle)
    body = as_stored(given(circle) if callable(given) else given)
    event = Event(circle.version + 1, kind, body)
    require_room(circle, circle.apply(event), kind)
    appended = access.repository.journal.append(
        access.circle_id, key, kind, body, circle.version, circle.hash
    )
    access.look_again()
    return appended.seq


def require_room(before: Circle, after: Circle, kind: str) -> None:
    """Refuse an event that the circle has no room for.

    :raises CircleFull: if it has none.
    """
    if kind in ALWAYS:
        return
    is_full = (
        before.version >= MAX_EVENTS
        or len(before.names) < len(after.names) > MAX_NAMES
        or len(before.links) < len(after.links) > MAX_LINKS
        or len(before.seasons) < len(after.seasons) > MAX_SEASONS
    )
    if is_full:
        raise CircleFull
