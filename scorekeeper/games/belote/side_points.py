"""The points of each side in one hand of Belote, and the lines that its games share."""

from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from operator import add as plus
from operator import sub as minus

from scorekeeper.games.belote.hand import DECK, RAW, RAW_DECK, Annonces, Hand, Melds, Suit
from scorekeeper.games.belote.point_values import BELOTE, CARRIES, MELD, NO_TRUMP_MELD, ROUNDED
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.choice import ATTACK, DEFENCE, Side
from scorekeeper.rules.option import HOUSE, Options
from scorekeeper.rules.score import Extra as BaseExtra
from scorekeeper.rules.score import Held, Line, Points, Rule

NONE: Points = (0, 0)
"""The points of two sides that have none."""

PARTS = RAW_DECK // gcd(DECK, RAW_DECK)
"""Parts of a point: the unit in which points out of 162 and out of 258 are both whole."""


@dataclass(slots=True)
class Counted:
    """The points of one hand before any rule of marking: of each player, or of two sides."""

    tricks: Points
    """Trick points; to the nearest point if they were counted out of 258."""
    belotes: Points
    annonces: Points


@dataclass(slots=True)
class SidePoints(Counted):
    """The points of two sides, attack first."""

    rest: int = 0
    """The attack's trick points above :attr:`tricks`, in :data:`PARTS`; a contract is judged
    on the exact points."""


def side_points(hand: Hand, options: Options, swept: Side | None) -> SidePoints:
    """Count the points of each side; ``swept``: the side that took every trick. The tricks of
    a failed *générale* are not counted. Rule: FFB 27-01-2016, § 10.1 and 11; announcements:
    FFB coinche and its web page."""
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


def worth(shown: Melds, suit: Suit | None) -> int:
    """Return the points of announcements. Rule: FFB coinche 2015, annonces."""
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
    """Round points to tens or fives by the code of the rounding option.

    >>> [rounded(85, how) for how in ("5up", "6up", "to5", "none")], rounded(118, "to5")
    ([90, 80, 85, 85], 115)
    """
    step, more = ROUNDED[how]
    return (points + more) // step * step


def deck_as_marked(tricks: Points, how: str) -> int:
    """Return the sum of both sides' trick points, each rounded by itself.

    >>> deck_as_marked((84, 78), "5up"), deck_as_marked((85, 77), "5up")
    (160, 170)
    """
    deck = tricks[0] + tricks[1]
    if how == "none":
        return deck
    return deck // 10 * 10 + (10 if tricks[0] % 10 in CARRIES[how] else 0)


def together(first: Points, second: Points) -> Points:
    """Add the points of each player or side."""
    return tuple(map(plus, first, second))


WITH_BELOTE, WITH_ANNONCES = msg("la belote"), msg("les annonces")


def compared(points: Counted, options: Options) -> tuple[Points, tuple[Message, ...], Points]:
    """Return the points that count for the contract, the names of their parts besides the
    tricks, and the points that do not count; belotes do where no option says it."""
    sums = points.tricks
    what: tuple[Message, ...] = ()
    left: Points = ()
    if any(points.belotes):
        if options.get("belote_counts", True):
            sums, what = together(sums, points.belotes), (WITH_BELOTE,)
        else:
            left = points.belotes
    if any(points.annonces):
        if options["annonces_count"]:
            sums, what = together(sums, points.annonces), (*what, WITH_ANNONCES)
        else:
            left = together(left, points.annonces) if left else points.annonces
    return sums, what, left


WITH_TEXT = msg("%(verdict)s, avec %(what)s").text
"""The verdict with the names of what counted besides the tricks."""


def facing(hand: Hand, attack: int, defence: int) -> Points:
    """Put the points of attack and defence in the order of the columns."""
    return (defence, attack) if hand.taker % 2 else (attack, defence)


def all_to(hand: Hand, won: bool, points: int) -> Points:
    """Give all of the points to the side that won the hand, in the order of the columns."""
    return facing(hand, points, 0) if won else facing(hand, 0, points)


class Extra(BaseExtra):
    """The events that not every hand has."""

    BELOTE = msg("belote")
    ANNONCES = msg("annonces")
    LITIGE = msg("litige gagné")


