"""The outcomes and the lines of a hand of Belote classique."""

from functools import lru_cache
from typing import NamedTuple

from scorekeeper.games.belote.hand_fields import Hand
from scorekeeper.games.belote.lines import (
    ANNONCES_CAPOT,
    ANNONCES_LOST,
    BELOTE_KEPT,
    CAPOT_TEXT,
    FINAL_TEXT,
    HELD_TEXT,
    SHARED_TEXT,
    TIE_TEXT,
    Extra,
    announced,
    belotes_working,
    shown_working,
    tricks_working,
)
from scorekeeper.games.belote.point_values import DECK
from scorekeeper.games.belote.side_points import (
    NONE,
    PARTS,
    SidePoints,
    columns_of,
    facing,
    together,
)
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.choice import ATTACK
from scorekeeper.rules.option import Options
from scorekeeper.rules.score import Line, Points
from scorekeeper.rules.score import Rule as BaseRule


class Rule(BaseRule):
    """The rules that make a line, in the order of the working."""

    TRICKS = msg("Points des plis"), msg("FFB 27-01-2016, § 10.1")
    DEDANS = msg("Dedans"), msg("FFB 27-01-2016, § 10.2")
    TIE = msg("Égalité"), msg("FFB 27-01-2016, § 10.1.3")
    LAST_TIE = msg("Égalité"), msg("FFB 27-01-2016, § 10.4.1")
    REPLAYED = msg("Égalité"), msg("règle de la table : la donne est rejouée")
    BELOTE = msg("Belote"), msg("FFB 27-01-2016, § 10.2")
    ANNONCES = msg("Annonces"), msg("FFB, page web de la belote, avec annonces")
    LITIGE = msg("Litige gagné"), msg("FFB 27-01-2016, § 10.1.3")
    LITIGE_OF_DEFENCE = msg("Litige gagné"), msg("FFB, page web de la belote, litige")
    ROUNDING = msg("Arrondi"), msg("FFB 27-01-2016, § 10.3")


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
    HELD_TEXT,
    msg(
        "%(verdict)s, avec %(what)s : la défense marque ses points, ceux de l'attaque restent "
        "en jeu"
    ).text,
)
LAST = Outcome(
    None,
    Rule.LAST_TIE,
    TIE_TEXT,
    FINAL_TEXT,
    msg(
        "%(verdict)s, avec %(what)s, à la dernière donne : chaque camp marque ses points"
    ).text,
)
REPLAYED = Outcome(
    None,
    Rule.REPLAYED,
    TIE_TEXT,
    msg("%(verdict)s : la donne est rejouée").text,
    msg("%(verdict)s, avec %(what)s : la donne est rejouée").text,
)

TIE = {"litige": LITIGE, "failed": FAILED, "made": MADE, "replayed": REPLAYED}
"""The outcome of a tie, by the option; FFB 27-01-2016, § 10.1.3. A tie is dealt again in some
championships, of Coinche too."""


def outcome(
    hand: Hand, points: SidePoints, sides: Points, options: Options, is_last: bool
) -> Outcome:
    """Compare the points of attack and defence.

    :param sides: the points that count for the contract, attack first.
    :param is_last: True for the last deal of a game of so many deals, at which no tie
        holds points.

    Rule: FFB 27-01-2016, § 10.1 and 10.4.1; a capot of the defence is always *dedans*.
    """
    if hand.capot:
        return MADE if hand.capot is ATTACK else FAILED
    attack, defence = sides
    ahead = PARTS * (attack - defence) + 2 * points.rest
    if ahead:
        return MADE if ahead > 0 else FAILED
    tie = TIE[options["tie"]]
    return LAST if tie is LITIGE and is_last else tie


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


def annonces_marks(points: SidePoints, ended: Outcome, options: Options) -> Points:
    """Return the announcements as they are marked, attack first; a tie holds the attack's.

    Rule: FFB, web page on Belote with announcements: the defence marks all of them if the
    contract failed. A house rule leaves them with their side, another has the attack's lost.
    """
    attack, defence = points.annonces
    if ended is LITIGE:
        return 0, defence
    on_chute = options["annonces_on_chute"]
    if ended is not FAILED or on_chute == "stay":
        return attack, defence
    return 0, defence + (attack if on_chute == "winner" else 0)


def annonces_line(hand: Hand, points: SidePoints, marks: Points) -> Line:
    """Explain the announcements.

    :param marks: their points as they are marked, attack first; none if they are lost.
    """
    shown = hand.annonces
    assert shown is not None
    message, working = announced(shown), shown_working(shown, hand.suit)
    if marks == NONE:
        message, working = ANNONCES_LOST, ""
    elif marks != points.annonces:
        message = ANNONCES_MOVE
    elif hand.capot and marks[hand.capot is not ATTACK]:
        message = ANNONCES_CAPOT
    scores, by = facing(hand, *marks), columns_of(hand, shown.side)
    return Line(Rule.ANNONCES, Extra.ANNONCES, message, working, scores, by)
