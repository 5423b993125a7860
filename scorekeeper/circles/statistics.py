"""The statistics of a circle: its evenings, added up one after the other.

A fold over the summaries of sheets. It is never changed by a difference: what was added up
before the last evening may be kept and copied, and everything after it is added again.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.circles.figures import HAND, NO_HANDS, Tally, with_players
from scorekeeper.circles.summary import HandPoints, PlayerSummary, SheetSummary


class Played(NamedTuple):
    """One sheet of a circle, with its players as those of the circle."""

    number: int
    """The number of its link: see :class:`scorekeeper.circles.circle.Link`."""
    players: tuple[int, ...]
    """The player of the circle for each player of the sheet by number; 0 for a guest."""
    summary: SheetSummary


class HandRecord(NamedTuple):
    """A hand with most or fewest points of a player."""

    points: int
    date: str
    number: int
    """The number of the sheet."""
    hand: int
    """The id of the hand on it."""


class EveningPoints(NamedTuple):
    """The points of one player in one evening."""

    evening: int
    """Its place among the evenings, from 0."""
    points: int
    """Of all hands and penalties."""
    played: Tally
    """The hands of all games."""
    won: bool
    """True if nobody of the circle was before him."""
    beaten: int
    """The players of the circle who were behind him."""


class Evening(NamedTuple):
    """The sheets of one day."""

    date: str
    """ISO 8601; empty for a sheet without a date, which is an evening of its own."""
    numbers: tuple[int, ...]
    """The numbers of its sheets."""
    points: dict[int, int]
    """By player of the circle who played a hand or is ranked, guests left out."""
    hands: int
    places: dict[int, int]
    """Of the same players: by their points, or in the ranking of a tournament."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The players before whom nobody of the circle is."""
        first = min(self.places.values(), default=0)
        return tuple(sorted(player for player, place in self.places.items() if place == first))

    @property
    def is_result(self) -> bool:
        """True if the ranking alone is known, without hands."""
        return not self.hands


@dataclass
class PlayerStatistics:
    """The statistics of one player."""

    points: int = 0
    """Of all hands and penalties."""
    penalties: int = 0
    evenings: list[EveningPoints] = field(default_factory=list)
    figures: dict[str, dict[str, Tally]] = field(default_factory=dict)
    """By game and key."""
    best: HandRecord | None = None
    """Of all games; the first of equal ones."""
    worst: HandRecord | None = None

    @property
    def played(self) -> Tally:
        """All hands of all games."""
        total = NO_HANDS
        for figures in self.figures.values():
            total = total.plus(figures.get(HAND, NO_HANDS))
        return total

    @property
    def won(self) -> int:
        """The evenings won."""
        return sum(evening.won for evening in self.evenings)

    def figure(self, game: str, key: str) -> Tally:
        """Return the tally of one figure; without hands if there are none."""
        return self.figures.get(game, {}).get(key, NO_HANDS)

    def copy(self) -> "PlayerStatistics":
        """Return a copy that can be added to."""
        return PlayerStatistics(
            self.points,
            self.penalties,
            list(self.evenings),
            {game: dict(figures) for game, figures in self.figures.items()},
            self.best,
            self.worst,
        )


