"""Facts of a player: figures with their labels, grouped into sections that a page shows.

A fact links to the hands behind it by its game and its key. A section without facts is not
shown, nor is a comparison with another player below the floor.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.circles.circle import Circle, Player
from scorekeeper.circles.figures import DEFENDER, HAND, PARTNER, TAKER, Tally, contract_place
from scorekeeper.circles.ranking import TENTHS_OF_POINTS
from scorekeeper.circles.statistics import PlayerStatistics, Statistics
from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.game import Game

Figures = Mapping[str, Tally]
"""The figures of one player in one game, by key."""

OPPONENT_FLOOR = 3
"""Fewest hands of two players together that a page compares them by."""

PARTS, AMOUNTS = "parts", "amounts"
"""The looks of a section: parts won, points per hand."""


class Fact(NamedTuple):
    """One figure of a player."""

    key: str
    label: Message | str
    tally: Tally
    other: Player | None = None
    """The other player, in a comparison."""

    @property
    def per_hand(self) -> object:
        """The points per hand, to be rendered."""
        return TENTHS_OF_POINTS.shown(self.tally.per_hand)


class Section(NamedTuple):
    """Some facts under one title."""

    look: str
    title: Message
    facts: tuple[Fact, ...]


LABELS = {
    HAND: msg("toutes les donnes"),
    TAKER: msg("preneur"),
    PARTNER: msg("avec le preneur"),
    DEFENDER: msg("en défense"),
}
"""The names of the figures that every game may have."""


def label(key: str, games: Sequence[str]) -> Message | str | None:
    """Return the name of a figure above the list of its hands, which are of these games;
    nothing for one with or against another player."""
    if key in LABELS:
        return LABELS[key]
    places = filter(None, (contract_place(GAMES[name], key) for name in games))
    return next((msg("preneur : %(contract)s", contract=name) for _, name in places), None)


def roles(game: Game, own: Figures) -> Section:
    """Return the parts won as taker, as partner and in defence."""
    labels = {
        TAKER: msg("Preneur"),
        PARTNER: msg("Partenaire du preneur") if game.teams else msg("Appelé"),
        DEFENDER: msg("En défense"),
    }
    facts = [Fact(key, label, own[key]) for key, label in labels.items() if key in own]
    return Section(PARTS, msg("Donnes gagnées selon le rôle"), tuple(facts))


def contracts(game: Game, own: Figures) -> Section:
    """Return the parts of contracts made, by contract."""
    known = sorted((*place, key) for key in own if (place := contract_place(game, key)))
    facts = [Fact(key, label, own[key]) for _, label, key in known]
    return Section(PARTS, msg("Preneur, selon le contrat"), tuple(facts))


def others(circle: Circle, own: Figures, kind: str, title: Message) -> Section:
    """Return the points per hand ``with`` or ``against`` each other player, the best first."""
    facts = []
    for key, tally in own.items():
        beginning, _, other = key.partition("=")
        if beginning == kind and tally.hands >= OPPONENT_FLOOR:
            facts.append(Fact(key, "", tally, circle.player(int(other))))
    facts.sort(key=lambda fact: (-fact.tally.per_hand, fact.key))
    return Section(AMOUNTS, title, tuple(facts))


class GamePage(NamedTuple):
    """The figures of a player in one game."""

    game: Game
    played: Tally
    sections: tuple[Section, ...]


def games_of(circle: Circle, statistics: Statistics, player: int) -> list[GamePage]:
    """Return the figures of a player in each of his games, the most played first."""
    own = statistics.players.get(player, PlayerStatistics())
    pages = [
        _page(circle, GAMES[game], figures)
        for game, figures in own.figures.items()
        if HAND in figures
    ]
    return sorted(pages, key=lambda page: (-page.played.hands, page.game.name))


def _page(circle: Circle, game: Game, own: Figures) -> GamePage:
    sections = [
        roles(game, own),
        contracts(game, own),
        others(circle, own, "with", msg("Avec qui, points à deux par donne")),
        others(circle, own, "against", msg("Face à face, écart par donne")),
    ]
    return GamePage(game, own[HAND], tuple(section for section in sections if section.facts))
