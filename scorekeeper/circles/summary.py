"""The summary of one sheet: the figures of its players, by their numbers on the sheet.

It holds no names and is computed from the sheet alone, so that it can be kept beside the hash
of the sheet's last event and is right as long as that is the last event.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.circles.figures import HAND, HandResult, Tally, points_of, results
from scorekeeper.sheets.played import PlayedHand, played_hands
from scorekeeper.sheets.sheet import Sheet


class HandPoints(NamedTuple):
    """The points of a player in one hand."""

    points: int
    hand: int
    """The id of its entry on the sheet."""


class PlayerSummary(NamedTuple):
    """The figures of one player on one sheet."""

    points: int
    """Of all hands and penalties."""
    penalties: int
    """Those of them that are penalties."""
    figures: dict[str, Tally]
    """By the keys of :mod:`scorekeeper.circles.figures`, with players of the sheet."""
    best: HandPoints | None
    worst: HandPoints | None
    place: int = 0
    """His place in a ranking that is known alone; 0 on a sheet, and without one."""


class SheetSummary(NamedTuple):
    """One sheet, summed up."""

    game: str
    """The code of the game; of points alone that of the game they are of."""
    date: str
    """ISO 8601; empty if unknown."""
    part: int
    """The number of this game among the games of the evening."""
    hands: int
    """The hands that were played."""
    is_open: bool
    """True if a hand may still be added: neither closed nor won."""
    fits_file: bool | None = None
    """True if a circle file can hold the sheet; absent until a file is asked for."""
    is_result: bool = False
    """True for a ranking that is known alone, without hands."""
    tournament: int = 0
    """The stream of the tournament of which the sheet is a table; 0 without."""
    players: tuple[PlayerSummary, ...] = ()
    """Left out by :func:`decode_head`."""


def is_counted(sheet: Sheet) -> bool:
    """Return True if the columns of a sheet are players or teams, and most points win."""
    return sheet.game.board is None and sheet.options.get("wins") != "least"


def summarize(sheet: Sheet) -> SheetSummary:
    """Return the summary of a sheet; one without players and hands where points are nothing
    that a circle can add up: see :func:`is_counted`."""
    game, counts = sheet.game, [_Count() for _ in (sheet.names if is_counted(sheet) else ())]
    hands = played_hands(sheet) if counts else ()
    for hand in hands:
        for player, by_key in results(hand, game, len(counts)).items():
            counts[player].add(hand, by_key)
    standing, penalties = sheet.state.standing, sheet.state.penalties
    players = tuple(
        PlayerSummary(
            points_of(game, standing, player),
            points_of(game, penalties, player),
            {key: Tally(*sums) for key, sums in count.figures.items()},
            count.best,
            count.worst,
        )
        for player, count in enumerate(counts)
    )
    is_open = sheet.closed is None and not sheet.state.end.over
    return SheetSummary(
        sheet.played_game.name,
        sheet.date,
        sheet.part,
        len(hands),
        is_open,
        tournament=sheet.table_of.tournament if sheet.table_of else 0,
        players=players,
    )


def summarize_result(lines: Iterable[tuple[int, int, int]]) -> SheetSummary:
    """Return the summary of a ranking, without its day and its game, from the place, points
    and penalties of each; place 0 is for who is not ranked."""
    players = tuple(
        PlayerSummary(points, penalties, {}, None, None, place)
        for place, points, penalties in lines
    )
    return SheetSummary("", "", 0, 0, False, is_result=True, players=players)


class _Count:
    """The counts of one player while the hands are gone through."""

    def __init__(self) -> None:
        self.figures: dict[str, list[int]] = {}
        self.best: HandPoints | None = None
        self.worst: HandPoints | None = None

    def add(self, hand: PlayedHand, by_key: Mapping[str, HandResult]) -> None:
        """Count one hand."""
        for key, (won, points) in by_key.items():
            sums = self.figures.get(key)
            if sums is None:
                sums = self.figures[key] = [0, 0, 0, 0]
            sums[0] += 1
            sums[1] += won is True
            sums[2] += won is False
            sums[3] += points
        points = by_key[HAND].points
        if self.best is None or points > self.best.points:
            self.best = HandPoints(points, hand.id)
        if self.worst is None or points < self.worst.points:
            self.worst = HandPoints(points, hand.id)


def encode_summary(summary: SheetSummary) -> str:
    """Return a summary as text: equal for equal summaries. The first line tells of the whole
    sheet, the second one of its players; both are JSON."""
    *head, players = summary
    return "\n".join(
        json.dumps(line, separators=(",", ":"), sort_keys=True) for line in (head, players)
    )


def decode_head(text: str) -> SheetSummary:
    """Return the summary of a text of :func:`encode_summary` without its players."""
    return SheetSummary(*json.loads(text.partition("\n")[0]))


def decode_summary(text: str) -> SheetSummary:
    """Return the summary of a text of :func:`encode_summary`."""
    lines = json.loads(text.partition("\n")[2])
    players = tuple(_decode_player(*line) for line in lines)
    return decode_head(text)._replace(players=players)


def _decode_player(
    points: int,
    penalties: int,
    figures: Mapping[str, Sequence[int]],
    best: Sequence[int] | None,
    worst: Sequence[int] | None,
    place: int,
) -> PlayerSummary:
    return PlayerSummary(
        points,
        penalties,
        {key: Tally(*sums) for key, sums in figures.items()},
        HandPoints(*best) if best else None,
        HandPoints(*worst) if worst else None,
        place,
    )
