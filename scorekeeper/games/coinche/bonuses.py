"""The belotes and the announcements of a hand with bids, as they are marked."""

from scorekeeper.games.belote.side_points import NONE
from scorekeeper.games.coinche.deal import Deal
from scorekeeper.rules.choice import ATTACK, DEFENCE
from scorekeeper.rules.score import Points

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
    times = deal.times if options["belote_doubled"] else 1
    return (attack * times, defence) if deal.won else (attack, defence * times)


def taken(deal: Deal) -> bool:
    """Return True if the winner of the hand takes the other side's belote too."""
    return not deal.keeps and bool(deal.options["belote_on_chute"] == "follows")


def kept_by_capot(deal: Deal) -> bool:
    """Return True if the side without a trick keeps its belote, although it lost the hand.

    Rule: FFB, web page on contrée: it keeps it whatever happens; but a side that bids every
    trick and fails loses its own.
    """
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
    times = deal.times if deal.options["doubling"] in ALL_DOUBLED else 1
    on_chute, own = deal.options["annonces_on_chute"], (attack if deal.won else defence)
    loser = attack + defence - own
    winner = (own + loser if on_chute == "winner" else own) * times
    rest = loser if on_chute == "stay" else 0
    return (winner, rest) if deal.won else (rest, winner)
