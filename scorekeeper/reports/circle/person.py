"""A player's page: his figures in each game, compared with those of the others."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scorekeeper.circles.circle import Circle, Player
from scorekeeper.circles.figures import HAND, NO_HANDS, Tally
from scorekeeper.circles.ranking import Mean, mean, signed_tenths
from scorekeeper.circles.statistics import PlayerStatistics, Statistics
from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.reports.circle.facts import (
    Fact,
    Section,
    calls,
    contracts,
    extras,
    others,
    roles,
    table_sizes,
)
from scorekeeper.reports.circle.numbers import PERCENT_FLOOR, margin
from scorekeeper.reports.circle.whisker import Scale, Whisker, whiskers
from scorekeeper.rules.game import Game

MOST_RIVALS = 12
"""Most rows of the plot of points per hand."""


class Peer(NamedTuple):
    """One row of the plot of points per hand."""

    player: Player
    mean: Mean
    place: Whisker
    is_self: bool

    @property
    def per_hand(self) -> Message:
        """The points per hand with their sign."""
        return signed_tenths(self.mean.tenths)

    @property
    def margin(self) -> Message | None:
        """Half the width of the interval."""
        return margin(self.mean)


class GamePage(NamedTuple):
    """The figures of a player in one game."""

    game: Game
    played: Tally
    peers: tuple[Peer, ...]
    """The points per hand of all players, the best first; empty below the floor."""
    scale: Scale
    sections: tuple[Section, ...]
    rival: Fact | None
    """The opponent to whom he lost most points per hand."""
    best_partner: Fact | None
    """The player on whose side he won most points per hand."""


def games_of(circle: Circle, statistics: Statistics, player: int) -> list[GamePage]:
    """Return the figures of a player in each of his games, the most played first."""
    own = statistics.players.get(player, PlayerStatistics())
    pages = [
        _page(circle, statistics, player, GAMES[game], figures)
        for game, figures in own.figures.items()
        if HAND in figures
    ]
    return sorted(pages, key=lambda page: (-page.played.hands, page.game.name))


def _page(
    circle: Circle,
    statistics: Statistics,
    player: int,
    game: Game,
    own: Mapping[str, Tally],
) -> GamePage:
    everybody = _together(
        one.figures.get(game.name, {}) for one in statistics.players.values()
    )
    peers, scale = points_per_hand(circle, statistics, game.name, player)
    beside = others(circle, own, "with", msg("Avec qui"))
    against = others(circle, own, "against", msg("Face à face"))
    sections = [
        roles(game, own, everybody),
        *contracts(game, own, everybody),
        beside,
        against,
        calls(circle, own, player),
        extras(game, own),
        table_sizes(own),
    ]
    shown = tuple(section for section in sections if section.facts)
    rival = against.facts[-1] if against.facts and against.facts[-1].tally.points < 0 else None
    best = beside.facts[0] if beside.facts and beside.facts[0].tally.points > 0 else None
    return GamePage(game, own[HAND], peers, scale, shown, rival, best)


def points_per_hand(
    circle: Circle, statistics: Statistics, game: str, player: int = 0
) -> tuple[tuple[Peer, ...], Scale]:
    """Return the plot of the points per hand of all players with enough hands.

    :param player: the player whose page it is on; 0 for nobody.
    """
    found = [
        (mean(tally), who)
        for who, one in statistics.players.items()
        if (tally := one.figure(game, HAND)).hands >= PERCENT_FLOOR
    ]
    found.sort(key=lambda pair: (-pair[0].tenths, pair[1]))
    chosen = found[:MOST_RIVALS]
    own = [pair for pair in found[MOST_RIVALS:] if pair[1] == player]
    if own:
        chosen = [*chosen[:-1], *own]
    scale = whiskers([one for one, _ in chosen])
    peers = tuple(
        Peer(circle.player(who), one, place, who == player)
        for (one, who), place in zip(chosen, scale.rows, strict=True)
    )
    return (peers if len(peers) > 1 else ()), scale


def _together(figures: Iterable[Mapping[str, Tally]]) -> dict[str, Tally]:
    """Add up the figures of all players, but those that name another one."""
    total: dict[str, Tally] = {}
    for own in figures:
        for key, tally in own.items():
            total[key] = total.get(key, NO_HANDS).plus(tally)
    return total
