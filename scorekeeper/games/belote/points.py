"""The points each side won in one hand of Belote, before any rule of marking."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import gcd
from typing import Any

from scorekeeper.games.belote.choices import Suit
from scorekeeper.games.belote.hand import RAW, Annonces
from scorekeeper.games.belote.values import (
    BELOTE,
    CARRIES,
    DECK,
    MELD,
    NO_TRUMP_MELD,
    RAW_DECK,
    ROUND_UP_FROM,
)
from scorekeeper.rules.question import ATTACK
from scorekeeper.rules.score import Points

NONE = (0, 0)
"""Points of two sides that have none."""

PARTS = RAW_DECK // gcd(DECK, RAW_DECK)
"""Parts of a point in which every count is whole, whichever deck it was made with."""


@dataclass(slots=True)
class SidePoints:
    """The points of one hand before any rule of marking, attack first."""

    tricks: Points
    """As they are marked: to the nearest point where they were counted out of 258."""
    belotes: Points = NONE
    annonces: Points = NONE
    rest: int = 0
    """What the attack's tricks are above that, in :data:`PARTS`: a contract is judged on it
    too."""


def side_points(hand: Any, options: Mapping[str, Any]) -> SidePoints:
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
        return SidePoints(
            (every, 0) if hand.capot is ATTACK else (0, every), belotes, annonces
        )
    if hand.suit is RAW.answer and options[RAW.option] == RAW.value:
        attack = converted(hand.points)
        rest = hand.points * PARTS * DECK // RAW_DECK - attack * PARTS
        return SidePoints((attack, DECK - attack), belotes, annonces, rest)
    return SidePoints((hand.points, DECK - hand.points), belotes, annonces)


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
