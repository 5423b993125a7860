"""The paper of a printed sheet: widths of text and columns, and the lines that a page holds.

The browser breaks pages where it likes; totals that are carried from page to page need to be
known here. So the size of everything is bounded from above, with type of 9 points.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain, combinations
from operator import gt
from typing import NamedTuple
from unicodedata import east_asian_width

from scorekeeper.sheets.reports.print_layout.columns import Cells, PrintedLine

POINT = 25.4 / 72
"""A typographic point in millimeters."""

TYPE = 9 * POINT
"""Height of the type of the table."""

WIDTHS = {
    **dict.fromkeys("ijlìíîï'", 0.29),
    **dict.fromkeys("IJÌÍÎÏ ,.·’\N{NO-BREAK SPACE}", 0.33),
    "\N{NARROW NO-BREAK SPACE}": 0.2,
    **dict.fromkeys("-/:;|f", 0.37),
    **dict.fromkeys("()[]tr!", 0.42),
    **dict.fromkeys("sz?", 0.53),
    **dict.fromkeys("cçL", 0.56),
    **dict.fromkeys("FPkvxyýÿ–•", 0.6),
    **dict.fromkeys("aeoTYàáâãäèéêëòóôõö«»", 0.62),
    **dict.fromkeys("KABCRVXZÀÁÂÃÄÇ", 0.7),
    **dict.fromkeys("+−", 0.84),
    **dict.fromkeys("mMwW%@—…½œŒæÆ×", 1.07),
}
"""Widths of characters in DejaVu Sans, a wide typeface, in heights of the type, rounded up;
where they differ from the others."""


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

LEAST = {
    "number": 8.0,
    "name": 20.0,
    "names": 28.0,
    "word": 23.0,
    "words": 36.0,
    "figure": 11.7,
}
"""Least width of the columns beside those of the players, by kind."""

LEAST_RESULT = 23.0
"""Least width of the column with the result: « chutée de 21 » on one line."""

LEAST_NOTE = 36.0
"""Least width of that column where it is the only one with words."""

LONGEST_WORD = 32.0
"""Width from which on a word may be broken: about sixteen letters."""

CELL_SPACE = 1.7
"""The width of a cell beyond its text."""

BOLD = 1.12
"""The width of bold type by that of plain type."""


class Contents(NamedTuple):
    """The contents of the columns of a table, from which their widths follow."""

    kinds: Sequence[str]
    """The kinds of the columns before that of the result."""
    rows: Sequence[Sequence[str]]
    """The texts of these columns and the result, row by row."""
    names: Sequence[str]
    """The heads of the columns of numbers: players or teams."""
    number: float
    """Width of the widest number."""
    is_paired: bool
    """True if each of them has two cells: plus and minus, or points and running total."""


class Arrangement(NamedTuple):
    """The orientation of a table on a paper, and the widths of its columns."""

    paper: Paper
    is_landscape: bool
    is_paired: bool
    has_room: bool
    """True if every column is as wide as it has to be."""
    words: tuple[float, ...] = ()
    """Widths of the columns before that of the result."""
    result: float = 0.0
    cell: float = 0.0
    """Width of one cell of a column of numbers."""
    has_small_heads: bool = False
    """True if a name would break in a word at the head of its column."""

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
    def column(self) -> float:
        """Width of a column of numbers."""
        return self.cell * (2 if self.is_paired else 1)

    def percent(self, width: float) -> str:
        """Return a width as a part of the table, which is smaller on a screen."""
        return f"{100 * width / self.width:.2f}%"


def arrange(paper: Paper, contents: Contents) -> Arrangement:
    """Return the arrangement with room for all columns: upright, else sideways."""
    upright = _arrange(Arrangement(paper, False, contents.is_paired, False), contents)
    if upright.has_room:
        return upright
    return _arrange(Arrangement(paper, True, contents.is_paired, False), contents)


def _arrange(empty: Arrangement, contents: Contents) -> Arrangement:
    """Return the widths of all columns. What is left goes to the players until no name breaks
    in a word, then to the columns that keep most rows on one line, then to the result."""
    columns = list(zip(*contents.rows, strict=True)) or [()] * (len(contents.kinds) + 1)
    widths = [
        max(LEAST[kind], _widest_word(texts))
        for kind, texts in zip(contents.kinds, columns, strict=False)
    ]
    widths.append(LEAST_RESULT if len(widths) > 3 else LEAST_NOTE)
    cells, cell = len(contents.names) * (2 if empty.is_paired else 1), contents.number
    left = empty.width - sum(widths) - cells * cell
    heads = len(contents.names) * _widest_word(contents.names, BOLD) - cells * cell
    more = left if len(widths) == 2 else heads  # without answers the numbers share the rest
    more = more if 0 < more <= left else 0.0
    widths = _keep_on_one_line(widths, contents.rows, left - more)
    return empty._replace(
        has_room=left >= 0,
        words=tuple(widths[:-1]),
        result=widths[-1],
        cell=cell + more / cells,
        has_small_heads=heads > more,
    )


def _keep_on_one_line(
    widths: list[float], rows: Sequence[Sequence[str]], left: float
) -> list[float]:
    """Return the widths of columns that share what is left so that most rows have one line."""
    needs = [[width(text) + CELL_SPACE for text in texts] for texts in rows]
    most = [max(column) for column in zip(*needs, strict=True)] or widths
    lacks = [max(0, need - own) for own, need in zip(widths, most, strict=True)]

    def shared(wide: Sequence[int]) -> list[float]:
        wider = [own + lacks[n] * (n in wide) for n, own in enumerate(widths)]
        return [*wider[:-1], wider[-1] + left - sum(lacks[n] for n in wide)]

    def broken(widths: list[float]) -> int:
        return sum(any(map(gt, needed, widths)) for needed in needs)

    lacking = [n for n, lack in enumerate(lacks) if 0 < lack <= left]
    chosen = chain.from_iterable(combinations(lacking, n) for n in range(len(lacking) + 1))
    fitting = (one for one in chosen if sum(lacks[n] for n in one) <= max(left, 0))
    return min(map(shared, fitting), key=broken)


def _widest_word(texts: Iterable[str], bold: float = 1) -> float:
    """Return the width that a column needs to break no word of its texts."""
    words = (word for text in texts for word in re.findall(r"[^ -]+-?", text))
    return min(max(map(width, words), default=0), LONGEST_WORD) * bold + CELL_SPACE


TEXT_LINE = TYPE * 1.21
"""Height of a line of text."""

PADDING = 1.9
"""The height of a row beyond its text: padding and rule."""

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


FEWEST_LINES = 3
"""Fewest lines on a last page: no hand stands alone over the totals."""


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
    if len(pages) > 1 and (lacking := FEWEST_LINES - len(pages[-1])) > 0:
        pages[-2:] = [pages[-2][:-lacking], pages[-2][-lacking:] + pages[-1]]
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


def line_height(line: PrintedLine, arrangement: Arrangement, teams: bool) -> float:
    """Return the most that a line is high."""
    before = ("", line.dealer) if teams else ("",)
    star = " *" if line.corrected else ""
    texts = list(zip((*before, *line.details), arrangement.words, strict=False))
    if line.what:
        whole = sum(arrangement.words[len(before) :]) + arrangement.result
        texts.append((f"{line.what} : {line.result}{star}", whole))
    else:
        texts.append((line.result + star, arrangement.result))
    most = max(line_count(text, space - CELL_SPACE) for text, space in texts)
    return most * TEXT_LINE + PADDING


def names_height(names: Sequence[str], arrangement: Arrangement) -> float:
    """Return the height of the head of the table: the names, and what their cells hold."""
    bold = BOLD if arrangement.is_paired else 1.0
    space = (arrangement.column - CELL_SPACE) / bold
    most = max((line_count(f"▲ {name}", space) for name in names), default=1)
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
