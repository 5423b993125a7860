"""The awards of an evening: those that were won, the best ones, and not all by one player."""

from collections.abc import Sequence

from scorekeeper.reports.evening.award import Award
from scorekeeper.reports.evening.awards_of_columns import (
    comeback,
    defence,
    drought,
    specialty,
    streak,
)
from scorekeeper.reports.evening.awards_of_hands import best_hand, boldest_hand, worst_hand
from scorekeeper.reports.evening.awards_of_takers import (
    faithful_pair,
    greediest,
    most_called,
    wisest,
)
from scorekeeper.sheets.played import PlayedHand
from scorekeeper.sheets.sheet import Sheet

FEWEST_HANDS = 6
"""Fewest hands of an evening with awards."""

MOST_AWARDS = 6
"""Most awards of an evening."""

WANTED_AWARDS = 3
"""Awards below which one player may have any number of them."""

MOST_OF_ONE = 2
"""Most awards of one column; one more where there are only two."""

AWARDS = (
    comeback,
    boldest_hand,
    best_hand,
    worst_hand,
    drought,
    most_called,
    defence,
    wisest,
    streak,
    greediest,
    faithful_pair,
    specialty,
)
"""All awards, those that a table laughs about most first."""


def awards(sheet: Sheet, hands: Sequence[PlayedHand]) -> list[Award]:
    """Return the awards of an evening; none of one with few hands or over boards.

    A hand gets one award, and a column has at most :data:`MOST_OF_ONE`, as long as there
    are others to give.
    """
    if len(hands) < FEWEST_HANDS or sheet.game.board is not None:
        return []
    won = [found for give in AWARDS if (found := give(sheet, hands)) is not None]
    most = MOST_OF_ONE + (len(sheet.columns) == 2)
    chosen: list[Award] = []
    for one in won:
        if not _is_repeated(one, chosen) and _allows(one, chosen, most):
            chosen.append(one)
    for one in won:
        if len(chosen) < WANTED_AWARDS and not _is_repeated(one, chosen):
            chosen.append(one)
    return chosen[:MOST_AWARDS]


def _is_repeated(one: Award, chosen: Sequence[Award]) -> bool:
    """Return True if one hand has an award already, or one winner's hands have."""
    given = [proof for other in chosen for proof in _proofs(other)]
    return any(proof in given for proof in _proofs(one))


def _proofs(one: Award) -> list[tuple[int | None, list[int]]]:
    """Return what each winner won with: one hand, or the hands of his column."""
    return [
        (
            winner.column if len(winner.hands) > 1 else None,
            [hand.number for hand in winner.hands],
        )
        for winner in one.winners
    ]


def _allows(one: Award, chosen: Sequence[Award], most: int) -> bool:
    counts = [winner.column for other in chosen for winner in other.winners]
    return all(counts.count(winner.column) < most for winner in one.winners)
