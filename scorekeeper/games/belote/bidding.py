"""What a contract is worth at coinche and contrée: made or not, doubled or not.

One formula serves coinche and the three countings of contrée; what differs is an option
of the sheet.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.games.belote.choices import Coinche, Contre
from scorekeeper.games.belote.hand import Hand
from scorekeeper.games.belote.lines import sum_of
from scorekeeper.games.belote.points import NONE, PARTS, SidePoints, side_points, together
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.ask import ask
from scorekeeper.rules.question import ATTACK, DEFENCE, Role, Side
from scorekeeper.rules.score import Points

CAPOT = "capot"
"""The bid above all numbers."""

LOWEST, HIGHEST, STEP = 80, 650, 10
"""What may be bid; FFB coinche, § on bids, and its web page for the highest."""

TRICKS_OF_ALL = {160: 250, 162: 252}
"""What all the tricks are worth beside each base: FFB 160 and 250, Cannes 162 and 252."""

ALL_MARKED = "made_and_announced"
"""The counting where all is marked: what is made, and what was bid."""

FLAT_CHUTE = 160
"""What a failure costs where only bids are marked; FFB contrée, third counting."""

NOTE_2 = 100
"""On top where only points made count and the doubled side takes every trick unasked:
FFB contrée 27-01-2016, § 10.2, note 2."""

DOUBLED = {Coinche.COINCHE: 2, Contre.COINCHE: 2}
"""What a doubled contract is multiplied by; redoubled, the sheet says (4 at the FFB)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid(Hand):
    """What coinche and contrée ask besides."""

    capot: Side | None = ask.choice(
        msg("Tous les plis"), Side, required=False, identifies=True
    )
    contract: Any = ask.bid(
        msg("Contrat"),
        LOWEST,
        HIGHEST,
        STEP,
        CAPOT,
        identifies=True,
        repeatable=True,
        role=Role.CONTRACT,
    )


@dataclass(slots=True)
class Deal:
    """One hand with what decides its marks."""

    hand: Any
    options: Mapping[str, Any]
    points: SidePoints
    sides: Points
    """What each side has towards the contract, attack first."""
    won: bool
    times: int
    """What it is multiplied by: 1, 2, and 4 or 3."""

    shared: bool
    """Whether both sides mark: a contract made, and not doubled."""
    counting: str
    """What is marked: ``made_and_announced``, ``made`` or ``announced``."""
    value: int
    """What was bid, in points; 0 where the bid itself is not marked."""


def deal(hand: Any, options: Mapping[str, Any]) -> Deal:
    """What this hand comes to."""
    points = side_points(hand, options)
    bid = value = hand.contract
    if bid == CAPOT:
        value = options["capot_bid"]
        if hand.capot is ATTACK and flat_capot(options):
            points.tricks = TRICKS_OF_ALL[options["base"]], 0
    sides = towards(points, options)
    won, times = made(hand, sides, points.rest, options), 1
    if hand.coinche is not None:
        times = DOUBLED.get(hand.coinche) or options["surcoinche"]
    counting = options.get("counting", ALL_MARKED)
    shared = won and times == 1
    played = Deal(hand, options, points, sides, won, times, shared, counting, value)
    if counting != ALL_MARKED and not _marks_contract(played):
        played.value = 0
    return played


def flat_capot(options: Mapping[str, Any]) -> bool:
    """Whether a capot that was bid has values of its own, 500, 1000 and 2000.

    Rule: FFB contrée, web page and 27-01-2016, § 10.2.
    """
    return bool(options["capot_failed"] == "capot")


def towards(points: SidePoints, options: Mapping[str, Any]) -> Points:
    """What each side has towards the contract, attack first: belotes always count."""
    sides = points.tricks
    if points.belotes != NONE:
        sides = together(sides, points.belotes)
    if points.annonces != NONE and options["annonces_count"]:
        sides = together(sides, points.annonces)
    return sides


def made(hand: Any, sides: Points, rest: int, options: Mapping[str, Any]) -> bool:
    """Whether the contract is made, on exact points.

    Rule: FFB coinche 2015: what was bid, and more than the defence; FFB contrée 2016:
    what was bid. A capot of the defence is a failure whatever was shown.
    """
    attack, defence = sides
    if hand.capot is DEFENCE:
        return False
    if options["beat_defence"] and PARTS * (attack - defence) + 2 * rest <= 0:
        return False
    if hand.contract == CAPOT:
        return hand.capot is ATTACK
    return bool(PARTS * (attack - hand.contract) + rest >= 0)


def _marks_contract(deal: Deal) -> bool:
    """Whether the bid itself is marked; where only points made count, a capot's is.

    A failure where only bids count costs 160 and nothing else, or what was bid.
    """
    if deal.counting == "made":
        return bool(deal.hand.contract == CAPOT)
    return not (deal.counting == "announced" and _flat(deal))


def _flat(deal: Deal) -> bool:
    failed = not deal.won and deal.times == 1
    return failed and bool(deal.options["announced_chute"] == "160")


def base(deal: Deal) -> int:
    """What stands for the tricks where one side marks them all.

    Rule: FFB coinche 2015: 160, or 250 for a capot made; FFB contrée 2016: 250 for a
    capot bid, made or not; where only bids count, 160 for a failure alone.
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
    """Base and contract, doubled as the table agreed, with the working.

    >>> from scorekeeper.games.belote.choices import Coinche
    >>> from scorekeeper.games.belote.coinche import GAME, Hand
    >>> hand = Hand(taker=0, contract=100, points=110, coinche=Coinche.COINCHE)
    >>> bracket(deal(hand, GAME.read_options({})))
    (520, '(160 + 100) × 2')

    Rule: FFB coinche 2015, and contrée 27-01-2016, § 10.2 with its notes; what is doubled
    differs from text to text.
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
    """Whether note 2 pays a capot that nobody asked for, and nothing else does."""
    unasked = deal.hand.capot is ATTACK and deal.hand.contract != CAPOT
    return unasked and not deal.options["capot_doubled"]


def belotes(deal: Deal) -> Points:
    """The belotes as they are marked, attack first.

    Rule: FFB coinche 2015, kept, and doubled for the winner; FFB contrée 2015 and 2016,
    taken on a failure and where it is doubled, never multiplied, and lost by who fails a
    capot; where only bids count, no text marks it.
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
    """Whether the winner of the hand takes the other side's belote too."""
    return not deal.shared and bool(deal.options["belote_on_chute"] == "follows")


def annonces(deal: Deal) -> Points:
    """The announcements as they are marked, attack first.

    Rule: FFB coinche 2015: all to the winner of a contract failed or doubled, multiplied
    with it.
    """
    if deal.shared or deal.points.annonces == NONE:
        return deal.points.annonces
    points = sum(deal.points.annonces)
    points *= deal.times if deal.options["doubling"] == "all" else 1
    return (points, 0) if deal.won else (0, points)
