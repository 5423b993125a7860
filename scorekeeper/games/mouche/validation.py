"""What a hand of Tarot with mouches cannot be, and what no pack of cards can do."""

from collections.abc import Iterator

from ..game import Table
from ..hand import HandError
from ..question import Side
from ..words import said
from .mouche_hand import TRUMPS, Hand
from .tarot_checks import count_doubts, partner_refusals, petit_doubts, poignee_doubts
from .tarot_hand import Kind


def refusals(hand: Hand, table: Table) -> Iterator[HandError]:
    """What cannot be at this table, whatever the house rules."""
    yield from partner_refusals(hand, table.players, len(table.players))
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
    yield from _petit_doubts(hand)
    for misere in hand.miseres:
        shown = [poignee.player for poignee in hand.poignees]
        if misere.kind is Kind.ATOUT and misere.player in shown:
            yield HandError(
                "miseres",
                said(
                    "%(name)s montre des atouts, et n'en a pas",
                    name=table.players[misere.player],
                ),
            )


def _petit_doubts(hand: Hand) -> Iterator[HandError]:
    if hand.petit_au_bout is not None and hand.bouts is not None:
        attack = hand.petit_au_bout.player in (hand.taker, hand.partner)
        yield from petit_doubts(Side.ATTACK if attack else Side.DEFENCE, hand.bouts)
