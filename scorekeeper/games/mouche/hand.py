"""What a hand of Tarot with mouches tells, and the numbers of its rules.

The regional rules of money play, in points of an agreed value.
"""

from dataclasses import dataclass

from ..hand import ask
from ..question import Choice, When
from ..words import said
from .tarot_hand import DECK, PARTNER_AT, Misere, Poignee, Size


class Contract(Choice):
    """The six contracts, in rising order."""

    PRISE = "prise", said("Prise")
    POUSSE = "pousse", said("Pousse")
    GARDE = "garde", said("Garde")
    GARDE_SANS = "garde_sans", said("Garde sans")
    PETIT_CHELEM = "petit_chelem", said("Petit chelem")
    GRAND_CHELEM = "grand_chelem", said("Grand chelem")


# Tables of numbers

MISE = 10
"""What everybody puts in where there is no mouche: ten times the price of a point."""

FIRST_MISE = 20
"""What the dealer puts in then."""

ANTE = 5
"""What the dealer adds to a mouche that is on the table."""

SUPPLEMENT = {
    Contract.PRISE: 0,
    Contract.POUSSE: 10,
    Contract.GARDE: 15,
    Contract.GARDE_SANS: 20,
}
"""What each opponent pays or receives on top of the points, by contract."""

CHELEM = {
    Contract.PETIT_CHELEM: {3: 100, 4: 100, 5: 100},
    Contract.GRAND_CHELEM: {3: 250, 4: 200, 5: 200},
}
"""The price of a chelem for each opponent, by players: 10 mises, and 25 or 20."""

POIGNEE = {Size.SIMPLE: 10, Size.DOUBLE: 20, Size.TRIPLE: 30}
"""What a poignée is paid by each."""

TRUMPS = {
    3: {Size.SIMPLE: 13, Size.DOUBLE: 15, Size.TRIPLE: 22},
    4: {Size.SIMPLE: 10, Size.DOUBLE: 13, Size.TRIPLE: 18},
    5: {Size.SIMPLE: 8, Size.DOUBLE: 10, Size.TRIPLE: 15},
}
"""Trumps shown in a poignée, by players."""

SHOWN = 10
"""What « pas d'atout » and « pas de figures » are paid by each."""

PETIT_AU_BOUT = 10
"""What the petit in the last trick is paid by each opponent."""

SEATS = range(3, 6)
"""How many may play."""

# Hand

PLAYED = When("contract", tuple(SUPPLEMENT))
"""The contracts of which bouts and points are told."""

ALL_TRICKS = When("contract", tuple(CHELEM))
"""The contracts of which it is told whether they were made."""


@dataclass(frozen=True, slots=True)
class Petit:
    """The petit in the last trick: who brought it home, and who lost it if another."""

    player: int = ask.player(said("Qui l'emporte"))
    from_: int | None = ask.player(said("Pris à"), nobody=said("c'était le sien"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """What happened in one hand. Players are numbers of columns; ``points`` is in half
    points, and absent at a chelem, as ``bouts`` is."""

    taker: int = ask.player(said("Preneur"))
    partner: int | None = ask.player(said("Appelé"), nobody=said("Seul"), at=PARTNER_AT)
    contract: Contract = ask.choice(said("Contrat"), Contract)
    bouts: int | None = ask.count(said("Bouts"), 0, 3, required=False, when=PLAYED)
    points: int | None = ask.card_points(
        said("Points de l'attaque"), 0, DECK, required=False, when=PLAYED
    )
    chelem_made: bool | None = ask.yes_no(
        said("Le chelem"), said("Réussi"), said("Chuté"), when=ALL_TRICKS
    )
    poignees: tuple[Poignee, ...] = ask.per_player(said("Poignées"), Poignee)
    miseres: tuple[Misere, ...] = ask.per_player(said("Misères"), Misere)
    petit_au_bout: Petit | None = ask.record(said("Petit au bout"), Petit)
