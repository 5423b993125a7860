"""The questions about one hand of a game with bids, besides those of Belote."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.games.belote.hand_fields import Hand
from scorekeeper.games.coinche.choices import Coinche, Contre
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.ask import ask
from scorekeeper.rules.choice import Role, Side

CAPOT = "capot"
"""The bid above all numbers."""


LOWEST, HIGHEST, STEP = 80, 650, 10
"""Lowest and highest bid, and the step between bids; FFB coinche, § on bids, and its web
page for the highest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BidHand(Hand):
    """The answers about one hand with bids: coinche or contrée.

    ``contract`` is a number or the word :data:`CAPOT`.
    """

    capot: Side | None = ask.choice(
        msg("Tous les plis"), Side, required=False, identifies=True
    )
    contract: Any = ask.bid(
        msg("Contrat"),
        LOWEST,
        HIGHEST,
        STEP,
        CAPOT,
        msg("Capot"),
        identifies=True,
        repeatable=True,
        role=Role.CONTRACT,
    )
    coinche: Coinche | Contre | None = ask.choice(msg("Coinche"), Coinche, required=False)
