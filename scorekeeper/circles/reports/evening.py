"""The calendar of a season: its evenings by year, each with who won it; the latest first."""

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import NamedTuple

from scorekeeper.circles.circle import Circle, Player
from scorekeeper.circles.ranking import RANKINGS, Standing, first_standings
from scorekeeper.circles.reports.numbers import ordinal
from scorekeeper.circles.season import Season
from scorekeeper.circles.statistics import Evening, Statistics
from scorekeeper.i18n.messages import Message, msg


class Day(NamedTuple):
    """One evening on the calendar."""

    date: str
    """ISO 8601; empty if unknown."""
    address: str
    """Its name in addresses: its date, or ``sheet-`` with the number of its only sheet or
    result."""
    winners: tuple[Player, ...]
    hands: int
    points: int | None = None
    """The points of one player, on his page; absent if he was not there."""

    @property
    def number(self) -> int:
        """The day of the month."""
        return int(self.date[8:])


class Year(NamedTuple):
    """The evenings of one year; of all those without a date."""

    year: str
    """Empty for evenings without a date."""
    days: tuple[Day, ...]


def address_of(evening: Evening) -> str:
    """Return the name of an evening in addresses."""
    is_alone = evening.is_result or not evening.date
    return f"sheet-{evening.numbers[0]}" if is_alone else evening.date


def calendar(
    circle: Circle, evenings: Sequence[Evening], most: int, player: int = 0
) -> tuple[Year, ...]:
    """Return the years of a season, the latest first.

    :param most: the number of evenings, counted from the latest.
    :param player: the player whose points each evening shows; 0 for nobody.
    """
    days = (_day(circle, evening, player) for evening in reversed(evenings[-most:]))
    years = groupby(days, key=lambda day: day.date[:4])
    return tuple(Year(year, tuple(days)) for year, days in years)


def _day(circle: Circle, evening: Evening, player: int) -> Day:
    winners = tuple(map(circle.player, evening.winners))
    points = evening.points.get(player)
    return Day(evening.date, address_of(evening), winners, evening.hands, points)


class RankedPlayer(NamedTuple):
    """One player in the ranking of an evening."""

    rank: int
    player: Player
    points: int


def places(circle: Circle, evening: Evening) -> list[RankedPlayer]:
    """Return the ranking of an evening."""
    order = sorted(evening.places, key=lambda player: (evening.places[player], player))
    return [
        RankedPlayer(evening.places[who], circle.player(who), evening.points[who])
        for who in order
    ]


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
    before = {
        standing.player: standing for standing in first_standings(statistics, season, evening)
    }
    after = first_standings(statistics, season, evening + 1)
    played = statistics.evenings[evening].points
    return [
        _change(circle, season, before.get(standing.player), standing, played)
        for standing in after
        if standing.player in played or standing.place != before[standing.player].place
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
