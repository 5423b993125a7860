"""« Joueur 3 »: the name of an erased player on the sheets of a circle."""

from collections.abc import Collection, Iterable, Iterator, Set

from scorekeeper.circles.circle import Circle, Link
from scorekeeper.circles.matching import plain
from scorekeeper.i18n.messages import msg
from scorekeeper.service.access import new_key
from scorekeeper.service.circles.access import CircleAccess
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.storage.base import Renaming, SheetDeleted

UNNAMED = msg("Joueur %(n)s")
"""The name of an erased player: the same for every reader, since it is stored."""

BATCH = 100
"""Sheets whose names are replaced in one transaction: others write in between."""


def unname(access: CircleAccess, links: Iterable[Link], players: Set[int]) -> bool:
    """Replace the names of some players on sheets; false if that was done before.

    :param players: of the circle, merges followed.
    """
    sheets = access.repository.sheets
    renamings = [one for link in links for one in _renamings(access, link, players)]
    for start in range(0, len(renamings), BATCH):
        batch = renamings[start : start + BATCH]
        sheets.journal.rename_all(batch)
        for one in batch:
            sheets.cache.invalidate(one.sheet_id)  # the sheet before it has the name
    return bool(renamings)


def _renamings(access: CircleAccess, link: Link, players: Set[int]) -> Iterator[Renaming]:
    if players.isdisjoint(access.circle.players_of(link)):
        return
    try:
        sheet = access.repository.sheets.outline(link.sheet)
    except SheetDeleted:
        return
    for number, name in unnamed(access.circle, link, sheet, players):
        yield Renaming(link.sheet, new_key(), number, name)


def unname_erased(access: CircleAccess, link: Link) -> None:
    """Replace the names of erased players on a sheet that was linked after the erasure."""
    erased = access.circle.erased and _erased(access.circle)
    if erased and unname(access, [link], erased):
        access.repository.journal.purge()


def _erased(circle: Circle) -> Set[int]:
    """The erased players, merges followed, but for those with whom a living one is merged."""
    living = {
        circle.same(number)
        for number, owner in enumerate(circle.owners)
        if number == owner > 0 and number not in circle.erased
    }
    return {circle.same(player) for player in circle.erased} - living


def unnamed(
    circle: Circle, link: Link, sheet: Sheet, players: Set[int]
) -> Iterator[tuple[int, str]]:
    """The numbers on a sheet of those players whose name is to be replaced, and by what."""
    for number, player in enumerate(circle.players_of(link)[: len(sheet.names)]):
        others = {plain(name) for name in (*sheet.names[:number], *sheet.names[number + 1 :])}
        name = _free_name(player, others)
        if player in players and sheet.names[number] != name:
            yield number, name


def _free_name(player: int, others: Collection[str]) -> str:
    """« Joueur 3 », or one that nobody else on the sheet has."""
    name = UNNAMED.text % {"n": player}
    while plain(name) in others:
        name += "\N{PRIME}"
    return name
