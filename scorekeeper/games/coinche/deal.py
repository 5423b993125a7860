"""A hand of coinche or contrée judged: contract made, failed or tied."""

from dataclasses import dataclass

from scorekeeper.games.belote.side_points import NONE, PARTS, SidePoints, side_points, together
from scorekeeper.games.coinche.hand_fields import ALL_TRICKS, CAPOT, GENERALE, BidHand
from scorekeeper.games.coinche.point_values import DOUBLED, EIGHTY, TRICKS_OF_ALL
from scorekeeper.rules.choice import ATTACK, DEFENCE, Side
from scorekeeper.rules.option import Options
from scorekeeper.rules.score import Points

ALL_MARKED = "made_and_announced"
"""The counting that marks both the points made and the bid."""


@dataclass(slots=True)
class Deal:
    """One hand with everything that decides its score."""

    hand: BidHand
    options: Options
    points: SidePoints
    sides: Points
    """The points of each side that count for the contract, attack first."""
    swept: Side | None
    """The side that took every trick."""
    all_bid: bool
    """True if every trick was bid: a capot or a *générale*."""
    needed: int
    """The points that the bid needs; 0 if every trick was bid."""
    won: bool | None
    """True if the contract is made; absent for a tie that the table does not count as a
    failure."""
    beaten: bool
    """True if the attack reached its bid, and failed for want of more than the defence."""
    times: int
    """The multiplier: 1; 2 if doubled; 4 or 3 if redoubled."""
    shared: bool
    """True if both sides mark: the contract is made and not doubled."""
    keeps: bool
    """True if the defence marks its own points, whether or not it is doubled."""
    counting: str
    """The code of the counting: ``made_and_announced``, ``made`` or ``announced``."""
    value: int
    """The bid in points; 0 if the bid itself is not marked."""


def deal(hand: BidHand, options: Options) -> Deal:
    """Judge the contract of a hand."""
    value = hand.contract
    all_bid, needed, times = value in ALL_TRICKS, 0, 1
    swept = hand.swept if all_bid else hand.capot
    points = side_points(hand, options, swept)
    if all_bid:
        value = options["capot_bid"] if value == CAPOT else options[GENERALE]
        if swept is ATTACK and flat_capot(options):
            points.tricks = TRICKS_OF_ALL[options["base"]], 0
    else:
        needed = value if value != EIGHTY else options["eighty_needs"]
    sides = towards(points, options)
    won = made(swept, needed, sides, points.rest, options)
    if hand.coinche is not None:
        times = DOUBLED.get(hand.coinche) or options["surcoinche"]
    counting = options["counting"]
    shared = keeps = beaten = False
    if won:
        shared = times == 1
        keeps = shared or options["defence_keeps"]
    elif won is False and needed and swept is not DEFENCE:
        beaten = sides[0] >= needed
    played = Deal(
        hand, options, points, sides, swept, all_bid, needed, won, beaten, times, shared,
        keeps, counting, value,
    )  # fmt: skip
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


def made(
    swept: Side | None, needed: int, sides: Points, rest: int, options: Options
) -> bool | None:
    """Return True if the contract is made, judged on exact points; nothing for a tie.

    :param needed: the points of the bid; 0 if every trick was bid.
    :param sides: the points that count for the contract, attack first.
    :param rest: the attack's points above that, in :data:`PARTS`.

    Rule: FFB coinche 2015: the bid, and more than the defence; FFB contrée 2016: the bid.
    A capot of the defence is a failure whatever was announced. 82 points for a bid of 80:
    Pagat. A tie that holds its points or is dealt again: club rules.
    """
    attack, defence = sides
    if swept is DEFENCE or (swept is None and not needed):
        return False
    reached = not needed or PARTS * (attack - needed) + rest >= 0
    if not reached or not options["beat_defence"]:
        return reached
    ahead = PARTS * (attack - defence) + 2 * rest
    if not ahead and options["tie"] != "failed":
        return None
    return ahead > 0


def _marks_contract(deal: Deal) -> bool:
    """Return True if the bid itself is marked.

    If only points made are marked, the bid of every trick still is. If only bids are marked,
    a failure costs the bid, or 160 alone.
    """
    if deal.counting == "made":
        return deal.all_bid
    return not (deal.counting == "announced" and is_flat(deal))


def is_flat(deal: Deal) -> bool:
    """Return True for a failure that costs 160, if only bids are marked."""
    failed = deal.won is False and deal.times == 1
    return failed and bool(deal.options["announced_chute"] == "160")
