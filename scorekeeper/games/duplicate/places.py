"""What the text of the rules page of Duplicate Tarot names."""

from collections.abc import Sequence
from typing import Any

from scorekeeper.games.duplicate import point_values
from scorekeeper.games.duplicate.point_values import BEATEN, FULL_NOTE, PM_DECIMALS, SHARES
from scorekeeper.games.duplicate.scoring import match_points, quadrette_points
from scorekeeper.games.tarot.places import NUMBERS
from scorekeeper.i18n.messages import Message, decimal, signed
from scorekeeper.rules.game import Game
from scorekeeper.rules.option import Options


def _notes(results: Sequence[int]) -> list[tuple[object, ...]]:
    """Return the results of one board from the best: match points, and notes in percent."""
    most = BEATEN * (len(results) - 1)
    compared = sorted(zip(results, match_points(tuple(results)), strict=True), reverse=True)
    return [
        (
            signed(result),
            points,
            FULL_NOTE * points // most,
            FULL_NOTE * (most - points) // most,
        )
        for result, points in compared
    ]


def _shares(label: str, event: str) -> list[tuple[object, ...]]:
    return [(label, *(f"{part}/{sum(SHARES[event])}" for part in SHARES[event]))]


def _quadrette(difference: int) -> Message:
    return decimal(quadrette_points(difference, 0), PM_DECIMALS)


def places(game: Game, options: Options) -> dict[str, Any]:
    """Return what the text names: the same with all options."""
    return {
        **NUMBERS,
        **vars(point_values),
        "notes": _notes,
        "shares": _shares,
        "quadrette": _quadrette,
    }
