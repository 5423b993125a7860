"""Belote contrée, in the federation's three countings, and as it is played at Cannes.

FFB, the web page on contrée and *Règles officielles de la Belote contrée*, 27-01-2016,
§ 10; the French championship at Cannes, 2016. The formula is coinche's.
"""

from dataclasses import dataclass

from ..game import Game, Option, Preset
from ..hand import ask
from ..words import said
from . import belote_checks, belote_options, coinche, race
from .belote_hand import SEATS, Contre
from .belote_tables import DECK_TABLE, failures
from .bid import Bid


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand(Bid):
    """What happened in one hand of contrée: a hand of coinche, by other words."""

    coinche: Contre | None = ask.choice(said("Contre"), Contre, required=False)


COUNTING = {
    "made_and_announced": said("points faits et annoncés"),
    "made": said("points faits"),
    "announced": said("points annoncés"),
}
"""What is marked; FFB contrée, three ways of counting."""

TARGET = {"announced": 1000}
"""Where only bids count; no FFB text has a number."""

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
    Preset("contree-faits-annonces", said("Contrée, points faits et annoncés")),
    Preset("contree-faits", said("Contrée, points faits"), {"counting": "made"}),
    Preset("contree-annonces", said("Contrée, points annoncés"), {"counting": "announced"}),
    Preset("contree-cannes", said("Contrée, Cannes 2016"), CANNES),
)

OPTIONS = {
    "counting": Option(said("On marque"), COUNTING),
    "target": race.target(2000, 1000, 1500, 2001, 3000, after="counting", instead=TARGET),
    **belote_options.switches(
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
        said("Chute, points annoncés"),
        {"160": said("160 points"), "contract": said("le contrat")},
        only=("counting", "announced"),
    ),
    "announced_belote": Option(
        said("Belote, points annoncés"),
        {False: said("ne se marque pas"), True: said("20 points")},
        only=("counting", "announced"),
    ),
}

GAME = Game(
    name="contree",
    title=said("Contrée"),
    presets=PRESETS,
    hand=Hand,
    seats=SEATS,
    active=SEATS,
    teams=True,
    settled=True,
    options=OPTIONS,
    score=coinche.score,
    refusals=belote_checks.refusals,
    doubts=coinche.doubts,
    headline=coinche.headline,
    tables=(
        DECK_TABLE,
        *(failures(Hand, coinche.score, preset, OPTIONS) for preset in PRESETS),
    ),
    plain=True,
    end=coinche.end,
)
"""FFB contrée, web page and 27-01-2016."""
