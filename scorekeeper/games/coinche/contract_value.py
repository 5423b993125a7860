"""The value of a contract at coinche and contrée: made or failed, doubled or not.

One formula serves coinche and the three countings of contrée; their differences are options
of the sheet.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.games.belote.lines import sum_of
from scorekeeper.games.belote.side_points import NONE, PARTS, SidePoints, side_points, together
from scorekeeper.games.coinche.choices import Coinche, Contre
from scorekeeper.games.coinche.hand_fields import CAPOT, BidHand
from scorekeeper.rules.choice import ATTACK, DEFENCE
from scorekeeper.rules.game import Options
from scorekeeper.rules.score import Points

TRICKS_OF_ALL = {160: 250, 162: 252}
"""Value of all tricks, by the base of a failed or doubled contract; FFB 160 and 250, Cannes
162 and 252."""

ALL_MARKED = "made_and_announced"
"""The counting that marks both the points made and the bid."""

FLAT_CHUTE = 160
"""Points of a failed contract if only bids are marked; FFB contrée, third counting."""

NOTE_2 = 100
"""Bonus for a capot that was not bid, if doubled and only points made are marked; FFB contrée
27-01-2016, § 10.2, note 2."""

DOUBLED: Mapping[Coinche | Contre, int] = {Coinche.COINCHE: 2, Contre.COINCHE: 2}
"""Multiplier of a doubled contract, by level; FFB coinche 2015. That of a redoubled contract
is an option."""


@dataclass(slots=True)
class Deal:
    """One hand with everything that decides its score."""

    hand: BidHand
    options: Options
    points: SidePoints
    sides: Points
    """The points of each side that count for the contract, attack first."""
    won: bool
    beaten: bool
    """True if the attack reached its bid, and failed for want of more than the defence."""
    times: int
    """The multiplier: 1; 2 if doubled; 4 or 3 if redoubled."""

    shared: bool
    """True if both sides mark: the contract is made and not doubled."""
    counting: str
    """The code of the counting: ``made_and_announced``, ``made`` or ``announced``."""
    value: int
    """The bid in points; 0 if the bid itself is not marked."""


def deal(hand: BidHand, options: Options) -> Deal:
    """Judge the contract of a hand."""
    points = side_points(hand, options)
    value = hand.contract
    if value == CAPOT:
        value = options["capot_bid"]
        if hand.capot is ATTACK and flat_capot(options):
            points.tricks = TRICKS_OF_ALL[options["base"]], 0
    sides = towards(points, options)
    won, times = made(hand, sides, points.rest, options), 1
    beaten = not won and _reached(hand, sides)
    if hand.coinche is not None:
        times = DOUBLED.get(hand.coinche) or options["surcoinche"]
    counting = options.get("counting", ALL_MARKED)
    shared = won and times == 1
    played = Deal(hand, options, points, sides, won, beaten, times, shared, counting, value)
    if counting != ALL_MARKED and not _marks_contract(played):
        played.value = 0
    return played


def flat_capot(options: Options) -> bool:
    """Return True if a capot that was bid has values of its own: 500, 1000 and 2000.

    Rule: FFB contrée, web page and 27-01-2016, § 10.2.
    """
    return bool(options["capot_failed"] == "capot")


def towards(points: SidePoints, options: Options) -> Points:
    """Return the points that count for the contract, attack first; belotes always do."""
    sides = points.tricks
    if points.belotes != NONE:
        sides = together(sides, points.belotes)
    if points.annonces != NONE and options["annonces_count"]:
        sides = together(sides, points.annonces)
    return sides


def made(hand: BidHand, sides: Points, rest: int, options: Options) -> bool:
    """Return True if the contract is made, judged on exact points.

    :param sides: the points that count for the contract, attack first.
    :param rest: the attack's points above that, in :data:`PARTS`.

    Rule: FFB coinche 2015: the bid, and more than the defence; FFB contrée 2016: the bid.
    A capot of the defence is a failure whatever was announced.
    """
    attack, defence = sides
    if hand.capot is DEFENCE:
        return False
    if options["beat_defence"] and PARTS * (attack - defence) + 2 * rest <= 0:
        return False
    if hand.contract == CAPOT:
        return hand.capot is ATTACK
    return bool(PARTS * (attack - hand.contract) + rest >= 0)


def _reached(hand: BidHand, sides: Points) -> bool:
    """Return True if the attack has the points of a bid that is a number."""
    if hand.capot is DEFENCE or hand.contract == CAPOT:
        return False
    return bool(sides[0] >= hand.contract)


def _marks_contract(deal: Deal) -> bool:
    """Return True if the bid itself is marked.

    If only points made are marked, the bid of a capot still is. If only bids are marked, a
    failure costs the bid, or 160 alone.
    """
    if deal.counting == "made":
        return bool(deal.hand.contract == CAPOT)
    return not (deal.counting == "announced" and _flat(deal))


def _flat(deal: Deal) -> bool:
    """Return True for a failure that costs 160, if only bids are marked."""
    failed = not deal.won and deal.times == 1
    return failed and bool(deal.options["announced_chute"] == "160")


def base(deal: Deal) -> int:
    """Return the points that replace the tricks if one side marks them all.

    Rule: FFB coinche 2015: 160, or 250 for a capot made; FFB contrée 2016: 250 for a
    capot bid, made or not; if only bids are marked, 160 for a failure alone.
    """
    hand, options = deal.hand, deal.options
    tricks: int = options["base"]
    every = TRICKS_OF_ALL[tricks]
    if deal.counting == "announced":
        return FLAT_CHUTE if _flat(deal) else 0
    if hand.capot is DEFENCE and options["defence_capot"]:
        return every
    if hand.contract == CAPOT:
        return every if deal.won or flat_capot(options) else tricks
    unasked = hand.capot is ATTACK and deal.won
    return every if unasked and options["capot_doubled"] else tricks


def bracket(deal: Deal) -> tuple[int, str]:
    """Return the sum of base and contract, multiplied as agreed, with the working.

    >>> from scorekeeper.games.coinche.choices import Coinche
    >>> from scorekeeper.games.coinche.coinche import GAME, Hand
    >>> hand = Hand(taker=0, contract=100, points=110, coinche=Coinche.COINCHE)
    >>> bracket(deal(hand, GAME.read_options({})))
    (520, '(160 + 100) × 2')

    Rule: FFB coinche 2015, and contrée 27-01-2016, § 10.2 with its notes; the texts differ
    on the part that is doubled.
    """
    tricks, value, times = base(deal), deal.value, deal.times
    if times == 1:
        return tricks + value, sum_of(tricks, value)
    doubling = deal.options["doubling"]
    whole = deal.hand.contract == CAPOT and flat_capot(deal.options)
    if doubling == "all" or whole or not tricks or not value:
        plain = sum_of(tricks, value)
        total = (tricks + value) * times
        working = f"({plain}) × {times}" if tricks and value else f"{plain} × {times}"
    elif doubling == "contract":
        total, working = tricks + value * times, f"{tricks} + {value} × {times}"
    else:
        total, working = tricks * times + value, f"{tricks} × {times} + {value}"
    if deal.counting == "made" and deal.won and _noted(deal):
        return total + NOTE_2, f"{working} + {NOTE_2}"
    return total, working


def _noted(deal: Deal) -> bool:
    """Return True if note 2 pays a capot that was not bid, and no other rule does."""
    unasked = deal.hand.capot is ATTACK and deal.hand.contract != CAPOT
    return unasked and not deal.options["capot_doubled"]


def belotes(deal: Deal) -> Points:
    """Return the belotes as they are marked, attack first.

    Rule: FFB coinche 2015: they stay, and are multiplied for the winner. FFB contrée 2015
    and 2016: the winner takes them if the contract failed or is doubled; never multiplied,
    and lost by a failed capot. If only bids are marked, no text marks them.
    """
    if deal.points.belotes == NONE:
        return NONE
    attack, defence = deal.points.belotes
    options = deal.options
    if deal.counting == "announced" and not options["announced_belote"]:
        return NONE
    if taken(deal):
        attack, defence = (attack + defence, 0) if deal.won else (0, attack + defence)
    times = deal.times if options["belote_doubled"] else 1
    return (attack * times, defence) if deal.won else (attack, defence * times)


def taken(deal: Deal) -> bool:
    """Return True if the winner of the hand takes the other side's belote too."""
    return not deal.shared and bool(deal.options["belote_on_chute"] == "follows")


def annonces(deal: Deal) -> Points:
    """Return the announcements as they are marked, attack first.

    Rule: FFB coinche 2015: if the contract failed or is doubled, the winner takes all,
    multiplied with the contract.
    """
    if deal.shared or deal.points.annonces == NONE:
        return deal.points.annonces
    points = sum(deal.points.annonces)
    points *= deal.times if deal.options["doubling"] == "all" else 1
    return (points, 0) if deal.won else (0, points)
