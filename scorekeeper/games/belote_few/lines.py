"""The rules and the lines of a hand of Belote for two or three players."""

from functools import lru_cache
from typing import NamedTuple

from scorekeeper.games.belote.lines import Extra, sum_of
from scorekeeper.games.belote.point_values import BELOTE, DECK, MELD
from scorekeeper.games.belote_few.hand_fields import Annonces, Hand
from scorekeeper.games.belote_few.points import NONE, OPPONENTS, Counted, capot_parts
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.option import Options
from scorekeeper.rules.score import NO_MESSAGE, Line, Points
from scorekeeper.rules.score import Rule as BaseRule

AT_FOUR = msg("FFB 27-01-2016, § 10.1.3, à quatre")
PARLETT = msg("Parlett, The Penguin Book of Card Games, 2008, Belote")


class RuleOfTwo(BaseRule):
    """The rules that make a line at two, in the order of the working."""

    TRICKS = msg("Points des plis"), msg("Exoty, « La belote à deux »")
    DEDANS = msg("Dedans"), msg("Pagat, Belote découverte")
    TIE = msg("Égalité"), AT_FOUR
    BELOTE = msg("Belote"), msg("Exoty, « La belote à deux »")
    ANNONCES = msg("Annonces"), PARLETT
    LITIGE = msg("Litige gagné"), AT_FOUR
    ROUNDING = msg("Arrondi"), PARLETT


class RuleOfThree(BaseRule):
    """The rules that make a line at three, in the order of the working."""

    TRICKS = msg("Points des plis"), msg("FunBelote, « Belote à trois »")
    DEDANS = msg("Dedans"), msg("Pagat, Clobyosh à trois")
    BELOTE = msg("Belote"), msg("Exoty, « La belote à trois »")
    ANNONCES = msg("Annonces"), PARLETT
    ROUNDING = msg("Arrondi"), PARLETT


class Rules(NamedTuple):
    """The rules of one of the two games, by what they mark."""

    tricks: BaseRule
    failed: BaseRule
    tie: BaseRule
    belote: BaseRule
    annonces: BaseRule
    rounding: BaseRule


RULES = {
    2: Rules(
        RuleOfTwo.TRICKS,
        RuleOfTwo.DEDANS,
        RuleOfTwo.TIE,
        RuleOfTwo.BELOTE,
        RuleOfTwo.ANNONCES,
        RuleOfTwo.ROUNDING,
    ),
    3: Rules(
        RuleOfThree.TRICKS,
        RuleOfThree.DEDANS,
        RuleOfThree.DEDANS,
        RuleOfThree.BELOTE,
        RuleOfThree.ANNONCES,
        RuleOfThree.ROUNDING,
    ),
}
"""The rules by the number of players; at three no tie leaves points on the table."""


class Ending(NamedTuple):
    """One way in which a contract ends, with its words."""

    won: bool | None
    """True if the taker made the contract; absent for a tie."""
    two: str
    """The verdict at two."""
    three: str
    """The verdict at three."""
    how: Message
    """The marks, if they do not depend on an option."""


MADE = Ending(
    True,
    msg("fait, %(attack)s à %(defence)s").text,
    msg("fait, %(taker)s contre %(one)s et %(other)s").text,
    msg("chacun marque les plis qu'il a faits"),
)
FAILED = Ending(
    False,
    msg("dedans, %(attack)s à %(defence)s").text,
    msg("dedans, %(taker)s contre %(one)s et %(other)s").text,
    NO_MESSAGE,
)
LITIGE = Ending(
    None,
    msg("litige, %(attack)s à %(defence)s").text,
    "",
    msg("l'adversaire marque ses points, ceux du preneur restent en jeu"),
)
LAST = Ending(
    None,
    LITIGE.two,
    "",
    msg("dernière donne : chacun marque ses points, rien ne reste en jeu"),
)
"""A tie at the last deal of a game of so many deals."""

FAILED_HOW = {
    "all": msg("l'adversaire marque tous les plis"),
    "best": msg("les points du preneur vont à l'adversaire qui en a le plus"),
    "shared": msg("les adversaires partagent tous les points (règle de la table)"),
    "both": msg("chaque adversaire marque aussi les points du preneur"),
    "own": msg("le preneur perd ses points, et personne d'autre ne les marque"),
}
"""What happens to the points of a failed contract, by the code of the option."""

BECAUSE = msg("%(verdict)s : %(how)s").text
BECAUSE_WITH = msg("%(verdict)s, avec %(what)s : %(how)s").text
WITH_BELOTE, WITH_ANNONCES = msg("la belote"), msg("les annonces")
CAPOT, CAPOT_OF_DEFENCE = msg("capot"), msg("dedans, et capot")
ALL_TRICKS = msg("tous les plis")
BELOTE_KEPT = msg("au joueur qui l'a annoncée, quoi qu'il arrive")
ROUNDED = msg("chacun à la dizaine la plus proche ; un 5 monte")


