"""The ranking of a season before and after one of its evenings: who moved, and by how much."""

from collections.abc import Collection
from typing import NamedTuple

from scorekeeper.circles.circle import Circle, Player
from scorekeeper.circles.ranking import RANKINGS, Standing, first_standings
from scorekeeper.circles.season import Season
from scorekeeper.circles.statistics import Statistics
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.reports.circle.numbers import ordinal


class RankChange(NamedTuple):
    """One player before and after an evening."""

    player: Player
    place: int | None
    """The place after the evening; absent below the floor of hands."""
    climb: int
    """The places gained; 0 for who had none before."""
    what: Message
    """The change in words."""
    value: object
    """The value by which the season ranks, after the evening; to be rendered."""
    gain: object | None
    """The change of that value; absent for who had none, and where it is nothing to tell."""


def rank_changes(
    circle: Circle, statistics: Statistics, season: Season, evening: int
) -> list[RankChange]:
    """Return the players of an evening, and the others whom it moved, by their places after
    it; nobody for the first evening of a season, before which there is no ranking.

    Both rankings are added up from the evenings up to then, whatever was played since.

    :param statistics: of all evenings of the season.
    :param evening: its place among them, from 0.
    """
    if not evening:
        return []
    before = {one.player: one for one in first_standings(statistics, season, evening)}
    after = first_standings(statistics, season, evening + 1)
    played = statistics.evenings[evening].points
    return [
        _change(circle, season, before.get(one.player), one, played)
        for one in after
        if one.player in played or one.place != before[one.player].place
    ]


def _change(
    circle: Circle,
    season: Season,
    before: Standing | None,
    after: Standing,
    played: Collection[int],
) -> RankChange:
    earlier, was_there = before.place if before else None, after.player in played
    what, ranking = _words(earlier, after, season), RANKINGS[season.ranking]
    return RankChange(
        circle.player(after.player),
        after.place,
        earlier - after.place if earlier and after.place else 0,
        what if was_there else msg("%(what)s, sans jouer", what=what),
        ranking.shown(after),
        ranking.gain(before, after) if before and was_there else None,
    )


def _words(earlier: int | None, after: Standing, season: Season) -> Message:
    if after.place is None:
        return _missing(season.floor - after.mean.hands)
    place = ordinal(after.place)
    if earlier is None:
        return msg("entre à la %(place)s place", place=place)
    if earlier == after.place:
        return msg("reste à la %(place)s place", place=place)
    return msg("de la %(before)s à la %(place)s place", before=ordinal(earlier), place=place)


def _missing(hands: int) -> Message:
    if hands == 1:
        return msg("encore une donne avant d'avoir une place")
    return msg("encore %(n)s donnes avant d'avoir une place", n=hands)
