"""Lists on paper: rows in columns, in the largest type that needs no more pages.

Lengths are millimeters on A4; a smaller paper has the same page, smaller.
"""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple, TypeVar

from scorekeeper.i18n.text_widths import line_count, text_width
from scorekeeper.sheets.reports.paper import MARGIN, PAPERS, Paper

POINT = 25.4 / 72
"""A typographic point in millimeters."""

SIZES = (48, 40, 34, 28, 24, 20, 18, 16, 14, 13, 12, 11, 10, 9, 8, 7, 6)
"""The sizes of type in points, on A4: ``static/css/tournaments/tournament_paper.css``."""

HEAD, GUTTER, SAFETY = 20.0, 6.0, 5.0
"""Height of the head of each page; space between two columns; height left free below."""

BOLD = 1.12
"""The width of bold type by that of plain type."""

LEADING, ROW_SPACE, GROUP_SPACE, CELL_SPACE = 1.2, 0.32, 0.3, 0.6
"""Height of a line of text, what a row and a group of rows have besides, and the space between
two cells: in sizes of the type."""

GROUP_LABEL, HEAD_TYPE, LEAST_NAME = 1.5, 0.72, 7
"""The size of the label of several rows, that of the heads of columns, and the width that a
name has in any case: in sizes of the type."""


BREAK_COST = 0.25
"""How much of the size of its type a list is worth less where each row has one line more."""


class ListRow(NamedTuple):
    """A row. Only its name may take several lines."""

    name: str
    note: str = ""
    """Smaller, after the name."""
    before: str = ""
    after: tuple[str, ...] = ()


class Group(NamedTuple):
    """Rows that are not parted, under one label."""

    label: str
    lines: tuple[ListRow, ...]


Column = tuple[Group, ...]

Item = TypeVar("Item")


class ListLayout(NamedTuple):
    """A list as it is set on its pages."""

    size: int
    columns: int
    pages: tuple[tuple[Column, ...], ...]
    is_foot_apart: bool = False
    """True if what stands under the list has a page of its own."""


def set_list(
    heads: Sequence[str],
    groups: Sequence[Group],
    paper: Paper,
    *,
    least: int = 10,
    foot: float = 0,
) -> ListLayout:
    """Set a list on as few pages as the least type allows, then in the largest type that does
    not break too many rows.

    :param heads: of the columns: label, before, name, then each of ``after``.
    :param least: the smallest type in points; a smaller one only where a row has no room.
    :param foot: height of what stands under the list, in millimeters of the paper.
    """
    scale = paper.width / PAPERS["a4"].width
    wide = (paper.width - 2 * MARGIN) / scale
    high = (paper.height - 2 * MARGIN) / scale - HEAD - SAFETY
    fixed = _fixed_width(groups, heads)
    names = [[_name(row) for row in group.lines] for group in groups]
    tried: list[tuple[tuple[float, ...], ListLayout]] = []
    for size, columns in product(SIZES, range(1, 5)):
        if size < least and tried:
            break
        type = size * POINT
        space = (wide - (columns - 1) * GUTTER) / columns - fixed * type
        if space < LEAST_NAME * type and (size > SIZES[-1] or columns > 1):
            continue
        counts = [_line_counts(group, max(space / type, 1)) for group in names]
        heights = [type * _height(lines) for lines in counts]
        most = high - 2 * LEADING * type
        full = _split(groups, heights, most) or [()]
        pages = [full[n : n + columns] for n in range(0, len(full), columns)]
        used = 0.0
        if groups:
            pages[-1], used = _balanced(pages[-1], groups, heights, columns, most)
        is_apart = bool(foot) and used + foot / scale > most
        rows, lines = sum(map(len, counts)), sum(map(sum, counts))
        seen = size * (1 - BREAK_COST * (lines - rows) / max(rows, 1))
        key = (max(least - size, 0), len(pages) + is_apart, -seen)
        tried.append((key, ListLayout(size, columns, tuple(map(tuple, pages)), is_apart)))
    return min(tried, key=lambda one: one[0])[1]


def _fixed_width(groups: Sequence[Group], heads: Sequence[str]) -> float:
    """Return the width of all cells but the name, in sizes of the type."""
    rows = [("",) * len(heads)]
    for group in groups:
        rows += [(group.label, line.before, "", *line.after) for line in group.lines]
    most = [
        max(text_width(head) * HEAD_TYPE, max(map(text_width, texts)) * BOLD)
        for head, texts in zip(
            (*heads[:2], "", *heads[3:]), zip(*rows, strict=True), strict=True
        )
    ]
    if any(len(group.lines) > 1 for group in groups):
        most[0] *= GROUP_LABEL
    return sum(one + CELL_SPACE for one in most)


def _name(row: ListRow) -> tuple[str, float]:
    """Return the name of a row as it stands, and its width in sizes of the type."""
    text = f"{row.name} {row.note}".rstrip()
    return text, text_width(text)


def _line_counts(names: Sequence[tuple[str, float]], space: float) -> list[int]:
    """Return the most lines that each row takes in this space, in sizes of the type."""
    return [1 if width <= space else line_count(text, space) for text, width in names]


def _height(lines: Sequence[int]) -> float:
    """Return the height of a group, by the lines of each row, in sizes of the type."""
    rows = sum(n * LEADING + ROW_SPACE for n in lines)
    return rows + GROUP_SPACE * (len(lines) > 1)


def _split(groups: Sequence[Group], heights: Sequence[float], most: float) -> list[Column]:
    """Return the columns of this height that hold all groups."""
    columns: list[list[Group]] = []
    left = 0.0
    for group, height in zip(groups, heights, strict=True):
        if not columns or height > left:
            columns.append([])
            left = most
        columns[-1].append(group)
        left -= height
    return list(map(tuple, columns))


def _balanced(
    page: Sequence[Column],
    groups: Sequence[Group],
    heights: Sequence[float],
    columns: int,
    most: float,
) -> tuple[list[Column], float]:
    """Return the columns of the last page in one height, as low as can be, and that height."""
    count = sum(map(len, page))
    own, high = groups[-count:], heights[-count:]
    level = max(max(high), sum(high) / columns)
    while level < most and len(_split(own, high, level)) > columns:
        level = min(level + min(high) / 2, most)
    return _split(own, high, level), level


def stacked(items: Sequence[Item], per_page: int) -> list[tuple[Item, ...]]:
    """Return items by page so that pages cut as one stack give piles that follow one another.

    >>> stacked("abcde", 2)
    [('a', 'd'), ('b', 'e'), ('c',)]
    """
    pages = -(-len(items) // per_page)
    return [tuple(items[page::pages]) for page in range(pages)]
