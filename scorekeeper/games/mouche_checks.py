"""What a hand of Tarot with mouches cannot be, and what no pack of cards can do."""

from collections.abc import Iterator

from ..game import Table
from ..hand import HandError
from ..words import said
from .mouche_hand import TRUMPS, Hand
from .tarot_checks import count_doubts, poignee_doubts
from .tarot_hand import PARTNER_AT


def refusals(hand: Hand, table: Table) -> Iterator[HandError]:
    """What cannot be at this table, whatever the house rules."""
    if hand.partner is not None and len(table.players) != PARTNER_AT:
        yield HandError("partner", said("on n'appelle un partenaire qu'à cinq"))
    elif hand.partner == hand.taker:
        yield HandError(
            "partner",
            said(
                "%(name)s ne peut pas être son propre partenaire : si le preneur "
                "s'est appelé lui-même, il joue seul",
                name=table.players[hand.taker],
            ),
        )
    if len(set(hand.miseres)) < len(hand.miseres):
        yield HandError("miseres", said("la même misère est comptée deux fois"))
    yield from _petit_refusals(hand)


def _petit_refusals(hand: Hand) -> Iterator[HandError]:
    petit, attack = hand.petit_au_bout, (hand.taker, hand.partner)
    if petit is None or petit.from_ is None:
        return
    if petit.from_ == petit.player:
        yield HandError("petit_au_bout", said("on ne se prend pas son propre petit"))
    elif (petit.from_ in attack) is (petit.player in attack):
        yield HandError(
            "petit_au_bout", said("le petit est pris par un adversaire, pas par son camp")
        )


def doubts(hand: Hand, table: Table) -> Iterator[HandError]:
    """What no pack of cards can do, and a table may still want to write down."""
    active = len(table.players)
    if hand.bouts is not None and hand.points is not None:
        yield from count_doubts(hand.bouts, hand.points, active)
    yield from poignee_doubts(hand.poignees, TRUMPS[active], table)
