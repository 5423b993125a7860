"""The calendar of a season: its evenings by year, each with who won it; the latest first."""

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import NamedTuple

from scorekeeper.circles.circle import Circle, Player
from scorekeeper.circles.ranking import RANKINGS, Standing, first_standings, signed
from scorekeeper.circles.reports.evening_course import Moment
from scorekeeper.circles.reports.numbers import ordinal, shown_name
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


FEWEST_HANDS = 3
"""Fewest hands of an evening whose course is worth a sentence."""


class EveningSentence(NamedTuple):
    """One sentence, with the hand that it is about if there is one."""

    text: Message
    sheet: int = 0
    """The number of the sheet in the circle."""
    hand: int = 0
    """The id of the hand on it."""


def sentences(
    circle: Circle, evening: Evening, course: Sequence[Moment]
) -> list[EveningSentence]:
    """Return the sentences of an evening that is over; none of one without hands."""
    if not course or not evening.points:
        return []
    won = _Names.of(circle, evening.winners)
    is_one = len(evening.winners) == 1 or _is_team(evening, course)
    all_sentences = [
        _victory(circle, evening, course, won) if is_one and won else _level(evening, won),
        _largest(course),
    ]
    return [sentence for sentence in all_sentences if sentence is not None]


MOST_NAMES = 3
"""Most players whom a sentence names together."""


class _Names(NamedTuple):
    """One player, or two or three who are named together."""

    text: Message | str
    are_several: bool

    @classmethod
    def of(cls, circle: Circle, players: Collection[int]) -> "_Names | None":
        """Return the names of one to three players; nothing of more."""
        names = [shown_name(circle.player(player)) for player in sorted(players)]
        if 1 < len(names) <= MOST_NAMES:
            one, other = tuple(names[:-1]), names[-1]
            return cls(msg("%(one)s et %(other)s", one=one, other=other), True)
        return cls(names[0], False) if len(names) == 1 else None


def _is_team(evening: Evening, course: Sequence[Moment]) -> bool:
    """Return True if the winners are two who had the same points after every hand."""
    return len(evening.winners) == 2 and all(
        len({moment.totals[player] for player in evening.winners}) == 1 for moment in course
    )


def _hands(count: int) -> Message:
    return msg("une donne jouée") if count == 1 else msg("%(n)s donnes jouées", n=count)


def _level(evening: Evening, won: _Names | None) -> EveningSentence:
    points = signed(max(evening.points.values()))
    if won is None:
        n = len(evening.winners)
        text = msg("%(n)s joueurs finissent à égalité, à %(points)s.", n=n, points=points)
        return EveningSentence(text)
    names = won.text
    return EveningSentence(
        msg("%(names)s finissent à égalité, à %(points)s.", names=names, points=points)
    )


def _victory(
    circle: Circle, evening: Evening, course: Sequence[Moment], won: _Names
) -> EveningSentence:
    ranked = sorted(set(evening.points.values()), reverse=True)
    hands = sum(not moment.players.isdisjoint(evening.winners) for moment in course)
    values = {"names": won.text, "points": signed(ranked[0]), "hands": _hands(hands)}
    if len(ranked) == 1:
        return EveningSentence(msg("%(names)s : %(points)s, en %(hands)s.", **values))
    second = [player for player, points in evening.points.items() if points == ranked[1]]
    others = _Names.of(circle, second)
    if (
        won.are_several and others and ranked == [ranked[0], -ranked[0]]
    ):  # one team and the other
        values |= {"others": others.text}
        return EveningSentence(
            msg(
                "%(names)s gagnent avec %(points)s, en %(hands)s, contre %(others)s.", **values
            )
        )
    values |= {"second": signed(ranked[1]), "others": others.text if others else ""}
    texts = VICTORIES if won.are_several else VICTORY
    return EveningSentence(Message(texts[others is not None], values))


VICTORY = (
    msg("%(names)s gagne avec %(points)s, en %(hands)s ; les suivants ont %(second)s.").text,
    msg("%(names)s gagne avec %(points)s, en %(hands)s, devant %(others)s, %(second)s.").text,
)
"""One winner; then with the next ones, if there are not too many."""

VICTORIES = (
    msg("%(names)s gagnent avec %(points)s, en %(hands)s ; les suivants ont %(second)s.").text,
    msg(
        "%(names)s gagnent avec %(points)s, en %(hands)s, devant %(others)s, %(second)s."
    ).text,
)
"""The same of two partners."""

AGAINST = (
    msg("%(names)s mènent avec %(points)s, en %(hands)s, contre %(others)s.").text,
    msg("%(names)s gagnent avec %(points)s, en %(hands)s, contre %(others)s.").text,
)
"""One team and the other, whose points are the difference: under way; then over."""


def _largest(course: Sequence[Moment]) -> EveningSentence | None:
    if len(course) < FEWEST_HANDS:
        return None
    largest = max(course, key=lambda moment: moment.hand.swing)
    if not largest.hand.swing:
        return None
    hand = largest.hand
    name: object = hand.number
    if len({moment.sheet for moment in course}) > 1:
        name = msg("%(n)s (%(game)s)", n=hand.number, game=largest.game)
    values: dict[str, object] = {
        "hand": name,
        "swing": hand.swing,
        "headline": hand.headline,
    }
    if not hand.verdict.text:
        text = msg(
            "La donne %(hand)s pèse le plus, avec %(swing)s points d'écart (%(headline)s).",
            **values,
        )
        return EveningSentence(text, largest.sheet, hand.id)
    text = msg(
        "La donne %(hand)s pèse le plus, avec %(swing)s points d'écart (%(headline)s, "
        "%(verdict)s).",
        verdict=hand.verdict,
        **values,
    )
    return EveningSentence(text, largest.sheet, hand.id)


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
