"""The outcomes and the lines of a hand of Belote classique."""

from functools import lru_cache
from typing import NamedTuple

from scorekeeper.games.belote.hand_fields import Hand
from scorekeeper.games.belote.lines import (
    ANNONCES_CAPOT,
    BELOTE_KEPT,
    CAPOT_TEXT,
    SHARED_TEXT,
    Extra,
    announced,
    belotes_working,
    shown_working,
    tricks_working,
)
from scorekeeper.games.belote.point_values import DECK
from scorekeeper.games.belote.side_points import NONE, PARTS, SidePoints, facing, together
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.choice import ATTACK
from scorekeeper.rules.game import Options
from scorekeeper.rules.score import Line, Points
from scorekeeper.rules.score import Rule as BaseRule


class Rule(BaseRule):
    """The rules that make a line, in the order of the working."""

    TRICKS = msg("Points des plis"), msg("FFB 27-01-2016, § 10.1")
    DEDANS = msg("Dedans"), msg("FFB 27-01-2016, § 10.2")
    TIE = msg("Égalité"), msg("FFB 27-01-2016, § 10.1.3")
    BELOTE = msg("Belote"), msg("FFB 27-01-2016, § 10.2")
    ANNONCES = msg("Annonces"), msg("FFB, « avec ou sans annonces »")
    LITIGE = msg("Litige gagné"), msg("FFB 27-01-2016, § 10.1.3")
    ROUNDING = msg("Arrondi"), msg("FFB 27-01-2016, § 10")


class Outcome(NamedTuple):
    """One way in which a contract ends, with its rule and its words."""

    won: bool | None
    """True if the taker made the contract; absent for a tie."""
    rule: Rule
    verdict: str
    because: str
    """The reason, if only tricks were counted."""
    because_with: str
    """The reason, if belotes or announcements were counted too."""


MADE = Outcome(
    True,
    Rule.TRICKS,
    msg("fait, %(attack)s à %(defence)s").text,
    SHARED_TEXT,
    msg("%(verdict)s, avec %(what)s : chaque camp marque les plis qu'il a faits").text,
)
FAILED = Outcome(
    False,
    Rule.DEDANS,
    msg("dedans, %(attack)s à %(defence)s").text,
    msg("%(verdict)s : la défense marque tous les plis").text,
    msg("%(verdict)s, avec %(what)s : la défense marque tous les plis").text,
)
LITIGE = Outcome(
    None,
    Rule.TIE,
    msg("litige, %(attack)s à %(defence)s").text,
    msg("%(verdict)s : la défense marque ses points, ceux de l'attaque restent en jeu").text,
    msg(
        "%(verdict)s, avec %(what)s : la défense marque ses points, ceux de l'attaque restent "
        "en jeu"
    ).text,
)

TIE = {"litige": LITIGE, "failed": FAILED, "made": MADE}
"""The outcome of a tie, by the option; FFB 27-01-2016, § 10.1.3."""


def outcome(hand: Hand, points: SidePoints, sides: Points, options: Options) -> Outcome:
    """Compare the points of attack and defence.

    :param sides: the points that count for the contract, attack first.

    Rule: FFB 27-01-2016, § 10.1; a capot of the defence is always *dedans*.
    """
    if hand.capot:
        return MADE if hand.capot is ATTACK else FAILED
    attack, defence = sides
    ahead = PARTS * (attack - defence) + 2 * points.rest
    if ahead:
        return MADE if ahead > 0 else FAILED
    return TIE[options["tie"]]


WITH_BELOTE, WITH_ANNONCES = msg("la belote"), msg("les annonces")


def compared(points: SidePoints, options: Options) -> tuple[Points, tuple[Message, ...]]:
    """Return the points that count for the contract, attack first.

    :return: the points, and the names of their parts besides the tricks.
    """
    sides, what = points.tricks, tuple[Message, ...]()
    if points.belotes != NONE and options["belote_counts"]:
        sides, what = together(sides, points.belotes), (WITH_BELOTE,)
    if points.annonces != NONE and options["annonces_count"]:
        sides, what = together(sides, points.annonces), (*what, WITH_ANNONCES)
    return sides, what


CAPOT = msg("capot")
CAPOT_OF_DEFENCE = msg("dedans, et capot")


def verdict_of(
    hand: Hand, ended: Outcome, sides: Points, what: tuple[Message, ...]
) -> tuple[Message, Message]:
    """Return the verdict and the reason.

    :param sides: the points that count for the contract, attack first.
    :param what: the names of their parts besides the tricks.
    """
    if hand.capot:
        return CAPOT if ended is MADE else CAPOT_OF_DEFENCE, CAPOT_TEXT
    attack, defence = sides
    verdict = Message(ended.verdict, {"attack": attack, "defence": defence})
    if what:
        return verdict, Message(ended.because_with, {"verdict": verdict, "what": what})
    return verdict, Message(ended.because, {"verdict": verdict})


def tricks_line(
    hand: Hand, points: SidePoints, ended: Outcome, because: Message, options: Options
) -> Line:
    """Mark the tricks: each side its own, or all for the defence if the contract failed.

    Rule: FFB 27-01-2016, § 10.1 and 10.2.
    """
    attack, defence = points.tricks
    if ended is FAILED:
        attack, defence = 0, defence if hand.capot else DECK
    elif ended is LITIGE:
        attack = 0
    working = tricks_working(hand, points, options)
    return Line(ended.rule, None, because, working, facing(hand, attack, defence))


@lru_cache(maxsize=32)
def belote_line(marks: Points) -> Line:
    """Mark the belotes, which always stay with their side; cached, as few differ.

    :param marks: their points, column by column.
    """
    return Line(Rule.BELOTE, Extra.BELOTE, BELOTE_KEPT, belotes_working(*marks), marks)


ANNONCES_MOVE = msg("l'attaque n'a pas fait son contrat : toutes les annonces à la défense")


def annonces_lines(hand: Hand, points: SidePoints, ended: Outcome) -> list[Line]:
    """Mark the announcements, all for the defence if the contract failed.

    :return: one line, or none if nobody marks anything.

    Rule: FFB, « avec ou sans annonces ».
    """
    shown = hand.annonces
    assert shown is not None
    attack, defence = points.annonces
    message = ANNONCES_CAPOT if hand.capot else announced(shown)
    if ended is FAILED:
        message = message if hand.capot or not attack else ANNONCES_MOVE
        attack, defence = 0, attack + defence
    elif ended is LITIGE:
        attack = 0
    if not attack and not defence:
        return []
    working, scores = shown_working(shown, hand.suit), facing(hand, attack, defence)
    return [Line(Rule.ANNONCES, Extra.ANNONCES, message, working, scores)]


def litige_line(hand: Hand, pot: int, ended: Outcome) -> Line:
    """Give the points held by earlier ties to the winner of the hand.

    Rule: FFB 27-01-2016, § 10.1.3.
    """
    attack, defence = (pot, 0) if ended is MADE else (0, pot)
    return Line(
        Rule.LITIGE,
        Extra.LITIGE,
        msg("%(pot)s points restaient en jeu : au camp qui gagne cette donne", pot=pot),
        str(pot),
        facing(hand, attack, defence),
    )
