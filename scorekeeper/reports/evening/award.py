"""An award of an evening: its winners, its words and the hands that it was won with."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from scorekeeper.i18n.messages import Message
from scorekeeper.rules.game import Game
from scorekeeper.sheets.played import PlayedHand

T = TypeVar("T")

MOST_WINNERS = 2
"""Most winners of one award: what more have done alike is nothing remarkable."""


class Winner(NamedTuple):
    """One winner of an award."""

    column: int
    text: Message
    """What he did, with his name."""
    hands: tuple[PlayedHand, ...]
    """The hands of this evening that prove it."""


class Award(NamedTuple):
    """One award, with its winners."""

    code: str
    """Its code, which its picture is named by."""
    title: Message
    winners: tuple[Winner, ...]


def award(code: str, title: Message, winners: Iterable[Winner]) -> Award | None:
    """Return an award, if it has a winner and not too many."""
    found = tuple(winners)
    return Award(code, title, found) if 0 < len(found) <= MOST_WINNERS else None


def best_of(candidates: Iterable[T], value: Callable[[T], int], least: int) -> list[T]:
    """Return the candidates with the highest value, all of them if they are equal.

    :param least: the lowest value that deserves an award.
    """
    found = list(candidates)
    best = max(map(value, found), default=least)
    return [one for one in found if value(one) == best >= least]


def has_gains(game: Game) -> bool:
    """Return True for a game in which a hand is won or lost by the sign of its points."""
    return game.can_pass and not game.unsigned


def written(points: int, game: Game) -> object:
    """Return points as this game writes them, to be rendered."""
    if game.unsigned or points <= 0:
        return points
    return Message("+%(points)s", {"points": points})
