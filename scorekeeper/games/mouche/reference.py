"""The rules of Tarot with mouches as a player reads them: the tables that score it."""

from ..game import RuleTable
from ..words import said
from .mouche_hand import (
    ANTE,
    CHELEM,
    FIRST_MISE,
    MISE,
    PETIT_AU_BOUT,
    POIGNEE,
    SHOWN,
    SUPPLEMENT,
    TRUMPS,
)
from .tarot_tables import PLAYERS
from .tarot_tables import TABLES as TAROT

TABLES = (
    TAROT[0],
    RuleTable(
        said("Mises"),
        said("règle régionale, la mise"),
        (),
        (
            (said("Chacun, s'il n'y a pas de mouche"), MISE),
            (said("Le donneur, alors"), FIRST_MISE),
            (said("Le donneur, sur une mouche"), ANTE),
        ),
    ),
    RuleTable(
        said("Contrats : l'écart et le supplément, de chaque adversaire"),
        said("règle régionale, le paiement"),
        (),
        tuple((contract.label, points) for contract, points in SUPPLEMENT.items()),
    ),
    RuleTable(
        said("Chelems, de chaque adversaire"),
        said("règle régionale, le paiement"),
        ("", *PLAYERS),
        tuple((contract.label, *prices.values()) for contract, prices in CHELEM.items()),
    ),
    RuleTable(
        said("Annonces, de chacun : points, et atouts à montrer"),
        said("règle régionale, les annonces"),
        ("", said("Points"), *PLAYERS),
        (
            *(
                (size.label, points, *(TRUMPS[players][size] for players in TRUMPS))
                for size, points in POIGNEE.items()
            ),
            (said("Misère"), SHOWN, "", "", ""),
            (said("Petit au bout"), PETIT_AU_BOUT, "", "", ""),
        ),
    ),
)
