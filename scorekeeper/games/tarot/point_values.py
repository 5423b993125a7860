"""The numbers of the rules of Tarot, each with its article.

FFT, *Règlement officiel du jeu de Tarot*, version of 1 July 2012 (R-RO201206); the
pages below are its pages.
"""

from scorekeeper.games.tarot.hand import Chelem, Contract, Size

BOUT, KING, QUEEN, KNIGHT, JACK, OTHER = 9, 9, 7, 5, 3, 1
"""The cards in half points: bouts, court cards, all others; p. 3."""

THRESHOLD = (56, 51, 41, 36)
"""Card points that the attack must reach, by its number of bouts; p. 4."""

BASE = 25
"""Points of every contract before its margin; p. 8."""

MULTIPLIER = {
    Contract.PETITE: 1,
    Contract.GARDE: 2,
    Contract.GARDE_SANS: 4,
    Contract.GARDE_CONTRE: 6,
}
"""The multiplier of base, margin and petit au bout; p. 8."""

PETIT_AU_BOUT = 10
"""Points of the petit au bout, before the multiplier; p. 7."""

POIGNEE = {Size.SIMPLE: 20, Size.DOUBLE: 30, Size.TRIPLE: 40}
"""Points of a poignée, whatever the contract; p. 7."""

ALL_TRUMPS = 22
"""Trumps in the pack, Excuse included; p. 3."""

CHELEM = {
    Chelem.ANNOUNCED_MADE: 400,
    Chelem.MADE: 200,
    Chelem.ANNOUNCED_FAILED: -200,
    Chelem.DEFENCE: -200,
}
"""Points of a chelem, p. 6 and 8; never multiplied, example 5, p. 9."""

SHARES = {(3, False): (2, 0), (4, False): (3, 0), (5, True): (2, 1), (5, False): (4, 0)}
"""Shares of the taker and of the partner, in payments of one defender, by number of active
players and presence of a partner; p. 9, 11 and 12."""

HELD = ((0, 78), (4, 82), (9, 87), (13, 91))
"""Least and most card points of tricks, by the number of bouts in them: a bout is 4½, and
each missing bout leaves 4½ to the other side. Derived from the card values."""

WITHOUT_EXCUSE = 174
"""The half points of every trick if the other side held the Excuse: 86½, counted 87; p. 9."""

DECK_CARDS = 78
"""The cards of a tarot deck; FFT 2012, p. 3."""

DOG = {3: 6, 4: 6, 5: 3}
"""Cards in the dog, by active players; p. 4, 11 and 12."""

DISCARD = {3: 38, 4: 38, 5: 21}
"""Most card points in a discard, in half points, by active players. It may hold neither a
king nor a bout: four queens and two knights, or three queens; p. 6."""

PETIT_CHELEM = {
    Chelem.PETIT_ANNOUNCED_MADE: 300,
    Chelem.PETIT_MADE: 150,
    Chelem.PETIT_ANNOUNCED_FAILED: -150,
}
"""Usual points of a petit chelem, every trick but one: a house rule, not in the FFT."""

UNPAID_PETIT_CHELEM = PETIT_CHELEM | {Chelem.PETIT_MADE: 0}
"""The same where one that nobody announced is worth nothing; Pagat, bric-a-brac."""

USUAL = tuple(MULTIPLIER)
WITH_POUSSE = (Contract.PETITE, Contract.POUSSE, *USUAL[1:])

HOUSE_CONTRACTS = (
    dict(zip(USUAL[1:], (2, 4, 6), strict=True)),
    dict(zip(USUAL, (1, 2, 4, 5), strict=True)),
    dict(zip(WITH_POUSSE, (1, 2, 4, 8, 12), strict=True)),
)
"""Multipliers of other tables: without petite, with garde contre at 5, with pousse; Pagat and
Wikipédia, *Tarot français*."""

FLAT_CONTRACTS = (
    dict(zip(USUAL, (20, 40, 80, 160), strict=True)),
    dict(zip(WITH_POUSSE, (10, 20, 40, 80, 160), strict=True)),
    dict(zip(WITH_POUSSE, (20, 40, 80, 160, 320), strict=True)),
)
"""Points of the contracts where nothing is multiplied: the first a house rule without a
source, the default of stored sheets; then those of palantarot, and of rencontrestarot."""

HOUSE_POIGNEES = ((10, 20, 30), (10, 20, 40), (20, 40, 60))
"""Points of the poignées at other tables: the regional rules; Pagat; rencontrestarot."""

TAKER_ALONE = (3, 0)
"""Shares of the taker and of the partner in bonuses that the partner does not share, in
payments of one defender: a house rule."""

HIGHEST_NUMBER = 2000
"""Highest number of an option."""

EVERY_TRICK = (
    Chelem.ANNOUNCED_MADE,
    Chelem.MADE,
    Chelem.DEFENCE,
    Chelem.DEFENCE_ANNOUNCED_MADE,
)
"""The chelems in which one side took every trick."""

ACTIVE = range(3, 6)
"""The allowed numbers of active players; three on p. 11, five on p. 12."""
