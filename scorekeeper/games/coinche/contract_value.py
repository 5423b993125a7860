"""The value of a contract at coinche and contrée that one side marks: failed, or doubled.

One formula serves coinche and the three countings of contrée; their differences are options
of the sheet.
"""

from scorekeeper.games.belote.lines import sum_of
from scorekeeper.games.coinche.deal import Deal, flat_capot, is_flat
from scorekeeper.games.coinche.point_values import FLAT_CHUTE, NOTE_2, TRICKS_OF_ALL
from scorekeeper.rules.choice import ATTACK, DEFENCE


def base(deal: Deal) -> int:
    """Return the points that replace the tricks if one side marks them all.

    Rule: FFB coinche 2015: 160, or 250 for a capot made; FFB contrée 2016: 250 for a
    capot bid, made or not; if only bids are marked, 160 for a failure alone. ScoreIt: the
    points made, if a doubled contract is.
    """
    options = deal.options
    tricks: int = options["base"]
    every = TRICKS_OF_ALL[tricks]
    if deal.counting == "announced":
        return FLAT_CHUTE if is_flat(deal) else 0
    if deal.won and options["doubling"] == "made":
        return deal.points.tricks[0]
    if deal.swept is DEFENCE and options["defence_capot"]:
        return every
    if deal.all_bid:
        return every if deal.won or flat_capot(options) else tricks
    unasked = deal.swept is ATTACK and deal.won
    return every if unasked and options["capot_doubled"] else tricks


def bracket(deal: Deal) -> tuple[int, str]:
    """Return the sum of base and contract, multiplied as agreed, with the working.

    >>> from scorekeeper.games.coinche.choices import Coinche
    >>> from scorekeeper.games.coinche.coinche import GAME, Hand
    >>> from scorekeeper.games.coinche.deal import deal
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
    whole = deal.all_bid and flat_capot(deal.options)
    if doubling in ("all", "made") or whole or not tricks or not value:
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
    unasked = deal.swept is ATTACK and not deal.all_bid
    options = deal.options
    return unasked and not options["capot_doubled"] and options["doubling"] != "made"
