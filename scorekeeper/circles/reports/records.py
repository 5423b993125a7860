"""The records of a season: hands, evenings."""

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import NamedTuple

from scorekeeper.circles.circle import Circle, Player
from scorekeeper.circles.ranking import signed
from scorekeeper.circles.reports.evening import address_of
from scorekeeper.circles.reports.numbers import hands
from scorekeeper.circles.statistics import HandRecord, PlayerStatistics, Statistics
from scorekeeper.i18n.messages import Message, msg

POINTS = attrgetter("points")

FEWEST_EVENINGS = 3
"""Fewest evenings of a season with records of evenings."""


class SeasonRecord(NamedTuple):
    """One record, with what proves it."""

    code: str
    """Its code, which its picture is named by."""
    title: Message
    player: Player
    value: object
    """To be rendered."""
    note: Message | None = None
    date: str = ""
    """The day, ISO 8601; empty if unknown, or over more than one."""
    sheet: int = 0
    """The number of the sheet that proves it."""
    hand: int = 0
    """The id of the hand that proves it, on that sheet."""
    evening: str = ""
    """The name of the evening that proves it, in addresses."""
    others: tuple[Player, ...] = ()
    """The other players who share it: a partner, or who had as many points that evening."""

    @property
    def holders(self) -> tuple[Player, ...]:
        """All players who share it."""
        return (self.player, *self.others)


def records(circle: Circle, statistics: Statistics, player: int = 0) -> list[SeasonRecord]:
    """Return the records of a season: those of a player, or with 0 those of everybody."""
    everybody = dict(sorted(statistics.players.items()))
    chosen = {player: everybody[player]} if player else everybody
    return [*_of_hands(circle, chosen), *_of_evenings(circle, statistics, chosen)]


Players = Mapping[int, PlayerStatistics]


def _of_hands(circle: Circle, players: Players) -> Iterable[SeasonRecord]:
    best = [(who, one.best) for who, one in players.items() if one.best]
    worst = [(who, one.worst) for who, one in players.items() if one.worst]
    if best:
        who, hand = max(best, key=lambda pair: pair[1].points)
        if hand.points > 0:
            others = _sharing(circle, best, who, hand)
            title = msg("La meilleure donne")
            yield _of_hand(circle, "best", title, who, hand, others)
    if worst:
        who, hand = min(worst, key=lambda pair: pair[1].points)
        if hand.points < 0:
            others = _sharing(circle, worst, who, hand)
            title = msg("La pire donne")
            yield _of_hand(circle, "worst", title, who, hand, others)


def _sharing(
    circle: Circle, values: Iterable[tuple[int, object]], player: int, value: object
) -> tuple[Player, ...]:
    """Return the other players with the same hand."""
    return tuple(
        circle.player(who) for who, theirs in values if theirs == value and who != player
    )


def _of_hand(
    circle: Circle,
    code: str,
    title: Message,
    player: int,
    hand: HandRecord,
    others: tuple[Player, ...],
) -> SeasonRecord:
    return SeasonRecord(
        code,
        title,
        circle.player(player),
        signed(hand.points),
        date=hand.date,
        sheet=hand.number,
        hand=hand.hand,
        others=others,
    )


def _of_evenings(
    circle: Circle, statistics: Statistics, players: Players
) -> Iterable[SeasonRecord]:
    played = [(who, player.evenings) for who, player in players.items() if player.evenings]
    if len(statistics.evenings) < FEWEST_EVENINGS or not played:
        return
    best = [(who, max(evenings, key=POINTS)) for who, evenings in played]
    worst = [(who, min(evenings, key=POINTS)) for who, evenings in played]
    for code, title, (who, record) in (
        (
            "best_evening",
            msg("La meilleure soirée"),
            max(best, key=lambda pair: pair[1].points),
        ),
        ("worst_evening", msg("La pire soirée"), min(worst, key=lambda pair: pair[1].points)),
    ):
        evening = statistics.evenings[record.evening]
        yield SeasonRecord(
            code,
            title,
            circle.player(who),
            signed(record.points),
            hands(evening.hands) if evening.hands else None,
            date=evening.date,
            evening=address_of(evening),
            others=tuple(
                circle.player(other)
                for other, points in evening.points.items()
                if other in players and other != who and points == record.points
            ),
        )
