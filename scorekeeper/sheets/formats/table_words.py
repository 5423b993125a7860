"""Words beside the names and the numbers of a table, which is read without them."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, pairwise
from statistics import mode

from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.formats.cells import Line, Rows, TableRefused, first_of, number
from scorekeeper.sheets.formats.findings import Findings
from scorekeeper.sheets.formats.table_columns import (
    EXTRAS,
    is_absent,
    is_run,
    is_word,
    says,
    says_aside,
)

UNIT = re.compile(
    r"^(points?|pts)\.?( d['’]| de )?|[ :(]+(points?|pts)\.?\)?$| ?(\+| plus)$", re.IGNORECASE
)
"""The word for points, or a plus, beside a name."""

_SIGN = r"[^\w\s.,;:+−()/%€'’-]+"

MARKED = re.compile(
    rf"(?:{_SIGN} *)?([-+−(]?\d[\d ]*\)?) *"
    rf"(?:{_SIGN}|\([^\W\d][^()\d]{{0,11}}\)|[PG][SC]?|[ABDRST]|capot|belote|chelem)?",
    re.IGNORECASE,
)
"""A number with a sign before or behind it, a remark in parentheses, or a word of a hand."""

BOTH = re.compile(r"([-+−]?\d+) ?(?:→|->|=>?|\() ?([-+−]?\d+)\)?")
"""The points of a hand with the standing after it."""

GROUPED = re.compile(r"(?<!\d)[1-9]\d{0,2} \d{3}\b")
"""What may be a number of thousands, or two numbers."""

SUM = re.compile(r"\d{1,4}( ?\+ ?\d{1,4})+")


def divided(rows: Rows, findings: Findings) -> Rows:
    """Return rows of one cell, below titles divided at their blanks if most with numbers then
    have as many cells, and no dash, which may be a minus. A blank may be one within a number;
    the names may have no word beside them where the hands are numbered.

    :raises TableRefused: with the other rows that have numbers.
    """
    if any(len(row) > 1 for row in rows):
        return rows
    parts = [cell.split() for row in rows for cell in row or [""]]
    counted = [line for line in map(Line, range(1, len(parts) + 1), parts) if line.numbers]
    most = mode(len(line.cells) for line in counted[::-1]) if counted else 0
    start = next((n for n, cells in enumerate(parts) if len(cells) == most), 0)
    start *= all(line.place != start + 1 for line in counted)  # a hand ends no titles
    marked = [line for line in counted if number(line.cells[0]) is not None]
    above = [n for line in marked[:1] for n in range(line.place - 1) if parts[n]]
    is_cornered = is_run([line.cells[0] for line in marked if len(line.cells) == most])
    if is_cornered and above and len(parts[above[-1]]) == most - 1:
        start = above[-1]
        parts[start] = ["", *parts[start]]  # no word above the numbers of the hands
    counted = [line for line in counted if line.place > start]
    odd = [line.of_width(most) for line in counted if len(line.cells) != most]
    is_signed = any(re.fullmatch(r"[-–—]|0\d+", cell) for cell in chain(*parts[start:]))
    if most < 2 or 2 * len(odd) >= len(counted) or is_signed:
        return rows
    if odd:
        raise TableRefused(odd)
    sure = not any(GROUPED.search(cell) for row in rows for cell in row)
    text = msg("Les blancs séparent les colonnes")
    return [*rows[:start], *parts[start:]] if findings.assume("blanks", text, sure) else rows


def heads_joined(lines: list[Line]) -> list[Line]:
    """Return lines with two lines of heads as one, if the lower one has words more than once:
    of names with the same words below each, or of words above the same names."""
    for place, (upper, lower) in enumerate(pairwise(lines)):
        if upper.numbers or lower.numbers:
            break
        above: Iterator[str] = accumulate(upper.cells, lambda owner, cell: cell or owner)
        often = Counter(cell for cell in lower.cells if not is_absent(cell))
        cells = [
            f"{owner} {cell}".strip() if often[cell] > 1 else cell or head
            for owner, cell, head in zip(above, lower.cells, upper.cells, strict=True)
        ]
        joined = [cell for cell, was in zip(cells, lower.cells, strict=True) if often[was] > 1]
        if len({*joined}) == len(joined) > 1:
            return [*lines[:place], lower._replace(cells=cells), *lines[place + 2 :]]
    return lines


def without_units(head: Line) -> Line:
    """Return a line of names without the word for points beside each."""
    bare = [cell if says(cell, EXTRAS) else UNIT.sub("", cell).strip() for cell in head.cells]
    return head._replace(cells=bare)


def _meant(cell: str) -> str:
    """Return the number in a cell of more; nothing for others."""
    if SUM.fullmatch(cell):
        return str(sum(map(int, cell.split("+"))))
    found = MARKED.fullmatch(cell) or BOTH.fullmatch(cell)
    return found[1].strip() if found else ""


def numbers_alone(head: Line, lines: Sequence[Line], findings: Findings) -> Sequence[Line]:
    """Return lines whose cells are numbers alone, in columns that have some."""
    columns = enumerate(zip(*(line.cells for line in lines), strict=True))
    counted = [
        n
        for n, cells in columns
        if head.cells[n] and not says_aside(head.cells[n])
        if any(number(cell) is not None or BOTH.fullmatch(cell) for cell in cells)
    ]
    said = {line.cells[n] for line in lines for n in counted if is_word(line.cells[n])}
    meant = {cell: read for cell in sorted(said) if (read := _meant(cell))}
    shown = first_of([f"{cell} → {read}" for cell, read in meant.items()])
    text = msg("Lu ainsi : %(cells)s", cells=shown)
    sure = not any(map(BOTH.fullmatch, meant))
    if not meant or not findings.assume("numbers", text, sure):
        return lines
    told = (
        [meant.get(cell, cell) if n in counted else cell for n, cell in enumerate(line.cells)]
        for line in lines
    )
    return [line._replace(cells=cells) for line, cells in zip(lines, told, strict=True)]
