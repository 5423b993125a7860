"""A hand of coinche or contrée judged, and what its contract and bonuses are worth.

One formula serves coinche and the three countings of contrée; their differences are options
of the sheet.
"""

from dataclasses import dataclass

from scorekeeper.games.belote.hand import DECK
from scorekeeper.games.belote.side_points import (
    NONE,
    PARTS,
    SidePoints,
    compared,
    each_rounded,
    side_points,
    sum_of,
)
from scorekeeper.games.coinche.hand import ALL_TRICKS, CAPOT, GENERALE, Hand
from scorekeeper.games.coinche.point_values import (
    DOUBLED,
    EIGHTY,
    FLAT_CHUTE,
    NOTE_2,
    TRICKS_OF_ALL,
    WHOLE_GENERALES,
)
from scorekeeper.rules import target
from scorekeeper.rules.choice import ATTACK, DEFENCE, Side
from scorekeeper.rules.game import Table
from scorekeeper.rules.option import Options
from scorekeeper.rules.score import Points, add

ALL_MARKED = "made_and_announced"
"""The counting that marks both the points made and the bid."""


@dataclass(slots=True)
class Deal:
    """One hand with everything that decides its score."""

    hand: Hand
    options: Options
    points: SidePoints
    sides: Points
    """The points of each side that count for the contract, attack first."""
    left: Points
    """The announcements that do not count, if there are any."""
    swept: Side | None
    """The side that took every trick."""
    all_bid: bool
    """True if every trick was bid: a capot or a *générale*."""
    needed: int
    """The points that the bid needs; 0 if every trick was bid."""
    won: bool | None
    """True if it is made; absent for a tie that the table counts as no failure."""
    beaten: bool
    """True if the attack reached its bid, and failed for want of more than the defence."""
    times: int
    """The multiplier: 1; 2 if doubled; 4 or 3 if redoubled."""
    shared: bool
    """True if both sides mark: the contract is made, not by a fault, and not doubled."""
    keeps: bool
    """True if the defence marks its own points, whether or not it is doubled."""
    counting: str
    """The code of the counting: ``made_and_announced``, ``made`` or ``announced``."""
    value: int
    """The bid in points; 0 if the bid itself is not marked."""


def deal(hand: Hand, options: Options) -> Deal:
    """Judge the contract of a hand."""
    value = hand.contract
    all_bid, needed, times = value in ALL_TRICKS, 0, 1
    swept = hand.swept if all_bid else hand.capot
    points = side_points(hand, options, swept)
    if all_bid:
        value = options["capot_bid"] if value == CAPOT else options[GENERALE]
        if value in WHOLE_GENERALES:
            value = WHOLE_GENERALES[value][swept is not ATTACK]
        elif swept is ATTACK and flat_capot(options):
            points.tricks = TRICKS_OF_ALL[options["base"]], 0
    else:
        needed = value if value != EIGHTY else options["eighty_needs"]
        if hand.fault is DEFENCE:
            points.tricks = DECK, 0
    sides, _, left = compared(points, options)
    won = made(swept, needed, sides, points.rest, options)
    if hand.coinche is not None:
        times = DOUBLED.get(hand.coinche) or options["surcoinche"]
    counting = options["counting"]
    shared = keeps = beaten = False
    if hand.fault:
        won, left = hand.fault is DEFENCE, ()
    elif won:
        shared = times == 1
        keeps = shared or options["defence_keeps"]
    elif won is False and needed and swept is not DEFENCE:
        beaten = sides[0] >= needed
    played = Deal(
        hand, options, points, sides, left, swept, all_bid, needed, won, beaten, times,
        shared, keeps, counting, value,
    )  # fmt: skip
    if is_whole(played):
        points.tricks = 0, 0
    elif counting != ALL_MARKED and not _marks_contract(played):
        played.value = 0
    return played


def flat_capot(options: Options) -> bool:
    """Return True if a capot that was bid has values of its own: 500, 1000 and 2000. Rule: FFB
    contrée, web page and 27-01-2016, § 10.2."""
    return bool(options["capot_failed"] == "capot")


def is_flat_bid(deal: Deal) -> bool:
    """Return True for a bid of every trick whose whole value is doubled, made or not."""
    return deal.all_bid and flat_capot(deal.options)


def is_whole(deal: Deal) -> bool:
    """Return True for a *générale* whose figure is all that is marked for it."""
    return deal.hand.contract == GENERALE and deal.options[GENERALE] in WHOLE_GENERALES


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
    if not needed or PARTS * (attack - needed) + rest < 0:
        return not needed
    ahead = PARTS * (attack - defence) + 2 * rest
    if ahead > 0 or not options["beat_defence"]:
        return True
    if not ahead and options["tie"] != "failed":
        return None
    return False


def _marks_contract(deal: Deal) -> bool:
    """Return True if the bid itself is marked. If only points made are marked, the bid of
    every trick still is. If only bids are marked, a failure costs the bid, or 160 alone."""
    if deal.counting == "made":
        return deal.all_bid
    return not (deal.counting == "announced" and is_flat(deal))


def is_flat(deal: Deal) -> bool:
    """Return True for a failure that costs 160, if only bids are marked."""
    failed = deal.won is False and deal.times == 1
    return failed and bool(deal.options["announced_chute"] == "160")


