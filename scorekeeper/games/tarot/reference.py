"""The rules page of Tarot, built from the tables that score it."""

from scorekeeper.games.tarot.hand import DECK, PARTNER_AT
from scorekeeper.games.tarot.point_values import (
    BASE,
    BOUT,
    CHELEM,
    JACK,
    KING,
    KNIGHT,
    MULTIPLIER,
    OTHER,
    PETIT_AU_BOUT,
    POIGNEE,
    QUEEN,
    SHARES,
    THRESHOLD,
    TRUMPS,
)
from scorekeeper.i18n.messages import Message, half_points, msg
from scorekeeper.rules.game import RuleTable

PLAYERS = tuple(msg("à %(n)s", n=players) for players in TRUMPS)
"""The column heads of tables by number of players."""


def _seats(active: int, called: bool) -> Message:
    """Return the label of a number of players, with or without a partner."""
    if active != PARTNER_AT:
        return msg("à %(n)s", n=active)
    return msg("à 5, avec un appelé") if called else msg("à 5, seul contre quatre")


CARDS = RuleTable(
    msg("Valeur des cartes"),
    msg("FFT 2012, p. 3"),
    (),
    (
        (msg("Bout : 21, petit, Excuse"), half_points(BOUT)),
        (msg("Roi"), half_points(KING)),
        (msg("Dame"), half_points(QUEEN)),
        (msg("Cavalier"), half_points(KNIGHT)),
        (msg("Valet"), half_points(JACK)),
        (msg("Toute autre carte"), half_points(OTHER)),
    ),
)

TABLES = (
    CARDS,
    RuleTable(
        msg("Points à faire, sur %(deck)s", deck=DECK),
        msg("FFT 2012, p. 4"),
        (msg("Bouts"), *map(str, range(len(THRESHOLD)))),
        ((msg("Points"), *THRESHOLD),),
    ),
    RuleTable(
        msg("Contrats : (%(base)s + points de gain ou de perte) × contrat", base=BASE),
        msg("FFT 2012, p. 8"),
        (),
        tuple((contract.label, f"× {times}") for contract, times in MULTIPLIER.items()),
    ),
    RuleTable(
        msg("Petit au bout, multiplié par le contrat"),
        msg("FFT 2012, p. 7"),
        (),
        ((msg("Petit au bout"), PETIT_AU_BOUT),),
    ),
    RuleTable(
        msg("Poignées, au camp qui gagne : points, et atouts à montrer"),
        msg("FFT 2012, p. 7, 11 et 12"),
        ("", msg("Points"), *PLAYERS),
        tuple(
            (size.label, points, *(TRUMPS[players][size] for players in TRUMPS))
            for size, points in POIGNEE.items()
        ),
    ),
    RuleTable(
        msg("Chelem, jamais multiplié"),
        msg("FFT 2012, p. 6, 8 et 9"),
        (),
        tuple((chelem.label, points) for chelem, points in CHELEM.items()),
    ),
    RuleTable(
        msg("Parts du preneur et de l'appelé, pour une part de défenseur"),
        msg("FFT 2012, p. 9, 11 et 12"),
        ("", msg("Preneur"), msg("Appelé")),
        tuple(
            (_seats(active, called), f"× {taker}", f"× {partner}" if called else "–")
            for (active, called), (taker, partner) in SHARES.items()
        ),
    ),
)
