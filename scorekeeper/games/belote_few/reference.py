"""The rules pages of Belote for two and for three, built from the numbers that score them."""

from collections.abc import Sequence

from scorekeeper.games.belote.hand import DECK
from scorekeeper.games.belote.point_values import BELOTE, MELD, RUNS, SQUARES
from scorekeeper.games.belote.reference import card_table
from scorekeeper.games.belote_few.point_values import (
    CAPOT,
    CAPOT_OF_THREE,
    CARDS,
    LAST_TRICK,
    NO_TRICK,
)
from scorekeeper.games.belote_few.scoring import moved
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import RuleTable

EXAMPLE = (50, 82, 30)
"""A hand that the taker has failed, which shows where his points go."""

HOUSE_RULE = msg("règle de la table")


def _deck(article: Message) -> RuleTable:
    return RuleTable(
        msg("Les points d'une donne"),
        article,
        (),
        (
            (msg("Les cartes, même sans les 7 et les 8"), CARDS),
            (msg("Dix de der"), LAST_TRICK),
            (msg("Plis, dix de der compris"), DECK),
            (msg("Belote"), BELOTE),
        ),
    )


def _capot(values: Sequence[int], *articles: Message) -> tuple[tuple[object, ...], ...]:
    sources = (*articles, *([HOUSE_RULE] * (len(values) - len(articles))))
    return tuple(zip(sources, values, strict=True))


FAILED = (
    (
        msg("Pagat, Clobyosh : à l'adversaire qui en a le plus"),
        *moved(EXAMPLE, 0, EXAMPLE, "best"),
    ),
    (msg("Pagat, Clobyosh : à chaque adversaire"), *moved(EXAMPLE, 0, EXAMPLE, "both")),
    (msg("bela u troje : à personne"), *moved(EXAMPLE, 0, EXAMPLE, "own")),
    (msg("règle de la table : tout se partage"), *moved(EXAMPLE, 0, EXAMPLE, "shared")),
)

MELDS = RuleTable(
    msg("Annonces"),
    msg("Parlett, The Penguin Book of Card Games, 2008, Belote"),
    (),
    tuple((meld.label, MELD[meld]) for meld in (*SQUARES, *RUNS)),
)

FAILED_TWO = RuleTable(
    msg("Dedans, 60 à 102 : le preneur, son adversaire"),
    msg("aucune règle de fédération à deux"),
    (),
    (
        (msg("Pagat, Belote découverte"), *moved((60, 102), 0, (60, 102), "all")),
        (msg("bicyclecards.com, Belotte"), *moved((60, 102), 0, (60, 102), "own")),
    ),
)

TABLES_OF_TWO = (
    card_table(msg("Exoty, « La belote à deux »"), "trump", "plain"),
    _deck(msg("Exoty, « La belote à deux »")),
    RuleTable(
        msg("Tous les plis (capot)"),
        msg("aucune règle de fédération à deux"),
        (),
        _capot(
            CAPOT,
            msg("FFB 27-01-2016, à quatre : le dix de der à 100"),
            msg("Exoty, « La belote à deux » : 50 de plus"),
        ),
    ),
    FAILED_TWO,
    MELDS,
)

TABLES_OF_THREE = (
    card_table(msg("Exoty, « La belote à trois »"), "trump", "plain"),
    _deck(msg("Exoty, « La belote à trois »")),
    RuleTable(
        msg("Tous les plis (capot)"),
        msg("aucune règle de fédération à trois"),
        (),
        _capot(CAPOT_OF_THREE, msg("adpoker.fr, « Belote à trois » : 152 et 100")),
    ),
    RuleTable(
        msg("Un seul joueur sans pli"),
        msg("adpoker.fr, « Belote à trois »"),
        (),
        (
            (msg("À chacun des deux autres"), NO_TRICK),
            (msg("Les plis, alors sans dix de der"), CARDS),
        ),
    ),
    RuleTable(
        msg("Dedans, 50 contre 82 et 30 : où vont les points du preneur"),
        msg("aucune règle de fédération à trois"),
        ("", *map(str, EXAMPLE)),
        FAILED,
    ),
    MELDS,
)