def base(deal: Deal) -> int:
    """Return the points that replace the tricks if one side marks them all.

    Rule: FFB coinche 2015: 160, or 250 for a capot made; FFB contrée 2016: 250 for a
    capot bid, made or not; if only bids are marked, 160 for a failure alone. ScoreIt: the
    points made, if a doubled contract is. Club rule: the deck, for a fault of the defence.
    """
    options = deal.options
    tricks: int = options["base"]
    every = TRICKS_OF_ALL[tricks]
    if is_whole(deal):
        return 0
    if deal.counting == "announced":
        return FLAT_CHUTE if is_flat(deal) else 0
    if is_flat_bid(deal):
        return every
    if deal.won and (options["doubling"] == "made" or deal.times == 1):
        return deal.points.tricks[0]
    if deal.swept is DEFENCE and options["defence_capot"]:
        return every
    if deal.all_bid:
        return every if deal.won else tricks
    unasked = deal.swept is ATTACK and deal.won
    return every if unasked and options["capot_doubled"] else tricks


def bracket(deal: Deal) -> tuple[int, str]:
    """Return the sum of base and contract, multiplied as agreed, with the working. Rule: FFB
    coinche 2015, and contrée 27-01-2016, § 10.2 with its notes; the texts differ on the part
    that is doubled."""
    tricks, value, times = base(deal), deal.value, deal.times
    if times == 1:
        return tricks + value, sum_of(tricks, value)
    if (
        is_flat_bid(deal)
        or not tricks
        or not value
        or deal.options["doubling"] in ("all", "made")
    ):
        plain = sum_of(tricks, value)
        total = (tricks + value) * times
        working = f"({plain}) × {times}" if tricks and value else f"{plain} × {times}"
    elif deal.options["doubling"] == "contract":
        total, working = tricks + value * times, f"{tricks} + {value} × {times}"
    else:
        total, working = tricks * times + value, f"{tricks} × {times} + {value}"
    if deal.counting == "made" and deal.won and _noted(deal):
        return total + NOTE_2, f"{working} + {NOTE_2}"
    return total, working


def _noted(deal: Deal) -> bool:
    """Return True if note 2 pays a capot that was not bid, and no other rule does. Rule: FFB
    contrée 27-01-2016, § 10.2, note 2: 320 and 100; it adds nothing to the 640 of a redoubled
    contract."""
    unasked = deal.swept is ATTACK and not deal.all_bid and deal.hand.coinche in DOUBLED
    options = deal.options
    return unasked and not options["capot_doubled"] and options["doubling"] != "made"


ALL_DOUBLED = ("all", "made")
"""What is doubled, if announcements are."""


def belotes(deal: Deal) -> Points:
    """Return the belotes as they are marked, attack first; there is at least one.

    Rule: FFB coinche 2015: they stay, and are multiplied for the winner. FFB contrée 2015
    and 2016: the winner takes them if the contract failed or is doubled; never multiplied,
    and lost by a failed capot. If only bids are marked, no text marks them.
    """
    attack, defence = deal.points.belotes
    options = deal.options
    if deal.counting == "announced" and not options["announced_belote"]:
        return NONE
    if taken(deal) and not kept_by_capot(deal):
        attack, defence = (attack + defence, 0) if deal.won else (0, attack + defence)
    times, winners = deal.times, attack if deal.won else defence
    if times > 1 and winners and not options["belote_doubled"]:
        times = 1
    return (attack * times, defence) if deal.won else (attack, defence * times)


def taken(deal: Deal) -> bool:
    """Return True if the winner takes the other side's belote too; a fault leaves it."""
    stays = deal.keeps or deal.hand.fault is not None
    return not stays and bool(deal.options["belote_on_chute"] == "follows")


def kept_by_capot(deal: Deal) -> bool:
    """Return True if the side without a trick keeps its belote, although it lost the hand.
    Rule: FFB, web page on contrée: it keeps it whatever happens; but a side that bids every
    trick and fails loses its own."""
    loser_swept = deal.swept is (ATTACK if deal.won else DEFENCE)
    failed_capot = deal.all_bid and not deal.won
    return loser_swept and not failed_capot and bool(deal.options["capot_keeps_belote"])


def annonces(deal: Deal) -> Points:
    """Return the announcements as they are marked, attack first; there is at least one.

    Rule: FFB coinche 2015: if the contract failed or is doubled, the winner takes all,
    multiplied with the contract. House rules leave those of the loser or cancel them. If
    only bids are marked, they help the contract and are not marked, as the belote: this is
    not called.
    """
    both = deal.points.annonces
    attack, defence = both
    if deal.shared or (deal.keeps and not attack):
        return both
    times = deal.times
    if times > 1 and deal.options["doubling"] not in ALL_DOUBLED:
        times = 1
    on_chute, winners = deal.options["annonces_on_chute"], (attack if deal.won else defence)
    loser = attack + defence - winners
    winner = (winners + loser if on_chute == "winner" else winners) * times
    rest = loser if on_chute == "stay" else 0
    return (winner, rest) if deal.won else (rest, winner)


def rounding_of(hand: Hand, scores: Points, table: Table) -> str:
    """Return the code of the rounding of this hand with these points before rounding. As an
    option, the hand that ends the game, by its points or as the last deal, is not rounded.
    Rule: Cannes 2016, FFB « Équipe Ludique »."""
    how: str = table.options["rounding"]
    if not table.options["last_exact"]:
        return how
    if table.is_last_deal:
        return "none"
    if not table.options["target"]:
        return how
    most = tuple(map(max, scores, each_rounded(scores, how, hand.taker % 2)))
    is_last = max(add([table.standing, most])) >= target.least_to_win(table)
    return "none" if is_last else how
