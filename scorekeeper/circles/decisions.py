"""Decisions of a circle: the body of an event, if the circle as it is takes it.

Each is a pure function of the circle that
:meth:`scorekeeper.streams.access.Access.record` calls before it appends the event, and again
where somebody wrote in between. It raises :class:`CircleRefused`, or :class:`UnknownEntry`,
and returns ``None`` where nothing is left to record.
"""

from collections.abc import Sequence

from scorekeeper.circles.checks import (
    JOINED_A_DAY,
    common_sheet,
    require_matching,
    require_name,
)
from scorekeeper.circles.circle import Circle
from scorekeeper.circles.errors import CircleRefused, SatTogether
from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.evening_result import EveningResult
from scorekeeper.sheets.names import NAME_LENGTH, clean
from scorekeeper.streams.errors import UnknownEntry
from scorekeeper.streams.events import Body

NOT_TWO = msg("Ces deux joueurs ne sont plus deux joueurs du cercle : regardez la liste.")

TOO_MANY_TODAY = msg(
    "Trop de noms ont été ajoutés aujourd'hui : demandez à un gardien d'ajouter celui-ci. En "
    "attendant, ce joueur peut jouer en invité."
)


def join(circle: Circle, names: Sequence[str], by_guardian: bool, today: str) -> Body:
    """Add players by their names as typed; ``today`` is ISO 8601, in UTC. Raise CircleRefused
    if a name is empty or taken, or too many joined today."""
    if not by_guardian and circle.joined_on(today) + len(names) > JOINED_A_DAY:
        raise CircleRefused(TOO_MANY_TODAY)
    grown = circle
    for name in names:
        cleaned = clean(name, NAME_LENGTH)
        require_name(grown, cleaned)
        grown = grown.with_names([*grown.names, cleaned])
    body = {"names": [*grown.names]}
    return body if by_guardian else {**body, "by_table": True}


def add_nickname(circle: Circle, player: int, name: str) -> Body:
    """Give a player one more name, as typed, by which sheets may call him. Raise CircleRefused
    if it is empty, or somebody has it already."""
    cleaned = clean(name, NAME_LENGTH)
    require_named(circle, player)
    require_name(circle, cleaned, player)
    return {"names": [*circle.names, cleaned], "player": player}


def merge(circle: Circle, player: int, into: int) -> Body:
    """Make two players one: the hands of the first count for the second. An erased player
    cannot be merged: the other one would lose his name. Raise SatTogether if both sat at one
    table; CircleRefused if one of them is no player, or is merged already."""
    both = player, into
    are_two = all(map(circle.has_player, both)) and circle.same(player) != circle.same(into)
    link = common_sheet(circle, player, into) if are_two else None
    if link is not None:
        one, other = circle.player(player).name, circle.player(into).name
        why = msg(
            "%(one)s et %(other)s ont joué à la même table : ils sont deux.",
            one=one,
            other=other,
        )
        raise SatTogether(why, link)
    if not are_two or any(id in circle.merged or id in circle.erased for id in both):
        raise CircleRefused(NOT_TWO)
    return {"player": player, "into": into}


def unmerge(circle: Circle, player: int) -> Body | None:
    """Take a merge back."""
    return {"player": player} if player in circle.merged else None


def link(
    circle: Circle, sheet: int, players: Sequence[int], by_guardian: bool, is_new: bool
) -> Body | None:
    """Add a sheet, or match its players anew; who was matched before stays so, unless a
    guardian says otherwise.

    :param sheet: its id.
    :param players: the player of the circle for each player of the sheet; 0 for a guest.
    :param is_new: also a sheet that the circle does not have yet.
    :raises UnknownEntry: if the circle has no such sheet.
    :raises CircleRefused: if one of them is no player, or sits twice.
    """
    linked = circle.links.get(sheet)
    if linked is None and not is_new:
        raise UnknownEntry
    before = dict(enumerate(linked.players)) if linked and not by_guardian else {}
    matched = [before.get(number) or player for number, player in enumerate(players)]
    if linked and matched == list(linked.players):
        return None
    require_matching(circle, matched)
    return {"sheet": sheet, "players": matched}


def unlink(circle: Circle, sheet: int) -> Body | None:
    """Take a sheet out of the circle; the sheet itself stays."""
    return {"sheet": sheet} if sheet in circle.links else None


def count_result(
    circle: Circle, number: int, stream: int, result: EveningResult, players: Sequence[int]
) -> Body:
    """Count the ranking of an evening, or another one in the place of it.

    :param number: of the result; 0 for a new one, and for a tournament, which is counted once.
    :param stream: of the tournament; 0 for a list from paper.
    :param players: the player of the circle for each line; 0 for a guest.
    :raises UnknownEntry: if the circle has no such result.
    :raises CircleRefused: if one of them is no player, or is there twice.
    """
    require_matching(circle, players)
    known = circle.results.values()
    same = (one.link.number for one in known if stream and one.link.sheet == stream)
    number = next(same, number)
    if number and number not in circle.results:
        raise UnknownEntry
    lines = [] if stream else [list(line[1:]) for line in result.lines]
    body = {"result": number, "tournament": stream, **result._asdict(), "lines": lines}
    return {**body, "players": [*players]}


def remove_result(circle: Circle, number: int) -> Body | None:
    """Take the ranking of an evening out of the circle."""
    return {"result": number} if number in circle.results else None


# Of names, which are replaced outside of the events


def require_rename(circle: Circle, player: int, name: str) -> None:
    """Raise CircleRefused unless a player can get this cleaned name; UnknownEntry if there is
    no such player, or he was erased."""
    require_named(circle, player)
    if name != circle.player(player).name:
        require_name(circle, name, player)


def require_named(circle: Circle, player: int) -> None:
    """Raise UnknownEntry unless this is a player who was not erased."""
    if not circle.has_player(player) or circle.player(player).is_erased:
        raise UnknownEntry
