"""Belote for three players: the taker against the two others, each for himself.

No federation has a text for three. The rules are those of FunBelote, three-player belote, of
Exoty, « La belote à trois », and of Pagat, Clobyosh for three; each option names the text that
differs. A pack of 24, 28, 30 or 32 cards, with a *chien* or without, has the same 162 points.
"""

from scorekeeper.games.belote.lines import Extra
from scorekeeper.games.belote.options import capot
from scorekeeper.games.belote_few.hand_fields import Hand
from scorekeeper.games.belote_few.options import (
    ANNONCES,
    BELOTE,
    CARDS,
    CONTRACT,
    FAILED_OF_THREE,
    LAST,
    NO_TRICK_POINTS,
    TIE_OF_THREE,
)
from scorekeeper.games.belote_few.point_values import CAPOT_OF_THREE, TARGETS_OF_THREE
from scorekeeper.games.belote_few.reference import TABLES_OF_THREE
from scorekeeper.games.belote_few.scoring import end, headline, score
from scorekeeper.games.belote_few.validation import errors, warnings
from scorekeeper.i18n.messages import msg
from scorekeeper.rules import target
from scorekeeper.rules.game import Game, Preset
from scorekeeper.rules.option import COMMON

SEATS = range(3, 4)

GAME = Game(
    name="belote_three",
    variant_of="belote",
    title=msg("Belote à trois"),
    presets=(Preset("belote-trois", msg("Belote à trois")),),
    hand=Hand,
    seats=SEATS,
    active=SEATS,
    fixed_seats=True,
    unsigned=True,
    options={
        **COMMON,
        "annonces": ANNONCES,
        "target": target.target_option(*TARGETS_OF_THREE),
        "contract": CONTRACT,
        "tie": TIE_OF_THREE,
        "failed": FAILED_OF_THREE,
        "capot": capot(*CAPOT_OF_THREE),
        "no_trick": NO_TRICK_POINTS,
        "cards": CARDS,
        **BELOTE,
        **LAST,
    },
    extras=Extra,
    score=score,
    errors=errors,
    warnings=warnings,
    headline=headline,
    tables=TABLES_OF_THREE,
    end=end,
)
"""FunBelote, three-player belote; Exoty, « La belote à trois »; Pagat, Clobyosh for three."""
