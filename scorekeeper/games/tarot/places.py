"""What the texts of the rules pages of Tarot name: numbers, and hands that are scored."""

from typing import Any

from scorekeeper.games.tarot import point_values
from scorekeeper.games.tarot.hand import (
    DECK,
    PETIT_CHELEMS,
    TRUMPS,
    Chelem,
    Contract,
    Hand,
    Size,
)
from scorekeeper.games.tarot.point_values import (
    CHELEM,
    DECK_CARDS,
    DOG,
    PETIT_CHELEM,
    THRESHOLD,
)
from scorekeeper.i18n.messages import half_points, signed
from scorekeeper.rules.game import Game, Table
from scorekeeper.rules.option import Options

NUMBERS: dict[str, Any] = {"DECK": DECK, **vars(point_values)}
"""The numbers that the texts of all games of Tarot name."""


def _hand(options: Options, points: int, chelem: Chelem | None = None) -> Hand:
    """Return a garde of two bouts; the first contract of a table without garde."""
    played = (one for one in (Contract.GARDE, *Contract) if one.code in options["contracts"])
    return Hand(taker=0, contract=next(played), bouts=2, points=points, chelem=chelem)


def places(game: Game, options: Options) -> dict[str, Any]:
    """Return what the text of Tarot names, by these options."""
    at_three, at_four = (Table(("",) * players, options) for players in (3, 4))
    numbers = ((one, options["contracts"].get(one.code)) for one in Contract)
    times = "" if options["formula"] == "flat" else "× "
    halves = range(2 * THRESHOLD[2] - 2, 2 * THRESHOLD[2] + 3)
    chelems = {chelem: options["chelem"][chelem.code] for chelem in CHELEM}
    if options["petit_chelem"]:
        chelems |= {
            chelem: options["petit_chelem"][PETIT_CHELEMS[chelem]] for chelem in PETIT_CHELEM
        }
    failed = _hand(options, 2 * THRESHOLD[2] + 16, Chelem.ANNOUNCED_FAILED)
    score = game.score(failed, at_four)
    return {
        **NUMBERS,
        "contracts": [
            (one, f"{times}{number}" if times else number) for one, number in numbers if number
        ],
        "half_points_won": [
            (half_points(points), game.score(_hand(options, points), at_three).verdict)
            for points in halves
        ],
        "poignees": [
            (size, points, *(TRUMPS[players][size] for players in TRUMPS))
            for size, points in zip(Size, options["poignee"], strict=True)
        ],
        "chelems": list(chelems.items()),
        "failed_chelem": [(line.rule.title, signed(-line.scores[1])) for line in score.lines],
        "failed_chelem_paid": -score.scores[1],
        "dealt": {players: (DECK_CARDS - DOG[players]) // players for players in DOG},
    }
