"""The players of a circle: joining, names and nicknames, colors, who comes, merges."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import UTC, datetime

from scorekeeper.circles.checks import (
    JOINED_A_DAY,
    MAX_PROPOSED,
    can_merge,
    common_sheet,
    name_error,
)
from scorekeeper.circles.circle import COLORS, Circle, fold_circle
from scorekeeper.circles.errors import CircleRefused, SatTogether
from scorekeeper.circles.service.access import Check, CircleAccess
from scorekeeper.circles.service.tokens import CircleRole
from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.names import NAME_LENGTH, clean
from scorekeeper.streams.base import DatabaseBusy
from scorekeeper.streams.errors import UnknownEntry
from scorekeeper.streams.events import Body

NOT_TWO = msg("Ces deux joueurs ne sont plus deux joueurs du cercle : regardez la liste.")


TOO_MANY_PROPOSED = msg(
    "Trop de noms attendent un gardien : demandez-lui d'abord de les accepter. En attendant, "
    "ce joueur peut jouer en invité."
)

ACCEPTED = msg("Un autre gardien vient d'accepter ce nom : regardez la liste.")


def join(access: CircleAccess, names: Sequence[str], *, key: str = "") -> int:
    """Add players to a circle; the ``seq`` of the event. Beyond :data:`JOINED_A_DAY` by the
    table's link they play as any other, and their names wait for a guardian.

    :param names: as they were typed.
    :raises CircleRefused: if a name is empty, or the circle has it already, or too many wait.
    :raises scorekeeper.circles.errors.CircleFull: if the circle has no room for them.
    """
    cleaned = [clean(name, NAME_LENGTH) for name in names]

    def waits(circle: Circle) -> bool:
        today = datetime.now(UTC).date().isoformat()
        return circle.joined_on(today) + len(cleaned) > JOINED_A_DAY

    def body(circle: Circle) -> Body:
        names = {"names": [*circle.names, *cleaned]}
        return names if access.guards else names | {"proposed": waits(circle)}

    def check(circle: Circle) -> None:
        if (
            not access.guards
            and waits(circle)
            and len(circle.waiting) + len(cleaned) > MAX_PROPOSED
        ):
            raise CircleRefused(TOO_MANY_PROPOSED)
        for place, name in enumerate(cleaned):
            grown = circle._replace(
                names=(*circle.names, *cleaned[:place]),
                owners=(*circle.owners, *range(len(circle.names), len(circle.names) + place)),
            )
            _require_name(grown, name)

    return access.record("joined", body, key=key, check=check)


def accept(access: CircleAccess, players: Collection[int], *, key: str = "") -> None:
    """Say that these players belong to the circle; nothing of those who were not proposed.

    :raises WriteForbidden: if this access is not a guardian's.
    """
    access.require(CircleRole.GUARDIAN)
    circle = access.circle
    accepted = sorted(filter(circle.has_player, circle.proposed.intersection(players)))
    if accepted:
        access.record("accepted", {"players": accepted}, key=key)


def drop(access: CircleAccess, players: Collection[int]) -> None:
    """Remove the names of players that wait for a guardian from the database: on the sheets
    they are guests, who keep their names there. Nothing of those who do not wait.

    :raises WriteForbidden: if this access is not a guardian's.
    """
    access.require(CircleRole.GUARDIAN)
    dropped = sorted(access.circle.waiting.intersection(players))
    for player in dropped:

        def check(circle: Circle, player: int = player) -> None:
            if player not in circle.waiting:
                raise CircleRefused(ACCEPTED)

        numbers = access.circle.name_numbers(player)
        for number in reversed(numbers):  # the name itself last: with it he waits no more
            if access.circle.names[number]:
                access.rename(number, "", check=check)
    if dropped:
        _purge(access)


def newcomers(access: CircleAccess, seq: int) -> range:
    """Return the ids of the players whom this event let join, whatever they are called now.

    :param seq: what :func:`join` returned.
    """
    events = access.repository.journal.events(access.circle_id)
    before = fold_circle(event for event in events if event.seq < seq)
    return range(len(before.names), len(events[seq - events[0].seq].body["names"]))


def change_name(access: CircleAccess, player: int, name: str, *, key: str = "") -> None:
    """Give a player another name; the one before leaves the database.

    :param name: as it was typed.
    :raises CircleRefused: if it is empty, or somebody else has it.
    """
    cleaned = clean(name, NAME_LENGTH)

    def check(circle: Circle) -> None:
        _require_named(circle, player)
        if cleaned != circle.player(player).name:
            _require_name(circle, cleaned, player)

    if access.circle.has_player(player) and cleaned == access.circle.player(player).name:
        return
    access.rename(player, cleaned, key=key, check=check)
    _purge(access)


def change_title(access: CircleAccess, title: str, *, key: str = "") -> None:
    """Give the circle another name.

    :param title: as it was typed.
    :raises CircleRefused: if it is empty.
    """
    cleaned = clean(title, NAME_LENGTH)
    if not cleaned:
        raise CircleRefused(msg("Il manque un nom."))
    if cleaned != access.circle.title:
        access.rename(0, cleaned, key=key)


def add_nickname(access: CircleAccess, player: int, name: str, *, key: str = "") -> int:
    """Give a player one more name, by which sheets may call him; the ``seq`` of the event.

    :param name: as it was typed.
    :raises CircleRefused: if it is empty, or somebody has it already.
    """
    cleaned = clean(name, NAME_LENGTH)

    def check(circle: Circle) -> None:
        _require_named(circle, player)
        _require_name(circle, cleaned, player)

    return access.record(
        "nicknamed",
        lambda circle: {"names": [*circle.names, cleaned], "player": player},
        key=key,
        check=check,
    )


def remove_nickname(access: CircleAccess, player: int, number: int, *, key: str = "") -> None:
    """Remove a nickname from the database.

    :param number: of the name in the circle; nothing if it is no nickname of this player.
    """
    circle = access.circle
    if number != player and number in circle.name_numbers(player) and circle.names[number]:
        access.rename(number, "", key=key)
        _purge(access)


def _purge(access: CircleAccess) -> None:
    """Overwrite the name that was replaced."""
    with suppress(DatabaseBusy):  # the next purge overwrites it too
        access.repository.journal.purge()


def change_color(access: CircleAccess, player: int, color: int, *, key: str = "") -> None:
    """Give a player another color.

    :param color: 0 to 7.
    """
    if not 0 <= color < COLORS:
        raise ValueError(color)
    body = {"player": player, "color": color}
    access.record("colored", body, key=key, check=_check_player(player))


def set_active(access: CircleAccess, player: int, is_active: bool, *, key: str = "") -> None:
    """Record that a player has left the circle, or has returned."""
    circle = access.circle
    if circle.has_player(player) and circle.player(player).is_active is is_active:
        return
    kind = "returned" if is_active else "left"
    access.record(kind, {"player": player}, key=key, check=_check_player(player))


def merge(access: CircleAccess, player: int, into: int, *, key: str = "") -> int:
    """Say that two players are one: the hands of the first count for the second.

    :raises SatTogether: if both sat at one table.
    :raises CircleRefused: if one of them is no player, or is merged already.
    """

    def check(circle: Circle) -> None:
        if can_merge(circle, player, into):
            return
        known = circle.has_player(player) and circle.has_player(into)
        link = common_sheet(circle, player, into) if known and player != into else None
        if link is not None and circle.same(player) != circle.same(into):
            names = {"one": circle.player(player).name, "other": circle.player(into).name}
            raise SatTogether(
                msg("%(one)s et %(other)s ont joué à la même table : ils sont deux.", **names),
                link,
            )
        raise CircleRefused(NOT_TWO)

    return access.record("merged", {"player": player, "into": into}, key=key, check=check)


def unmerge(access: CircleAccess, player: int, *, key: str = "") -> None:
    """Take a merge back: nothing if the player is not merged."""
    if player in access.circle.merged:
        access.record("unmerged", {"player": player}, key=key)


def _check_player(player: int) -> Check:
    def check(circle: Circle) -> None:
        if not circle.has_player(player):
            raise UnknownEntry

    return check


def _require_named(circle: Circle, player: int) -> None:
    """Refuse a name for who is no player, or was erased.

    :raises UnknownEntry: if so.
    """
    if not circle.has_player(player) or circle.player(player).is_erased:
        raise UnknownEntry


def _require_name(circle: Circle, name: str, owner: int = 0) -> None:
    error = name_error(circle, name, owner)
    if error is not None:
        raise CircleRefused(error)
