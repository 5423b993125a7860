"""Validation of a hand of Tarot with mouches: errors and warnings."""

from collections.abc import Iterator

from scorekeeper.games.mouche.hand import (
    FORBIDDEN_DISCARD,
    REVOKE,
    TRUMPS,
    Contract,
    Fault,
    Hand,
)
from scorekeeper.games.tarot.hand import MisereKind
from scorekeeper.games.tarot.validation import (
    count_warnings,
    partner_errors,
    petit_warnings,
    poignee_warnings,
)
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.answers import HandError, about
from scorekeeper.rules.choice import Side
from scorekeeper.rules.game import Table


def errors(hand: Hand, table: Table) -> Iterator[HandError]:
    """Yield the answers that are impossible at this table."""
    yield from about("partner", partner_errors(hand, table.players, len(table.players)))
    if len(set(hand.miseres)) < len(hand.miseres):
        yield HandError("miseres", msg("la même misère est comptée deux fois"))
    yield from about("petit_au_bout", _petit_errors(hand))
    if hand.fault is not None:
        yield from about("fault", _fault_errors(hand, hand.fault))


def _petit_errors(hand: Hand) -> Iterator[Message]:
    petit, attack = hand.petit_au_bout, (hand.taker, hand.partner)
    if petit is None or petit.from_ is None:
        return
    if (petit.from_ in attack) is (petit.player in attack):
        yield msg("le petit est pris par un adversaire, pas par son camp")


def _fault_errors(hand: Hand, fault: Fault) -> Iterator[Message]:
    if (fault.kind is REVOKE) is (fault.player is None):
        yield (
            msg("dites qui a renoncé")
            if fault.player is None
            else msg("le joueur ne se dit qu'à une renonce")
        )
    if fault.kind is FORBIDDEN_DISCARD and hand.contract is Contract.GARDE_SANS:
        yield msg("à la garde sans écart, il n'y a pas d'écart")


def warnings(hand: Hand, table: Table) -> Iterator[HandError]:
    """Yield the answers that no pack of cards allows."""
    active = len(table.players)
    if hand.bouts is not None and hand.points is not None:
        yield from about("points", count_warnings(hand.bouts, hand.points, active))
    yield from about("poignees", poignee_warnings(hand.poignees, TRUMPS[active], table))
    yield from about("petit_au_bout", _petit_warnings(hand))
    for misere in hand.miseres:
        shown = [poignee.player for poignee in hand.poignees]
        if misere.kind is MisereKind.ATOUT and misere.player in shown:
            yield HandError(
                "miseres",
                msg(
                    "%(name)s montre des atouts, et n'en a pas",
                    name=table.players[misere.player],
                ),
            )


def _petit_warnings(hand: Hand) -> Iterator[Message]:
    if hand.petit_au_bout is not None and hand.bouts is not None:
        attack = hand.petit_au_bout.player in (hand.taker, hand.partner)
        yield from petit_warnings(Side.ATTACK if attack else Side.DEFENCE, hand.bouts)
