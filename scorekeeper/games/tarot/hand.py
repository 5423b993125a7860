"""The questions about one hand of Tarot, and their choices with the stored codes.

Misères are not in the federation's rules: an option, off by default.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.answers import PerPlayer
from scorekeeper.rules.choice import Choice, HandRole, Side
from scorekeeper.rules.question import (
    BOUTS,
    CONTRACT,
    POINTS,
    TAKER,
    CardPoints,
    Count,
    OneOf,
    OnePlayer,
    SomePlayers,
    YesNo,
    ask,
)


class Contract(Choice):
    """The contracts, in rising order; the FFT has petite or *prise*, garde, garde sans, garde
    contre. Only older sheets have a prise apart."""

    PRISE = "prise", msg("Prise")
    PETITE = "petite", msg("Petite")
    POUSSE = "pousse", msg("Pousse")
    GARDE = "garde", msg("Garde")
    GARDE_SANS = "garde_sans", msg("Garde sans")
    GARDE_CONTRE = "garde_contre", msg("Garde contre")


class Size(Choice):
    """The three sizes of a poignée."""

    SIMPLE = "simple", msg("Simple")
    DOUBLE = "double", msg("Double")
    TRIPLE = "triple", msg("Triple")


class Chelem(Choice):
    """The ways in which a chelem scores; the FFT has the first four."""

    ANNOUNCED_MADE = "announced_made", msg("Annoncé et réussi")
    MADE = "made", msg("Réussi sans annonce")
    ANNOUNCED_FAILED = "announced_failed", msg("Annoncé et chuté")
    DEFENCE = "defence", msg("Fait par la défense")
    DEFENCE_ANNOUNCED_MADE = (
        "defence_announced_made",
        msg("Annoncé par la défense et réussi"),
    )
    DEFENCE_ANNOUNCED_FAILED = (
        "defence_announced_failed",
        msg("Annoncé par la défense et chuté"),
    )
    PETIT_ANNOUNCED_MADE = "petit_announced_made", msg("Petit chelem annoncé et réussi")
    PETIT_MADE = "petit_made", msg("Petit chelem sans annonce")
    PETIT_ANNOUNCED_FAILED = "petit_announced_failed", msg("Petit chelem annoncé et chuté")


class MisereKind(Choice):
    """The two kinds of misère: no trump, or no court card."""

    ATOUT = "atout", msg("Pas d'atout")
    TETE = "tete", msg("Ni bout ni figure")


TRUMPS = {
    3: {Size.SIMPLE: 13, Size.DOUBLE: 15, Size.TRIPLE: 18},
    4: {Size.SIMPLE: 10, Size.DOUBLE: 13, Size.TRIPLE: 15},
    5: {Size.SIMPLE: 8, Size.DOUBLE: 10, Size.TRIPLE: 13},
}
"""Trumps shown in a poignée, by active players; p. 7, 11 and 12."""

DECK = 91
"""Card points in the pack; p. 3."""

PETIT_CHELEMS = {
    Chelem.PETIT_ANNOUNCED_MADE: "announced_made",
    Chelem.PETIT_MADE: "made",
    Chelem.PETIT_ANNOUNCED_FAILED: "announced_failed",
}
"""The codes of these in the option of the petit chelem."""

DEFENCE_CHELEMS = {
    Chelem.DEFENCE_ANNOUNCED_MADE: "announced_made",
    Chelem.DEFENCE_ANNOUNCED_FAILED: "announced_failed",
}
"""The chelems of the attack whose points a chelem announced by the defence has, with the
other sign: older rules, for the holder of the 21; not in the FFT."""

PARTNER_AT = 5
"""The number of active players at which the taker calls a partner; p. 12."""


def shown(trumps: Mapping[int, Mapping[Size, int]]) -> dict[int, Message]:
    """Return the trumps of the poignées in words, by the number of active players.

    >>> print(shown(TRUMPS)[4])
    10, 13 ou 15 atouts
    """
    text = msg("%(simple)s, %(double)s ou %(triple)s atouts").text
    return {
        players: Message(text, {size.value: n for size, n in sizes.items()})
        for players, sizes in trumps.items()
    }


@dataclass(frozen=True, slots=True)
class Poignee:
    """A *poignée*: a number of trumps that a player shows before the first trick."""

    player: int = ask(OnePlayer, msg("Joueur"))
    size: Size = ask(OneOf, msg("Taille"), Size)


@dataclass(frozen=True, slots=True)
class Misere:
    """A *misère*: a hand without trumps or without court cards that a player shows."""

    player: int = ask(OnePlayer, msg("Joueur"))
    kind: MisereKind = ask(OneOf, msg("Sorte"), MisereKind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """The questions about who takes, of every game of Tarot with a taker."""

    taker: int = ask(
        OnePlayer,
        msg("Preneur"),
        identifies=True,
        repeatable=True,
        role=HandRole.TAKER,
        column=TAKER,
    )
    partner: int | None = ask(
        OnePlayer,
        msg("Appelé"),
        nobody=msg("Seul"),
        at=PARTNER_AT,
        repeatable=True,
        role=HandRole.PARTNER,
        column=TAKER,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand(Taken):
    """The answers about one hand of Tarot. Players are column numbers; ``points`` is in half
    points."""

    contract: Contract = ask(
        OneOf,
        msg("Contrat"),
        Contract,
        among="contracts",
        identifies=True,
        repeatable=True,
        role=HandRole.CONTRACT,
        column=CONTRACT,
    )
    bouts: int = ask(Count, msg("Bouts"), 0, 3, column=BOUTS)
    points: int = ask(
        CardPoints, msg("Points de l'attaque"), 0, DECK, identifies=True, column=POINTS
    )
    petit_au_bout: Side | None = ask(OneOf, msg("Petit au bout"), Side, required=False)
    poignees: tuple[Poignee, ...] = ask(
        PerPlayer, msg("Poignées"), Poignee, hints=shown(TRUMPS)
    )
    chelem: Chelem | None = ask(
        OneOf,
        msg("Chelem"),
        Chelem,
        required=False,
        needs={
            **dict.fromkeys(PETIT_CHELEMS, "petit_chelem"),
            **dict.fromkeys(DEFENCE_CHELEMS, "defence_chelem"),
        },
    )
    without_petit: bool | None = ask(
        YesNo, msg("Gagné sans le petit"), msg("Oui"), msg("Non"), option="without_petit"
    )
    sitting_out: tuple[int, ...] = ask(SomePlayers, msg("Mort"), role=HandRole.SITTING_OUT)
    miseres: tuple[Misere, ...] = ask(
        PerPlayer, msg("Misères"), Misere, option="misere", detail=True
    )

    def active(self, columns: int) -> int:
        """Return the number of players who play this hand; ``columns``: those of the sheet."""
        return columns - len(self.sitting_out)
