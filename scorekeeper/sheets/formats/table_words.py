"""Words beside the names and the numbers of a table, which is read without them."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from scorekeeper.games.belote.point_values import CAPOT
from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.formats.cells import Line, number
from scorekeeper.sheets.formats.findings import Findings
from scorekeeper.sheets.formats.table_columns import (
    ADDED,
    EXTRAS,
    FEW,
    is_absent,
    is_word,
    says,
    says_aside,
)
from scorekeeper.sheets.names import unaccented

UNITS = r"points?|pts", r"scores?", r"tot(?:al|aux)?"
"""The words for what counts beside each name, the most certain first."""

_SIGN = r"[^\w\s.,;:+−()/%€'’-]+"

MARKED = re.compile(
    rf"(?:{_SIGN} *)?([-+−(]?\d[\d ]*\)?) *"
    rf"(?:{_SIGN}|\([^\W\d][^()\d]{{0,11}}\)|[PG][SC]?|[ABDRST]|capot|belote|chelem)?",
    re.IGNORECASE,
)
"""A number with a sign before or behind it, a remark in parentheses, or a word of a hand."""

BOTH = re.compile(r"([-+−]?\d+) ?(?:\([-+−]?\d+\)|(?:→|->|=>?) ?[-+−]?\d+)")
"""The points of a hand with the standing after it."""

SUM = re.compile(r"\d{1,4}( ?\+ ?\d{1,4})+")

CAPOT_WORD = re.compile(r"capot\W*", re.IGNORECASE)


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
    for unit in UNITS:
        pattern = re.compile(
            rf"(?:{unit})\.?(?: d['’]| de | )(?P<of>.+)|(?P<by>.+?)[ :(]+(?:{unit})\.?\)?",
            re.IGNORECASE,
        )
        found = ((n, pattern.fullmatch(cell)) for n, cell in enumerate(head.cells))
        names = {n: one["of"] or one["by"] for n, one in found if one}
        names = {n: name for n, name in names.items() if not says(EXTRAS, head.cells[n])}
        if len({*names.values()} - {*head.cells}) == len(names) > 1:
            cells = [names.get(n, cell) for n, cell in enumerate(head.cells)]
            return head._replace(cells=cells)
    return head


def _meant(cell: str) -> tuple[str, str]:
    """Return by which habit a cell has a number, and the number; nothing for another cell."""
    if SUM.fullmatch(cell):
        return "sums", str(sum(map(int, cell.split("+"))))
    if CAPOT_WORD.fullmatch(cell):
        return "capot", str(CAPOT)
    found = MARKED.fullmatch(cell) or BOTH.fullmatch(cell)
    return ("marks", found[1]) if found and number(found[1]) is not None else ("", "")


def numbers_alone(lines: Sequence[Line], findings: Findings) -> list[Line]:
    """Return lines whose cells are numbers alone, in columns of which most are numbers."""
    meant: dict[tuple[str, int], dict[str, str]] = {}
    for column, cells in enumerate(zip(*(line.cells for line in lines), strict=True)):
        counted = sum(number(cell) is not None for cell in cells)
        said = [cell for cell in cells if is_word(cell)]
        both = sum(bool(BOTH.fullmatch(cell)) for cell in said)
        for cell in said if len(said) <= counted + 2 * both else ():
            habit, alone = _meant(cell)
            meant.setdefault((habit, column), {})[cell] = alone
    for habit, text, is_sure in (
        ("marks", msg("Lu sans ce qui est à côté du nombre : %(cells)s"), True),
        ("sums", msg("Lu comme une somme : %(cells)s"), True),
        ("capot", msg("Un capot compte %(points)s points ?", points=CAPOT), False),
    ):
        found = {n: cells for (of, n), cells in meant.items() if of == habit}
        listed = [cell for cells in found.values() for cell in cells][:FEW]
        text = text._replace(values={**text.values, "cells": tuple(listed)})
        if found and findings.assume(habit, text, sure=is_sure):
            lines = [
                line._replace(
                    cells=[found.get(n, {}).get(c, c) for n, c in enumerate(line.cells)]
                )
                for line in lines
            ]
    return [*lines]