CAPOT_MADE, CAPOT_OF_DEFENCE = msg("fait, et capot"), msg("dedans, et capot")
"""The verdicts of all tricks."""

MADE_TEXT = msg("fait, %(attack)s à %(defence)s").text

FAILED_TEXT = msg("dedans, %(attack)s à %(defence)s").text

LITIGE_TEXT = msg("litige, %(attack)s à %(defence)s").text

CAPOT_TEXT = msg("tous les plis, avec le dix de der à 100")

SHARED_TEXT = msg("%(verdict)s : chaque camp marque les plis qu'il a faits").text

TIE_TEXT = msg("égalité, %(attack)s à %(defence)s").text

HELD_TEXT = msg(
    "%(verdict)s : la défense marque ses points, ceux de l'attaque restent en jeu"
).text

FINAL_TEXT = msg("%(verdict)s, à la dernière donne : chaque camp marque ses points").text

BELOTE_KEPT = msg("au camp qui l'a annoncée, quoi qu'il arrive").text

RENONCE = msg("renonce : au camp adverse de celui qui les a annoncées")

ANNONCES_LOST = msg("perdues avec la donne")

ANNONCES_CAPOT = msg("capot : toutes les annonces au camp qui a fait tous les plis")


def each_rounded(marks: Points, how: str, attack: int) -> Points:
    """Round the points of each side or player by the code of the rounding option;
    ``attack``: the column of the attack, in a game of two sides.

    >>> each_rounded((106, 56), "complement", 0), each_rounded((106, 56), "6up", 0)
    ((110, 50), (110, 60))
    """
    after = [rounded(points, how) for points in marks]
    if how == "complement" and all(points % 10 in CARRIES["6up"] for points in marks):
        after[1 - attack] -= 10
    return tuple(after)


ROUNDING_TEXT = {
    "5up": msg("chaque camp à la dizaine la plus proche ; un 5 monte"),
    "6up": msg("chaque camp à la dizaine la plus proche ; un 5 descend"),
    "complement": msg("à la dizaine la plus proche ; les deux camps ont ensemble 160"),
    "to5": msg("chaque camp un point de moins, puis au multiple de 5 le plus proche"),
}


class OwnRule(Rule):
    """The rules that a table chose and no text has, and a rounding that only Cannes has."""

    TRICKS = msg("Points des plis"), HOUSE
    CONTRACT = msg("Contrat"), HOUSE
    FAILED = msg("Chute"), HOUSE
    TIE = msg("Égalité"), HOUSE
    BELOTE = msg("Belote"), HOUSE
    ANNONCES = msg("Annonces"), HOUSE
    LITIGE = msg("Litige gagné"), HOUSE
    ROUNDING = msg("Arrondi"), HOUSE
    SIX_UP = msg("Arrondi"), msg("Cannes 2016, arrondi")


OTHER_ROUNDING: dict[str, Rule] = {
    "6up": OwnRule.SIX_UP,
    "complement": OwnRule.ROUNDING,
    "to5": OwnRule.ROUNDING,
}


def round_off(
    lines: list[Line],
    marks: Points,
    how: str,
    rule: Rule,
    because: Message | None = None,
    attack: int = 0,
) -> Points:
    """Round the points of each side or player, and append the line that explains a change;
    return the rounded points.

    :param rule: the rounding of the game's own text.
    :param because: the words of a game without sides.
    :param attack: the column of the attack, in a game of two sides.
    """
    after = each_rounded(marks, how, attack)
    if after != marks:
        rule, because = OTHER_ROUNDING.get(how, rule), because or ROUNDING_TEXT[how]
        working = " / ".join([f"{mark} → {to}" for mark, to in zip(marks, after, strict=True)])
        lines.append(Line(rule, None, because, working, tuple(map(minus, after, marks))))
    return after


