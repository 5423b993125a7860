"""Facts of a player: figures with their labels, grouped into sections that a page shows.

A fact links to the hands behind it by its game and its key. A section without facts is not
shown, nor is a comparison of two players below the floor.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.circles.circle import Circle, Player
from scorekeeper.circles.figures import (
    DEFENDER,
    HAND,
    NO_HANDS,
    PARTNER,
    TAKER,
    Tally,
    answer_place,
    extra_label,
    question_label,
    question_of,
)
from scorekeeper.circles.ranking import Mean, mean, signed_tenths
from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.reports.circle.numbers import OPPONENT_FLOOR, percent, shown_name
from scorekeeper.reports.circle.whisker import bars
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
    start: float = 0
    """The start of the bar of the points per hand, in percent of its plot."""
    width: float = 0

    @property
    def mean(self) -> Mean:
        """The points per hand."""
        return mean(self.tally)

    @property
    def per_hand(self) -> Message:
        """The points per hand with their sign."""
        return signed_tenths(self.mean.tenths)


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
        asked = question_of(key)
        if asked is not None and asked[0] in schema(game.hand).counted:
            answer = answer_place(game, *asked)[1]
            what = question_label(game, asked[0])
            return msg("preneur, %(what)s : %(answer)s", what=what, answer=answer)
        if key.startswith("extra="):
            return extra_label(game, key)
    return None


def roles(game: Game, own: Figures, everybody: Figures) -> Section:
    """Return the parts won as taker, as partner and in defence."""
    labels = {
        TAKER: msg("Preneur"),
        PARTNER: msg("Partenaire du preneur") if game.teams else msg("Appelé"),
        DEFENDER: msg("En défense"),
    }
    facts = [_part(key, label, own, everybody) for key, label in labels.items() if key in own]
    return Section("roles", PARTS, msg("Selon le rôle"), tuple(facts))


def contracts(game: Game, own: Figures, everybody: Figures) -> list[Section]:
    """Return the parts of contracts made, by the answers to each counted question."""
    found = []
    for name in schema(game.hand).counted:
        answers = sorted(
            (*answer_place(game, name, asked[1]), key)
            for key in own
            if (asked := question_of(key)) and asked[0] == name
        )
        facts = [_part(key, label, own, everybody) for _, label, key in answers]
        title = msg("Preneur · %(what)s", what=question_label(game, name))
        found.append(Section(f"by-{name}", PARTS, title, tuple(facts)))
    return found


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
    facts.sort(key=lambda one: (-one.tally.hands, one.key))
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
    facts.sort(key=lambda one: (-one.mean.tenths, one.key))
    return amounts(kind, title, facts)


def calls(circle: Circle, own: Figures, player: int) -> Section:
    """Return how often each partner was called, and the contracts made with him."""
    facts = [
        Fact(key, "", tally, percent(tally), other=circle.player(int(key.partition("=")[2])))
        for key, tally in own.items()
        if key.startswith("called=")
    ]
    facts.sort(key=lambda one: (-one.tally.hands, one.key))
    title = msg("Qui est appelé par %(name)s", name=shown_name(circle.player(player)))
    return Section("called", PARTS, title, tuple(facts))


def amounts(code: str, title: Message, facts: Iterable[Fact]) -> Section:
    """Return a section of points per hand, with the bars of its facts on one scale."""
    found = tuple(facts)
    tenths = [one.mean.tenths for one in found]
    placed = zip(found, bars(tenths), strict=True)
    low, high = min([0, *tenths]), max([0, *tenths])
    zero = round(-100 * low / ((high - low) or 1), 1)
    drawn = tuple(one._replace(start=start, width=width) for one, (start, width) in placed)
    return Section(code, AMOUNTS, title, drawn, zero)
