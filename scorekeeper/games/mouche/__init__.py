"""The game of Tarot with mouches for 3 to 5 players."""

from typing import Any

from scorekeeper.games.mouche import point_values
from scorekeeper.games.mouche.hand import TRUMPS, Hand
from scorekeeper.games.mouche.options import OPTIONS
from scorekeeper.games.mouche.point_values import (
    CHELEM,
    MISE,
    PENALTY,
    PETIT_AU_BOUT,
    POIGNEE,
    SEATS,
    SHOWN,
    SUPPLEMENT,
)
from scorekeeper.games.mouche.scoring import held, passed, score
from scorekeeper.games.mouche.validation import errors, warnings
from scorekeeper.games.tarot.places import NUMBERS
from scorekeeper.games.tarot.scoring import headline
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.game import OTHERS, REFEREE, Game, Preset, StandardPenalty
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


GAME = Game(
    name="tarot_mouche",
    variant_of="tarot",
    title=msg("Tarot à la mouche"),
    about=msg(
        "Pousse : une enchère entre la prise et la garde. Mouche : ce que l'attaque remet au "
        "milieu quand elle chute."
    ),
    presets=(Preset("tarot-mouche", msg("Tarot à la mouche")),),
    hand=Hand,
    penalties=(
        StandardPenalty(
            PENALTY, OTHERS, msg("Faute : 10 à chacun"), msg("règle régionale, les fautes")
        ),
    ),
    annulments={"petit_sec": msg("Petit sec"), **REFEREE},
    seats=SEATS,
    active=SEATS,
    fixed_seats=True,
    describe_held=held,
    plus_minus=True,
    options=OPTIONS,
    score=score,
    passed=passed,
    errors=errors,
    warnings=warnings,
    headline=headline,
    places=places,
    example={"taker": 0, "contract": "pousse", "bouts": 2, "points": 49},
)
"""The regional rules of mises and mouches."""
