"""What no pack of cards can do in a hand with bids, besides what Belote warns of."""

from collections.abc import Iterator

from scorekeeper.games.belote.choices import Suit
from scorekeeper.games.belote.point_values import BELOTE, DECK, MOST_BELOTES
from scorekeeper.games.coinche.hand_fields import BidHand
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.answers import HandError


def bid_warnings(hand: BidHand, annonces: bool) -> Iterator[HandError]:
    """Yield a warning for a bid that cannot be made without taking every trick.

    :param annonces: True if the table plays with announcements, which allow any bid.
    """
    belotes = MOST_BELOTES if hand.suit is Suit.ALL_TRUMP else 1
    most = DECK + BELOTE * belotes
    if not isinstance(hand.contract, int) or annonces or hand.capot or hand.contract <= most:
        return
    yield HandError(
        "contract",
        msg(
            "%(contract)s : sans capot, on ne fait pas plus de %(most)s, belote comprise",
            contract=hand.contract,
            most=most,
        ),
    )
