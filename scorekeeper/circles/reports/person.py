"""Facts of a player: figures with their labels, grouped into sections that a page shows.

A fact links to the hands behind it by its game and its key. A section without facts is not
shown, nor is a comparison of two players below the floor.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.circles.chance import once_in
from scorekeeper.circles.circle import Circle, Player
from scorekeeper.circles.figures import (
    DEFENDER,
    DOUBLER,
    HAND,
    NO_HANDS,
    PARTNER,
    TAKER,
    Tally,
    answer_place,
    doubling_label,
    extra_label,
    question_label,
    question_of,
)
from scorekeeper.circles.ranking import Mean, mean
from scorekeeper.circles.reports.numbers import (
    OPPONENT_FLOOR,
    PERCENT_FLOOR,
    percent,
    shown_name,
)
from scorekeeper.circles.reports.plots import PlotScale, Whisker, bars, whiskers
from scorekeeper.circles.statistics import PlayerStatistics, Statistics
from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.rules.answers import schema
from scorekeeper.rules.game import Game

Figures = Mapping[str, Tally]
"""The figures of one player in one game, by key."""

PARTS, AMOUNTS, COUNTS = "parts", "amounts", "counts"
"""The looks of a section: parts won, points per hand, numbers of hands."""


class Fact(NamedTuple):
    """One figure of a player."""

    key: str
    label: Message | str
    tally: Tally
    percent: int | None = None
    """The part won, in percent; absent below the floor."""
    all: int | None = None
    """The same of all players together."""
    other: Player | None = None
    """The other player, in a comparison of two."""
    of: int = 0
    """The player whose hands they are, if he is not the one of the page."""
    start: float = 0
    """The start of the bar of the points per hand, in percent of its plot."""
    width: float = 0

    @property
    def mean(self) -> Mean:
        """The points per hand."""
        return mean(self.tally)


class Section(NamedTuple):
    """Some facts under one title."""

    code: str
    look: str
    title: Message
    facts: tuple[Fact, ...]
    zero: float = 0
    """The start of bars, in percent of the plot."""

    @property
    def has_all(self) -> bool:
        """True if a fact is shown beside that of all players."""
        return any(one.percent is not None and one.all is not None for one in self.facts)


LABELS = {
    HAND: msg("toutes les donnes"),
    TAKER: msg("preneur"),
    PARTNER: msg("avec le preneur"),
    DEFENDER: msg("en défense"),
}
"""The names of the figures that every game may have."""


def label(key: str, games: Sequence[str]) -> Message | str | None:
    """Return the name of a figure above the list of its hands; nothing for one of two players.

    :param games: the codes of the games that it counts hands of.
    """
    if key in LABELS:
        return LABELS[key]
    if key.startswith("size="):
        return msg("à %(n)s joueurs", n=key.removeprefix("size="))
    for game in (GAMES[name] for name in games):
        if key == DOUBLER and (doubling := doubling_label(game)):
            return doubling
        asked = question_of(key)
        if asked is not None and asked[0] in schema(game.hand).counted:
            answer = answer_place(game, *asked)[1]
            what = question_label(game, asked[0])
            return msg("preneur, %(what)s : %(answer)s", what=what, answer=answer)
        if key.startswith("extra="):
            return extra_label(game, key)
    return None


def roles(game: Game, own: Figures, everybody: Figures) -> Section:
    """Return the parts won as taker, as partner, in defence and by doubling."""
    labels = {
        TAKER: msg("Preneur"),
        PARTNER: msg("Partenaire du preneur") if game.teams else msg("Appelé"),
        DEFENDER: msg("En défense"),
        DOUBLER: doubling_label(game),
    }
    facts = [
        _part(key, label, own, everybody)
        for key, label in labels.items()
        if label and key in own
    ]
    return Section("roles", PARTS, msg("Selon le rôle"), tuple(facts))


def contracts(game: Game, own: Figures, everybody: Figures) -> list[Section]:
    """Return the parts of contracts made, by the answers to each counted question."""
    sections = []
    for name in schema(game.hand).counted:
        answers = sorted(
            (*answer_place(game, name, asked[1]), key)
            for key in own
            if (asked := question_of(key)) and asked[0] == name
        )
        facts = [_part(key, label, own, everybody) for _, label, key in answers]
        title = msg("Preneur · %(what)s", what=question_label(game, name))
        sections.append(Section(f"by-{name}", PARTS, title, tuple(facts)))
    return sections


def _part(key: str, label: Message | str, own: Figures, everybody: Figures) -> Fact:
    tally = own[key]
    return Fact(key, label, tally, percent(tally), percent(everybody.get(key, NO_HANDS)))


def table_sizes(own: Figures) -> Section:
    """Return the points per hand by the number of players, if there is more than one."""
    sizes = sorted(int(key.removeprefix("size=")) for key in own if key.startswith("size="))
    keys = [f"size={n}" for n in sizes] if len(sizes) > 1 else []
    facts = [Fact(key, msg("À %(n)s", n=key.removeprefix("size=")), own[key]) for key in keys]
    return amounts("sizes", msg("Selon le nombre de joueurs"), facts)


def extras(game: Game, own: Figures) -> Section:
    """Return the extras of a player, the most frequent first."""
    facts = [
        Fact(key, label, tally)
        for key, tally in own.items()
        if key.startswith("extra=") and (label := extra_label(game, key)) is not None
    ]
    facts.sort(key=lambda fact: (-fact.tally.hands, fact.key))
    return Section("extras", COUNTS, msg("Les coups d'éclat"), tuple(facts))


def others(circle: Circle, own: Figures, kind: str, title: Message) -> Section:
    """Return the points per hand with or against each other player, the best first.

    :param kind: ``with`` or ``against``: the beginning of the keys.
    """
    facts = []
    for key, tally in own.items():
        beginning, _, other = key.partition("=")
        if beginning == kind and tally.hands >= OPPONENT_FLOOR:
            player = circle.player(int(other))
            facts.append(Fact(key, "", tally, percent(tally), other=player))
    facts.sort(key=lambda fact: (-fact.mean.tenths, fact.key))
    return amounts(kind, title, facts)


def calls(circle: Circle, own: Figures, player: int) -> Section:
    """Return how often each partner was called, and the contracts made with him."""
    facts = [
        Fact(key, "", tally, percent(tally), other=circle.player(int(key.partition("=")[2])))
        for key, tally in own.items()
        if key.startswith("called=")
    ]
    facts.sort(key=lambda fact: (-fact.tally.hands, fact.key))
    title = msg("Qui est appelé par %(name)s", name=shown_name(circle.player(player)))
    return Section("called", PARTS, title, tuple(facts))


def amounts(code: str, title: Message, facts: Iterable[Fact]) -> Section:
    """Return a section of points per hand, with the bars of its facts on one scale."""
    listed = tuple(facts)
    tenths = [fact.mean.tenths for fact in listed]
    placed = zip(listed, bars(tenths), strict=True)
    low, high = min([0, *tenths]), max([0, *tenths])
    zero = round(-100 * low / ((high - low) or 1), 1)
    drawn = tuple(fact._replace(start=start, width=width) for fact, (start, width) in placed)
    return Section(code, AMOUNTS, title, drawn, zero)


MOST_RIVALS = 12
"""Most rows of the plot of points per hand."""


class Peer(NamedTuple):
    """One row of the plot of points per hand."""

    player: Player
    mean: Mean
    place: Whisker
    is_self: bool


RARE = 20
"""A best partner or a rival is named if chance alone gives one once in so many cases."""


class Finding(NamedTuple):
    """The best or the worst of several players, where chance alone hardly explains it."""

    fact: Fact
    of: int
    """The number of players who were compared."""
    once_in: int
    """Chance alone gives such a one at most once in so many cases."""


def _finding(facts: Sequence[Fact], sign: int) -> Finding | None:
    """Return what a fact among those with enough hands says, if it is rare by chance alone.

    :param facts: the best first.
    :param sign: 1 for the best, if points were won; -1 for the worst, if points were lost.
    """
    compared = [fact for fact in facts if fact.tally.hands >= PERCENT_FLOOR][::sign]
    if len(compared) < 2 or sign * compared[0].tally.points <= 0:
        return None
    fact, *rest = compared
    times = once_in(fact.tally, [other.tally for other in rest])
    return Finding(fact, len(compared), times) if times >= RARE else None


class GamePage(NamedTuple):
    """The figures of a player in one game."""

    game: Game
    played: Tally
    peers: tuple[Peer, ...]
    """The points per hand of all players, the best first; empty below the floor."""
    scale: PlotScale
    sections: tuple[Section, ...]
    rival: Finding | None
    """The opponent to whom he lost most points per hand."""
    best_partner: Finding | None
    """The player on whose side most points per hand were won."""


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
    beside = others(circle, own, "with", msg("Avec qui, points à deux par donne"))
    against = others(circle, own, "against", msg("Face à face, écart par donne"))
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
    best, rival = _finding(beside.facts, 1), _finding(against.facts, -1)
    return GamePage(game, own[HAND], peers, scale, shown, rival, best)


def points_per_hand(
    circle: Circle, statistics: Statistics, game: str, player: int = 0
) -> tuple[tuple[Peer, ...], PlotScale]:
    """Return the plot of the points per hand of all players with enough hands.

    :param player: the player whose page it is on; 0 for nobody.
    """
    means = [
        (mean(tally), who)
        for who, mean_of in statistics.players.items()
        if (tally := mean_of.figure(game, HAND)).hands >= PERCENT_FLOOR
    ]
    means.sort(key=lambda pair: (-pair[0].tenths, pair[1]))
    chosen = means[:MOST_RIVALS]
    of_player = [pair for pair in means[MOST_RIVALS:] if pair[1] == player]
    if of_player:
        chosen = [*chosen[:-1], *of_player]
    scale = whiskers([mean_of for mean_of, _ in chosen])
    peers = tuple(
        Peer(circle.player(who), mean_of, place, who == player)
        for (mean_of, who), place in zip(chosen, scale.rows, strict=True)
    )
    return (peers if len(peers) > 1 else ()), scale


def _together(figures: Iterable[Mapping[str, Tally]]) -> dict[str, Tally]:
    """Add up the figures of all players, but those that name another one."""
    total: dict[str, Tally] = {}
    for own in figures:
        for key, tally in own.items():
            total[key] = total.get(key, NO_HANDS).plus(tally)
    return total


class Ahead(NamedTuple):
    """The evenings that each of two players ended ahead of the other."""

    evenings: int
    one: int
    other: int

    @property
    def level(self) -> int:
        """The evenings that both ended level."""
        return self.evenings - self.one - self.other


class PairGame(NamedTuple):
    """The figures of two players in one game."""

    game: Game
    sections: tuple[Section, ...]


class Pair(NamedTuple):
    """Two players of a season."""

    games: tuple[PairGame, ...]
    ahead: Ahead


def pair(circle: Circle, statistics: Statistics, one: int, other: int) -> Pair:
    """Return what two players did in a season."""
    own = statistics.players.get(one, PlayerStatistics())
    called = statistics.players.get(other, PlayerStatistics())
    games = (_game(circle, (own, called), GAMES[game], one, other) for game in own.figures)
    shared = [e for e in statistics.evenings if one in e.points and other in e.points]
    points = [(evening.points[one], evening.points[other]) for evening in shared]
    ahead = Ahead(len(points), sum(a > b for a, b in points), sum(a < b for a, b in points))
    return Pair(tuple(game for game in games if game.sections), ahead)


def _game(
    circle: Circle, both: tuple[PlayerStatistics, ...], game: Game, one: int, other: int
) -> PairGame:
    own, theirs = (statistics.figures.get(game.name, {}) for statistics in both)
    compared = [
        Fact(key, label, own[key])
        for key, label in (
            (f"with={other}", msg("Ensemble, points à deux")),
            (f"against={other}", msg("L'un contre l'autre, écart")),
        )
        if key in own and own[key].hands >= OPPONENT_FLOOR
    ]
    a, b = (shown_name(circle.player(player)) for player in (one, other))
    contracts = [
        _part(key, label, figures, {})._replace(of=of)
        for key, label, figures, of in (
            (f"attack={other}", msg("Leurs contrats"), own, one),
            (f"called={other}", msg("%(one)s appelle %(other)s", one=a, other=b), own, one),
            (f"called={one}", msg("%(one)s appelle %(other)s", one=b, other=a), theirs, other),
        )
        if key in figures
    ]
    sections = (
        amounts("with", msg("Points par donne"), compared),
        Section("calls", PARTS, msg("Contrats ensemble"), tuple(contracts)),
    )
    return PairGame(game, tuple(section for section in sections if section.facts))
