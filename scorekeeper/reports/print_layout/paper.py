"""The paper of a printed sheet: widths of text and columns, and the lines that a page holds.

The browser breaks pages where it likes; totals that are carried from page to page need to be
known here. So the size of everything is bounded from above, with type of 9 points. The widths
are those of ``static/css/print/printed_sheet.css``.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple
from unicodedata import east_asian_width

from scorekeeper.reports.print_layout.columns import Cells, DetailColumn, PrintedLine

POINT = 25.4 / 72
"""A typographic point in millimeters."""

TYPE = 9 * POINT
"""Height of the type of the table."""

DIGIT = 0.64
"""Width of a digit, in heights of the type, in DejaVu Sans, which is a wide typeface."""

WIDTHS = {
    **dict.fromkeys("ijlìíîï'", 0.29),
    **dict.fromkeys("IJÌÍÎÏ ,.·’\N{NO-BREAK SPACE}", 0.33),
    "\N{NARROW NO-BREAK SPACE}": 0.2,
    **dict.fromkeys("-/:;|f", 0.37),
    **dict.fromkeys("()[]tr!", 0.42),
    **dict.fromkeys("sz?", 0.53),
    **dict.fromkeys("cçL", 0.56),
    **dict.fromkeys("FPkvxyýÿ–", 0.6),
    **dict.fromkeys("aeoTYàáâãäèéêëòóôõö«»", 0.62),
    **dict.fromkeys("KABCRVXZÀÁÂÃÄÇ", 0.7),
    **dict.fromkeys("mMwW%@—…½œŒæÆ×", 1.07),
}
"""Widths of characters in DejaVu Sans, rounded up, where they differ from the others."""


@lru_cache(maxsize=512)
def _width(character: str) -> float:
    if character in WIDTHS:
        return WIDTHS[character]
    if east_asian_width(character) in "WF":
        return 1.4
    if ord(character) > 0x2000:
        return 1.0
    return 0.8 if character.isupper() else 0.64


def width(text: str) -> float:
    """Return the most that a text is wide, in millimeters.

    >>> round(width("Garde contre"))
    21
    """
    return TYPE * sum(map(_width, text))


def digit_count(number: str) -> int:
    """Return how many digits and signs a number has; its columns have room for a separator.

    >>> digit_count("−1\N{NARROW NO-BREAK SPACE}346"), digit_count("1,346")
    (5, 4)
    """
    return sum(c.isdigit() or c in "+−" for c in number)


def line_count(text: str, space: float) -> int:
    """Return the most lines that a text takes in this space, one if it is empty.

    A line breaks after a space or a hyphen, and in a word only if the word needs more than a
    line.

    >>> [line_count("Jean-Christophe", space) for space in (30, 20, 10)], line_count("", 9)
    ([1, 2, 3], 1)
    """
    lines, used = 1, 0.0
    for word in re.findall(r"[^ -]*[ -]?", text):
        parts = [word] if width(word.rstrip(" ")) <= space else list(word)
        if used and len(parts) > 1:
            lines, used = lines + 1, 0.0
        for part in parts:
            if used and used + width(part.rstrip(" ")) > space:
                lines, used = lines + 1, 0.0
            used += width(part)
    return lines


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


TEXT_LINE = TYPE * 1.21
"""Height of a line of text."""

PADDING = 1.9
"""What a row of the table is higher than its text: padding and rule."""

CELL_SPACE = 1.9
"""What a cell is wider than its text."""

ROW = TEXT_LINE + PADDING
"""Height of a row of one line."""

HEAD = 26.0
"""Least height of the head of the first page: that of the QR code."""

QR_CODE = 31.0
"""Width of the QR code with its space."""

TITLE = 16 / 9
"""Size of the title, in sizes of the type of the table."""

HEAD_TYPE = 10 / 9
"""Size of the other texts of the head."""

RUNNING_HEAD = 7.0
"""Height of the head of the other pages."""

SIGNATURES = 14.5
"""Height of the row for signatures."""

FOOT = 2 * ROW + 1 + SIGNATURES
"""Height of the foot of the table: totals, balance, signatures."""

SAFETY = 5.0
"""Height that is left free on each page."""


class Page(NamedTuple):
    """The lines of one page."""

    number: int
    brought: tuple[Cells, ...]
    """The totals brought from the page before; none on the first page."""
    lines: tuple[PrintedLine, ...]
    carried: tuple[Cells, ...]
    """The totals carried to the next page; none on the last page."""
    is_last: bool


def paginate(
    lines: Sequence[PrintedLine],
    height: Callable[[PrintedLine], float],
    space: Callable[[int, bool], float],
) -> list[Page]:
    """Put lines on pages.

    :param height: the height of a line.
    :param space: the height for lines on the page of this number; less if it is the last.
    """
    pages: list[list[PrintedLine]] = [[]]
    used = 0.0
    for line in lines:
        high = height(line)
        if pages[-1] and used + high > space(len(pages), False):
            pages.append([])
            used = 0.0
        pages[-1].append(line)
        used += high
    if len(pages[-1]) > 1 and used > space(len(pages), True):
        pages.append([pages[-1].pop()])
    return [
        Page(
            number,
            pages[number - 2][-1].carried if number > 1 else (),
            tuple(own),
            own[-1].carried if number < len(pages) else (),
            number == len(pages),
        )
        for number, own in enumerate(pages, 1)
    ]


def head_height(title: str, texts: Sequence[str], space: float) -> float:
    """Return the most that the head of the first page is high.

    :param texts: the texts under the title, a paragraph each.
    :param space: the width of the page.
    """
    space -= QR_CODE
    high = 3 + line_count(title, space / TITLE) * TEXT_LINE * TITLE
    lines = (line_count(text, space / HEAD_TYPE) for text in texts)
    return max(HEAD, high + sum(1 + n * TEXT_LINE * HEAD_TYPE * 1.1 for n in lines))


def line_height(
    line: PrintedLine, details: Sequence[DetailColumn], arrangement: Arrangement, teams: bool
) -> float:
    """Return the most that a line is high."""
    texts = [(text, FIXED[one.kind]) for text, one in zip(line.details, details, strict=False)]
    star = " *" if line.corrected else ""
    if line.what:
        whole = sum(FIXED[one.kind] for one in details) + arrangement.result
        texts = [(f"{line.what} : {line.result}{star}", whole)]
    else:
        texts.append((line.result + star, arrangement.result))
    if teams:
        texts.append((line.dealer, FIXED["name"]))
    most = max(line_count(text, space - CELL_SPACE) for text, space in texts)
    return most * TEXT_LINE + PADDING


BOLD = 1.12
"""How many times wider bold type is."""


def names_height(names: Sequence[str], arrangement: Arrangement) -> float:
    """Return the height of the head of the table: the names, and what their cells hold."""
    bold = BOLD if arrangement.is_paired else 1.0
    space = (arrangement.column - CELL_SPACE) / bold
    most = max((line_count(f"♠ {name}", space) for name in names), default=1)
    return most * TEXT_LINE + PADDING + (ROW if arrangement.is_paired else 0)


class PageSpace:
    """The height for lines on each page of a sheet.

    :param head: the height of the head of the first page.
    :param notes: the height of what stands under the table.
    """

    def __init__(
        self, columns: Sequence[str], arrangement: Arrangement, head: float, notes: float
    ) -> None:
        self.whole = arrangement.height - SAFETY - names_height(columns, arrangement)
        self.head, self.foot = head, FOOT + notes

    def __call__(self, page: int, is_last: bool) -> float:
        """Return the height for lines on the page of this number."""
        head = self.head if page == 1 else RUNNING_HEAD + ROW
        return self.whole - head - (self.foot if is_last else ROW)
