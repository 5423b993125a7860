"""Validation of a hand of Tarot: errors and warnings.

A hand with an error is never recorded. A warning is about answers that no pack of cards
allows; the official formula still scores them, so they are recorded once confirmed.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from scorekeeper.games.tarot.hand import (
    DECK,
    PARTNER_AT,
    TRUMPS,
    Chelem,
    Contract,
    Hand,
    Poignee,
    Size,
)
from scorekeeper.games.tarot.point_values import (
    ACTIVE,
    ALL_TRUMPS,
    DISCARD,
    DOG,
    EVERY_TRICK,
    HELD,
    THRESHOLD,
    WITHOUT_EXCUSE,
)
from scorekeeper.i18n.messages import Message, half_points, msg
from scorekeeper.rules.answers import HandError, about, questions, sitting_out
from scorekeeper.rules.choice import Side
from scorekeeper.rules.game import Table
from scorekeeper.rules.question import OneOf


def errors(hand: Hand, table: Table) -> Iterator[HandError]:
    """Yield the answers that are impossible at this table."""
    names = table.players
    active = hand.active(len(names))
    if active not in ACTIVE:
        yield HandError(
            "sitting_out",
            msg("le Tarot se joue à 3, 4 ou 5 ; ici %(active)s joueurs jouent", active=active),
        )
    if hand.taker in hand.sitting_out:
        yield HandError(
            "taker", msg("%(name)s ne joue pas cette donne", name=names[hand.taker])
        )
    yield from about("partner", partner_errors(hand, names, active))
    yield from _shown_errors(hand, table)
    yield from _house_errors(hand, table)


def _house_errors(hand: Hand, table: Table) -> Iterator[HandError]:
    """Yield the answers that need another rule than those of the sheet."""
    asked = questions(Hand)
    for name, answer in (("contract", hand.contract), ("chelem", hand.chelem)):
        question = asked[name]
        assert isinstance(question, OneOf)
        if answer is not None and not question.allows(answer, table.options):
            yield HandError(
                name, msg("cette feuille se joue sans cela : %(answer)s", answer=answer)
            )
    if hand.without_petit and not table.options["without_petit"]:
        yield HandError("without_petit", msg("cette feuille se joue sans cette prime"))


class PartnerHand(Protocol):
    """A hand in which a taker may call a partner: Tarot, with or without mouches."""

    @property
    def taker(self) -> int: ...
    @property
    def partner(self) -> int | None: ...


def partner_errors(
    hand: PartnerHand, names: tuple[str, ...], active: int
) -> Iterator[Message]:
    """Yield the error of a partner not allowed or possible among so many active players."""
    if hand.partner is None:
        return
    if active in ACTIVE and active != PARTNER_AT:
        yield msg(
            "on n'appelle un partenaire qu'à cinq ; ici on joue à %(active)s", active=active
        )
    elif hand.partner == hand.taker:
        yield msg(
            "%(name)s ne peut pas être son propre partenaire : si le preneur "
            "s'est appelé lui-même, il joue seul",
            name=names[hand.taker],
        )
    elif hand.partner in sitting_out(hand):
        yield msg("%(name)s ne joue pas cette donne", name=names[hand.partner])


def _shown_errors(hand: Hand, table: Table) -> Iterator[HandError]:
    for name, records in (("poignees", hand.poignees), ("miseres", hand.miseres)):
        for record in records:
            if record.player in hand.sitting_out:
                yield HandError(
                    name,
                    msg("%(name)s ne joue pas cette donne", name=table.players[record.player]),
                )
    if hand.miseres and not table.options["misere"]:
        yield HandError("miseres", msg("cette feuille se joue sans misères"))
    if len(set(hand.miseres)) < len(hand.miseres):
        yield HandError("miseres", msg("la même misère est comptée deux fois"))


def warnings(hand: Hand, table: Table) -> Iterator[HandError]:
    """Yield the answers that no pack of cards allows."""
    active = hand.active(len(table.players))
    every_trick = hand.chelem in EVERY_TRICK
    yield from about("points", count_warnings(hand.bouts, hand.points, active, every_trick))
    yield from about("petit_au_bout", petit_warnings(hand.petit_au_bout, hand.bouts))
    yield from about("poignees", poignee_warnings(hand.poignees, TRUMPS[active], table))
    yield from about("chelem", chelem_warnings(hand, active))
    if hand.chelem is None and (hand.bouts, hand.points) == (3, 2 * DECK):
        message = msg("tous les plis pour %(name)s ?", name=table.players[hand.taker])
        made = [Chelem.MADE.value, Chelem.ANNOUNCED_MADE.value]
        yield HandError("chelem", message, suggested=made)


def count_warnings(
    bouts: int, points: int, active: int, every_trick: bool = False
) -> Iterator[Message]:
    """Yield a warning for card points (halves) that so many bouts or players do not allow."""
    low, high = HELD[bouts]
    if not 2 * low <= points <= 2 * high:
        yield msg(
            "bouts : %(bouts)s ; l'attaque a alors entre %(low)s et %(high)s points, "
            "et ici %(points)s",
            bouts=bouts,
            low=low,
            high=high,
            points=half_points(points),
        )
    if points % 2 and active == 4 and not every_trick:
        yield msg(
            "à quatre, les points tombent juste : un demi-point veut dire que l'Excuse "
            "n'a pas été échangée"
        )


def petit_warnings(petit: Side | None, bouts: int) -> Iterator[Message]:
    """Yield a warning for a petit au bout of the side that cannot have had the petit."""
    if petit is Side.ATTACK and not bouts:
        yield msg("le petit est un bout, et l'attaque n'a aucun bout")
    if petit is Side.DEFENCE and bouts == 3:
        yield msg("le petit est à la défense, et l'attaque a les trois bouts")


def poignee_warnings(
    poignees: Sequence[Poignee], trumps: Mapping[Size, int], table: Table
) -> Iterator[Message]:
    """Yield a warning for more trumps than there are, by the size of the poignées, or two
    poignées of one player."""
    shown = [trumps[poignee.size] for poignee in poignees]
    if sum(shown) > ALL_TRUMPS:
        yield msg(
            "%(sum)s = %(total)s atouts montrés, et il n'y en a que %(all)s",
            sum=" + ".join(map(str, shown)),
            total=sum(shown),
            all=ALL_TRUMPS,
        )
    players = [poignee.player for poignee in poignees]
    for player in sorted({p for p in players if players.count(p) > 1}):
        yield msg(
            "%(name)s montre deux poignées : une seule est permise", name=table.players[player]
        )


def chelem_warnings(hand: Hand, active: int) -> Iterator[Message]:
    """Yield the warnings about who took every trick of a hand of so many players."""
    if hand.chelem in (Chelem.ANNOUNCED_MADE, Chelem.MADE):
        yield from _attack_chelem_warnings(hand, active)
    elif hand.chelem in (Chelem.DEFENCE, Chelem.DEFENCE_ANNOUNCED_MADE):
        yield from _defence_chelem_warnings(hand, active)
    elif hand.chelem is Chelem.ANNOUNCED_FAILED and hand.points == 2 * DECK:
        yield msg("l'attaque a tous les points : le chelem est-il chuté ?")


def _attack_chelem_warnings(hand: Hand, active: int) -> Iterator[Message]:
    if not _all_tricks(hand, active):
        yield msg(
            "un chelem avec %(points)s points (bouts : %(bouts)s) ?",
            points=half_points(hand.points),
            bouts=hand.bouts,
        )
    if hand.petit_au_bout is Side.DEFENCE:
        yield msg("l'attaque a fait tous les plis, et la défense le petit au bout")


def _defence_chelem_warnings(hand: Hand, active: int) -> Iterator[Message]:
    if hand.points > _most_without_a_trick(hand, active):
        yield msg(
            "la défense a fait tous les plis, et l'attaque a %(points)s points",
            points=half_points(hand.points),
        )
    if hand.petit_au_bout is Side.ATTACK:
        yield msg("la défense a fait tous les plis, et l'attaque le petit au bout")


def _all_tricks(hand: Hand, active: int) -> bool:
    """Return True if points and bouts are those of every trick. They are 91 with the three
    bouts, or 86½ (counted 87) if the defence held the Excuse. At a garde contre the dog's
    points are missing."""
    if hand.contract is Contract.GARDE_CONTRE:
        won = hand.points >= 2 * THRESHOLD[hand.bouts]
        return won and hand.points >= 173 - 9 * DOG[active]
    return hand.points in ((2 * DECK,) if hand.bouts == 3 else (173, WITHOUT_EXCUSE))


def _most_without_a_trick(hand: Hand, active: int) -> int:
    """Return the most half points of an attack without a trick. It has an Excuse, and its
    discard, or the dog at a garde sans."""
    if hand.contract is Contract.GARDE_CONTRE:
        return 9
    return 9 + (9 * DOG[active] if hand.contract is Contract.GARDE_SANS else DISCARD[active])
