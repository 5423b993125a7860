"""The players of a circle: joining, and names, which leave the database once replaced."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial

from scorekeeper.circles import decisions
from scorekeeper.circles.errors import CircleRefused
from scorekeeper.circles.service.access import CircleAccess
from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.names import NAME_LENGTH, clean
from scorekeeper.streams.base import DatabaseBusy


def join(access: CircleAccess, names: Sequence[str], *, key: str = "") -> int:
    """Add players to a circle; the ``seq`` of the event: see
    :func:`scorekeeper.circles.decisions.join`."""
    today = datetime.now(UTC).date().isoformat()
    return access.record("joined", decisions.join, names, access.guards, today, key=key)


def newcomers(access: CircleAccess, seq: int) -> range:
    """Return the ids of the players whom the event of :func:`join` with this ``seq`` let join,
    whatever they are called now."""
    before = access.state_at(seq - 1).names
    return range(len(before), len(access.event(seq).body["names"]))


def change_name(access: CircleAccess, player: int, name: str, *, key: str = "") -> None:
    """Give a player another name, as typed; the one before leaves the database. Raise
    CircleRefused if it is empty, or somebody else has it."""
    cleaned = clean(name, NAME_LENGTH)
    if access.circle.has_player(player) and cleaned == access.circle.player(player).name:
        return
    check = partial(decisions.require_rename, player=player, name=cleaned)
    access.rename(player, cleaned, key=key, check=check)
    _purge(access)


def change_title(access: CircleAccess, title: str, *, key: str = "") -> None:
    """Give the circle another name, as typed; raise CircleRefused if it is empty."""
    cleaned = clean(title, NAME_LENGTH)
    if not cleaned:
        raise CircleRefused(msg("Il manque un nom."))
    if cleaned != access.circle.title:
        access.rename(0, cleaned, key=key)


def remove_nickname(access: CircleAccess, player: int, number: int, *, key: str = "") -> None:
    """Remove a nickname from the database; nothing if the number is none of this player."""
    circle = access.circle
    if number != player and number in circle.name_numbers(player) and circle.names[number]:
        access.rename(number, "", key=key)
        _purge(access)


def _purge(access: CircleAccess) -> None:
    with suppress(DatabaseBusy):  # the next purge overwrites it too
        access.repository.journal.purge()
