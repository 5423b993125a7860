"""Coinche, by the federation's text of 2015: the game; :mod:`.contree` is built on it.

FFB, *Règles de la Belote coinchée*, 2015.
"""

from dataclasses import replace

from scorekeeper.games.belote import GAME as BELOTE
from scorekeeper.games.belote.options import FAULT
from scorekeeper.games.coinche.hand import Hand
from scorekeeper.games.coinche.options import OPTIONS
from scorekeeper.games.coinche.places import places
from scorekeeper.games.coinche.scoring import headline, score
from scorekeeper.games.coinche.validation import errors, warnings
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.game import NOBODY, OPPONENTS, Game, Preset, StandardPenalty

PRESETS = (Preset("coinche-ffb", msg("Coinche")),)

GAME: Game = replace(
    BELOTE,
    name="coinche",
    emblem=("♦", "×2"),
    title=msg("Coinche"),
    about=msg(
        "Coinche : les annonces (tierce, carré…) comptent ; doubler se dit « coincher »."
    ),
    presets=PRESETS,
    hand=Hand,
    penalties=(
        StandardPenalty(160, OPPONENTS, msg("Faute : 160 à l'autre camp"), FAULT),
        StandardPenalty(
            0,
            NOBODY,
            msg("Rebelote oubliée, tolérée une fois"),
            msg("FFB coinche 2015, belote : une fois par équipe et par partie"),
            msg(
                "c'est la deuxième rebelote oubliée de cette équipe : sa belote ne compte pas"
            ),
        ),
    ),
    options=OPTIONS,
    score=score,
    errors=errors,
    warnings=warnings,
    headline=headline,
    places=places,
    example={"taker": 0, "contract": 100, "suit": "hearts", "points": 120, "belote": "attack"},
)
"""FFB, *Règles de la Belote coinchée*, 2015."""
