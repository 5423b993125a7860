"""The lines that the games of Belote have in common, whatever their rules."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from scorekeeper.games.belote.choices import Suit
from scorekeeper.games.belote.hand import RAW, Annonces
from scorekeeper.games.belote.points import SidePoints, rounded
from scorekeeper.games.belote.values import BELOTE, DECK, MELD, NO_TRUMP_MELD, RAW_DECK
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.score import Line, Points, Rule

NO_TAG = Message("")
CAPOT_TEXT = msg("tous les plis, avec le dix de der à 100")
SHARED_TEXT = msg("%(verdict)s : chaque camp marque les plis qu'il a faits").text
BELOTE_TAG = msg("belote")
BELOTE_KEPT = msg("au camp qui l'a montrée, quoi qu'il arrive")
ANNONCES_TAG = msg("annonces")
ANNONCES_CAPOT = msg("capot : toutes les annonces au camp qui a fait tous les plis")

ROUNDING_TEXT = {
    "5up": msg("chaque camp à la dizaine la plus proche ; un 5 monte"),
    "6up": msg("chaque camp à la dizaine la plus proche ; un 5 descend"),
}


def round_off(lines: list[Line], marks: Points, how: str, rule: Rule) -> Points:
    """Add the line that rounds these marks, if it moves any; the marks as rounded."""
    one, other = marks
    (first, working), (second, also) = _to_ten(one, how), _to_ten(other, how)
    if one != first or other != second:
        moves = (first - one, second - other)
        lines.append(Line(rule, NO_TAG, ROUNDING_TEXT[how], f"{working} / {also}", moves))
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


def announced(hand: Any) -> Message:
    """Who marks announcements, with their names where they were told."""
    shown: Annonces = hand.annonces
    if shown.points is not None:
        return msg("au camp de la meilleure annonce, qui marque toutes les siennes")
    labels = tuple([meld.label for meld in shown.list])
    return msg(
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


def tricks_working(hand: Any, working: SidePoints, options: Mapping[str, Any]) -> str:
    """The tricks of both sides, attack first, with the count they were brought from."""
    attack, defence = working.tricks
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
