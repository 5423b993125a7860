"""The questions about one hand of Tarot.

Misères are not in the federation's rules: an option, off by default.
"""

from dataclasses import dataclass

from scorekeeper.games.tarot.choices import Chelem, Contract, MisereKind, Size
from scorekeeper.games.tarot.point_values import (
    DECK,
    DEFENCE_CHELEMS,
    PARTNER_AT,
    PETIT_CHELEMS,
)
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.ask import ask
from scorekeeper.rules.choice import Role, Side
from scorekeeper.rules.column_heads import BOUTS, CONTRACT, POINTS, TAKER


@dataclass(frozen=True, slots=True)
class Poignee:
    """A *poignée*: a number of trumps that a player shows before the first trick."""

    player: int = ask.player(msg("Joueur"))
    size: Size = ask.choice(msg("Taille"), Size)


@dataclass(frozen=True, slots=True)
class Misere:
    """A *misère*: a hand without trumps or without court cards that a player shows."""

    player: int = ask.player(msg("Joueur"))
    kind: MisereKind = ask.choice(msg("Sorte"), MisereKind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The answers about one hand of Tarot.

    Players are column numbers; ``points`` is in half points.
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
        among="contracts",
        identifies=True,
        repeatable=True,
        role=Role.CONTRACT,
        column=CONTRACT,
        counted=True,
    )
    bouts: int = ask.count(msg("Bouts"), 0, 3, column=BOUTS, counted=True)
    points: int = ask.card_points(
        msg("Points de l'attaque"), 0, DECK, identifies=True, column=POINTS
    )
    petit_au_bout: Side | None = ask.choice(msg("Petit au bout"), Side, required=False)
    poignees: tuple[Poignee, ...] = ask.per_player(msg("Poignées"), Poignee)
    chelem: Chelem | None = ask.choice(
        msg("Chelem"),
        Chelem,
        required=False,
        needs={
            **dict.fromkeys(PETIT_CHELEMS, "petit_chelem"),
            **dict.fromkeys(DEFENCE_CHELEMS, "defence_chelem"),
        },
        counted=True,
    )
    without_petit: bool | None = ask.yes_no(
        msg("Gagné sans le petit"), msg("Oui"), msg("Non"), option="without_petit"
    )
    sitting_out: tuple[int, ...] = ask.players(msg("Mort"), role=Role.SITTING_OUT)
    miseres: tuple[Misere, ...] = ask.per_player(
        msg("Misères"), Misere, option="misere", detail=True
    )

    def active(self, columns: int) -> int:
        """Return the number of players who play this hand.

        :param columns: the number of columns of the sheet.
        """
        return columns - len(self.sitting_out)
