"""The questions about one hand of a game with bids, besides those of Belote."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.games.belote.hand import Hand as BeloteHand
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.choice import ATTACK, DEFENCE, Choice, Condition, HandRole, Side
from scorekeeper.rules.question import CONTRACT as BID
from scorekeeper.rules.question import Bid, OneOf, OnePlayer, YesNo, ask, ask_again


class Coinche(Choice):
    """Doubling and redoubling, with their names at coinche."""

    COINCHE = "coinche", msg("Coinché")
    SURCOINCHE = "surcoinche", msg("Surcoinché")


class Contre(Choice):
    """Doubling and redoubling, with their names at contrée; the codes are the same."""

    COINCHE = "coinche", msg("Contré")
    SURCOINCHE = "surcoinche", msg("Surcontré")


LOWEST, HIGHEST, STEP = 80, 650, 10
"""Lowest and highest bid, and the step between bids; FFB coinche, § on bids, and its web
page for the highest."""

FINE_STEP = 5
"""The step between bids of a table that marks fives; Wikipédia, Coinche, variants."""


CAPOT = "capot"
"""The bid above all numbers."""

GENERALE = "generale"
"""The bid of all tricks by one player alone, and the option that allows it."""

ALL_TRICKS = frozenset((CAPOT, GENERALE))
"""The bids of every trick."""

AT_GENERALE = Condition("contract", (GENERALE,))
"""The contract that is simply made or failed."""

AFTER_FAULT = Condition("fault", tuple(Side))
"""The fault of a side, which decides the contract in place of the points."""


NOT_SAID = msg("Pas dit")
"""Instead of the player who doubled, where nobody says who it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand(BeloteHand):
    """The answers about one hand with bids: coinche or contrée.

    ``contract`` is a number, :data:`CAPOT` or :data:`GENERALE`; ``points`` and ``capot`` are
    absent at a *générale*, and after a fault. ``coinched_by`` is the defender who doubled, if
    the table says it; no score depends on it.
    """

    points: int | None = ask_again(BeloteHand, "points", unless=(AT_GENERALE, AFTER_FAULT))
    capot: Side | None = ask_again(BeloteHand, "capot", unless=(AT_GENERALE, AFTER_FAULT))
    contract: Any = ask(
        Bid,
        msg("Contrat"),
        LOWEST,
        HIGHEST,
        FINE_STEP,
        {CAPOT: msg("Capot"), GENERALE: msg("Générale")},
        needs={GENERALE: GENERALE},
        fine=("rounding", "to5"),
        most="highest_bid",
        unlimited="annonces",
        identifies=True,
        repeatable=True,
        role=HandRole.CONTRACT,
        column=BID,
    )
    coinche: Coinche | Contre | None = ask(
        OneOf, msg("Coinche"), Coinche, required=False, column=BID
    )
    coinched_by: int | None = ask(OnePlayer, msg("Coinché par"), nobody=NOT_SAID, detail=True)
    generale_made: bool | None = ask(
        YesNo,
        msg("La générale"),
        msg("Réussie"),
        msg("Chutée"),
        option=GENERALE,
        when=AT_GENERALE,
        identifies=True,
    )
    fault: Side | None = ask(
        OneOf, msg("Faute"), Side, required=False, unless=(AT_GENERALE,), identifies=True
    )

    @property
    def swept(self) -> Side | None:
        """The side that took every trick, or has them by a fault of the other side."""
        by_fault = self.fault is DEFENCE and self.contract == CAPOT
        return ATTACK if self.generale_made or by_fault else self.capot
