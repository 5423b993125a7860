"""An estimated level of each player, from who beat whom: OpenSkill, in one pass.

It is worth showing only where it predicts what it has not seen. So the last evenings are held
out: the levels of before them must predict which of their contracts were made better than
nothing does, and better than the players' points per hand, by more than chance explains.
Of equal players one circle in four would pass without that condition.

The side of the taker plays with one more member, who stands for the cards that made him bid:
there is one for each number of players and partners. Without it a taker alone against three
would be expected to lose nearly always.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import exp, log, sqrt
from typing import NamedTuple

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from scorekeeper.circles.figures import players_of, points_of
from scorekeeper.sheets.played import played_hands
from scorekeeper.sheets.sheet import Sheet

GUEST = 0
"""The player who stands for guests: each is somebody else, so that nothing is learned."""

LEAST_HANDS = 300
"""Fewest decided contracts of a circle with levels."""

HELD_OUT = 0.2
"""The part of the evenings, the last ones, that the levels must predict."""

LEAST_HELD_OUT = 60
"""Fewest decided contracts in them."""

CERTAIN = 1.645
"""Standard errors that chance alone exceeds once in twenty times."""

PRIOR_HANDS = 20
"""Hands at zero points added to those of each player, so that a few good ones are no proof."""

STEPS = 25
"""Steps of Newton's method, which needs half a dozen."""

RIDGE = 1.0
"""The weight of the guess that a difference of levels means nothing."""


class Contract(NamedTuple):
    """One decided contract: who played on which side, and who won."""

    evening: int
    """The place of its evening, from 0; in ascending order."""
    attack: tuple[int, ...]
    """The players of the circle on the side of the taker, guests as :data:`GUEST`."""
    defence: tuple[int, ...]
    won: bool
    points: Mapping[int, int]
    """The points of each player of the circle."""

    @property
    def kind(self) -> tuple[int, int]:
        """The number of players on each side."""
        return len(self.attack), len(self.defence)


class Level(NamedTuple):
    """The estimated level of one player."""

    player: int
    tenths: int
    """In tenths; 250 is the level of somebody of whom nothing is known."""
    margin: int
    """Twice the standard deviation, in tenths."""
    hands: int


class Proof(NamedTuple):
    """The prediction of the held-out contracts: mean log-loss in thousandths, lower is
    better."""

    hands: int
    nothing: int
    points: int
    rating: int
    certainty: float
    """How far the levels are ahead of the better of the two others, in standard errors."""

    @property
    def is_better(self) -> bool:
        """True if the levels predict better than both others, by more than chance explains."""
        return self.hands >= LEAST_HELD_OUT and self.certainty > CERTAIN


class Rating(NamedTuple):
    """The levels of a circle's players, the highest first, and how well they predict."""

    levels: tuple[Level, ...]
    proof: Proof | None
    """Absent if there are too few contracts to tell."""
    hands: int

    @property
    def is_shown(self) -> bool:
        """True if the levels are worth showing."""
        return self.proof is not None and self.proof.is_better


def rate(contracts: Sequence[Contract]) -> Rating:
    """Return the levels after these contracts, in their order, and the proof.

    Takes some 0.1 ms for each contract.
    """
    hands: dict[int, int] = {}
    for one in contracts:
        for player in (*one.attack, *one.defence):
            hands[player] = hands.get(player, 0) + 1
    ledger = Ledger()
    for one in contracts:
        ledger.add(one)
    levels = [
        Level(player, round(10 * own.mu), round(20 * own.sigma), hands[player])
        for player, own in ledger.levels.items()
    ]
    levels.sort(key=lambda level: (-level.tenths, level.player))
    return Rating(tuple(levels), prove(contracts), len(contracts))


def contracts_of(sheet: Sheet, players: Sequence[int], evening: int) -> Iterator[Contract]:
    """Return the decided contracts of a sheet.

    :param players: the player of the circle for each player of the sheet; 0 for a guest.
    :param evening: the place of its evening.
    """
    game, known = sheet.game, dict(enumerate(players))
    for hand in played_hands(sheet):
        if hand.won is None or not hand.attack:
            continue
        playing = players_of(hand, game, len(sheet.names))
        people = {number: known.get(number, GUEST) for number in playing}
        points = {
            player: points_of(game, hand.points, number)
            for number, player in people.items()
            if player
        }
        attack = [n for n in playing if game.column(n) in hand.attack]
        yield Contract(
            evening,
            tuple(people[n] for n in attack),
            tuple(people[n] for n in playing if n not in attack),
            hand.won,
            points,
        )


