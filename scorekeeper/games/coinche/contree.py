"""Belote contrée, in the federation's three countings and in that of Cannes.

FFB, the web page on contrée and *Règles officielles de la Belote contrée*, 27-01-2016,
§ 10; the French championship at Cannes, 2016. The formula is coinche's.
"""

from dataclasses import dataclass

from scorekeeper.games.belote import validation
from scorekeeper.games.belote.end_of_game import end
from scorekeeper.games.belote.point_values import SEATS
from scorekeeper.games.belote.reference import DECK_TABLE
from scorekeeper.games.coinche import coinche
from scorekeeper.games.coinche.choices import Contre
from scorekeeper.games.coinche.hand_fields import BidHand
from scorekeeper.games.coinche.options import switches
from scorekeeper.games.coinche.reference import failures
from scorekeeper.i18n.messages import msg
from scorekeeper.rules import target
from scorekeeper.rules.ask import ask
from scorekeeper.rules.game import Game, Option, Preset


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand(BidHand):
    """The answers about one hand of contrée: those of coinche, with its own names."""

    coinche: Contre | None = ask.choice(msg("Contre"), Contre, required=False)


COUNTING = {
    "made_and_announced": msg("points faits et annoncés"),
    "made": msg("points faits"),
    "announced": msg("points annoncés"),
}
"""The part of the score that is marked; FFB contrée, three ways of counting."""

TARGET = {"announced": 1000}
"""Default target score if only bids are marked; no FFB text has a number."""

CANNES = {
    "target": 2001,
    "rounding": "6up",
    "base": 162,
    "doubling": "contract",
    "surcoinche": 3,
    "capot_bid": 270,
    "capot_failed": "chute",
    "capot_doubled": True,
    "defence_capot": True,
    "last_exact": True,
}
"""The French championship, Cannes 2016."""

PRESETS = (
    Preset("contree-faits-annonces", msg("Contrée, points faits et annoncés")),
    Preset("contree-faits", msg("Contrée, points faits"), {"counting": "made"}),
    Preset("contree-annonces", msg("Contrée, points annoncés"), {"counting": "announced"}),
    Preset("contree-cannes", msg("Contrée, Cannes 2016"), CANNES),
)

OPTIONS = {
    "counting": Option(msg("On marque"), COUNTING),
    "target": target.target_option(
        2000, 1000, 1500, 2001, 3000, after="counting", instead=TARGET
    ),
    **switches(
        rounding=("5up", "6up", "none"),
        beat_defence=False,
        belote_on_chute="follows",
        belote_doubled=False,
        capot_failed="capot",
        capot_doubled=False,
        no_trump=True,
        finish="off",
    ),
    "announced_chute": Option(
        msg("Chute, points annoncés"),
        {"160": msg("160 points"), "contract": msg("le contrat")},
        requires=("counting", "announced"),
    ),
    "announced_belote": Option(
        msg("Belote, points annoncés"),
        {False: msg("ne se marque pas"), True: msg("20 points")},
        requires=("counting", "announced"),
    ),
}

GAME = Game(
    name="contree",
    title=msg("Contrée"),
    presets=PRESETS,
    hand=Hand,
    seats=SEATS,
    active=SEATS,
    teams=True,
    fixed_seats=True,
    options=OPTIONS,
    score=coinche.score,
    errors=validation.errors,
    warnings=coinche.warnings,
    headline=coinche.headline,
    tables=(
        DECK_TABLE,
        *(failures(Hand, coinche.score, preset, OPTIONS) for preset in PRESETS),
    ),
    unsigned=True,
    end=end,
)
"""FFB contrée, web page and 27-01-2016."""
