"""What a hand of Belote tells, and the numbers that all its games share.

FFB: Fédération Française de Belote. Its texts differ from game to game; each game names
the one it follows.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import gcd
from typing import Any

from ..hand import ask
from ..question import ATTACK, Choice, Deck, Side, When
from ..score import Points
from ..words import said

# Choices


class Suit(Choice):
    """The trump suit, or the two contracts without one."""

    SPADES = "spades", said("♠ Pique")
    HEARTS = "hearts", said("♥ Cœur")
    DIAMONDS = "diamonds", said("♦ Carreau")
    CLUBS = "clubs", said("♣ Trèfle")
    NO_TRUMP = "no_trump", said("Sans atout")
    ALL_TRUMP = "all_trump", said("Tout atout")


class Meld(Choice):
    """The announcements that score."""

    TIERCE = "tierce", said("Tierce")
    CINQUANTE = "cinquante", said("Cinquante")
    CENT = "cent", said("Cent")
    CARRE = "carre", said("Carré (as, 10, rois, dames)")
    CARRE_NEUFS = "carre_neufs", said("Carré de neufs")
    CARRE_VALETS = "carre_valets", said("Carré de valets")


class Coinche(Choice):
    """A doubled contract, as it is called at coinche."""

    COINCHE = "coinche", said("Coinché")
    SURCOINCHE = "surcoinche", said("Surcoinché")


class Contre(Choice):
    """A doubled contract, as it is called at contrée."""

    COINCHE = "coinche", said("Contré")
    SURCOINCHE = "surcoinche", said("Surcontré")


# Tables of numbers

DECK = 162
"""Trick points of a hand: 152 in cards and the *dix de der*; FFB, § on the value of cards."""

RAW_DECK = 258
"""The same at all trump where cards keep their trump values; FFB 27-01-2016, § 11."""

BELOTE = 20
"""King and queen of trump in one hand; every FFB text."""

MOST_BELOTES = 4
"""One in each suit, at all trump; FFB, tout atout."""

MELD = {
    Meld.TIERCE: 20,
    Meld.CINQUANTE: 50,
    Meld.CENT: 100,
    Meld.CARRE: 100,
    Meld.CARRE_NEUFS: 150,
    Meld.CARRE_VALETS: 200,
}
"""Points of an announcement at a suit and at all trump; FFB coinche, § on *annonces*."""

NO_TRUMP_MELD = MELD | {Meld.CARRE_NEUFS: 100, Meld.CARRE_VALETS: 100}
"""The same at no trump, where aces (200) and tens (150) are told as points."""

MOST_MELDS = 550
"""Most points that two hands of eight cards can announce: nines and jacks in one, two
squares of 100 in the other. Worked out by enumeration, no article."""

MOST_TOLD = 990
"""Most points of announcements that are read at all; above the most there can be they are
asked again."""

NO_MELDS = frozenset(
    (10, 30, 130, 180, 230, 280, 310, 330, 360, 380, 410, 430, 440, 460, 480, 490)
) | frozenset((510, 520, 530, 540))
"""Multiples of ten below that no two hands can announce; enumerated too."""

MOST_OF_A_MELD = {
    Meld.TIERCE: 4,
    Meld.CINQUANTE: 4,
    Meld.CENT: 2,
    Meld.CARRE: 4,
    Meld.CARRE_NEUFS: 1,
    Meld.CARRE_VALETS: 1,
}
"""How often two hands of eight cards can hold the same announcement."""

ROUND_UP_FROM = {"none": 0, "5up": 5, "6up": 6}
"""The least units that are rounded up to ten; FFB coinche and contrée 5 (84 is 80, 85 is
90), FFB « Équipe Ludique » and Cannes 2016 6."""

CARRIES = {"none": (), "5up": (5, 6, 7), "6up": (6,)}
"""The last figures of one side's points with which both sides round up, or none does, so
that the two make ten more than the deck without its units."""

IMPOSSIBLE = frozenset((1, DECK - 1))
"""Trick points that no whole tricks make, at a suit, no trump and all trump "13"."""

IMPOSSIBLE_RAW = frozenset((1, 2, 5, RAW_DECK - 5, RAW_DECK - 2, RAW_DECK - 1))
"""The same at all trump with trump values."""

SEATS = range(4, 5)
"""Four players, two teams."""

# Hand

FULL_SUITS = {Suit.NO_TRUMP: "no_trump", Suit.ALL_TRUMP: "no_trump"}
"""The contracts that a sheet has to allow."""

AT_ALL_TRUMP = When("suit", (Suit.ALL_TRUMP,))
"""The one contract at which there may be more than one belote."""

RAW = Deck(RAW_DECK, "suit", Suit.ALL_TRUMP, "all_trump", "258")
"""When trick points are counted out of 258."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Annonces:
    """What the side with the best announcement scores: all of its announcements."""

    side: Side = ask.choice(said("Camp qui marque"), Side)
    list: tuple[Meld, ...] = ask.several(said("Annonces"), MOST_OF_A_MELD)
    points: int | None = ask.count(said("Ou leurs points"), 10, MOST_TOLD, 10, required=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """What happened in one hand of Belote. Players are numbers of seats; the teams are the
    even and the odd ones. ``belote`` is how many each side has, attack first."""

    taker: int = ask.player(said("Preneur"))
    suit: Suit | None = ask.choice(
        said("Couleur"), Suit, required=False, needs=FULL_SUITS, none=None
    )
    points: int | None = ask.card_points(
        said("Points de l'attaque"), 0, DECK, unit=1, required=False, other=RAW
    )
    capot: Side | None = ask.choice(said("Capot"), Side, required=False)
    belote: tuple[int, int] | None = ask.per_side(
        said("Belote"), MOST_BELOTES, several=AT_ALL_TRUMP
    )
    annonces: Annonces | None = ask.record(said("Annonces"), Annonces, option="annonces")


# What the answers say


NONE = (0, 0)
"""Points of two sides that have none."""

PARTS = RAW_DECK // gcd(DECK, RAW_DECK)
"""Parts of a point in which every count is whole, whichever deck it was made with."""


@dataclass(slots=True)
class Told:
    """The points of one hand before any rule of marking, attack first."""

    tricks: Points
    """As they are marked: to the nearest point where they were counted out of 258."""
    belotes: Points = NONE
    annonces: Points = NONE
    rest: int = 0
    """What the attack's tricks are above that, in :data:`PARTS`: a contract is judged on it
    too."""


def tell(hand: Any, options: Mapping[str, Any]) -> Told:
    """What was won by each side. Who takes every trick has the announcements of both.

    >>> tell(Hand(taker=0, points=91, belote=(0, 1)), {"all_trump": "13"})
    Told(tricks=(91, 71), belotes=(0, 20), annonces=(0, 0), rest=0)

    Rule: FFB 27-01-2016, § 10.1 and 11; announcements: FFB coinche and its web page.
    """
    belotes = annonces = NONE
    if hand.belote:
        attack, defence = hand.belote
        belotes = (BELOTE * attack, BELOTE * defence)
    if hand.annonces:
        points = worth(hand.annonces, hand.suit)
        side = hand.capot or hand.annonces.side
        annonces = (points, 0) if side is ATTACK else (0, points)
    if hand.capot:
        every = options["capot"]
        return Told((every, 0) if hand.capot is ATTACK else (0, every), belotes, annonces)
    if hand.suit is RAW.answer and options[RAW.option] == RAW.value:
        attack = converted(hand.points)
        rest = hand.points * PARTS * DECK // RAW_DECK - attack * PARTS
        return Told((attack, DECK - attack), belotes, annonces, rest)
    return Told((hand.points, DECK - hand.points), belotes, annonces)


def worth(shown: Annonces, suit: Suit | None) -> int:
    """The points of these announcements."""
    if shown.points is not None:
        return shown.points
    table = NO_TRUMP_MELD if suit is Suit.NO_TRUMP else MELD
    return sum([table[meld] for meld in shown.list])


def converted(points: int) -> int:
    """Trick points out of 162, to the nearest, that were counted out of 258.

    >>> converted(198), converted(258 - 198)
    (124, 38)

    Rule: FFB 27-01-2016, § 11.
    """
    return (2 * points * DECK + RAW_DECK) // (2 * RAW_DECK)


def rounded(points: int, how: str) -> int:
    """Points as they are marked.

    >>> [rounded(84, "5up"), rounded(85, "5up"), rounded(85, "6up"), rounded(85, "none")]
    [80, 90, 80, 85]
    """
    up = ROUND_UP_FROM[how]
    return (points + 10 - up) // 10 * 10 if up else points


@cache
def deck_as_marked(tricks: Points, how: str) -> int:
    """What the tricks of both sides come to once each side is rounded by itself."""
    deck = sum(tricks)
    if how == "none":
        return deck
    return deck // 10 * 10 + (10 if tricks[0] % 10 in CARRIES[how] else 0)


def together(one: Points, other: Points) -> Points:
    """Points of both sides from two places."""
    return one[0] + other[0], one[1] + other[1]


def facing(hand: Any, attack: int, defence: int) -> Points:
    """Points of the attack and the defence in the order of the columns."""
    return (defence, attack) if hand.taker % 2 else (attack, defence)