@dataclass
class Statistics:
    """The statistics of some evenings of a circle."""

    players: dict[int, PlayerStatistics] = field(default_factory=dict)
    """By player of the circle, merges followed."""
    evenings: list[Evening] = field(default_factory=list)
    guests: int = 0
    """The points of all guests; of players too on sheets of which they played no hand."""
    penalties: int = 0
    """The points of all penalties, of guests too."""
    hands: dict[str, int] = field(default_factory=dict)
    """The hands played, by game."""

    @property
    def total(self) -> int:
        """The points of everybody, guests included."""
        return sum(player.points for player in self.players.values()) + self.guests

    @property
    def has_hands(self) -> bool:
        """True if one hand counts."""
        return any(self.hands.values())

    def copy(self) -> "Statistics":
        """Return a copy that can be added to."""
        players = {player: one.copy() for player, one in self.players.items()}
        return Statistics(
            players, list(self.evenings), self.guests, self.penalties, dict(self.hands)
        )

    def add_evening(self, sheets: Sequence[Played]) -> None:
        """Add the sheets of one evening."""
        points: dict[int, int] = {}
        played: dict[int, Tally] = {}
        places: dict[int, int] = {}
        for sheet in sheets:
            self._add_sheet(sheet)
            for player, summary in zip(sheet.players, sheet.summary.players, strict=False):
                if player and _was_there(summary):
                    hands = summary.figures.get(HAND, NO_HANDS)
                    points[player] = points.get(player, 0) + summary.points
                    played[player] = played.get(player, NO_HANDS).plus(hands)
                    places[player] = summary.place
        if not sheets[0].summary.is_result:
            totals = sorted(points.values())
            places = {
                player: 1 + len(totals) - bisect_right(totals, total)
                for player, total in points.items()
            }
        order = sorted(places.values())
        for player, place in places.items():
            record = EveningPoints(
                len(self.evenings),
                points[player],
                played[player],
                place == order[0],
                len(order) - bisect_right(order, place),
            )
            self.players[player].evenings.append(record)
        self.evenings.append(
            Evening(
                sheets[0].summary.date,
                tuple(sheet.number for sheet in sheets),
                points,
                sum(sheet.summary.hands for sheet in sheets),
                places,
            )
        )

    def _add_sheet(self, sheet: Played) -> None:
        summary = sheet.summary
        self.hands[summary.game] = self.hands.get(summary.game, 0) + summary.hands
        numbers = dict(enumerate(sheet.players))
        for number, player_summary in enumerate(summary.players):
            self.penalties += player_summary.penalties
            player = numbers.get(number, 0)
            if player and _was_there(player_summary):
                statistics = self.players.setdefault(player, PlayerStatistics())
                _add_player(statistics, sheet, player_summary, numbers)
            else:
                self.guests += player_summary.points


def _was_there(summary: PlayerSummary) -> bool:
    """Return True for who played a hand, or is ranked."""
    return HAND in summary.figures or summary.place > 0


def _add_player(
    to: PlayerStatistics, sheet: Played, summary: PlayerSummary, numbers: dict[int, int]
) -> None:
    game = sheet.summary.game
    to.points += summary.points
    to.penalties += summary.penalties
    figures = to.figures.setdefault(game, {}) if summary.figures else {}
    for key, tally in summary.figures.items():
        key = with_players(key, numbers)
        if key:
            figures[key] = figures.get(key, NO_HANDS).plus(tally)
    if summary.best and (to.best is None or summary.best.points > to.best.points):
        to.best = _record(sheet, summary.best)
    if summary.worst and (to.worst is None or summary.worst.points < to.worst.points):
        to.worst = _record(sheet, summary.worst)


def _record(sheet: Played, hand: HandPoints) -> HandRecord:
    return HandRecord(hand.points, sheet.summary.date, sheet.number, hand.hand)


def evenings_of(sheets: Iterable[Played]) -> list[list[Played]]:
    """Return the sheets of each evening, from the first, all in their order: those of one date
    together, each without a date and each result alone; none on which no hand counts."""
    evenings: list[list[Played]] = []
    for sheet in sheets:
        summary = sheet.summary
        if not (summary.hands or summary.is_result):
            continue
        last = evenings[-1][0].summary if evenings and not summary.is_result else None
        if last and summary.date and last.date == summary.date:
            evenings[-1].append(sheet)
        else:
            evenings.append([sheet])
    return evenings


def add_up(sheets: Iterable[Played]) -> Statistics:
    """Return the statistics of these sheets, added up in their order from nothing."""
    statistics = Statistics()
    for evening in evenings_of(sheets):
        statistics.add_evening(evening)
    return statistics
