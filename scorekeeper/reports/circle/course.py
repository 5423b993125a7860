"""The course of an evening: the totals after each hand, over all of its sheets."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.circles.circle import Circle
from scorekeeper.circles.figures import players_of, points_of
from scorekeeper.circles.statistics import Evening, Played
from scorekeeper.i18n.messages import Message
from scorekeeper.reports.circle.curve import Curve, Track, curve
from scorekeeper.sheets.played import PlayedHand, played_hands
from scorekeeper.sheets.sheet import Sheet


class Moment(NamedTuple):
    """One hand of the evening, and the totals of the circle's players after it."""

    sheet: int
    hand: PlayedHand
    totals: Mapping[int, int]
    game: Message | str
    """The name of the game of the sheet."""

    @property
    def leaders(self) -> frozenset[int]:
        """The players with most points."""
        most = max(self.totals.values(), default=0)
        return frozenset(who for who, points in self.totals.items() if points == most)


def moments(sheets: Sequence[tuple[Played, Sheet]], evening: Evening) -> list[Moment]:
    """Return the hands of an evening in their order, sheet after sheet."""
    totals = dict.fromkeys(evening.points, 0)
    found = []
    for played, sheet in sheets:
        for hand in played_hands(sheet):
            own = {
                number: points_of(sheet.game, hand.points, number)
                for number in players_of(hand, sheet.game, len(sheet.names))
            }
            for number, points in own.items():
                player = played.players[number] if number < len(played.players) else 0
                if player in totals:
                    totals[player] += points
            found.append(Moment(played.number, hand, dict(totals), sheet.game.title))
    return found


def course_curve(circle: Circle, course: Sequence[Moment]) -> Curve | None:
    """Return the curve of an evening, from hand to hand; the best player first."""
    if not course:
        return None
    final = course[-1].totals
    tracks = [
        Track(circle.player(player), 0, tuple(moment.totals[player] for moment in course))
        for player in sorted(final, key=lambda player: (-final[player], player))
    ]
    return curve(tracks, [place for place, _ in enumerate(course, 1)])
