"""Belote for two players: Belote découverte, and the other games of 162 points for two.

No federation has a text for two. The rules are those of Exoty, « La belote à deux », and of
Pagat, Belote découverte; each option names the text that differs.
"""

from scorekeeper.games.belote import pots
from scorekeeper.games.belote.lines import Extra
from scorekeeper.games.belote.options import capot
from scorekeeper.games.belote_few.hand_fields import Hand
from scorekeeper.games.belote_few.options import (
    ANNONCES,
    BELOTE,
    CARDS,
    FAILED_OF_TWO,
    LAST,
    TIE_OF_TWO,
)
from scorekeeper.games.belote_few.point_values import CAPOT, TARGETS
from scorekeeper.games.belote_few.reference import TABLES_OF_TWO
from scorekeeper.games.belote_few.scoring import end, headline, score
from scorekeeper.games.belote_few.validation import errors, warnings
from scorekeeper.i18n.messages import msg
from scorekeeper.rules import target
from scorekeeper.rules.game import Game, Preset
from scorekeeper.rules.option import COMMON

SEATS = range(2, 3)

GAME = Game(
    name="belote_two",
    variant_of="belote",
    title=msg("Belote à deux"),
    presets=(Preset("belote-deux", msg("Belote à deux")),),
    hand=Hand,
    seats=SEATS,
    active=SEATS,
    fixed_seats=True,
    describe_held=pots.describe,
    unsigned=True,
    options={
        **COMMON,
        "annonces": ANNONCES,
        "target": target.target_option(*TARGETS),
        "tie": TIE_OF_TWO,
        "failed": FAILED_OF_TWO,
        "capot": capot(*CAPOT),
        "cards": CARDS,
        **BELOTE,
        **LAST,
    },
    extras=Extra,
    score=score,
    errors=errors,
    warnings=warnings,
    headline=headline,
    tables=TABLES_OF_TWO,
    end=end,
)
"""Exoty, « La belote à deux »; Pagat, Belote découverte."""
