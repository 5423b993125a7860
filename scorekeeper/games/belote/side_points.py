"""The points of each side in one hand of Belote, before any rule of marking."""

from dataclasses import dataclass
from math import gcd

from scorekeeper.games.belote.choices import Suit
from scorekeeper.games.belote.hand_fields import RAW, Annonces, Hand
from scorekeeper.games.belote.point_values import (
    BELOTE,
    CARRIES,
    DECK,
    MELD,
    NO_TRUMP_MELD,
    RAW_DECK,
    ROUND_UP_FROM,
)
from scorekeeper.rules.choice import ATTACK, DEFENCE, Side
from scorekeeper.rules.option import Options
from scorekeeper.rules.score import Points

NONE: Points = (0, 0)
"""The points of two sides that have none."""

PARTS = RAW_DECK // gcd(DECK, RAW_DECK)
"""Parts of a point: the unit in which points out of 162 and out of 258 are both whole."""


@dataclass(slots=True)
class SidePoints:
    """The points of one hand before any rule of marking, attack first."""

    tricks: Points
    """Trick points; to the nearest point if they were counted out of 258."""
    belotes: Points = NONE
    annonces: Points = NONE
    rest: int = 0
    """The attack's trick points above :attr:`tricks`, in :data:`PARTS`; a contract is judged
    on the exact points."""


def side_points(hand: Hand, options: Options, swept: Side | None) -> SidePoints:
    """Count the points of each side. The tricks of a failed *générale* are not counted.

    :param swept: the side that took every trick.

    >>> side_points(Hand(taker=0, points=91, belote=(0, 1)), {"all_trump": "13"}, None)
    SidePoints(tricks=(91, 71), belotes=(0, 20), annonces=(0, 0), rest=0)

    Rule: FFB 27-01-2016, § 10.1 and 11; announcements: FFB coinche and its web page.
    """
    belotes = annonces = NONE
    if hand.belote:
        attack, defence = hand.belote
        belotes = (BELOTE * attack, BELOTE * defence)
    if hand.annonces:
        points = worth(hand.annonces, hand.suit)
        side = scoring_side(hand.annonces, swept, options)
        annonces = (points, 0) if side is ATTACK else (0, points)
    if swept:
        every = options["capot"]
        tricks = (every, 0) if swept is ATTACK else (0, every)
        return SidePoints(tricks, belotes, annonces)
    counted = hand.points
    if counted is None:
        return SidePoints(NONE, belotes, annonces)
    if hand.suit is RAW.answer and options[RAW.option] == RAW.value:
        attack = converted(counted)
        rest = counted * PARTS * DECK // RAW_DECK - attack * PARTS
        return SidePoints((attack, DECK - attack), belotes, annonces, rest)
    return SidePoints((counted, DECK - counted), belotes, annonces)


def scoring_side(shown: Annonces, swept: Side | None, options: Options) -> Side:
    """Return the side that has the announcements before the contract is judged.

    A side with every trick has all of them. If those of a failed contract stay or are lost,
    a capot of the defence does not move them either.

    Rule: FFB coinche 2015 and its web page on Belote with announcements.
    """
    if swept is None or (swept is DEFENCE and options["annonces_on_chute"] != "winner"):
        return shown.scored_by
    return swept


def worth(shown: Annonces, suit: Suit | None) -> int:
    """Return the points of announcements.

    Rule: FFB coinche 2015, annonces.
    """
    if shown.points is not None:
        return shown.points
    table = NO_TRUMP_MELD if suit is Suit.NO_TRUMP else MELD
    return sum([table[meld] for meld in shown.list])


def converted(points: int) -> int:
    """Convert trick points out of 258 to the nearest number out of 162.

    >>> converted(198), converted(258 - 198)
    (124, 38)

    Rule: FFB 27-01-2016, § 11.
    """
    return (2 * points * DECK + RAW_DECK) // (2 * RAW_DECK)


def rounded(points: int, how: str) -> int:
    """Round points to tens by the code of the rounding option.

    >>> [rounded(84, "5up"), rounded(85, "5up"), rounded(85, "6up"), rounded(85, "none")]
    [80, 90, 80, 85]
    """
    up = ROUND_UP_FROM[how]
    return (points + 10 - up) // 10 * 10 if up else points


def deck_as_marked(tricks: Points, how: str) -> int:
    """Return the sum of both sides' trick points, each rounded by itself.

    >>> deck_as_marked((84, 78), "5up"), deck_as_marked((85, 77), "5up")
    (160, 170)
    """
    deck = sum(tricks)
    if how == "none":
        return deck
    return deck // 10 * 10 + (10 if tricks[0] % 10 in CARRIES[how] else 0)


def together(one: Points, other: Points) -> Points:
    """Add two pairs of points."""
    return one[0] + other[0], one[1] + other[1]


def facing(hand: Hand, attack: int, defence: int) -> Points:
    """Put the points of attack and defence in the order of the columns."""
    return (defence, attack) if hand.taker % 2 else (attack, defence)


def columns_of(hand: Hand, side: Side) -> Points:
    """Return the column of the team that is on a side of this hand, as a tuple."""
    return ((hand.taker + (side is DEFENCE)) % 2,)
