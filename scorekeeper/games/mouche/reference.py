"""The rules page of Tarot with mouches, built from the tables that score it."""

from scorekeeper.games.mouche.point_values import (
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
from scorekeeper.games.tarot.reference import PLAYERS
from scorekeeper.games.tarot.reference import TABLES as TAROT
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.game import RuleTable

TABLES = (
    TAROT[0],
    RuleTable(
        msg("Mises"),
        msg("règle régionale, la mise"),
        (),
        (
            (msg("Chacun, s'il n'y a pas de mouche"), MISE),
            (msg("Le donneur, alors"), FIRST_MISE),
            (msg("Le donneur, sur une mouche"), ANTE),
        ),
    ),
    RuleTable(
        msg("Contrats : l'écart et le supplément, de chaque adversaire"),
        msg("règle régionale, le paiement"),
        (),
        tuple((contract.label, points) for contract, points in SUPPLEMENT.items()),
    ),
    RuleTable(
        msg("Chelems, de chaque adversaire"),
        msg("règle régionale, le paiement"),
        ("", *PLAYERS),
        tuple((contract.label, *prices.values()) for contract, prices in CHELEM.items()),
    ),
    RuleTable(
        msg("Annonces, de chacun : points, et atouts à montrer"),
        msg("règle régionale, les annonces"),
        ("", msg("Points"), *PLAYERS),
        (
            *(
                (size.label, points, *(TRUMPS[players][size] for players in TRUMPS))
                for size, points in POIGNEE.items()
            ),
            (msg("Misère"), SHOWN, "", "", ""),
            (msg("Petit au bout"), PETIT_AU_BOUT, "", "", ""),
        ),
    ),
)
