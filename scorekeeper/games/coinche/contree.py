"""Belote contrée, in the federation's three countings and in that of Cannes.

FFB, *Règles officielles de la Belote contrée*, 27-01-2016, § 10; its web page on contrée for
points bid; the French championship at Cannes, 2016. The formula is coinche's.
"""

from dataclasses import dataclass, replace

from scorekeeper.games.belote.options import (
    ANNONCES_COUNT,
    ANNONCES_ON_CHUTE,
    BIDDING,
    CANNES_TEXT,
    FFB_2015,
    annonces,
)
from scorekeeper.games.coinche import GAME as COINCHE
from scorekeeper.games.coinche.hand import Contre
from scorekeeper.games.coinche.hand import Hand as CoincheHand
from scorekeeper.games.coinche.options import (
    ANNOUNCED,
    COUNTING,
    TARGET,
    Articles,
    switches,
)
from scorekeeper.games.coinche.point_values import HIGHEST_BIDS
from scorekeeper.games.coinche.scoring import CONTREE_MARKS, CONTREE_RULES, PAGE, ContreeRule
from scorekeeper.games.coinche.scoring import score as coinche_score
from scorekeeper.i18n.messages import msg
from scorekeeper.rules import target
from scorekeeper.rules.game import Game, Preset, Table
from scorekeeper.rules.option import COMMON, Option
from scorekeeper.rules.question import ask_again
from scorekeeper.rules.score import Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand(CoincheHand):
    """The answers about one hand of contrée: those of coinche, with its own names."""

    coinche: Contre | None = ask_again(
        CoincheHand, "coinche", label=msg("Contre"), choices=Contre
    )
    coinched_by: int | None = ask_again(CoincheHand, "coinched_by", label=msg("Contré par"))


def score(hand: Hand, table: Table) -> Score:
    """Score one hand of contrée. Rule: FFB contrée 27-01-2016, § 10.2."""
    return coinche_score(hand, table, CONTREE_RULES)


TEXT = msg("FFB contrée 27-01-2016")

CANNES = {
    "target": 2001,
    "highest_bid": 270,
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

KEPT = {"capot_keeps_belote": True}
"""FFB, web page on contrée: a team that is capot keeps its belote, whatever happens."""

PRESETS = (
    Preset("contree-faits-annonces", msg("Contrée, points faits et annoncés"), KEPT),
    Preset("contree-faits", msg("Contrée, points faits"), {"counting": "made", **KEPT}),
    Preset("contree-annonces", msg("Contrée, points annoncés"), {"counting": "announced"}),
    Preset("contree-cannes", msg("Contrée, Cannes 2016"), CANNES),
)

OPTIONS = {
    **COMMON,
    "annonces": replace(annonces(False, msg("FFB contrée 27-01-2016, § 8")), sources={}),
    "annonces_count": replace(ANNONCES_COUNT, source=FFB_2015),
    "annonces_on_chute": replace(ANNONCES_ON_CHUTE, source=FFB_2015),
    "counting": COUNTING,
    "target": target.target_option(
        2000, 1000, 1500, 2001, 3000, usual=lambda chosen: TARGET.get(chosen["counting"])
    ),
    "highest_bid": Option(
        msg("Contrat le plus haut, capot à part"),
        {n: msg("%(n)s points", n=n) for n in HIGHEST_BIDS},
        group=BIDDING,
        source=TEXT,
        sources={270: CANNES_TEXT},
    ),
    **switches(
        Articles(
            TEXT,
            made=msg("FFB contrée 27-01-2016, § 10.1"),
            marks=CONTREE_MARKS,
            capot=msg("FFB contrée 27-01-2016, § 9.2"),
            capot_bid=PAGE,
            rounding=ContreeRule.ROUNDING.article,
        ),
        beat_defence=False,
        belote_on_chute="follows",
        belote_doubled=False,
        capot_failed="capot",
        capot_doubled=False,
        no_trump=True,
        finish="off",
    ),
    **ANNOUNCED,
}

GAME: Game = replace(
    COINCHE,
    name="contree",
    emblem=("♣", "×4"),
    title=msg("Contrée"),
    about=msg(
        "Contrée : les enchères de la coinche, sans annonces ; doubler se dit « contrer »."
    ),
    presets=PRESETS,
    hand=Hand,
    penalties=tuple(penalty for penalty in COINCHE.penalties if penalty.points),
    options=OPTIONS,
    score=score,
)
"""FFB contrée 27-01-2016, web page, and Cannes 2016: each preset follows one."""
