"""What the two sides of a deal of belote have taken and shown, before any rule marks it."""

from fractions import Fraction
from typing import NamedTuple

ATTACK, DEFENCE = 0, 1
SIDES = {"attack": ATTACK, "defence": DEFENCE}
MELDS = {
    "tierce": 20,
    "cinquante": 50,
    "cent": 100,
    "carre": 100,
    "carre_as": 100,
    "carre_dix": 100,
    "carre_rois": 100,
    "carre_dames": 100,
    "carre_neufs": 150,
    "carre_valets": 200,
}
AT_NO_TRUMP = {"carre_neufs": 100, "carre_valets": 100, "carre_as": 200, "carre_dix": 150}


class Deal(NamedTuple):
    """The facts of a deal, for the attack and for the defence."""

    points: tuple
    """The tricks, dix de der included; exact, so perhaps fractions at all trump."""
    belotes: tuple
    melds: tuple
    swept: int | None
    """The side that took every trick."""


class Marks(NamedTuple):
    """What a deal gives to the attack and to the defence, and what it leaves behind."""

    marks: tuple
    pots: tuple = ()
    made: bool | None = None
    kept: tuple = (0, 0)
    """The points of belotes among the marks of each side."""
    replayed: bool = False


def given(options):
    """The options that a document gives."""
    return {name: value for name, value in options.items() if value is not None}


def without_target(rules, options):
    """Reading: a game of so many deals has no points to reach, unless they are given."""
    if rules["deals"] and "target" not in given(options):
        rules["target"] = 0
    return rules


def deal_of(hand, options):
    """Read a hand, as it was played."""
    swept = SIDES.get(hand.get("capot"))
    by_fault = hand.get("fault") == "defence" and hand["contract"] == "capot"
    if hand.get("generale_made") or by_fault:
        swept = ATTACK
    return Deal(_points(hand, options, swept), _belotes(hand), _melds(hand), swept)


def settle_melds(melds, loser, way):
    """The melds of both sides once one has lost: they go to the winner, stay, or are lost.

    Reading: that is said of a failed or doubled contract; a capot of the attack takes all.
    """
    settled = list(melds)
    if way != "stay":
        settled[loser] = 0
    if way == "winner":
        settled[1 - loser] = sum(melds)
    return tuple(settled)


def _points(hand, options, swept):
    if swept is not None:
        return (options["capot"], 0) if swept == ATTACK else (0, options["capot"])
    if hand.get("fault") == "defence":
        return (162, 0)
    if "points" not in hand or hand["points"] is None:
        return (0, 162)
    if hand.get("suit") == "all_trump" and options["all_trump"] == "258":
        attack = Fraction(hand["points"] * 162, 258)
        return (attack, 162 - attack)
    return (hand["points"], 162 - hand["points"])


def _belotes(hand):
    belote = hand.get("belote") or {}
    if isinstance(belote, str):
        belote = {belote: 1}
    return (belote.get("attack") or 0, belote.get("defence") or 0)


def _melds(hand):
    """The announcements of each side; those of a renonce are the other side's."""
    annonces = hand.get("annonces")
    if not annonces:
        return (0, 0)
    if annonces.get("points") is not None:
        value = annonces["points"]
    else:
        worth = MELDS | (AT_NO_TRUMP if hand.get("suit") == "no_trump" else {})
        value = sum(worth[name] for name in annonces.get("list") or ())
    ours = annonces["side"] == "attack"
    if annonces.get("renonce"):
        ours = not ours
    return (value, 0) if ours else (0, value)


def nearest(points):
    """Whole points: a converted number to the nearest."""
    return points if isinstance(points, int) else (2 * points + 1).__floor__() // 2


def rounded(points, way):
    """Round a mark to tens, or to fives with one point off first, as the table agreed.

    >>> [rounded(n, "5up") for n in (84, 85)], [rounded(n, "6up") for n in (85, 86)]
    ([80, 90], [80, 90])
    """
    points = nearest(points)
    if way == "none":
        return points
    if way == "to5":
        return 5 * round((points - 1) / 5)
    up_from = 5 if way == "5up" else 6
    return points // 10 * 10 + (10 if points % 10 >= up_from else 0)


def both_rounded(marks, way):
    """Round what attack and defence mark; where they are to have 160 together, of 106 and 56
    only the attack's goes up.

    >>> both_rounded((106, 56), "complement"), both_rounded((104, 58), "complement")
    ((110, 50), (100, 60))
    """
    attack, defence = (rounded(mark, way) for mark in marks)
    if way == "complement" and [nearest(mark) % 10 for mark in marks] == [6, 6]:
        defence -= 10
    return attack, defence
