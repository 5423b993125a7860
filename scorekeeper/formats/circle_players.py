"""The players of a circle file: every name of the circle by number, so that ids survive."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.circles.circle import COLORS, Circle
from scorekeeper.formats.checked_fields import (
    check_flag,
    check_object,
    check_text,
    is_int,
    refuse,
)
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.events import Body
from scorekeeper.sheets.names import NAME_LENGTH

OF_PLAYER = ("id", "name", "erased", "color", "inactive", "merged_into")
"""The fields of a player."""

OF_NICKNAME = ("id", "name", "nickname_of")
"""The fields of a further name of a player."""

Name = Mapping[str, Any]
"""One name as a circle file has it."""

Kinds = list[tuple[str, Body]]
"""Events as kind and body, as a journal takes them."""


def write_players(circle: Circle) -> Iterator[dict[str, object]]:
    """Return what a file says of each name of a circle, in the order of the numbers."""
    for number, owner in enumerate(circle.owners[1:], 1):
        if number == owner:
            yield _write_player(circle, number)
        else:
            yield {"id": number, "name": circle.names[number], "nickname_of": owner}


def _write_player(circle: Circle, id: int) -> dict[str, object]:
    player = circle.player(id)
    fields: dict[str, object] = {"id": id, "name": player.name}
    if player.is_erased:
        fields["erased"] = True
    if player.color != (id - 1) % COLORS:
        fields["color"] = player.color
    if not player.is_active:
        fields["inactive"] = True
    if player.merged_into:
        fields["merged_into"] = player.merged_into
    return fields


def check_players(names: Sequence[object]) -> Sequence[Name]:
    """Return the names of a file.

    :raises DocumentError: for the first fault.
    """
    found = [_check_name(number, given) for number, given in enumerate(names, 1)]
    for name in found:
        _check_owner(name, found)
        _check_merge(name, found)
    return found


def _where(number: int) -> Message:
    return msg("joueur %(n)s", n=number)


def _check_name(number: int, given: object) -> Name:
    where = _where(number)
    is_nickname = isinstance(given, Mapping) and "nickname_of" in given
    name = check_object(given, OF_NICKNAME if is_nickname else OF_PLAYER, where)
    if not is_int(name.get("id"), number, number):
        refuse("id", msg("on attend %(n)s : les numéros se suivent", n=number), where)
    is_erased = check_flag(name, "erased", where)
    check_flag(name, "inactive", where)
    if name.get("name") != "" or not (is_erased or is_nickname):
        check_text(name, "name", NAME_LENGTH, where)
    if is_erased and name["name"]:
        refuse("name", msg("un joueur retiré n'a plus de nom"), where)
    if not is_int(name.get("color", 0), 0, COLORS - 1):
        refuse("color", msg("on attend un nombre de 0 à %(high)s", high=COLORS - 1), where)
    return name


def _check_owner(name: Name, names: Sequence[Name]) -> None:
    """Check that a nickname comes after its player, who has not been erased."""
    if "nickname_of" not in name:
        return
    where = _where(name["id"])
    owner = _player(names[: name["id"] - 1], name["nickname_of"])
    if owner is None:
        refuse("nickname_of", msg("on attend le numéro d'un joueur qui précède"), where)
    if owner.get("erased") and name["name"]:
        refuse("name", msg("un joueur retiré n'a plus de nom"), where)


def _check_merge(name: Name, names: Sequence[Name]) -> None:
    """Check that merges lead from this player to another one, erased as he is or not, and not
    back to him."""
    met = {name["id"]}
    while "merged_into" in name:
        where, into = _where(name["id"]), _player(names, name["merged_into"])
        if into is None:
            refuse("merged_into", msg("on attend le numéro d'un joueur"), where)
        if into["id"] in met:
            refuse("merged_into", msg("ces joueurs sont réunis en rond"), where)
        if bool(into.get("erased")) != bool(name.get("erased")):
            refuse("merged_into", msg("l'un des deux est un joueur retiré"), where)
        name = into
        met.add(name["id"])


def _player(names: Sequence[Name], id: object) -> Name | None:
    """Return the player of this id, if it is one."""
    if type(id) is not int or not 1 <= id <= len(names) or "nickname_of" in names[id - 1]:
        return None
    return names[id - 1]


def naming_events(title: str, names: Sequence[Name]) -> Kinds:
    """Return the events of a circle with this title and these names, the first without a
    seed."""
    known, events = [title], [_names([title], None)]
    for name in names:
        known.append(name["name"])
        owner = name.get("nickname_of")
        if owner is None and events[-1][0] == "joined":
            events.pop()  # one event for players who follow each other
        events.append(_names([*known], owner))
    events[0] = ("founded", events[0][1])
    return events + [change for name in names for change in _changes(name)]


def _names(names: list[str], owner: int | None) -> tuple[str, Body]:
    if owner is None:
        return "joined", {"names": names}
    return "nicknamed", {"names": names, "player": owner}


def _changes(name: Name) -> Kinds:
    """Return the events of what is said of a player besides the name."""
    who = {"player": name["id"]}
    events: Kinds = []
    if "color" in name:
        events.append(("colored", {**who, "color": name["color"]}))
    if name.get("inactive"):
        events.append(("left", who))
    if name.get("erased"):
        events.append(("erased", who))
    if "merged_into" in name:
        events.append(("merged", {**who, "into": name["merged_into"]}))
    return events
