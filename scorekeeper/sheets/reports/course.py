"""The course of an evening: the totals after each hand, who led."""

from collections.abc import Iterable, Sequence

from scorekeeper.rules.score import Points
from scorekeeper.sheets.played import PlayedHand
from scorekeeper.sheets.sheet import Sheet


def standings(sheet: Sheet, hands: Sequence[PlayedHand]) -> list[Points]:
    """Return the totals after each hand; after the last, with all that came later."""
    totals = [hand.standing for hand in hands]
    return [*totals[:-1], sheet.state.standing] if totals else []


def leaders(sheet: Sheet, totals: Iterable[Points]) -> list[int | None]:
    """Return the column that is first alone by each of these totals, of those that played and
    had come by then."""
    played, found = [column for rank, column in sheet.final_order if rank], list[int | None]()
    for ranks in map(sheet.ranks_of, totals):
        there = [column for column in played if column < len(ranks)]
        best = min(ranks[column] for column in there)
        first = [column for column in there if ranks[column] == best]
        found.append(first[0] if len(first) == 1 else None)
    return found


def leader(sheet: Sheet) -> int | None:
    """Return the column that is first alone at the end, of those that played."""
    return leaders(sheet, [sheet.state.standing])[0]
