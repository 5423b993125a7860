"""The numbers that all games of Belote share, each with its article.

FFB: Fédération Française de Belote. Its texts differ from game to game; each game names
the one it follows.
"""

from scorekeeper.games.belote.hand import DECK, RAW_DECK, Meld

CARDS = {
    "trump": (20, 14, 11, 10, 4, 3, 0),
    "plain": (2, 0, 11, 10, 4, 3, 0),
    "no_trump": (2, 0, 19, 10, 4, 3, 0),
    "13": (13, 9, 6, 5, 3, 2, 0),
    "14": (14, 9, 6, 5, 3, 1, 0),
    "258": (20, 14, 11, 10, 4, 3, 0),
}
"""Points of jack, nine, ace, ten, king, queen, and of eight and seven each: at trump, in other
suits, at no trump; at all trump by the codes of that option (FFB coinche 2015, Pagat, FFB
27-01-2016, § 11.3)."""

LAST_TRICK = DECK - sum(CARDS["trump"]) - 3 * sum(CARDS["plain"])
"""Points of the last trick besides its cards, the *dix de der*; FFB 27-01-2016, § 9.1."""

CAPOT = 252
"""Trick points of all eight tricks, whose last is worth 100; FFB 27-01-2016, § 10.2."""

BELOTE = 20
"""Points of a belote, king and queen of trump in one hand; every FFB text."""

MELD = {
    Meld.TIERCE: 20,
    Meld.CINQUANTE: 50,
    Meld.CENT: 100,
    Meld.CARRE: 100,
    Meld.CARRE_AS: 100,
    Meld.CARRE_DIX: 100,
    Meld.CARRE_ROIS: 100,
    Meld.CARRE_DAMES: 100,
    Meld.CARRE_NEUFS: 150,
    Meld.CARRE_VALETS: 200,
}
"""Points of an announcement at a suit and at all trump; FFB coinche, § on *annonces*."""

NO_TRUMP_MELD = MELD | {
    Meld.CARRE_AS: 200,
    Meld.CARRE_DIX: 150,
    Meld.CARRE_NEUFS: 100,
    Meld.CARRE_VALETS: 100,
}
"""Points of an announcement at no trump; FFB coinche, § on *annonces*."""

RUNS = (Meld.CENT, Meld.CINQUANTE, Meld.TIERCE)
"""The sequences from the strongest; every square beats them. FFB coinche, § on *annonces*."""

SQUARES = (
    *(Meld.CARRE_VALETS, Meld.CARRE_NEUFS),
    *(Meld.CARRE_AS, Meld.CARRE_DIX, Meld.CARRE_ROIS, Meld.CARRE_DAMES),
)
"""The squares from the strongest; FFB coinche, § on *annonces*."""

NO_TRUMP_SQUARES = (*SQUARES[2:], *SQUARES[:2])
"""The squares from the strongest at no trump; FFB coinche, § on *annonces*."""

MOST_MELDS = 550
"""Most points that two hands of eight cards can announce: nines and jacks in one, two
squares of 100 in the other. Found by enumeration, no article."""

NO_MELDS = frozenset(
    (10, 30, 130, 180, 230, 280, 310, 330, 360, 380, 410, 430, 440, 460, 480, 490)
) | frozenset((510, 520, 530, 540))
"""Multiples of ten below :data:`MOST_MELDS` that no two hands can announce. Found by
enumeration, no article."""

ROUNDED = {
    "none": (1, 0),
    "5up": (10, 5),
    "6up": (10, 4),
    "complement": (10, 4),
    "to5": (5, 1),
}
"""The step of each rounding, and what is added before the rest below the step is dropped; FFB
coinche and contrée: 84 is 80, 85 is 90; FFB « Équipe Ludique » and Cannes 2016: 85 is 80;
Wikipédia, Belote: 106 is 110 and leaves 50 of 160; to fives, 118 is 115 and 44 is 45."""

CARRIES = {"none": (), "5up": (5, 6, 7), "6up": (6,), "complement": (), "to5": ()}
"""The units digits of one side's points at which both sides round up, so that their sum is
ten more than the deck without its units. Derived from :data:`ROUNDED`; where the sides have
160 together, the defence rounds down then."""

IMPOSSIBLE = frozenset((1, DECK - 1))
"""Trick points that no whole tricks make, at a suit, no trump and all trump "13". Found by
enumeration, no article."""

IMPOSSIBLE_RAW = frozenset((1, 2, 5, RAW_DECK - 5, RAW_DECK - 2, RAW_DECK - 1))
"""Trick points out of 258 that no whole tricks make. Found by enumeration, no article."""

SEATS = range(4, 5)
"""Four players, two teams."""
