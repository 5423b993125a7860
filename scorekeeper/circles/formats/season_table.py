"""The board of a season for a spreadsheet."""

from collections.abc import Callable, Sequence

from scorekeeper.circles.circle import Circle
from scorekeeper.circles.columns import Column
from scorekeeper.circles.ranking import Board
from scorekeeper.circles.season import POINTS
from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.formats.spreadsheet import csv_text, text


def write(
    board: Board,
    circle: Circle,
    columns: Sequence[Column],
    rendered: Callable[[object], str],
) -> str:
    """Write a row for each player, then those of guests and of the sum."""
    heads = (msg("place"), msg("joueur"), *(one.head for one in columns))
    rows: list[list[object]] = [[rendered(head) for head in heads]]
    for standing in board.standings:
        name = rendered(circle.player(standing.player).shown_name)
        figures = (one.cell(standing) for one in columns)
        rows.append([standing.place or "", text(name), *figures])
    sums = [(msg("Invités"), board.guests)] if board.guests else []
    sums += [(msg("Somme des points"), board.total)]
    for label, total in sums if POINTS in (one.code for one in columns) else ():
        points = (total if one.code == POINTS else "" for one in columns)
        rows.append(["", rendered(label), *points])
    return csv_text(rows)
