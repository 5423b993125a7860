"""The board of a season as its page and its paper show it: columns, rows, the headline, the
rule in a sentence."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.circles.circle import Circle, Player
from scorekeeper.circles.ranking import (
    COUNT,
    RANKINGS,
    TENTHS_OF_POINTS,
    WHOLE_POINTS,
    Standing,
    Unit,
)
from scorekeeper.circles.season import POINTS as BY_POINTS
from scorekeeper.circles.season import Season
from scorekeeper.circles.statistics import Evening
from scorekeeper.i18n.messages import Message, msg


class Column(NamedTuple):
    """One figure of each player."""

    head: Message
    unit: Unit
    value: Callable[[Standing], Fraction | int]
    code: str = ""
    """The code of the ranking that ranks by this figure."""
    is_key: bool = False
    """True if the season ranks by it."""

    def shown(self, standing: Standing) -> object:
        """Return the figure of a player, to be rendered."""
        return self.unit.shown(self.value(standing))


WON = Column(msg("gagnées"), COUNT, lambda standing: standing.own.won, "evenings")
PER_HAND = Column(
    msg("par donne"), TENTHS_OF_POINTS, lambda row: row.own.played.per_hand, "per_hand"
)
POINTS = Column(msg("points"), WHOLE_POINTS, lambda standing: standing.own.points, BY_POINTS)

ON_PAPER = (
    Column(msg("donnes"), COUNT, lambda standing: standing.own.played.hands),
    Column(msg("soirées"), COUNT, lambda standing: len(standing.own.evenings)),
    *(WON, PER_HAND, POINTS),
)

OF_POINTS = PER_HAND, POINTS
"""The columns that the board of several games does not have."""


def key_column(season: Season) -> Column:
    """Return the column of the value by which a season ranks."""
    ranking = RANKINGS[season.ranking]
    return Column(
        ranking.figure,
        ranking.unit,
        lambda standing: standing.value,
        ranking.code,
        is_key=True,
    )


def page_columns(season: Season, has_hands: bool, has_points: bool) -> tuple[Column, ...]:
    """Return the columns for a phone: points, or points per hand beside these; the value. A
    season of tournaments alone has no hands, the board of several games no points."""
    if not has_points:
        return (key_column(season),)
    if season.ranking != BY_POINTS:
        return POINTS, key_column(season)
    return (PER_HAND, key_column(season)) if has_hands else (key_column(season),)


def paper_columns(season: Season, has_hands: bool, has_points: bool) -> tuple[Column, ...]:
    """Return all columns, last the value that is none of them; see :func:`page_columns`."""
    columns = tuple(
        column._replace(is_key=column.code == season.ranking)
        for column in ON_PAPER
        if (has_hands or column not in (ON_PAPER[0], PER_HAND))
        and (has_points or column not in OF_POINTS)
    )
    if any(column.is_key for column in columns):
        return columns
    return (*columns, key_column(season))


def hands(count: int) -> Message:
    """Return a number of hands in words."""
    return msg("une donne") if count == 1 else msg("%(n)s donnes", n=count)


def evenings(count: int) -> Message:
    """Return a number of evenings in words."""
    return msg("une soirée") if count == 1 else msg("%(n)s soirées", n=count)


NOBODY: Mapping[int, int] = {}


class BoardRow(NamedTuple):
    """One player on the board."""

    player: Player
    standing: Standing
    value: object
    """The value by which the season ranks, to be rendered."""
    played: tuple[Message, ...]
    """The evenings in words, and how many of them he won where that is not the value."""
    tonight: int | None
    """The points of the sheets under way; absent if he plays on none of them."""

    @property
    def place(self) -> int | None:
        """The place; absent below the floor of hands."""
        return self.standing.place

    @property
    def hands(self) -> Message:
        """The hands in words."""
        return hands(self.standing.own.played.hands)

    @property
    def per_hand(self) -> object:
        """The points per hand, to be rendered."""
        return PER_HAND.shown(self.standing)


def board_rows(
    board: Sequence[Standing],
    season: Season,
    circle: Circle,
    tonight: Mapping[int, int] = NOBODY,
) -> list[BoardRow]:
    """Return the rows of a board; ``tonight`` has the points under way, by player."""
    key = key_column(season)
    return [
        BoardRow(
            circle.player(standing.player),
            standing,
            key.shown(standing),
            _evenings(standing, season),
            tonight.get(standing.player),
        )
        for standing in board
    ]


def _evenings(standing: Standing, season: Season) -> tuple[Message, ...]:
    count, won = len(standing.own.evenings), standing.own.won
    if season.ranking == WON.code:
        return (msg("sur une soirée") if count == 1 else msg("sur %(n)s soirées", n=count),)
    if not won:
        return (evenings(count),)
    return evenings(count), msg("une gagnée") if won == 1 else msg("%(n)s gagnées", n=won)


def is_past(season: Season, today: str) -> bool:
    """Return True if a season is archived, or its last day is before today, ISO 8601.

    >>> is_past(Season(end="2026-08-31"), "2026-08-31"), is_past(Season(), "2026-08-31")
    (False, False)
    """
    return season.archived or bool(season.end and season.end < today)


def headline(rows: list[BoardRow], season: Season, today: str = "") -> Message | None:
    """Describe who is first, and has won a season that is over ``today``; or that nobody has a
    place yet, or nothing without players."""
    first = [row.player.shown_name for row in rows if row.place == 1]
    if not first:
        return _nobody(season) if rows else None
    if len(first) > 3:
        return msg("Égalité en tête")
    if len(first) > 1:
        one, other = tuple(first[:-1]), first[-1]
        return msg("%(one)s et %(other)s à égalité", one=one, other=other)
    if is_past(season, today):
        return msg("%(name)s gagne la saison", name=first[0])
    return msg("%(name)s mène", name=first[0])


def _nobody(season: Season) -> Message:
    if season.floor == 1:
        return msg("Personne n'a encore une donne")
    return msg("Personne n'a encore %(n)s donnes", n=season.floor)


def rule(season: Season, evenings: Sequence[Evening] = ()) -> list[Message]:
    """Say in sentences how this season ranks, and whom; tournaments need no hands."""
    ranking = RANKINGS[season.ranking]
    sentences = [ranking.rule]
    if ranking.counts_best and season.best == 1:
        sentences.append(msg("La meilleure soirée de chacun compte."))
    elif ranking.counts_best:
        many = msg("Les %(n)s meilleures soirées de chacun s'additionnent.", n=season.best)
        sentences.append(many)
    tournaments = sum(evening.is_result for evening in evenings)
    if not season.floor or 0 < tournaments == len(evenings):
        return sentences
    if season.floor == 1:
        sentences.append(msg("Il faut une donne pour être classé."))
    else:
        sentences.append(msg("Il faut %(n)s donnes pour être classé.", n=season.floor))
    if tournaments:
        sentences.append(msg("Un tournoi suffit aussi."))
    return sentences