class Ledger:
    """The levels of everybody after some contracts."""

    def __init__(self) -> None:
        self.model = BradleyTerryFull()
        self.levels: dict[int, BradleyTerryFullRating] = {}
        self._cards: dict[tuple[int, int], BradleyTerryFullRating] = {}
        self._points: dict[int, int] = {}
        self._hands: dict[int, int] = {}

    def add(self, one: Contract) -> None:
        """Learn from one more contract."""
        attack = [self._level(player) for player in one.attack]
        defence = [self._level(player) for player in one.defence]
        cards = self._cards.get(one.kind) or self._usual_cards(one.kind)
        sides = [[*attack, cards], defence] if one.won else [defence, [*attack, cards]]
        rated = self.model.rate(sides)
        attacking, defending = rated if one.won else rated[::-1]
        self._cards[one.kind] = attacking[-1]
        for player, level in zip(one.attack, attacking, strict=False):
            self.levels[player] = level
        for player, level in zip(one.defence, defending, strict=True):
            self.levels[player] = level
        self.levels.pop(GUEST, None)
        for player, points in one.points.items():
            self._points[player] = self._points.get(player, 0) + points
            self._hands[player] = self._hands.get(player, 0) + 1

    def difference_of_levels(self, one: Contract) -> float:
        """The levels of the attack above those of the defence, in units of their doubt."""
        attack = [self._level(player) for player in one.attack]
        defence = [self._level(player) for player in one.defence]
        usual = self.model.mu
        ahead = sum(own.mu - usual for own in attack) - sum(own.mu - usual for own in defence)
        doubt = sum(own.sigma**2 + self.model.beta**2 for own in (*attack, *defence))
        return ahead / sqrt(doubt)

    def difference_of_points(self, one: Contract) -> float:
        """The points per hand of the attack above those of the defence, in tens of points."""
        return (self._mean_points(one.attack) - self._mean_points(one.defence)) / 10

    def _mean_points(self, players: Sequence[int]) -> float:
        return sum(map(self._points_per_hand, players)) / len(players)

    def _points_per_hand(self, player: int) -> float:
        return self._points.get(player, 0) / (self._hands.get(player, 0) + PRIOR_HANDS)

    def _level(self, player: int) -> BradleyTerryFullRating:
        return self.levels.get(player) or self.model.rating()

    def _usual_cards(self, kind: tuple[int, int]) -> BradleyTerryFullRating:
        """The level of the cards before any contract: the sides are expected to be equal."""
        attack, defence = kind
        return self.model.rating(mu=self.model.mu * (defence - attack))


def prove(contracts: Sequence[Contract]) -> Proof | None:
    """Return how well the last evenings are predicted from those before; nothing if there are
    too few contracts."""
    evenings = sorted({one.evening for one in contracts})
    if len(contracts) < LEAST_HANDS or len(evenings) < 1 / HELD_OUT:
        return None
    first = evenings[-max(1, round(HELD_OUT * len(evenings)))]
    known = [one for one in contracts if one.evening < first]
    held_out = [one for one in contracts if one.evening >= first]
    usual = UsualOdds(known)
    ledger, levels, points = Ledger(), [], []
    for one in known:
        levels.append(ledger.difference_of_levels(one))
        points.append(ledger.difference_of_points(one))
        ledger.add(one)
    odds, won = [usual.of(one) for one in known], [one.won for one in known]
    nothing = [_loss(usual.of(one), one.won) for one in held_out]
    losses = [nothing]
    for seen, feature in (
        (points, ledger.difference_of_points),
        (levels, ledger.difference_of_levels),
    ):
        slope = fitted_slope(odds, seen, won)
        predicted = ((usual.of(one) + slope * feature(one), one.won) for one in held_out)
        losses.append([_loss(*both) for both in predicted])
    certainty = min(_certainty(other, losses[2]) for other in losses[:2])
    by_nothing, by_points, by_levels = (round(1000 * _mean(one)) for one in losses)
    return Proof(len(held_out), by_nothing, by_points, by_levels, certainty)


def _certainty(worse: Sequence[float], better: Sequence[float]) -> float:
    """Return the mean difference of losses, in its standard errors."""
    differences = [one - other for one, other in zip(worse, better, strict=True)]
    mean, count = _mean(differences), len(differences)
    spread = sum((one - mean) ** 2 for one in differences) / max(1, count - 1)
    return mean / sqrt(spread / count) if spread else 0.0


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


class UsualOdds:
    """The odds of a contract by the number of players on each side, as logarithms."""

    def __init__(self, contracts: Iterable[Contract]) -> None:
        self._counts: dict[tuple[int, int], list[int]] = {}
        for one in contracts:
            self._counts.setdefault(one.kind, [0, 0])[one.won] += 1

    def of(self, one: Contract) -> float:
        """The log-odds that a contract is made, whoever plays it."""
        lost, made = self._counts.get(one.kind, (0, 0))
        return log((made + 1) / (lost + 1))


def fitted_slope(
    odds: Sequence[float], features: Sequence[float], won: Sequence[bool]
) -> float:
    """Return the weight of a feature in the log-odds that fits best; logistic regression by
    Newton's method.

    >>> round(fitted_slope([0, 0, 0, 0], [1, 1, -1, -1], [True, True, False, True]), 2)
    0.51
    """
    slope = 0.0
    for _ in range(STEPS):
        gradient, curvature = -RIDGE * slope, RIDGE
        for usual, feature, outcome in zip(odds, features, won, strict=True):
            chance = _chance(usual + slope * feature)
            gradient += (outcome - chance) * feature
            curvature += chance * (1 - chance) * feature**2
        step = gradient / curvature
        slope += step
        if abs(step) < 1e-6:
            break
    return slope


def _loss(odds: float, won: bool) -> float:
    """Return minus the logarithm of the chance that was given to what happened."""
    return -log(_chance(odds if won else -odds))


def _chance(odds: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, odds))))
