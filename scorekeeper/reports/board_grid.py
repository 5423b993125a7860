"""The boards of a sheet with their results and notes, as they are printed."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.games.duplicate.point_values import FULL_NOTE
from scorekeeper.games.duplicate.scoring import notes
from scorekeeper.rules.game import Board, Seat
from scorekeeper.sheets.sheet import Sheet

GRID_BOARDS = 8
"""Boards side by side on a page."""


class Cell(NamedTuple):
    """The result of one board at one table."""

    result: int
    attack: Fraction | None
    """The note of the taker; absent if there is nothing to compare."""

    @property
    def defence(self) -> Fraction | None:
        """The note of each defender."""
        return None if self.attack is None else FULL_NOTE - self.attack


def cells(board: Board) -> tuple[Cell | None, ...]:
    """Return the results of a board with their notes, table by table."""
    return tuple(
        None if result is None else Cell(result, note)
        for result, note in zip(board.results, notes(board.results), strict=True)
    )


class Grid(NamedTuple):
    """Some boards of a sheet, side by side."""

    heads: tuple[tuple[int, Seat | None], ...]
    """Each board's number and taker; no taker on a blank one."""
    rows: tuple[tuple[str, tuple[Cell | None, ...]], ...]
    """Each table's name, and its results."""


def grids(sheet: Sheet) -> list[Grid]:
    """Return the boards of a sheet, as many side by side as a page is wide."""
    boards = [(row.number, row.board) for row in sheet.hands if row.board]
    return [
        _grid(sheet.columns, boards[first : first + GRID_BOARDS])
        for first in range(0, len(boards), GRID_BOARDS)
    ]


def _grid(tables: Sequence[str], boards: Sequence[tuple[int, Board]]) -> Grid:
    columns = [cells(board) for _, board in boards]
    heads = tuple((number, board.taker) for number, board in boards)
    return Grid(heads, tuple(zip(tables, zip(*columns, strict=True), strict=True)))


def blank_grid(tables: int) -> Grid:
    """Return a grid to be filled in by hand."""
    heads = tuple((number, None) for number in range(1, GRID_BOARDS + 1))
    row: tuple[Cell | None, ...] = (None,) * GRID_BOARDS
    return Grid(heads, tuple((str(table), row) for table in range(1, tables + 1)))
