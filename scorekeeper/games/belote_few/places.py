"""What the texts of the rules pages of Belote for two and for three name."""

from collections.abc import Sequence
from typing import Any

from scorekeeper.games.belote.hand import DECK
from scorekeeper.games.belote.places import Rows, cards
from scorekeeper.games.belote.point_values import BELOTE, MELD, RUNS, SQUARES
from scorekeeper.games.belote_few import point_values
from scorekeeper.games.belote_few.scoring import moved
from scorekeeper.rules.game import Game
from scorekeeper.rules.option import Options


def _failed(label: str, points: Sequence[int], how: str) -> Rows:
    """Return a row of the points after a failed contract, by the code of the option."""
    return [(label, *moved(tuple(points), 0, tuple(points), how))]


def places(game: Game, options: Options) -> dict[str, Any]:
    """Return what the texts of these games name: the same with all options."""
    return {
        **vars(point_values),
        "DECK": DECK,
        "BELOTE": BELOTE,
        "cards": cards,
        "melds": [(meld, MELD[meld]) for meld in (*SQUARES, *RUNS)],
        "failed": _failed,
    }
