"""The questions about one hand of Tarot with mouches."""

from dataclasses import dataclass

from scorekeeper.games.mouche.choices import MISDEAL, Contract, FaultKind
from scorekeeper.games.mouche.point_values import CHELEM, SUPPLEMENT
from scorekeeper.games.tarot.hand_fields import Misere, Poignee
from scorekeeper.games.tarot.point_values import DECK, PARTNER_AT
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.ask import ask
from scorekeeper.rules.choice import Condition, Role
from scorekeeper.rules.column_heads import BOUTS, CONTRACT, POINTS, TAKER

PLAYED = Condition("contract", tuple(SUPPLEMENT))
"""The contracts that are judged by bouts and points."""

ALL_TRICKS = Condition("contract", tuple(CHELEM))
"""The contracts that are simply made or failed."""

NOT_PLAYED = Condition("fault", (MISDEAL,))
"""The fault that ends a deal before the first trick: nothing else is to be told."""


@dataclass(frozen=True, slots=True)
class Petit:
    """The petit in the last trick: its winner, and its holder if another player."""

    player: int = ask.player(msg("Qui l'emporte"))
    from_: int | None = ask.player(msg("Pris à"), nobody=msg("c'était le sien"))


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault, and the player who revoked if it is a revoke."""

    kind: FaultKind = ask.choice(msg("Laquelle"), FaultKind)
    player: int | None = ask.player(msg("Qui a renoncé"), nobody=msg("Non"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The answers about one hand of Tarot with mouches.

    Players are column numbers; ``points`` is in half points. ``points`` and ``bouts`` are
    absent at a chelem. After a misdeal there is no answer about the play.
    """

    taker: int = ask.player(
        msg("Preneur"), identifies=True, repeatable=True, role=Role.TAKER, column=TAKER
    )
    partner: int | None = ask.player(
        msg("Appelé"),
        nobody=msg("Seul"),
        at=PARTNER_AT,
        repeatable=True,
        role=Role.PARTNER,
        column=TAKER,
    )
    contract: Contract = ask.choice(
        msg("Contrat"),
        Contract,
        identifies=True,
        repeatable=True,
        role=Role.CONTRACT,
        column=CONTRACT,
        counted=True,
    )
    bouts: int | None = ask.count(
        msg("Bouts"),
        0,
        3,
        required=False,
        when=PLAYED,
        unless=NOT_PLAYED,
        column=BOUTS,
        counted=True,
    )
    points: int | None = ask.card_points(
        msg("Points de l'attaque"),
        0,
        DECK,
        required=False,
        when=PLAYED,
        unless=NOT_PLAYED,
        identifies=True,
        column=POINTS,
    )
    chelem_made: bool | None = ask.yes_no(
        msg("Le chelem"), msg("Réussi"), msg("Chuté"), when=ALL_TRICKS, unless=NOT_PLAYED
    )
    poignees: tuple[Poignee, ...] = ask.per_player(
        msg("Poignées"), Poignee, unless=NOT_PLAYED, detail=True
    )
    miseres: tuple[Misere, ...] = ask.per_player(
        msg("Misères"), Misere, unless=NOT_PLAYED, detail=True
    )
    petit_au_bout: Petit | None = ask.record(
        msg("Petit au bout"), Petit, unless=NOT_PLAYED, detail=True
    )
    fault: Fault | None = ask.record(msg("Faute"), Fault, detail=True)
