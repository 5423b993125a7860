"""Warnings about a chelem that the points of a hand of Tarot do not allow, or ask for."""

from collections.abc import Iterator

from scorekeeper.games.tarot.choices import Chelem, Contract
from scorekeeper.games.tarot.hand_fields import Hand
from scorekeeper.games.tarot.point_values import DECK, DISCARD, DOG, THRESHOLD
from scorekeeper.i18n.messages import half_points, msg
from scorekeeper.rules.answers import HandError
from scorekeeper.rules.choice import Side


def chelem_warnings(hand: Hand, active: int) -> Iterator[HandError]:
    """Yield the warnings about who took every trick.

    :param active: the number of players of this hand.
    """
    if hand.chelem in (Chelem.ANNOUNCED_MADE, Chelem.MADE):
        yield from _attack_chelem_warnings(hand, active)
    elif hand.chelem in (Chelem.DEFENCE, Chelem.DEFENCE_ANNOUNCED_MADE):
        yield from _defence_chelem_warnings(hand, active)
    elif hand.chelem is Chelem.ANNOUNCED_FAILED and hand.points == 2 * DECK:
        yield HandError(
            "chelem", msg("l'attaque a tous les points : le chelem annoncé est réussi")
        )
    elif hand.chelem is None and hand.points == 2 * DECK:
        yield HandError(
            "chelem",
            msg("l'attaque a tous les points, donc tous les plis : dites quel chelem"),
        )


def _attack_chelem_warnings(hand: Hand, active: int) -> Iterator[HandError]:
    if not _all_tricks(hand, active):
        yield HandError(
            "chelem",
            msg(
                "l'attaque a fait tous les plis, et elle a %(points)s points (bouts : "
                "%(bouts)s)",
                points=half_points(hand.points),
                bouts=hand.bouts,
            ),
        )
    if hand.petit_au_bout is Side.DEFENCE:
        yield HandError(
            "chelem",
            msg("l'attaque a fait tous les plis, et la défense le petit au bout"),
        )


def _defence_chelem_warnings(hand: Hand, active: int) -> Iterator[HandError]:
    won = hand.points >= 2 * THRESHOLD[hand.bouts]
    if won or hand.points > _most_without_a_trick(hand, active):
        yield HandError(
            "chelem",
            msg(
                "la défense a fait tous les plis, et l'attaque a %(points)s points",
                points=half_points(hand.points),
            ),
        )
    if hand.petit_au_bout is Side.ATTACK:
        yield HandError(
            "chelem",
            msg("la défense a fait tous les plis, et l'attaque le petit au bout"),
        )


def _all_tricks(hand: Hand, active: int) -> bool:
    """Return True if points and bouts are those of every trick.

    They are 91 with the three bouts, or 86½ (counted 87) if the defence held the Excuse.
    At a garde contre the dog's points are missing.
    """
    if hand.contract is Contract.GARDE_CONTRE:
        won = hand.points >= 2 * THRESHOLD[hand.bouts]
        return won and hand.points >= 173 - 9 * DOG[active]
    return hand.points in ((182,) if hand.bouts == 3 else (173, 174))


def _most_without_a_trick(hand: Hand, active: int) -> int:
    """Return the most half points of an attack without a trick.

    It has an Excuse, and its discard, or the dog at a garde sans.
    """
    if hand.contract is Contract.GARDE_CONTRE:
        return 9
    return 9 + (9 * DOG[active] if hand.contract is Contract.GARDE_SANS else DISCARD[active])
