"""The ways of playing a game with bids, with the choices of each."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from scorekeeper.games.belote.options import (
    ALL_TRUMP_BELOTES,
    ANNONCES_COUNT,
    ANNONCES_ON_CHUTE,
    BIDDING,
    CANNES_TEXT,
    CAPOTS,
    FFB_2015,
    FFB_PAGE,
    LITIGE_BELOTE,
    LITIGE_TO,
    MELDS,
    PAGAT,
    all_trump,
    annonces,
    capot,
    finish,
    first,
    no_trump,
    rounding,
    tie,
    yes_no,
)
from scorekeeper.games.belote.point_values import CAPOT
from scorekeeper.games.coinche.point_values import (
    BASES,
    CAPOT_BIDS,
    EIGHTY,
    EIGHTY_TWO,
    GENERALES,
    REDOUBLED,
    TRICKS_OF_ALL,
    WHOLE_GENERALES,
)
from scorekeeper.games.coinche.scoring import CONTREE_MARKS, PAGE
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules import target
from scorekeeper.rules.option import COMMON, END, HOUSE, NO_SOURCES, Option
from scorekeeper.rules.target import MUST_EXCEED

DOUBLING = msg("Coinche et contre")
"""The heading of the options about a doubled contract."""

NOTE_1 = msg("FFB contrée 27-01-2016, § 10.2, note 1, et Cannes 2016")
COINCHE_AND_CANNES = msg("FFB coinche 2015, et Cannes 2016")

COUNTING = Option(
    msg("On marque"),
    {
        "made_and_announced": msg("points faits et annoncés"),
        "made": msg("points faits"),
        "announced": msg("points annoncés"),
    },
    question=msg("Que marque-t-on ?"),
    source=FFB_PAGE,
    sources={"made": FFB_PAGE, "announced": FFB_PAGE},
)
"""The part of the score that is marked; FFB contrée, three ways of counting."""

TARGET = {"announced": 1000}
"""Default target score if only bids are marked; no FFB text has a number."""


class Articles(NamedTuple):
    """The text of a game's defaults, and what it or another text says on a few of them."""

    text: Message
    made: Message
    marks: Message
    capot: Message
    capot_bid: Message
    rounding: Message


def switches(articles: Articles, **usual: Any) -> dict[str, Option]:
    """Create the options of a game with bids, by its defaults where these games differ."""
    return {
        "rounding": rounding(
            *("5up", "6up", "complement", "to5", "none"), source=articles.rounding
        ),
        **_contract_options(articles, usual),
        **_tie_options(),
        **_doubling_options(articles.marks),
        **_capot_options(articles, usual),
        "no_trump": no_trump(usual["no_trump"], articles.text),
        "all_trump": all_trump("13", source=FFB_2015),
        "all_trump_belotes": replace(ALL_TRUMP_BELOTES, source=articles.text),
        "last_exact": Option(
            msg("Dernière donne au point près"),
            {False: msg("non"), True: msg("oui")},
            group=END,
            source=articles.rounding,
            sources={True: CANNES_TEXT},
        ),
        "must_exceed": MUST_EXCEED,
        "finish": finish(usual["finish"], source=articles.text),
    }


def _points(*values: int) -> dict[int, Message]:
    return {value: msg("%(n)s points", n=value) for value in values}


def _with_tricks(*bids: int) -> dict[int, Message]:
    """Return the labels of bids of every trick: what is marked if one is made, and of what."""
    tricks = TRICKS_OF_ALL[BASES[0]]
    return {
        bid: msg(
            "%(all)s : %(tricks)s des plis + %(bid)s du contrat",
            all=tricks + bid,
            tricks=tricks,
            bid=bid,
        )
        for bid in bids
    }


def _whole(figures: Mapping[str, tuple[int, int]]) -> dict[str, Message]:
    """Return the labels of bids that are marked alone, made and failed."""
    return {
        code: msg("%(made)s faite, %(failed)s chutée, en tout", made=made, failed=failed)
        for code, (made, failed) in figures.items()
    }


def _contract_options(articles: Articles, usual: Mapping[str, Any]) -> dict[str, Option]:
    return {
        "beat_defence": yes_no(
            msg("Le preneur doit battre la défense"),
            usual["beat_defence"],
            group=BIDDING,
            source=articles.made,
            sources={True: FFB_2015, False: msg("FFB contrée 27-01-2016, § 10.1")},
        ),
        "eighty_needs": Option(
            msg("Un contrat de 80 demande"),
            _points(EIGHTY, EIGHTY_TWO),
            group=BIDDING,
            source=articles.made,
            sources={EIGHTY_TWO: PAGAT},
        ),
        "belote_on_chute": first(
            msg("Belote du perdant"),
            {"stays": msg("imprenable"), "follows": msg("prenable")},
            usual["belote_on_chute"],
            group=MELDS,
            source=articles.marks,
            sources={"stays": FFB_2015, "follows": CONTREE_MARKS},
        ),
        "capot_keeps_belote": Option(
            msg("Belote prenable : l'équipe capot garde la sienne"),
            {False: msg("non"), True: msg("oui")},
            requires=("belote_on_chute", "follows"),
            group=MELDS,
            source=CONTREE_MARKS,
            sources={True: PAGE},
        ),
        "belote_doubled": yes_no(
            msg("Belote multipliée avec le reste"),
            usual["belote_doubled"],
            group=MELDS,
            source=articles.marks,
            sources={True: FFB_2015, False: CONTREE_MARKS},
        ),
    }


