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


def _alone(cell: str) -> str:
    """Return the number in a cell with more than that; nothing if there is none."""
    found = MARKED.fullmatch(cell) or BOTH.fullmatch(cell)
    return found[1] if found and number(found[1]) is not None else ""


def _sum(cell: str) -> str:
    return str(sum(map(int, cell.split("+")))) if SUM.fullmatch(cell) else ""


def _capot(cell: str) -> str:
    return str(CAPOT) if CAPOT_WORD.fullmatch(cell) else ""


def numbers_alone(head: Line, lines: Sequence[Line], findings: Findings) -> Sequence[Line]:
    """Return lines whose cells are numbers alone, in columns that have some."""
    columns = enumerate(zip(*(line.cells for line in lines), strict=True))
    counted = [
        n
        for n, cells in columns
        if head.cells[n] and not says_aside(head.cells[n])
        if any(number(cell) is not None or BOTH.fullmatch(cell) for cell in cells)
    ]
    said = [[n for n in counted if is_word(line.cells[n])] for line in lines]
    for name, meant, text, is_sure in (
        ("marks", _alone, msg("Lu sans ce qui est à côté du nombre : %(cells)s"), True),
        ("sums", _sum, msg("Lu comme une somme : %(cells)s"), True),
        ("capot", _capot, msg("Un capot compte %(points)s points ?", points=CAPOT), False),
    ):
        read = [
            {n: alone for n in of if (alone := meant(line.cells[n]))}
            for line, of in zip(lines, said, strict=True)
        ]
        listed = [line.cells[n] for line, of in zip(lines, read, strict=True) for n in of]
        text = text._replace(values={**text.values, "cells": tuple(listed[:FEW])})
        if listed and findings.assume(name, text, sure=is_sure):
            lines = [
                line._replace(cells=[of.get(n, cell) for n, cell in enumerate(line.cells)])
                for line, of in zip(lines, read, strict=True)
            ]
    return lines
