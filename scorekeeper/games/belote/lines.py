"""The lines that the games of Belote have in common, whatever their rules."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from ..score import Line, Points, Rule
from ..words import Words, said
from .belote_hand import (
    BELOTE,
    DECK,
    MELD,
    NO_TRUMP_MELD,
    RAW,
    RAW_DECK,
    Annonces,
    Suit,
    Told,
    rounded,
)

NO_TAG = Words("")
CAPOT_WORDS = said("tous les plis, avec le dix de der à 100")
SHARED_WORDS = said("%(verdict)s : chaque camp marque les plis qu'il a faits").text
BELOTE_TAG = said("belote")
BELOTE_KEPT = said("au camp qui l'a montrée, quoi qu'il arrive")
ANNONCES_TAG = said("annonces")
ANNONCES_CAPOT = said("capot : toutes les annonces au camp qui a fait tous les plis")

ROUNDING_WORDS = {
    "5up": said("chaque camp à la dizaine la plus proche ; un 5 monte"),
    "6up": said("chaque camp à la dizaine la plus proche ; un 5 descend"),
}


def round_off(lines: list[Line], marks: Points, how: str, rule: Rule) -> Points:
    """Add the line that rounds these marks, if it moves any; the marks as rounded."""
    one, other = marks
    (first, told), (second, also) = _to_ten(one, how), _to_ten(other, how)
    if one != first or other != second:
        moves = (first - one, second - other)
        lines.append(Line(rule, NO_TAG, ROUNDING_WORDS[how], f"{told} / {also}", moves))
    return first, second


@lru_cache(maxsize=512)
def _to_ten(points: int, how: str) -> tuple[int, str]:
    to = rounded(points, how)
    return to, f"{points} → {to}"


def belotes_working(attack: int, defence: int) -> str:
    """The arithmetic of belotes as they are marked.

    >>> belotes_working(20, 0), belotes_working(40, 20), belotes_working(80, 0)
    ('20', '20 × 3', '20 × 4')
    """
    count = (attack + defence) // BELOTE
    return f"{BELOTE} × {count}" if count > 1 else str(BELOTE)


def announced(hand: Any) -> Words:
    """Who marks announcements, with their names where they were told."""
    shown: Annonces = hand.annonces
    if shown.points is not None:
        return said("au camp de la meilleure annonce, qui marque toutes les siennes")
    labels = tuple([meld.label for meld in shown.list])
    return said(
        "%(list)s : au camp de la meilleure annonce, qui marque toutes les siennes",
        list=labels,
    )


@cache
def sum_of(one: int, other: int) -> str:
    """Two numbers that are added, or the only one there is: tricks of both sides, or what
    stands for them and a bid.

    >>> sum_of(91, 71), sum_of(0, 162)
    ('91 + 71', '162')
    """
    return f"{one} + {other}" if one and other else str(one or other)


def tricks_working(hand: Any, told: Told, options: Mapping[str, Any]) -> str:
    """The tricks of both sides, attack first, with the count they were brought from."""
    attack, defence = told.tricks
    split = sum_of(attack, defence)
    if hand.suit is RAW.answer and hand.points and options[RAW.option] == RAW.value:
        return f"{hand.points} × {DECK} / {RAW_DECK} → {attack} ; {split}"
    return split


def shown_working(hand: Any) -> str:
    """The arithmetic of announcements: each with its points, where each was told."""
    shown: Annonces = hand.annonces
    if shown.points is not None:
        return str(shown.points)
    table = NO_TRUMP_MELD if hand.suit is Suit.NO_TRUMP else MELD
    return " + ".join([str(table[meld]) for meld in shown.list])
