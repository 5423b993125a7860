"""The points of each player in one hand, before and after the contract is judged."""

from typing import NamedTuple

from scorekeeper.games.belote.point_values import BELOTE, DECK, MELD
from scorekeeper.games.belote.side_points import rounded
from scorekeeper.games.belote_few.hand_fields import Annonces, Hand
from scorekeeper.rules.option import Options
from scorekeeper.rules.score import Points

NONE: dict[int, Points] = {2: (0, 0), 3: (0, 0, 0)}
"""The points of players that have none, by the number of players."""

OPPONENTS = {2: ((1,), (0,)), 3: ((1, 2), (2, 0), (0, 1))}
"""The other players in the order of play, by the number of players and the taker."""


class Counted(NamedTuple):
    """The points of one hand before the contract is judged, player by player."""

    tricks: Points
    belotes: Points
    annonces: Points


def counted(hand: Hand, seats: int, options: Options) -> Counted:
    """Count the points of each player. Who has every trick has all announcements.

    >>> from scorekeeper.games.belote_few.two import GAME
    >>> counted(Hand(taker=0, points=(91, 71), belote=1), 2, GAME.read_options({}))
    Counted(tricks=(91, 71), belotes=(0, 20), annonces=(0, 0))
    """
    belotes = annonces = NONE[seats]
    if hand.belote is not None:
        belotes = only(hand.belote, BELOTE, seats)
    if shown := hand.annonces:
        owner = shown.player if hand.capot is None else hand.capot
        annonces = only(owner, annonces_points(shown), seats)
    return Counted(_tricks(hand, seats, options), belotes, annonces)


def _tricks(hand: Hand, seats: int, options: Options) -> Points:
    """Return the trick points of each player, with what a player without a trick costs."""
    if hand.capot is not None:
        base, more = capot_parts(hand, options)
        return only(hand.capot, base + more, seats)
    points = hand.points
    assert points is not None
    if hand.no_trick is None:
        return points
    more = options["no_trick"]
    return tuple([p + more if n != hand.no_trick else p for n, p in enumerate(points)])


def capot_parts(hand: Hand, options: Options) -> tuple[int, int]:
    """Return the points of all tricks, and what the capot adds to them."""
    base = DECK if hand.points is None else sum(hand.points)
    return base, options["capot"] - DECK


def annonces_points(shown: Annonces) -> int:
    """Return the points of announcements."""
    if shown.points is not None:
        return shown.points
    return sum([MELD[meld] for meld in shown.list])


def only(player: int, points: int, seats: int) -> Points:
    """Return points of which one player has all.

    >>> only(1, 20, 3)
    (0, 20, 0)
    """
    after = [0] * seats
    after[player] = points
    return tuple(after)


def moved(points: Points, taker: int, totals: Points, how: str) -> Points:
    """Return the points after a failed contract, by the code of the option.

    :param totals: the points by which the opponents are compared.

    >>> for how in ("best", "shared", "both", "own"):
    ...     print(how, moved((50, 82, 30), 0, (50, 82, 30), how))
    best (0, 132, 30)
    shared (0, 81, 81)
    both (0, 132, 80)
    own (0, 82, 30)
    """
    others = OPPONENTS[len(points)][taker]
    after = list(points)
    after[taker] = 0
    if how == "shared":
        return _share(sum(points), [0] * len(points), others)
    if how == "both":
        for n in others:
            after[n] += points[taker]
    elif how != "own":
        first = others[0]
        if len(others) == 1 or totals[first] > totals[others[1]]:
            others = others[:1]
        elif totals[first] < totals[others[1]]:
            others = others[1:]
        return _share(points[taker], after, others)
    return tuple(after)


def _share(points: int, after: list[int], among: Points) -> Points:
    """Divide points equally; an odd one goes to the first after the taker."""
    each, odd = divmod(points, len(among))
    for n in among:
        after[n] += each
    after[among[0]] += odd
    return tuple(after)


def rounded_each(points: Points, how: str) -> Points:
    """Round the points of each player to tens by the code of the rounding option."""
    return tuple([rounded(p, how) for p in points])
