"""The course of an evening of a circle: its tables, and the totals of players hand by hand."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.circles.figures import players_of, points_of
from scorekeeper.circles.statistics import Evening, Played
from scorekeeper.i18n.messages import Message
from scorekeeper.sheets.played import PlayedHand, played_hands
from scorekeeper.sheets.sheet import Sheet


def tables(sheets: Iterable[Played]) -> list[list[Played]]:
    """Return the sheets of an evening by table, in an order that is not that of their import:
    together those of the same players, if their parts say in which order they were played;
    every other one alone."""
    of_players: dict[tuple[int, ...], list[Played]] = {}
    for sheet in sheets:
        of_players.setdefault(tuple(sorted({*sheet.players} - {0})), []).append(sheet)
    found = []
    for _, group in sorted(of_players.items()):
        group.sort(key=_order)
        is_ordered = len({sheet.summary.part for sheet in group}) == len(group)
        found += [group] if is_ordered else [[sheet] for sheet in group]
    return found


def _order(sheet: Played) -> tuple[object, ...]:
    summary = sheet.summary
    return summary.part, summary.game, [player.points for player in summary.players]


class Moment(NamedTuple):
    """One hand of a table, and the totals of the circle's players after it."""

    sheet: int
    hand: PlayedHand
    totals: Mapping[int, int]
    game: Message | str
    """The name of the game of the sheet."""
    players: frozenset[int] = frozenset()
    """Those who played it."""


def moments(sheets: Sequence[tuple[Played, Sheet]], evening: Evening) -> list[Moment]:
    """Return the hands of a table in their order, sheet after sheet.

    :param evening: the points of its sheets.
    """
    totals = dict.fromkeys(evening.points, 0)
    course = []
    for played, sheet in sheets:
        players = dict(enumerate(played.players))
        for hand in played_hands(sheet):
            numbers = players_of(hand, sheet.game, len(sheet.names))
            there = {player: n for n in numbers if (player := players.get(n, 0)) in totals}
            for player, n in there.items():
                totals[player] += points_of(sheet.game, hand.points, n)
            moment = Moment(
                played.number, hand, dict(totals), sheet.game.title, frozenset(there)
            )
            course.append(moment)
    return course
