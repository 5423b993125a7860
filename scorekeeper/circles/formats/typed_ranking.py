"""A ranking as it is copied from paper: a line of name and points each, and back."""

import re
from collections.abc import Iterable

from scorekeeper.circles.errors import CircleRefused
from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.evening_result import ResultLine
from scorekeeper.sheets.names import NAME_LENGTH, clean

NOBODY = "?"
"""The name of a guest in a list."""

LINE = re.compile(r"(?:\d+[.)]?\s+)?(?P<names>\D.*?)[\s:;,=]+(?P<points>[+-]?\s?\d{1,7})")
"""A place, which is not read, names, points."""

MOST = 400
"""Most people of a list."""


def read_ranking(text: str) -> tuple[ResultLine, ...]:
    """Return the lines of a list; who has more points is before, equals share a place.

    :raises CircleRefused: for the first line that is not understood.

    >>> [line[:3] for line in read_ranking("1. Zoé : −30\\nAnne / Bruno 120")]
    [('Zoé', 3, -30), ('Anne', 1, 120), ('Bruno', 1, 120)]
    """
    found: list[tuple[str, int]] = []
    for number, line in enumerate(text.replace("−", "-").splitlines(), 1):
        if not line.strip():
            continue
        read = LINE.fullmatch(line.strip())
        names = [clean(name, NAME_LENGTH) for name in read["names"].split("/")] if read else []
        if read is None or not all(names):
            raise CircleRefused(
                msg("Ligne %(n)s : on attend un nom, puis des points.", n=number)
            )
        points = int(re.sub(r"\s", "", read["points"]))
        for name in names:
            if name != NOBODY and any(other == name for other, _ in found):
                raise CircleRefused(msg("%(name)s y est deux fois.", name=name))
            found.append((name, points))
    if not 1 < len(found) <= MOST:
        raise CircleRefused(msg("Il faut de 2 à %(n)s noms, chacun avec ses points.", n=MOST))
    return tuple(
        ResultLine(name, 1 + sum(other > points for _, other in found), points, 0)
        for name, points in found
    )


def write_ranking(lines: Iterable[tuple[str, int]]) -> str:
    """Return the list of these names and points; who has no name is a guest."""
    return "\n".join(f"{name or NOBODY} {points}" for name, points in lines)