def _tie_options() -> dict[str, Option]:
    """Create the options of a tie that reached its bid, where the taker must do better. Rule:
    FFB coinche 2015: the contract failed; pots and deals dealt again are club rules."""
    return {
        "tie": tie(
            "failed",
            "litige",
            "replayed",
            source=FFB_2015,
            requires=("beat_defence", True),
        ),
        "litige_belote": replace(LITIGE_BELOTE, source=HOUSE, sources=NO_SOURCES),
        "litige_to": replace(LITIGE_TO, source=HOUSE, sources=NO_SOURCES),
    }


def _doubling_options(source: Message) -> dict[str, Option]:
    return {
        "surcoinche": Option(
            msg("Surcoinche, surcontre"),
            {n: msg("× %(n)s", n=n) for n in REDOUBLED},
            group=DOUBLING,
            source=source,
            sources={3: CANNES_TEXT},
        ),
        "doubling": Option(
            msg("La coinche ou le contre multiplie"),
            {
                "all": msg("tout (160 + contrat)"),
                "contract": msg("le contrat"),
                "base": msg("les 160"),
                "made": msg("les points faits et le contrat"),
            },
            group=DOUBLING,
            source=source,
            sources={"contract": NOTE_1},
        ),
        "defence_keeps": yes_no(
            msg("Contrat coinché ou contré, et fait : la défense marque ses points"),
            False,
            group=DOUBLING,
            source=source,
        ),
        "base": Option(
            msg("Contrat chuté, coinché ou contré : points des plis"),
            _points(*BASES),
            group=DOUBLING,
            source=source,
            sources={162: CANNES_TEXT},
        ),
    }


def _capot_options(articles: Articles, usual: Mapping[str, Any]) -> dict[str, Option]:
    source = articles.marks
    return {
        "capot": capot(CAPOT, 250, 162, source=articles.capot, sources={250: PAGAT}),
        "capot_bid": Option(
            msg("Capot demandé"),
            _with_tricks(*CAPOT_BIDS),
            group=CAPOTS,
            source=articles.capot_bid,
            sources={270: CANNES_TEXT},
        ),
        "capot_failed": first(
            msg("Capot demandé et chuté"),
            {"chute": msg("160 + le contrat"), "capot": msg("250 + le contrat, comme fait")},
            usual["capot_failed"],
            group=CAPOTS,
            source=source,
            sources={"chute": COINCHE_AND_CANNES, "capot": PAGE},
        ),
        "capot_doubled": yes_no(
            msg("Contrat coinché ou contré, fait par capot : 250 au lieu de 160"),
            usual["capot_doubled"],
            group=CAPOTS,
            source=source,
            sources={True: COINCHE_AND_CANNES, False: CONTREE_MARKS},
        ),
        "defence_capot": yes_no(
            msg("Capot de la défense : 250 au lieu de 160"),
            False,
            group=CAPOTS,
            source=source,
            sources={True: CANNES_TEXT},
        ),
        "generale": Option(
            msg("Générale"),
            {0: msg("non"), **_with_tricks(*GENERALES[1:]), **_whole(WHOLE_GENERALES)},
            question=msg("Joue-t-on la générale ?"),
        ),
    }


ANNOUNCED = {
    "announced_chute": Option(
        msg("Points annoncés : une chute vaut"),
        {"160": msg("160 points"), "contract": msg("le contrat")},
        group=BIDDING,
        source=FFB_PAGE,
        requires=("counting", "announced"),
    ),
    "announced_belote": Option(
        msg("Points annoncés : la belote"),
        {False: msg("ne se marque pas"), True: msg("20 points")},
        group=MELDS,
        requires=("counting", "announced"),
    ),
}
"""The options of a game in which only bids are marked."""


OPTIONS = {
    **COMMON,
    "annonces": annonces(True, FFB_2015),
    "counting": COUNTING,
    "target": target.target_option(
        2000, 1000, 1500, 3000, usual=lambda chosen: TARGET.get(chosen["counting"])
    ),
    "annonces_count": replace(ANNONCES_COUNT, source=FFB_2015),
    "annonces_on_chute": replace(ANNONCES_ON_CHUTE, source=FFB_2015),
    **switches(
        Articles(
            FFB_2015, FFB_2015, FFB_2015, FFB_2015, FFB_2015, msg("FFB coinche 2015, § 10.2")
        ),
        beat_defence=True,
        belote_on_chute="stays",
        belote_doubled=True,
        capot_failed="chute",
        capot_doubled=True,
        no_trump=False,
        finish="capot_or_chute",
    ),
    **ANNOUNCED,
}