def verdict_of(hand: Hand, ended: Ending, totals: Points) -> Message:
    """Return the outcome in a few words, from the points that count for the contract."""
    if hand.capot is not None:
        return CAPOT if ended is MADE else CAPOT_OF_DEFENCE
    taker = hand.taker
    if len(totals) == 2:
        return Message(ended.two, {"attack": totals[taker], "defence": totals[1 - taker]})
    one, other = OPPONENTS[3][taker]
    values = {"taker": totals[taker], "one": totals[one], "other": totals[other]}
    return Message(ended.three, values)


def because_of(
    hand: Hand, ended: Ending, verdict: Message, what: tuple[Message, ...], options: Options
) -> Message:
    """Return the reason for the marks of the tricks.

    :param what: the names of what counts for the contract besides the tricks.
    """
    if hand.capot is not None:
        if more := options["capot"] - DECK:
            return msg("tous les plis : %(more)s points de plus", more=more)
        return ALL_TRICKS
    how = FAILED_HOW[options["failed"]] if ended is FAILED else ended.how
    if hand.no_trick is not None:
        more = options["no_trick"]
        how = msg("%(how)s ; %(more)s de plus à qui a fait des plis", how=how, more=more)
    if what:
        return Message(BECAUSE_WITH, {"verdict": verdict, "what": what, "how": how})
    return Message(BECAUSE, {"verdict": verdict, "how": how})


def tricks_working(hand: Hand, ended: Ending, options: Options) -> str:
    """Return the arithmetic of the trick points that are marked."""
    if hand.capot is not None:
        return sum_of(*capot_parts(hand, options))
    points = hand.points
    assert points is not None
    taker = points[hand.taker]
    parts = [points[n] for n in OPPONENTS[len(points)][hand.taker]]
    if (
        ended is MADE
        or ended is LAST
        or (ended is FAILED and options["failed"] not in ("own", "both"))
    ):
        parts.insert(0, taker)
    elif ended is FAILED and options["failed"] == "both":
        parts += (taker, taker)
    written = " + ".join(map(str, filter(None, parts))) or "0"
    if hand.no_trick is None:
        return written
    return f"{written} + {_bonuses(hand, ended, options)}"


def _bonuses(hand: Hand, ended: Ending, options: Options) -> str:
    """Return the arithmetic of what a player without a trick costs."""
    count = 2
    if ended is FAILED and hand.no_trick != hand.taker:
        count += {"own": -1, "both": 1}.get(options["failed"], 0)
    more = options["no_trick"]
    return f"{more} × {count}" if count > 1 else str(more)


@lru_cache(maxsize=16)
def belote_line(marks: Points) -> Line:
    """Mark the belote, which always stays with its holder; cached, as few differ."""
    rule = RULES[len(marks)].belote
    return Line(rule, Extra.BELOTE, BELOTE_KEPT, str(BELOTE), marks)


def annonces_line(shown: Annonces, marks: Points, moves: bool) -> Line:
    """Mark the announcements.

    :param moves: True if they are those of a taker who failed.
    """
    if shown.points is not None:
        working = str(shown.points)
        because = msg("au joueur de la meilleure annonce, qui marque toutes les siennes")
    else:
        working = " + ".join([str(MELD[meld]) for meld in shown.list])
        because = msg(
            "%(list)s : au joueur de la meilleure annonce, qui marque toutes les siennes",
            list=tuple([meld.label for meld in shown.list]),
        )
    if moves:
        working, because = str(sum(marks)), msg("dedans : les annonces suivent les plis")
    rule, by = RULES[len(marks)].annonces, (shown.player,)
    return Line(rule, Extra.ANNONCES, because, working, marks, by)


def litige_line(pot: int, marks: Points) -> Line:
    """Give the points held by earlier ties to the winner of the hand."""
    because = msg("%(pot)s points restaient en jeu : à qui gagne cette donne", pot=pot)
    return Line(RuleOfTwo.LITIGE, Extra.LITIGE, because, str(pot), marks)


def rounding_line(before: Points, after: Points) -> Line:
    """Explain the points that rounding adds or takes."""
    working = " / ".join([f"{b} → {a}" for b, a in zip(before, after, strict=True)])
    moves = tuple([a - b for b, a in zip(before, after, strict=True)])
    return Line(RULES[len(before)].rounding, None, ROUNDED, working, moves)


def counting(points: Counted, options: Options) -> tuple[Points, tuple[Message, ...]]:
    """Return the points that count for the contract, player by player.

    :return: the points, and the names of their parts besides the tricks.
    """
    totals, what = points.tricks, tuple[Message, ...]()
    none = NONE[len(totals)]
    if points.belotes is not none and options["belote_counts"]:
        totals, what = _plus(totals, points.belotes), (WITH_BELOTE,)
    if points.annonces is not none and options["annonces_count"]:
        totals, what = _plus(totals, points.annonces), (*what, WITH_ANNONCES)
    return totals, what


def _plus(one: Points, other: Points) -> Points:
    return tuple([a + b for a, b in zip(one, other, strict=True)])
