"""Words beside the names and the numbers of a table, which is read without them."""

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from itertools import chain, pairwise

from scorekeeper.games.belote.point_values import CAPOT
from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.formats.cells import Line, Rows, number
from scorekeeper.sheets.formats.findings import Findings
from scorekeeper.sheets.formats.table_columns import (
    ADDED,
    EXTRAS,
    FEW,
    has_digit,
    is_absent,
    is_word,
    says,
    says_aside,
)
from scorekeeper.sheets.names import unaccented

POINTS_OF = re.compile(
    r"(?:points?|pts)\.?(?: d['’]| de | )(?P<of>.+)"
    r"|(?P<by>.+?)(?:[ :(]+(?:points?|pts)\.?\)?| ?\+| plus)",
    re.IGNORECASE,
)

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
    """Return rows of one cell, divided at their blanks if all with numbers then have as many
    cells, and no dash, which may be a minus. A blank may be one within a number."""
    parts = [cell.split() for row in rows for cell in row or [""]]
    cells = [*chain(*parts)]
    widths = {len(row) for row in parts if any(number(cell) is not None for cell in row)}
    is_clear = len(parts) == len(rows) and len(widths) == 1 and widths != {1}
    if not is_clear or any(re.fullmatch(r"[-–—]|0\d+", cell) for cell in cells):
        return rows
    sure = not any(GROUPED.search(cell) for row in rows for cell in row)
    text = msg("Les blancs séparent les colonnes")
    return parts if findings.assume("blanks", text, sure) else rows


def heads_joined(lines: list[Line]) -> list[Line]:
    """Return lines with two lines of heads as one, of names with the same words below each,
    or of words above the same names."""
    for place, (upper, lower) in enumerate(pairwise(lines)):
        if any(number(cell) is not None for cell in upper.cells + lower.cells):
            break
        often, owner, pairs = Counter(lower.cells), "", dict[int, tuple[str, str]]()
        for column, (above, below) in enumerate(zip(upper.cells, lower.cells, strict=True)):
            owner = above or owner
            if often[below] > 1 and not is_absent(below):
                pairs[column] = owner, below
        owners = {owner for owner, _ in pairs.values()}
        is_known = any(
            says_aside(word) or ADDED.match(unaccented(word))
            for pair in pairs.values()
            for word in pair
        )
        if is_known and len({*pairs.values()}) == len(pairs) and len(owners - {""}) > 1:
            both = enumerate(zip(upper.cells, lower.cells, strict=True))
            cells = [" ".join(pairs.get(n, (below or above,))) for n, (above, below) in both]
            return [*lines[:place], lower._replace(cells=cells), *lines[place + 2 :]]
    return lines


def without_units(head: Line) -> Line:
    """Return a line of names without the word for points beside each."""
    found = {n: POINTS_OF.fullmatch(cell) for n, cell in enumerate(head.cells)}
    names = {
        n: one["of"] or one["by"]
        for n, one in found.items()
        if one and not says(EXTRAS, head.cells[n])
    }
    if not len({*names.values()} - {*head.cells}) == len(names) > 1:
        return head
    return head._replace(cells=[names.get(n, cell) for n, cell in enumerate(head.cells)])


def _meant(cell: str) -> str:
    """Return the number in a cell of more, or that a word means; nothing for others."""
    if SUM.fullmatch(cell):
        return str(sum(map(int, cell.split("+"))))
    if cell.casefold().startswith("capot"):
        return str(CAPOT)
    found = MARKED.fullmatch(cell) or BOTH.fullmatch(cell)
    return found[1].strip() if found and number(found[1]) is not None else ""


def _require_standings(lines: Sequence[Line], column: int) -> None:
    """Refuse numbers behind points that are not the standings after each hand."""
    standing = Decimal()
    for line in lines:
        cell = line.cells[column]
        standing += number(_meant(cell) or cell) or 0
        found = BOTH.fullmatch(cell)
        if found and number(found[2]) != standing:
            why = msg("« %(cell)s » n'est pas un nombre entier", cell=cell[:20])
            raise line.fault(why, column)


def numbers_alone(head: Line, lines: Sequence[Line], findings: Findings) -> Sequence[Line]:
    """Return lines whose cells are numbers alone, in columns that have some.

    :raises DocumentError: for two numbers in a cell of which it is unclear what they are.
    """
    columns = enumerate(zip(*(line.cells for line in lines), strict=True))
    counted = [
        n
        for n, cells in columns
        if head.cells[n] and not says_aside(head.cells[n])
        if any(number(cell) is not None or BOTH.fullmatch(cell) for cell in cells)
    ]
    for column in counted:
        _require_standings(lines, column)
    said = [{line.cells[n] for n in counted if is_word(line.cells[n])} for line in lines]
    meant = {cell: read for cell in chain(*said) if (read := _meant(cell))}
    listed = sorted(meant, key=has_digit)  # a word is asked about
    shown = tuple(f"{cell} → {meant[cell]}" for cell in listed[:FEW])
    text = msg("Lu ainsi : %(cells)s", cells=shown)
    if not meant or not findings.assume("numbers", text, sure=all(map(has_digit, meant))):
        return lines
    return [
        line._replace(
            cells=[
                meant.get(cell, cell) if n in counted else cell
                for n, cell in enumerate(line.cells)
            ]
        )
        for line in lines
    ]