@lru_cache(maxsize=256)
def belote_line(rule: Rule, because: str, marks: Points, announced_by: Points = NONE) -> Line:
    """Mark the belotes, column by column; cached, as few differ. Where another team may mark
    them, those who announced them are known by the points of their own.

    >>> [belote_line(Rule, "", marks).working for marks in ((20, 0), (40, 20), (0, 0, 20))]
    ['20', '20 × 3', '20']
    """
    count = sum(marks) // BELOTE
    working = f"{BELOTE} × {count}" if count > 1 else str(BELOTE)
    by = tuple([team for team, points in enumerate(announced_by) if points])
    return Line(rule, Extra.BELOTE, Message(because), working, marks, by)


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
def sum_of(first: int, second: int) -> str:
    """Write a sum, without a part that is zero; cached, as few pairs are common.

    >>> sum_of(91, 71), sum_of(0, 162)
    ('91 + 71', '162')
    """
    return f"{first} + {second}" if first and second else str(first or second)


def tricks_line(
    rule: Rule,
    because: Message,
    hand: Hand,
    points: SidePoints,
    marks: Points,
    options: Options,
) -> Line:
    """Mark the tricks, attack first, with those of both sides and their conversion if any."""
    attack, defence = points.tricks
    working = sum_of(attack, defence)
    if hand.suit is RAW.answer and hand.points and options[RAW.option] == RAW.value:
        working = f"{hand.points} × {DECK} / {RAW_DECK} → {attack} ; {working}"
    return Line(rule, None, because, working, facing(hand, *marks))


def shown_working(shown: Melds, suit: Suit | None) -> str:
    """Return the arithmetic of the announcements."""
    if shown.points is not None:
        return str(shown.points)
    table = NO_TRUMP_MELD if suit is Suit.NO_TRUMP else MELD
    return " + ".join([str(table[meld]) for meld in shown.list])


def annonces_line(
    rule: Rule, hand: Hand, marks: Points, because: Message | None = None, times: int = 1
) -> Line:
    """Mark the announcements as these points, attack first; none if they are lost.
    ``because``: the reason, unless it is that they are the best; ``times``: the multiplier."""
    shown = hand.annonces
    assert shown is not None
    working = shown_working(shown, hand.suit)
    if marks == NONE:
        working, because = "", ANNONCES_LOST
    elif times > 1:
        working = f"({working}) × {times}" if len(shown.list) > 1 else f"{working} × {times}"
    scores, by = facing(hand, *marks), ((hand.taker + (shown.side is DEFENCE)) % 2,)
    return Line(rule, Extra.ANNONCES, because or announced(shown), working, scores, by)


def describe_pots(pots: Held) -> Message:
    """Describe the points held by ties; the next winner takes all of them."""
    if len(pots.pots) > 1:
        working = " + ".join(map(str, pots.pots))
        return msg("Litiges : %(pots)s = %(all)s en jeu", pots=working, all=pots.total)
    return msg("Litige : %(pot)s en jeu", pot=pots.total)


def belotes_marked(points: SidePoints, keeps_belote: bool) -> Points:
    """Return the belotes that are marked in a tie, attack first; the attack may keep its own.
    Rule: FFB 27-01-2016, § 10.1.3; its § 10.2 lets the attack mark its belote."""
    return points.belotes if keeps_belote else (0, points.belotes[1])


def new_pot(points: Counted, keeps_belote: bool, how: str, taker: int = 0) -> int:
    """Return the points of the taker, at his place among them, which a tie leaves on the
    table. Rule: FFB 27-01-2016, § 10.1.3."""
    pot = rounded(points.tricks[taker] + points.annonces[taker], how)
    return pot if keeps_belote else pot + points.belotes[taker]


def wins_pot(won: bool | None, options: Options) -> bool:
    """Return True if a contract that was made, or failed, wins the points held by earlier
    ties; a tie (``won`` absent) wins nothing. Rule: FFB 27-01-2016, § 10.1.3: the next
    contract made; FFB, web page: the next winner."""
    return won is True or (won is False and bool(options["litige_to"] == "winner"))


POT_TEXT = msg("%(pot)s points restaient en jeu : au camp qui gagne cette donne").text


def pot_line(rule: Rule, marks: Points, because: str = POT_TEXT) -> Line:
    """Give the points held by earlier ties to the winner of the hand, in his game's words."""
    pot = sum(marks)
    return Line(rule, Extra.LITIGE, Message(because, {"pot": pot}), str(pot), marks)
