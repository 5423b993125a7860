"""CSV for spreadsheets: the board of a season."""

from collections.abc import Mapping, Sequence

from scorekeeper.circles.columns import IN_SPREADSHEET, OF_POINTS, Column, key_column
from scorekeeper.circles.ranking import Board, Standing
from scorekeeper.sheets.formats.spreadsheet import csv_text, text


def season_table(board: Board, names: Mapping[int, str], *, has_points: bool = True) -> str:
    """Write one row per player, then those of guests and of the sum.

    :param names: of the players.
    :param has_points: False for the board of several games, whose points have no sum.
    """
    shown = (column for column in IN_SPREADSHEET if has_points or column not in OF_POINTS)
    columns = (key_column(board.season), *shown)
    rows: list[Sequence[object]] = [["place", "joueur", *(one.csv_head for one in columns)]]
    for standing in board.standings:
        figures = (_cell(column, standing) for column in columns)
        rows.append([standing.place or "", text(names[standing.player]), *figures])
    if board.guests and has_points:
        rows.append(["", "Invités", "", board.guests])
    if has_points:
        rows.append(["", "Somme", "", board.total])
    return csv_text(rows)


def _cell(column: Column, standing: Standing) -> object:
    number = column.number(standing)
    return _decimal(number) if column.unit.decimals else number


def _decimal(tenths: int) -> str:
    """Return tenths as a number with a decimal comma, which no spreadsheet evaluates.

    >>> _decimal(-32), _decimal(5)
    ('-3,2', '0,5')
    """
    whole, part = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole},{part}"
