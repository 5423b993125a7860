"""The columns of a season's board, on its page and on its paper."""

from collections.abc import Callable
from typing import NamedTuple

from scorekeeper.circles.ranking import (
    COUNT,
    RANKINGS,
    TENTHS_OF_POINTS,
    WHOLE_POINTS,
    Standing,
    Unit,
    tenths_per_hand,
)
from scorekeeper.circles.season import POINTS as BY_POINTS
from scorekeeper.circles.season import Season
from scorekeeper.i18n.messages import Message, msg


class Column(NamedTuple):
    """One figure of each player."""

    head: Message
    unit: Unit
    number: Callable[[Standing], int]
    """The figure of a player in units of its last digit."""
    code: str = ""
    """The code of the ranking that ranks by this figure."""
    is_key: bool = False
    """True if the season ranks by it."""

    def shown(self, standing: Standing) -> object:
        """Return the figure of a player, to be rendered."""
        return self.unit.shown(self.number(standing))


WON = Column(msg("gagnées"), COUNT, lambda standing: standing.own.won, "evenings")
PER_HAND = Column(
    msg("par donne"), TENTHS_OF_POINTS, lambda row: tenths_per_hand(row.own.played), "per_hand"
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
        lambda standing: ranking.unit.number(standing.value),
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
