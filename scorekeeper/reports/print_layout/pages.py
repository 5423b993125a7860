"""The pages of a printed sheet: as many lines on each as its paper holds.

The browser breaks pages where it likes; totals that are carried from page to page need to be
known here. So the height of everything is bounded from above, with type of 9 points.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from scorekeeper.reports.print_layout.details import DetailColumn
from scorekeeper.reports.print_layout.lines import Cells, PrintedLine
from scorekeeper.reports.print_layout.paper import FIXED, Arrangement
from scorekeeper.reports.print_layout.text_width import TYPE, line_count

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
