"""The questions about one board of Duplicate Tarot."""

from dataclasses import dataclass

from scorekeeper.games.duplicate.point_values import MOST
from scorekeeper.i18n.messages import msg
from scorekeeper.rules.game import BoardResults, Seat
from scorekeeper.rules.question import OneOf, PerColumn, ask


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The answers about one board; ``scores`` is in the order of the tables."""

    taker: Seat = ask(OneOf, msg("Preneur de l'étui"), Seat, identifies=True)
    scores: tuple[int | None, ...] = ask(
        PerColumn,
        msg("Résultat du preneur à chaque table (vide : pas joué)"),
        -MOST,
        MOST,
        blank=True,
        identifies=True,
    )


def board(hand: Hand) -> BoardResults:
    """Return the results of a board without the names of its questions."""
    return BoardResults(hand.taker, hand.scores)
