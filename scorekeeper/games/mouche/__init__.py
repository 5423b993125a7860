"""The game of Tarot with mouches for 3 to 5 players."""

from scorekeeper.games.mouche.hand import Hand
from scorekeeper.games.mouche.options import OPTIONS
from scorekeeper.games.mouche.places import places
from scorekeeper.games.mouche.point_values import PENALTY, SEATS
from scorekeeper.games.mouche.scoring import held, passed, score
from scorekeeper.games.mouche.validation import errors, warnings
from scorekeeper.games.tarot.scoring import headline
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.game import OTHERS, REFEREE, Game, Preset, StandardPenalty

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
