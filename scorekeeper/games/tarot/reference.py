"""The rules of Tarot as a player reads them: the tables that score it."""

from ..game import RuleTable
from ..words import said
from .tarot_hand import (
    BASE,
    CHELEM,
    DECK,
    MULTIPLIER,
    PETIT_AU_BOUT,
    POIGNEE,
    SHARES,
    THRESHOLD,
    TRUMPS,
)

PLAYERS = tuple(said("à %(n)s", n=players) for players in TRUMPS)
"""How many play, over a column each."""

TABLES = (
    RuleTable(
        said("Points à faire, sur %(deck)s", deck=DECK),
        said("FFT 2012, p. 3"),
        (said("Bouts"), *map(str, range(len(THRESHOLD)))),
        ((said("Points"), *THRESHOLD),),
    ),
    RuleTable(
        said("Contrats : (%(base)s + écart) × contrat", base=BASE),
        said("FFT 2012, p. 8"),
        (),
        tuple((contract.label, f"× {times}") for contract, times in MULTIPLIER.items()),
    ),
    RuleTable(
        said("Petit au bout, multiplié par le contrat"),
        said("FFT 2012, p. 7"),
        (),
        ((said("Petit au bout"), PETIT_AU_BOUT),),
    ),
    RuleTable(
        said("Poignées, au camp qui gagne : points, et atouts à montrer"),
        said("FFT 2012, p. 7, 11 et 12"),
        ("", said("Points"), *PLAYERS),
        tuple(
            (size.label, points, *(TRUMPS[players][size] for players in TRUMPS))
            for size, points in POIGNEE.items()
        ),
    ),
    RuleTable(
        said("Chelem, jamais multiplié"),
        said("FFT 2012, p. 8"),
        (),
        tuple((chelem.label, points) for chelem, points in CHELEM.items()),
    ),
    RuleTable(
        said("Parts du preneur et de l'appelé, pour une part de défenseur"),
        said("FFT 2012, p. 9, 11 et 12"),
        ("", said("Preneur"), said("Appelé")),
        tuple(
            (said("à %(n)s", n=active), f"× {taker}", f"× {partner}" if called else "–")
            for (active, called), (taker, partner) in SHARES.items()
        ),
    ),
)
