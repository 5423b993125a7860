"""A picture to be shared: the places of everything on the poster of an evening, as wide as a
phone.

A picture cannot break lines by itself: they are broken by an average width of letters.
"""

import re
from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import NamedTuple

from scorekeeper.i18n.text_widths import text_width
from scorekeeper.sheets.names import shorten
from scorekeeper.sheets.reports.awards import Award
from scorekeeper.sheets.reports.evening_statistics import ColumnStatistics

WIDTH = 360
EDGE = 18
"""Space at the left and at the right."""

TOP = 82
"""The baseline of the first line of the headline."""

BOTTOM = 34
"""Height of the margin with the name of the program."""

TITLE_LETTERS = 40
"""Letters of the title."""

HEADLINE_EM, HEADLINE_HEIGHT = 9.1, 36
"""The width of a line of the headline, in em of a plain typeface: the bold one with serifs is
wider by an eighth; and its height."""

AWARD_LETTERS, AWARD_HEIGHT = 35, 19
"""Letters of a line of an award, and its height."""

STEPS = (118, 100, 86)
"""Heights of the podium, by place."""

GAP = 6
"""Space between two blocks of the podium."""

RANKING_ROW = 27
"""Height of a row of the ranking below the podium."""

LETTER = 8.5
"""Width of a letter of a name."""

Rendered = Callable[[object], str]
"""The function from a message to the reader's text."""


class TextLine(NamedTuple):
    """A line of text, with its baseline."""

    y: float
    text: str


class Block(NamedTuple):
    """A block of the podium."""

    x: float
    y: float
    width: float
    height: float
    one: ColumnStatistics
    name: str


class AwardPlace(NamedTuple):
    """An award with its lines; the first is its title."""

    y: float
    code: str
    title: str
    lines: tuple[TextLine, ...]


class EveningPicture(NamedTuple):
    """The places of the parts of the poster of an evening, from top to bottom."""

    title: str
    headline: tuple[TextLine, ...]
    lead: float
    blocks: tuple[Block, ...]
    rows: tuple[tuple[int, ColumnStatistics, str], ...]
    """The ranking below the podium: a baseline, a column, its shortened name."""
    chart: float
    awards: tuple[AwardPlace, ...]
    height: float


def evening_picture(
    title: str,
    headline: str,
    podium: Sequence[ColumnStatistics],
    ranking: Sequence[ColumnStatistics],
    chart_height: float,
    awards: Sequence[Award],
    rendered: Rendered,
) -> EveningPicture:
    """Place the parts of the poster of an evening.

    :param chart_height: the height of the chart with its margins; 0 without one.
    """
    lines = headline_lines(headline)
    lead = TOP + len(lines) * HEADLINE_HEIGHT - 8
    floor = lead + 18 + STEPS[0]
    rows = tuple(
        (floor + 26 + n * RANKING_ROW, one, shorten_name(one.name, WIDTH - 2 * EDGE - 120))
        for n, one in enumerate(ranking[len(podium) :])
    )
    chart = floor + 18 + len(rows) * RANKING_ROW
    places = _award_places(chart + chart_height + 30, awards, rendered)
    bottom = places[-1].lines[-1].y + 14 if places else chart + chart_height
    return EveningPicture(
        shorten(title, TITLE_LETTERS),
        lines,
        lead,
        _blocks(podium, floor),
        rows,
        chart,
        places,
        bottom + BOTTOM,
    )


def headline_lines(text: str) -> tuple[TextLine, ...]:
    """Break a headline into lines, and place them."""
    lines = _fitting(text.split())
    return tuple(TextLine(TOP + n * HEADLINE_HEIGHT, line) for n, line in enumerate(lines))


def _fitting(words: Sequence[str]) -> list[str]:
    """Put words into lines as wide as a picture; one that is wider is broken.

    >>> _fitting(["Maximilienne,", "en", "tête", "du", "début", "à", "la", "fin"])
    ['Maximilienne, en', 'tête du début à', 'la fin']
    >>> _fitting(["MAXIMILIENNE-WILHELMINEMARGUERITTE"])
    ['MAXIMILIENNE-', 'WILHELMINEMAR', 'GUERITTE']
    """
    lines: list[str] = []
    line = ""
    for part in re.findall(r"\S+?-|\S+\s?", " ".join(words)):
        if line and text_width(line + part.rstrip()) > HEADLINE_EM:
            lines.append(line)
            line = ""
        for letter in part:
            if text_width(line + letter) > HEADLINE_EM and letter != " ":
                lines.append(line)
                line = ""
            line += letter
    return [one.rstrip() for one in [*lines, line] if one.strip()]


def _blocks(best: Sequence[ColumnStatistics], floor: float) -> tuple[Block, ...]:
    """Place the podium: the second before the first, where there are more."""
    order = [1, 0, *range(2, len(best))] if len(best) > 2 else list(range(len(best)))
    width = (WIDTH - 2 * EDGE - GAP * (len(best) - 1)) / max(1, len(best))
    blocks = []
    for place, index in enumerate(order):
        column = best[index]
        height = STEPS[min(column.rank, len(STEPS)) - 1]
        x = EDGE + place * (width + GAP)
        name = shorten_name(column.name, width - 8)
        y = floor - height
        blocks.append(Block(round(x, 1), y, round(width, 1), height, column, name))
    return tuple(blocks)


def shorten_name(name: str, width: float) -> str:
    """Shorten a name to a width.

    >>> shorten_name("Maximilienne", 72), shorten_name("Anne", 72)
    ('Maximil…', 'Anne')
    """
    return shorten(name, int(width / LETTER))


def _award_places(
    top: float, awards: Sequence[Award], rendered: Rendered
) -> tuple[AwardPlace, ...]:
    places, y = [], top
    for award in awards:
        texts = [
            line
            for winner in award.winners
            for line in wrap(rendered(winner.text), AWARD_LETTERS)
        ]
        lines = tuple(
            TextLine(y + (n + 1) * AWARD_HEIGHT, text) for n, text in enumerate(texts)
        )
        places.append(AwardPlace(y, award.code, rendered(award.title), lines))
        y += (len(texts) + 1) * AWARD_HEIGHT + 14
    return tuple(places)
