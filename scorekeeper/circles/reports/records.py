"""The records of a season: hands, evenings."""

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import NamedTuple

from scorekeeper.circles.circle import Circle, Player
from scorekeeper.circles.ranking import WHOLE_POINTS
from scorekeeper.circles.reports.evening import address_of
from scorekeeper.circles.reports.season_board import hands
from scorekeeper.circles.statistics import HandRecord, PlayerStatistics, Statistics
from scorekeeper.i18n.messages import Message, msg

POINTS, BEST, WORST = map(attrgetter, ("points", "best", "worst"))

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
    best, worst = ({who: get(one) for who, one in chosen.items()} for get in (BEST, WORST))
    return [
        *_of_hand(circle, "best", msg("La meilleure donne"), best, 1),
        *_of_hand(circle, "worst", msg("La pire donne"), worst, -1),
        *_of_evenings(circle, statistics, chosen),
    ]


Players = Mapping[int, PlayerStatistics]


def _of_hand(
    circle: Circle,
    code: str,
    title: Message,
    hands: Mapping[int, HandRecord | None],
    sign: int,
) -> Iterable[SeasonRecord]:
    """Find the hand of most points, or with the other sign of fewest, and who shares it."""
    held = {who: hand for who, hand in hands.items() if hand and sign * hand.points > 0}
    if held:
        holder = max(held, key=lambda who: sign * held[who].points)
        hand = held[holder]
        yield SeasonRecord(
            code,
            title,
            circle.player(holder),
            WHOLE_POINTS.shown(hand.points),
            date=hand.date,
            sheet=hand.number,
            hand=hand.hand,
            others=tuple(
                circle.player(who)
                for who, theirs in held.items()
                if theirs == hand and who != holder
            ),
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
            WHOLE_POINTS.shown(record.points),
            hands(evening.hands) if evening.hands else None,
            date=evening.date,
            evening=address_of(evening),
            others=tuple(
                circle.player(other)
                for other, points in evening.points.items()
                if other in players and other != who and points == record.points
            ),
        )
