"""Paper sizes, and how the table of a sheet is arranged on one.

The widths are those of ``static/css/print/printed_sheet.css``; lengths are in millimeters.
"""

from typing import NamedTuple

from scorekeeper.reports.print_layout.text_width import DIGIT, TYPE

MARGIN = 10
"""Margin at each edge of the page."""


class Paper(NamedTuple):
    """A size of paper."""

    name: str
    """The code in addresses and in the names of styles."""
    title: str
    width: int
    height: int


PAPERS = {
    paper.name: paper
    for paper in (
        Paper("a4", "A4", 210, 297),
        Paper("a5", "A5", 148, 210),
        Paper("letter", "Letter", 216, 279),
    )
}
"""The papers by code, the usual one first."""

FIXED = {
    "number": 8.0,
    "name": 20.0,
    "names": 28.0,
    "word": 23.0,
    "words": 36.0,
    "figure": 13.0,
}
"""Width of the columns beside those of the players, by kind."""

LEAST_RESULT = 23.0
"""Least width of the column with the result: « chutée de 21 » on one line."""

LEAST_NOTE = 40.0
"""Least width of that column where it is the only one with words."""

CELL_PADDING = 3.0
"""What a column of numbers is wider than its digits: padding, rule, mark of the dealer."""

DIGITS = range(2, 9)
"""The numbers of digits for which there is a width."""


def digits_width(digits: int) -> float:
    """Return the width of a column of numbers with at most so many characters.

    >>> [round(digits_width(n), 1) for n in (3, 4, 5)]
    [9.1, 11.1, 13.2]
    """
    return digits * DIGIT * TYPE + CELL_PADDING


class Arrangement(NamedTuple):
    """The orientation and the cells of a table on a paper."""

    paper: Paper
    is_landscape: bool
    is_paired: bool
    """True if each column has two cells: plus and minus, or points and running total."""
    digits: int
    """The characters of the widest number."""
    words: float
    """Width of the columns beside those of the players and the result."""
    columns: int
    least: float
    """Least width of the column with the result."""

    @property
    def width(self) -> float:
        """Width of the table."""
        paper = self.paper
        return (paper.height if self.is_landscape else paper.width) - 2 * MARGIN

    @property
    def height(self) -> float:
        """Height of the page between its margins."""
        paper = self.paper
        return (paper.width if self.is_landscape else paper.height) - 2 * MARGIN

    @property
    def cell(self) -> float:
        """Width of one cell of a column."""
        return digits_width(self.digits)

    @property
    def column(self) -> float:
        """Width of a column."""
        return self.cell * (2 if self.is_paired else 1)

    @property
    def result(self) -> float:
        """Width of the column with the result. In a table without answers the numbers share
        what is left; else it has that itself."""
        is_wordless = self.words == FIXED["number"]
        return self.least if is_wordless else self._left

    @property
    def has_room(self) -> bool:
        """True if the column with the result is as wide as it has to be."""
        return self._left >= self.least

    @property
    def _left(self) -> float:
        return self.width - self.words - self.columns * self.column


def arrange(
    paper: Paper, kinds: list[str], columns: int, pair_digits: int, single_digits: int
) -> Arrangement:
    """Return the first arrangement with room for the result: upright, then sideways, then
    with one cell a column.

    :param kinds: the kinds of the columns beside those of the players.
    :param pair_digits: the characters of the widest number in paired cells; 0 to have one
        cell a column.
    :param single_digits: the same with one cell a column.
    """
    words = sum(FIXED[kind] for kind in kinds)
    least = LEAST_RESULT if len(kinds) > 3 else LEAST_NOTE
    found = [
        Arrangement(paper, is_landscape, is_paired, _allowed(digits), words, columns, least)
        for is_paired, digits in ((True, pair_digits), (False, single_digits))
        for is_landscape in (False, True)
        if digits
    ]
    return next((one for one in found if one.has_room), found[-1])


def _allowed(digits: int) -> int:
    return min(max(digits, DIGITS[0]), DIGITS[-1])
