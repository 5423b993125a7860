"""A pair's page: two players on one side, against each other, and evening by evening."""

from itertools import accumulate
from typing import NamedTuple

from scorekeeper.circles.circle import Circle
from scorekeeper.circles.figures import NO_HANDS
from scorekeeper.circles.statistics import PlayerStatistics, Statistics
from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.reports.circle.curve import Curve, Track, curve
from scorekeeper.reports.circle.facts import PARTS, Fact, Section, amounts
from scorekeeper.reports.circle.numbers import OPPONENT_FLOOR, percent
from scorekeeper.rules.game import Game


class Ahead(NamedTuple):
    """The evenings that each of two players ended ahead of the other."""

    evenings: int
    one: int
    other: int

    @property
    def level(self) -> int:
        """The evenings that both ended level."""
        return self.evenings - self.one - self.other

    @property
    def first_part(self) -> int:
        """The part of the one, in percent."""
        return round(100 * self.one / self.evenings)

    @property
    def second_part(self) -> int:
        """The part of the other, in percent."""
        return round(100 * self.other / self.evenings)


class PairGame(NamedTuple):
    """The figures of two players in one game."""

    game: Game
    sections: tuple[Section, ...]


class Pair(NamedTuple):
    """Two players of a season."""

    games: tuple[PairGame, ...]
    ahead: Ahead
    curve: Curve | None
    """The totals of both over the evenings that both came to."""


def pair(circle: Circle, statistics: Statistics, one: int, other: int) -> Pair:
    """Return what two players did in a season."""
    own = statistics.players.get(one, PlayerStatistics())
    games = (_game(own, GAMES[game], other) for game in own.figures)
    shared = [e for e in statistics.evenings if one in e.points and other in e.points]
    points = [(evening.points[one], evening.points[other]) for evening in shared]
    ahead = Ahead(len(points), sum(a > b for a, b in points), sum(a < b for a, b in points))
    tracks = [
        Track(circle.player(player), 0, tuple(accumulate(both[n] for both in points)))
        for n, player in enumerate((one, other))
    ]
    drawn = curve(tracks, [evening.date for evening in shared])
    return Pair(tuple(game for game in games if game.sections), ahead, drawn)


def _game(own: PlayerStatistics, game: Game, other: int) -> PairGame:
    together, against = own.figure(game.name, f"with={other}"), f"against={other}"
    found = []
    if together.hands >= OPPONENT_FLOOR:
        found.append(_together(own, game, other))
    if own.figure(game.name, against).hands >= OPPONENT_FLOOR:
        tally = own.figure(game.name, against)
        fact = Fact(against, msg("L'un contre l'autre"), tally, percent(tally))
        found.append(amounts("against", msg("Face à face"), [fact]))
    return PairGame(game, tuple(found))


def _together(own: PlayerStatistics, game: Game, other: int) -> Section:
    labels: dict[str, Message] = {
        f"with={other}": msg("Dans le même camp"),
        f"attack={other}": msg("Leurs contrats"),
        f"called={other}": msg("L'un appelle l'autre"),
    }
    facts = [
        Fact(key, label, tally, percent(tally))
        for key, label in labels.items()
        if (tally := own.figure(game.name, key)) != NO_HANDS
    ]
    return Section("with", PARTS, msg("Ensemble"), tuple(facts))
