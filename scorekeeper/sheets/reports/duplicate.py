"""The ranking of a duplicate event in percent, in exact arithmetic.

The notes of a board played n times go from 100 % to 0 % in steps of 100/(n − 1); ties share
their mean; each defender has 100 minus the note of his taker. Every number is a
:class:`~fractions.Fraction`, and is rounded only when it is shown.

Rule: FFT 2012, p. 17-21.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.games.duplicate.options import EventRanking, Lines, event_of
from scorekeeper.games.duplicate.point_values import (
    BEATEN,
    FULL_NOTE,
    LEAST_RESULTS,
    PM_DECIMALS,
)
from scorekeeper.games.duplicate.scoring import match_points, note_of, notes, quadrette_points
from scorekeeper.i18n.messages import Message, decimal
from scorekeeper.rules.choice import Choice
from scorekeeper.rules.game import SEATS, BoardResults, Seat
from scorekeeper.sheets.sheet import Sheet

DECIMALS = 2
"""Decimals with which percentages are shown."""


def percent(value: Fraction) -> Message:
    """Return a percentage as it is shown: two decimals, a half rounded up.

    >>> str(percent(Fraction(125, 2))), str(percent(Fraction(200, 3)))
    ('62,50', '66,67')
    """
    scale = 10**DECIMALS
    return decimal((2 * scale * value.numerator // value.denominator + 1) // 2, DECIMALS)


class NoteSums:
    """Notes of one player on one side; summed by the number of results of their boards."""

    def __init__(self) -> None:
        self.points: Counter[int] = Counter()
        self.boards = 0

    def add(self, points: int, played: int) -> None:
        """Add the match points of one board."""
        self.points[played] += points
        self.boards += 1

    @property
    def average(self) -> Fraction | None:
        """The mean of the notes."""
        if not self.boards:
            return None
        notes = (note_of(points, played) for played, points in self.points.items())
        return sum(notes, Fraction(0)) / self.boards


class DuplicatePlayer(NamedTuple):
    """One player of an event, or one triplette, with the averages of the notes."""

    table: int
    """The table, from 0: players keep their table and their seat."""
    line: Choice
    """The seat, or the line of a triplette."""
    name: str
    """The name, or that of the table."""
    attack: Fraction | None
    """The average of the boards that the line took."""
    defence: Fraction | None
    """The average of the boards that it defended."""
    percentage: Fraction | None
    """The weighted mean of both averages, or the only one; none before the first note."""
    boards: int
    place: int | None = None
    """The place, from 1; equal players share it."""


def ranking(
    boards: Iterable[BoardResults], tables: Sequence[str], event: EventRanking
) -> list[DuplicatePlayer]:
    """Return the players or triplettes of an event by place; those without a note come last.

    :param tables: the names of the tables.
    """
    players = []
    for table, tallies in enumerate(_tallies(boards, len(tables), event.lines)):
        names = line_names(tables[table], len(tallies))
        for (line, sides), name in zip(tallies.items(), names, strict=True):
            attack, defence = (side.average for side in sides)
            percentage = _weighted((attack, defence), event.shares)
            count = sum(side.boards for side in sides)
            players.append(
                DuplicatePlayer(table, line, name, attack, defence, percentage, count)
            )
    places = _places(players, event)
    ranked = [
        player._replace(place=places.get((player.table, player.line))) for player in players
    ]
    return sorted(ranked, key=lambda player: player.place or len(ranked) + 1)


def _tallies(
    boards: Iterable[BoardResults], tables: int, lines: Lines
) -> list[dict[Choice, tuple[NoteSums, NoteSums]]]:
    """Return the notes in attack and in defence of every line, by table."""
    tallies = [{line: (NoteSums(), NoteSums()) for line in lines} for _ in range(tables)]
    for board in boards:
        played = len(board.results) - board.results.count(None)
        if played < LEAST_RESULTS:
            continue
        most = BEATEN * (played - 1)
        for table, points in enumerate(match_points(board.results)):
            if board.results[table] is None:
                continue
            for line, (attack, defence) in tallies[table].items():
                if board.taker in lines[line]:
                    attack.add(points, played)
                else:
                    defence.add(most - points, played)
    return tallies


def _weighted(averages: Sequence[Fraction | None], shares: Sequence[int]) -> Fraction | None:
    """Return the weighted mean of the averages that there are.

    Rule: house rule, where a player has never taken or never defended.
    """
    found = [
        (own, part) for own, part in zip(averages, shares, strict=True) if own is not None
    ]
    if not found:
        return None
    total = sum((own * part for own, part in found), Fraction(0))
    return total / sum(part for _, part in found)


def _places(
    players: Sequence[DuplicatePlayer], event: EventRanking
) -> dict[tuple[int, Choice], int]:
    """Return the place of each player with a percentage; equal players share it.

    In the *classement alterné* the winners of all lines come first, by percentage,
    then the seconds of the lines, and so on.
    """
    keys: dict[tuple[int, Choice], tuple[int, Fraction]] = {}
    for line in event.lines:
        of_line = {
            player.table: -player.percentage
            for player in players
            if player.line is line and player.percentage is not None
        }
        ranks = _ranks([*of_line.values()])
        for (table, own), rank in zip(of_line.items(), ranks, strict=True):
            keys[table, line] = (rank if event.is_alternate else 0, own)
    return dict(zip(keys, _ranks(list(keys.values())), strict=True))


def _ranks(keys: Sequence[object]) -> list[int]:
    """Return the rank of each key, the smallest first; equal keys share a rank: 1, 2, 2, 4."""
    first: dict[object, int] = {}
    for rank, key in enumerate(sorted(keys), 1):  # type: ignore[type-var]
        first.setdefault(key, rank)
    return [first[key] for key in keys]


def line_names(table: str, count: int) -> tuple[str, ...]:
    """Return the names of the lines of a table, if its name tells all of them, or all seats.

    >>> line_names("Anne / Bruno / Chloé / David", 4)[1], line_names("Table 7", 4)[1]
    ('Bruno', 'Table 7')
    """
    names = [name.strip() for name in table.split("/")]
    if len(names) not in (count, len(SEATS)) or not all(names):
        return (table,) * count
    size = len(names) // count
    return tuple(" / ".join(names[n * size :][:size]) for n in range(count))


def sheet_ranking(sheet: Sheet) -> list[DuplicatePlayer]:
    """Return the ranking of a sheet by its own options."""
    return ranking(sheet.boards, sheet.columns, event_of(sheet.options))


class Team(NamedTuple):
    """One team, with the PM of its match."""

    place: int
    """The place, from 1; equal teams share it."""
    name: str
    opponent: str
    """The name of the team at the other table; empty if there is none."""
    points: int
    """The sum of the PM, in thousandths."""
    boards: int
    """Boards that both tables have played."""

    @property
    def shown(self) -> Message:
        """The PM as they are shown."""
        return decimal(self.points, PM_DECIMALS)


def sheet_teams(sheet: Sheet) -> list[Team] | None:
    """Return the teams of a sheet by place; nothing where players are ranked."""
    if not event_of(sheet.options).in_teams:
        return None
    return teams(sheet.boards, sheet.columns)


def teams(boards: Iterable[BoardResults], names: Sequence[str]) -> list[Team]:
    """Return the teams by place.

    >>> from scorekeeper.rules.game import Seat
    >>> boards = [BoardResults(Seat.NORTH, (62, 46)), BoardResults(Seat.EAST, (50, 60))]
    >>> [(team.place, team.name, team.points) for team in teams(boards, ("A", "B"))]
    [(1, 'A', 838), (2, 'B', -838)]
    """
    played = [board.results for board in boards]
    found = []
    for table, name in enumerate(names):
        other = table ^ 1
        opponent = names[other] if other < len(names) else ""
        points = _match_points(played, table, other) if opponent else []
        found.append(Team(0, name, opponent, sum(points), len(points)))
    placed = [
        team._replace(place=1 + sum(other.points > team.points for other in found))
        for team in found
    ]
    return sorted(placed, key=lambda team: team.place)


def _match_points(
    results: Iterable[Sequence[int | None]], table: int, other: int
) -> list[int]:
    """Return the PM of each board that both tables have played."""
    pairs = ((board[table], board[other]) for board in results)
    return [
        quadrette_points(own, opposing)
        for own, opposing in pairs
        if own is not None and opposing is not None
    ]


GRID_BOARDS = 8
"""Boards side by side on a page."""


class BoardResult(NamedTuple):
    """The result of one board at one table."""

    result: int
    attack: Fraction | None
    """The note of the taker; absent if there is nothing to compare."""

    @property
    def defence(self) -> Fraction | None:
        """The note of each defender."""
        return None if self.attack is None else FULL_NOTE - self.attack


def cells(board: BoardResults) -> tuple[BoardResult | None, ...]:
    """Return the results of a board with their notes, table by table."""
    return tuple(
        None if result is None else BoardResult(result, note)
        for result, note in zip(board.results, notes(board.results), strict=True)
    )


class Grid(NamedTuple):
    """Some boards of a sheet, side by side."""

    heads: tuple[tuple[int, Seat], ...]
    """Each board's number and taker."""
    rows: tuple[tuple[str, tuple[BoardResult | None, ...]], ...]
    """Each table's name, and its results."""


def grids(sheet: Sheet) -> list[Grid]:
    """Return the boards of a sheet, as many side by side as a page is wide."""
    boards = [(row.number, row.board) for row in sheet.hands if row.board]
    return [
        _grid(sheet.columns, boards[first : first + GRID_BOARDS])
        for first in range(0, len(boards), GRID_BOARDS)
    ]


def _grid(tables: Sequence[str], boards: Sequence[tuple[int, BoardResults]]) -> Grid:
    columns = [cells(board) for _, board in boards]
    heads = tuple((number, board.taker) for number, board in boards)
    return Grid(heads, tuple(zip(tables, zip(*columns, strict=True), strict=True)))
