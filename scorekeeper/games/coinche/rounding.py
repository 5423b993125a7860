"""The rounding of a hand with bids."""

from scorekeeper.games.belote.side_points import rounded
from scorekeeper.rules import target
from scorekeeper.rules.game import Table
from scorekeeper.rules.score import Points, add


def rounding_of(scores: Points, table: Table) -> str:
    """Return the code of the rounding of this hand.

    As an option, the hand that ends the game is not rounded, whether by its points or as
    the last of so many deals.

    :param scores: the points before rounding.

    Rule: Cannes 2016, FFB « Équipe Ludique ».
    """
    how: str = table.options["rounding"]
    if not table.options["last_exact"]:
        return how
    if table.is_last_deal:
        return "none"
    if not table.options["target"]:
        return how
    most = tuple([max(mark, rounded(mark, how)) for mark in scores])
    is_last = max(add([table.standing, most])) >= target.least_to_win(table)
    return "none" if is_last else how
