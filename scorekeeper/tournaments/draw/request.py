"""The question put to a draw, and its answer."""

from collections.abc import Iterable
from itertools import combinations
from random import Random
from typing import NamedTuple, TypeVar

from scorekeeper.i18n.messages import Message, MessageError, msg

Item = TypeVar("Item")


class PlayedRound(NamedTuple):
    """A round as it was played: who sat where, by number, table 1 first."""

    tables: tuple[tuple[int, ...], ...]
    exempt: tuple[int, ...] = ()
    seed: int | None = None
    """With which it was drawn, if that is not the one of the round that is wanted."""


class DrawRequest(NamedTuple):
    """All that a draw depends on: the same one gives the same tables on every machine."""

    kind: str
    """``fft``, ``random`` or ``ranking``."""

    entrants: tuple[int, ...]
    """Numbers of the players, or teams, who play; at ``ranking`` the best first."""

    size: int
    """4 players or 2 teams a table."""

    odd: str
    """``three`` or ``five``: tables where the players are no multiple of four; ``exempt``."""

    round: int
    """The round to be drawn, from 1."""

    rounds: int
    """Rounds of the evening: those that are left are planned together."""

    earlier: tuple[PlayedRound, ...]
    """Rounds 1 to ``round`` − 1."""

    apart: frozenset[tuple[int, int]] = frozenset()
    """Pairs, the lower number first, that must not meet."""

    clubs: tuple[tuple[int, ...], ...] = ()
    """Members of the same club, in ascending order: they are kept apart where that costs no
    repetition."""

    seed: int = 0

    teams: tuple[tuple[int, ...], ...] = ()
    """Partners among the entrants, at ``fft``: they sit at one table in its first position,
    which is not played (FFT, *Manuel*, p. 15)."""

    def rather(self) -> frozenset[tuple[int, int]]:
        """Return the pairs of the same club: of a large one many more than members."""
        return frozenset(pair for club in self.clubs for pair in combinations(club, 2))


class DrawResult(NamedTuple):
    """The tables of a round, with seats in the order North, South, East, West."""

    tables: tuple[tuple[int, ...], ...]
    exempt: tuple[int, ...] = ()
    repeats: int = 0
    """Pairs at these tables, each counted as often as it has met before."""

    forced: bool = False
    """Somebody is exempt, or at an odd table, again before others: else there was a rematch,
    or two met who must not."""

    reasons: tuple[Message, ...] = ()
    """Reasons for players; the values ``one`` and ``other`` are numbers of entrants."""

    kind: str = ""
    """The draw that was made: ``random`` too where the movement cannot go on, and before there
    is a ranking."""


class DrawImpossible(MessageError, ValueError):
    """Too few players or teams for a table."""


def shuffled(items: Iterable[Item], rng: Random) -> list[Item]:
    """Return the items in a random order: the same one in every version of Python."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


def not_apart(one: int, other: int) -> Message:
    """Return the reason that names two who should not have met, by their numbers."""
    return msg(
        "Les numéros %(one)s et %(other)s n'ont pas pu être séparés.", one=one, other=other
    )
