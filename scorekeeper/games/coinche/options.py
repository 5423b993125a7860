"""The ways of playing a game with bids, with the choices of each."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.games.belote.options import (
    ALL_TRUMP_BELOTES,
    all_trump,
    capot,
    finish,
    first,
    no_trump,
    rounding,
    yes_no,
)
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.game import Option
from scorekeeper.rules.target import MUST_EXCEED


def switches(**usual: Any) -> dict[str, Option]:
    """Create the options of a game with bids.

    :param usual: the game's default of the options on which coinche and contrée differ.
    """
    return {
        **_contract_options(usual),
        **_capot_options(usual),
        "no_trump": no_trump(usual["no_trump"]),
        "all_trump": all_trump("13", "14", "258"),
        "all_trump_belotes": ALL_TRUMP_BELOTES,
        "last_exact": yes_no(msg("Dernière donne au point près"), False),
        "must_exceed": MUST_EXCEED,
        "finish": finish(usual["finish"]),
    }


def _contract_options(usual: Mapping[str, Any]) -> dict[str, Option]:
    return {
        "rounding": rounding(*usual["rounding"]),
        "beat_defence": yes_no(
            msg("Le preneur doit battre la défense"), usual["beat_defence"]
        ),
        "belote_on_chute": first(
            msg("Belote de l'autre camp, sur une chute ou un contre"),
            {"stays": msg("il la garde"), "follows": msg("au gagnant")},
            usual["belote_on_chute"],
        ),
        "belote_doubled": yes_no(
            msg("Belote multipliée avec le reste"), usual["belote_doubled"]
        ),
        "surcoinche": Option(msg("Surcoinche, surcontre"), {4: msg("× 4"), 3: msg("× 3")}),
        "doubling": Option(
            msg("Ce que la coinche ou le contre multiplie"),
            {
                "all": msg("plis et contrat"),
                "contract": msg("le contrat seul"),
                "base": msg("les plis seuls"),
            },
        ),
        "base": Option(
            msg("Base d'une chute, d'une coinche, d'un contre"),
            {160: msg("160 points"), 162: msg("162 points")},
        ),
    }


def _capot_options(usual: Mapping[str, Any]) -> dict[str, Option]:
    return {
        "capot": capot(252, 250, 162),
        "capot_bid": Option(
            msg("Capot demandé"), {250: msg("250 points"), 270: msg("270 points")}
        ),
        "capot_failed": first(
            msg("Capot demandé et chuté"),
            {
                "chute": msg("base d'une chute"),
                "capot": msg("base d'un capot"),
            },
            usual["capot_failed"],
        ),
        "capot_doubled": yes_no(
            msg("Capot fait, coinché ou contré : base d'un capot"),
            usual["capot_doubled"],
        ),
        "defence_capot": yes_no(msg("Capot de la défense : base d'un capot"), False),
    }
