"""What the text of the rules page of Tarot with mouches names."""

from typing import Any

from scorekeeper.games.mouche import point_values
from scorekeeper.games.mouche.hand import TRUMPS
from scorekeeper.games.mouche.point_values import (
    CHELEM,
    MISE,
    PETIT_AU_BOUT,
    POIGNEE,
    SHOWN,
    SUPPLEMENT,
)
from scorekeeper.games.tarot.places import NUMBERS
from scorekeeper.rules.game import Game
from scorekeeper.rules.option import Options


def places(game: Game, options: Options) -> dict[str, Any]:
    """Return what the text names: every stake and price by the mise of these options."""
    times = options["mise"]
    return {
        **NUMBERS,
        **vars(point_values),
        "mise": MISE * times,
        "dealer_mise": options["dealer_mise"] * times,
        "dealer_ante": options["dealer_ante"] * times,
        "contracts": [(contract, points * times) for contract, points in SUPPLEMENT.items()],
        "chelems": [
            (contract, *(price * times for price in prices.values()))
            for contract, prices in CHELEM.items()
        ],
        "poignees": [
            (size, points * times, *(TRUMPS[n][size] for n in TRUMPS))
            for size, points in POIGNEE.items()
        ],
        "shown": SHOWN * times,
        "petit_au_bout": PETIT_AU_BOUT * times,
    }
