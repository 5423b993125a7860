"""The questions about one hand of Tarot with mouches, and their choices."""

from dataclasses import dataclass

from scorekeeper.games.tarot.hand import Hand as TarotHand
from scorekeeper.games.tarot.hand import Misere, Poignee, Size, Taken, shown
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.answers import PerPlayer, Record
from scorekeeper.rules.choice import Choice, Condition
from scorekeeper.rules.question import OneOf, OnePlayer, YesNo, ask, ask_again


class Contract(Choice):
    """The six contracts, in rising order."""

    PRISE = "prise", msg("Prise")
    POUSSE = "pousse", msg("Pousse")
    GARDE = "garde", msg("Garde avec écart")
    GARDE_SANS = "garde_sans", msg("Garde sans écart")
    PETIT_CHELEM = "petit_chelem", msg("Petit chelem")
    GRAND_CHELEM = "grand_chelem", msg("Grand chelem")


class FaultKind(Choice):
    """The faults that change the payments of a hand."""

    REVOKE = "revoke", msg("Renonce")
    FORBIDDEN_DISCARD = "forbidden_discard", msg("Écart interdit")
    MISDEAL = "misdeal", msg("Maldonne")


REVOKE, FORBIDDEN_DISCARD, MISDEAL = FaultKind
"""The members as names for scoring code: Python 3.11 finds an attribute of an enumeration
ten times as slowly."""


CHELEMS = (Contract.PETIT_CHELEM, Contract.GRAND_CHELEM)
"""The contracts of every trick, or of all but one (two at three players)."""

PLAYED = Condition("contract", tuple(c for c in Contract if c not in CHELEMS))
"""The contracts that are judged by bouts and points."""

ALL_TRICKS = Condition("contract", CHELEMS)
"""The contracts that are simply made or failed."""

TRUMPS = {
    3: {Size.SIMPLE: 13, Size.DOUBLE: 15, Size.TRIPLE: 22},
    4: {Size.SIMPLE: 10, Size.DOUBLE: 13, Size.TRIPLE: 18},
    5: {Size.SIMPLE: 8, Size.DOUBLE: 10, Size.TRIPLE: 15},
}
"""Trumps shown in a poignée, by number of players; announcements."""

NOT_PLAYED = (Condition("fault", (MISDEAL,)),)
"""The fault that ends a deal before the first trick: nothing else is to be told."""


@dataclass(frozen=True, slots=True)
class Petit:
    """The petit in the last trick: its winner, and its holder if another player."""

    player: int = ask(OnePlayer, msg("Qui l'emporte"))
    from_: int | None = ask(OnePlayer, msg("Pris à"), nobody=msg("c'était le sien"))


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault, and the player who revoked if it is a revoke."""

    kind: FaultKind = ask(OneOf, msg("Laquelle"), FaultKind)
    player: int | None = ask(OnePlayer, msg("Qui a renoncé"), nobody=msg("Non"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand(Taken):
    """The answers about one hand of Tarot with mouches. Players are column numbers; ``points``
    is in half points. ``points`` and ``bouts`` are absent at a chelem. After a misdeal there
    is no answer about the play."""

    contract: Contract = ask_again(TarotHand, "contract", choices=Contract, among="")
    bouts: int | None = ask_again(
        TarotHand, "bouts", required=False, when=PLAYED, unless=NOT_PLAYED
    )
    points: int | None = ask_again(
        TarotHand, "points", required=False, when=PLAYED, unless=NOT_PLAYED
    )
    chelem_made: bool | None = ask(
        YesNo,
        msg("Le chelem"),
        msg("Réussi"),
        msg("Chuté"),
        when=ALL_TRICKS,
        unless=NOT_PLAYED,
    )
    poignees: tuple[Poignee, ...] = ask(
        PerPlayer,
        msg("Poignées"),
        Poignee,
        hints=shown(TRUMPS),
        unless=NOT_PLAYED,
        detail=True,
    )
    miseres: tuple[Misere, ...] = ask(
        PerPlayer, msg("Misères"), Misere, unless=NOT_PLAYED, detail=True
    )
    petit_au_bout: Petit | None = ask(
        Record, msg("Petit au bout"), Petit, unless=NOT_PLAYED, detail=True
    )
    fault: Fault | None = ask(Record, msg("Faute"), Fault, detail=True)

    def active(self, columns: int) -> int:
        """Return the number of players who play this hand: all of them."""
        return columns
