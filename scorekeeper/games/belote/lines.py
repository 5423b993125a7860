"""The lines that the games of Belote have in common."""

from functools import lru_cache

from scorekeeper.games.belote.choices import Suit
from scorekeeper.games.belote.hand_fields import RAW, Annonces, Hand
from scorekeeper.games.belote.point_values import BELOTE, DECK, MELD, NO_TRUMP_MELD, RAW_DECK
from scorekeeper.games.belote.side_points import SidePoints, rounded
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.option import Options
from scorekeeper.rules.score import Extra as BaseExtra
from scorekeeper.rules.score import Line, Points, Rule


class Extra(BaseExtra):
    """The events that not every hand has."""

    BELOTE = msg("belote")
    ANNONCES = msg("annonces")
    LITIGE = msg("litige gagné")


CAPOT_TEXT = msg("tous les plis, avec le dix de der à 100")
SHARED_TEXT = msg("%(verdict)s : chaque camp marque les plis qu'il a faits").text
TIE_TEXT = msg("égalité, %(attack)s à %(defence)s").text
HELD_TEXT = msg(
    "%(verdict)s : la défense marque ses points, ceux de l'attaque restent en jeu"
).text
FINAL_TEXT = msg("%(verdict)s, à la dernière donne : chaque camp marque ses points").text
BELOTE_KEPT = msg("au camp qui l'a annoncée, quoi qu'il arrive")
RENONCE = msg("renonce : au camp adverse de celui qui les a annoncées")
ANNONCES_LOST = msg("perdues avec la donne")
ANNONCES_CAPOT = msg("capot : toutes les annonces au camp qui a fait tous les plis")

ROUNDING_TEXT = {
    "5up": msg("chaque camp à la dizaine la plus proche ; un 5 monte"),
    "6up": msg("chaque camp à la dizaine la plus proche ; un 5 descend"),
}


def round_off(lines: list[Line], marks: Points, how: str, rule: Rule) -> Points:
    """Round the points of both sides, and append the line that explains a change.

    :param how: the code of the rounding option.
    :return: the rounded points.
    """
    one, other = marks
    (first, working), (second, also) = _to_ten(one, how), _to_ten(other, how)
    if one != first or other != second:
        moves = (first - one, second - other)
        lines.append(Line(rule, None, ROUNDING_TEXT[how], f"{working} / {also}", moves))
    return first, second


@lru_cache(maxsize=512)
def _to_ten(points: int, how: str) -> tuple[int, str]:
    """Round points, with the working; cached, as most hands score between 0 and 250."""
    to = rounded(points, how)
    return to, f"{points} → {to}"


def belotes_working(attack: int, defence: int) -> str:
    """Return the arithmetic of the belotes, from their points.

    >>> belotes_working(20, 0), belotes_working(40, 20), belotes_working(80, 0)
    ('20', '20 × 3', '20 × 4')
    """
    count = (attack + defence) // BELOTE
    return f"{BELOTE} × {count}" if count > 1 else str(BELOTE)


def announced(shown: Annonces) -> Message:
    """Explain the announcements, with their names if they were entered one by one."""
    if shown.renonce:
        return RENONCE
    if shown.points is not None:
        return msg("au camp de la meilleure annonce, qui marque toutes les siennes")
    labels = tuple([meld.label for meld in shown.list])
    return msg(
        "%(list)s : au camp de la meilleure annonce, qui marque toutes les siennes",
        list=labels,
    )


@lru_cache(maxsize=512)
def sum_of(one: int, other: int) -> str:
    """Write a sum, without a part that is zero; cached, as few pairs are common.

    >>> sum_of(91, 71), sum_of(0, 162)
    ('91 + 71', '162')
    """
    return f"{one} + {other}" if one and other else str(one or other)


def tricks_working(hand: Hand, points: SidePoints, options: Options) -> str:
    """Return the trick points of both sides, attack first, and their conversion if any."""
    attack, defence = points.tricks
    split = sum_of(attack, defence)
    if hand.suit is RAW.answer and hand.points and options[RAW.option] == RAW.value:
        return f"{hand.points} × {DECK} / {RAW_DECK} → {attack} ; {split}"
    return split


def shown_working(shown: Annonces, suit: Suit | None) -> str:
    """Return the arithmetic of the announcements."""
    if shown.points is not None:
        return str(shown.points)
    table = NO_TRUMP_MELD if suit is Suit.NO_TRUMP else MELD
    return " + ".join([str(table[meld]) for meld in shown.list])
