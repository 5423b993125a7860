"""Checks before an event is recorded: what a circle refuses; who a name may be."""

from collections.abc import Sequence
from difflib import get_close_matches

from scorekeeper.circles.circle import Circle, Link
from scorekeeper.circles.errors import CircleFull, CircleRefused
from scorekeeper.circles.ranking import RANKINGS
from scorekeeper.circles.season import Season
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.names import plain

ALIKE = 0.75
"""The part of the letters of two names, by difflib, from which one may stand for the other."""


def players_called(circle: Circle, name: str, *, alike: bool = False) -> set[int]:
    """Return the players who have this name or nickname, merges followed; also those who have
    one that it begins, or begins with, or that has nearly its letters, if ``alike``."""
    wanted, found = plain(name), set()
    for id, other in zip(circle.owners[1:], map(plain, circle.names[1:]), strict=True):
        is_alike = alike and (
            other.startswith(wanted)
            or wanted.startswith(other)
            or get_close_matches(wanted, [other], cutoff=ALIKE)
        )
        if other and (other == wanted or is_alike):
            found.add(circle.same(id))
    return found


MAX_NAMES = 400
"""Most names of a circle that take a place: see :attr:`Circle.named`."""

MAX_NUMBERS = 2000
"""Most names that a circle ever has, erased ones included: no number is used again."""

JOINED_A_DAY = 30
"""Most players who join in one day by the table's link."""

MAX_LINKS = 5000
"""Most sheets and results of a circle: three a week for thirty years."""

MAX_SEASONS = 100

MAX_EVENTS = 20_000
"""Most events of a circle; erasing and renewing links is always possible."""

ALWAYS = ("renamed", "erased", "renewed", "unlinked", "unresulted")
"""The kinds of event that a full circle still takes: they add nothing."""


def common_sheet(circle: Circle, one: int, other: int) -> Link | None:
    """Return a sheet or a result on which both players, merges followed, are: they cannot be
    the same person. The latest one, if there is any."""
    both = {circle.same(one), circle.same(other)}
    links = (*circle.links.values(), *(result.link for result in circle.results.values()))
    found = (link for link in links if both <= set(circle.players_of(link)))
    return max(found, key=lambda link: link.number, default=None)


def require_matching(circle: Circle, players: Sequence[int]) -> None:
    """Raise CircleRefused unless each player of a sheet, merges followed, is a player of the
    circle or a guest, and nobody plays against himself."""
    if any(player and not circle.has_player(player) for player in players):
        raise CircleRefused(msg("Ce joueur n'est plus dans le cercle."))
    same = [circle.same(player) for player in players if player]
    twice = next((player for player in same if same.count(player) > 1), None)
    if twice is not None:
        name = circle.player(twice).name
        raise CircleRefused(msg("%(name)s est déjà à cette table.", name=name))


def require_name(circle: Circle, name: str, owner: int = 0) -> None:
    """Raise CircleRefused if a cleaned name is empty, or belongs to another than its owner."""
    if not name:
        raise CircleRefused(msg("Il manque un nom."))
    if players_called(circle, name) - {circle.same(owner)}:
        raise CircleRefused(
            msg(
                "%(name)s est déjà dans le cercle : ajoutez une initiale pour les distinguer.",
                name=name,
            )
        )


def require_room(before: Circle, after: Circle, kind: str) -> None:
    """Raise CircleFull if the circle has no room for an event between these."""
    if kind in ALWAYS:
        return
    is_full = (
        before.version >= MAX_EVENTS
        or before.named < after.named > MAX_NAMES
        or len(before.names) < len(after.names) > MAX_NUMBERS
        or before.counted < after.counted > MAX_LINKS
        or len(before.seasons) < len(after.seasons) > MAX_SEASONS
    )
    if is_full:
        raise CircleFull


def season_error(season: Season) -> tuple[str, Message] | None:
    """Return the field of a season that has an error, and the error."""
    if not season.title:
        return "title", msg("Il manque le nom de la saison.")
    if season.start and season.end and season.end < season.start:
        return "end", msg("La saison finit avant de commencer.")
    if season.ranking not in RANKINGS:
        return "ranking", msg("Choisissez comment on classe.")
    if RANKINGS[season.ranking].counts_best and not season.best:
        return "best", msg("Combien de soirées comptent ? Il en faut au moins une.")
    return None
