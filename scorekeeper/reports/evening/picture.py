"""The places of everything on the poster's picture, whose width is that of a phone.

A picture cannot break lines by itself: they are broken by an average width of letters.
"""

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import NamedTuple

from scorekeeper.reports.evening.award import Award
from scorekeeper.reports.evening.statistics import ColumnStatistics

WIDTH = 360
EDGE = 18
"""Space at the left and at the right."""

TITLE_LETTERS = 40
"""Letters of the title."""

HEADLINE_LETTERS, HEADLINE_HEIGHT = 17, 36
"""Letters of a line of the headline, and its height."""

AWARD_LETTERS, AWARD_HEIGHT = 35, 19
"""Letters of a line of an award, and its height."""

STEPS = (118, 100, 86)
"""Heights of the podium, by place."""

GAP = 6
"""Space between two blocks of the podium."""

ROW = 27
"""Height of a row of the ranking below the podium."""

LETTER = 8.5
"""Width of a letter of a name."""


class Line(NamedTuple):
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


class Row(NamedTuple):
    """A row of the ranking below the podium."""

    y: float
    one: ColumnStatistics
    name: str


class AwardPlace(NamedTuple):
    """An award with its lines; the first is its title."""

    y: float
    code: str
    title: str
    lines: tuple[Line, ...]


class Picture(NamedTuple):
    """The places of the parts of the picture, from top to bottom."""

    title: str
    headline: tuple[Line, ...]
    lead: float
    blocks: tuple[Block, ...]
    rows: tuple[Row, ...]
    chart: float
    awards: tuple[AwardPlace, ...]
    height: float


def picture(
    title: str,
    headline: str,
    podium: Sequence[ColumnStatistics],
    ranking: Sequence[ColumnStatistics],
    chart_height: float,
    awards: Sequence[Award],
    rendered: Callable[[object], str],
) -> Picture:
    """Place the parts of a picture.

    :param chart_height: the height of the chart with its margins; 0 without one.
    :param rendered: the function from a message to the reader's text.
    """
    lines = wrap(headline, HEADLINE_LETTERS)
    head = tuple(Line(82 + n * HEADLINE_HEIGHT, text) for n, text in enumerate(lines))
    lead = 82 + len(lines) * HEADLINE_HEIGHT - 8
    floor = lead + 18 + STEPS[0]
    rows = tuple(
        Row(floor + 26 + n * ROW, one, shorten_name(one.name, WIDTH - 2 * EDGE - 120))
        for n, one in enumerate(ranking[len(podium) :])
    )
    chart = floor + 18 + len(rows) * ROW
    places = _award_places(chart + chart_height + 30, awards, rendered)
    bottom = places[-1].lines[-1].y + 14 if places else chart + chart_height
    return Picture(
        shorten(title, TITLE_LETTERS),
        head,
        lead,
        _blocks(podium, floor),
        rows,
        chart,
        places,
        bottom + 34,
    )


def _blocks(best: Sequence[ColumnStatistics], floor: float) -> tuple[Block, ...]:
    """Place the podium: the second before the first, where there are more."""
    order = [1, 0, *range(2, len(best))] if len(best) > 2 else list(range(len(best)))
    width = (WIDTH - 2 * EDGE - GAP * (len(best) - 1)) / max(1, len(best))
    found = []
    for place, index in enumerate(order):
        one = best[index]
        height = STEPS[min(one.rank, len(STEPS)) - 1]
        x = EDGE + place * (width + GAP)
        name = shorten_name(one.name, width - 8)
        found.append(Block(round(x, 1), floor - height, round(width, 1), height, one, name))
    return tuple(found)


def shorten_name(name: str, width: float) -> str:
    """Shorten a name to a width.

    >>> shorten_name("Maximilienne", 72), shorten_name("Anne", 72)
    ('Maximil…', 'Anne')
    """
    return shorten(name, int(width / LETTER))


def shorten(text: str, letters: int) -> str:
    """Shorten a text to so many letters."""
    return text if len(text) <= letters else text[: letters - 1].rstrip() + "…"


def _award_places(
    top: float, awards: Sequence[Award], rendered: Callable[[object], str]
) -> tuple[AwardPlace, ...]:
    found, y = [], top
    for award in awards:
        texts = [
            line
            for winner in award.winners
            for line in wrap(rendered(winner.text), AWARD_LETTERS)
        ]
        lines = tuple(Line(y + (n + 1) * AWARD_HEIGHT, text) for n, text in enumerate(texts))
        found.append(AwardPlace(y, award.code, rendered(award.title), lines))
        y += (len(texts) + 1) * AWARD_HEIGHT + 14
    return tuple(found)
