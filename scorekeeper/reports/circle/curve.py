"""The curve of a season: the running total of each player, evening by evening.

Each line is told apart by its dash, and named at its end: color only helps.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from scorekeeper.circles.circle import Circle, Player
from scorekeeper.circles.statistics import Statistics
from scorekeeper.i18n.messages import Message
from scorekeeper.reports.axis import DASHES, Point, levels, polyline, spread
from scorekeeper.reports.circle.numbers import shown_name

WIDTH, HEIGHT = 330, 210
"""Size of the drawing, in its own units: about a pixel of a small phone."""

NAMES = 92
"""Width of the margin for the names at the right."""

MARGIN = 12
"""Space above the highest point."""

DATES = 22
"""Height of the margin for the dates, below the lowest point."""

POINTS = 120
"""Most points of a line; of a longer season some evenings are left out."""

APART = 15
"""Least distance between the baselines of two names."""

MAX_LINES = 8
"""Most lines: those of the best players; more cannot be told apart."""

NAME_LETTERS = 10
"""Most letters of a name beside its line."""

MOST_DATES = 3
"""Most dates below the lines."""


class Track(NamedTuple):
    """The totals of one player."""

    player: Player
    first: int
    """The index of the evening before which his line begins."""
    totals: tuple[int, ...]
    """His total after this evening and each later one."""


class Line(NamedTuple):
    """The line of one player, as it is drawn."""

    player: Player
    name: Message | str
    """His name, shortened."""
    total: int
    dash: str
    """The attribute ``stroke-dasharray``."""
    points: str
    """The attribute ``points`` of a ``polyline``."""
    end: Point
    label: float
    """The y coordinate of the name."""
    leads: bool


class Tick(NamedTuple):
    """A number or a date along a side of the curve, and its place there."""

    place: float
    value: int | str
    anchor: str = "middle"


class Curve(NamedTuple):
    """The lines of a season."""

    lines: tuple[Line, ...]
    zero: float
    """The y coordinate of zero points."""
    levels: tuple[Tick, ...]
    """Numbers of points other than zero, with their y coordinates."""
    dates: tuple[Tick, ...]
    """Days of evenings in ISO format, or numbers of hands, with their x coordinates."""
    evenings: int
    left_out: int
    """Players whose lines are not drawn."""
    right: int = WIDTH - NAMES
    """The x coordinate where the lines end and the names begin."""
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def of_hands(self) -> bool:
        """True if the lines go from hand to hand."""
        return any(isinstance(date.value, int) for date in self.dates)


def tracks(circle: Circle, statistics: Statistics, players: Iterable[int]) -> list[Track]:
    """Return the totals of some players of a season, in their order."""
    last = len(statistics.evenings)
    found = []
    for player in players:
        one = statistics.players.get(player)
        if one is None or not one.evenings:
            continue
        won = {evening.evening: evening.points for evening in one.evenings}
        first = one.evenings[0].evening
        totals = tuple(accumulate(won.get(place, 0) for place in range(first, last)))
        found.append(Track(circle.player(player), first, totals))
    return found


def curve(tracks: Sequence[Track], dates: Sequence[str | int]) -> Curve | None:
    """Return the curve of a season of two evenings or more, or of as many hands.

    :param tracks: the players, the best first.
    :param dates: the day of each evening in ISO format, empty for one without a date; or the
        number of each hand.
    """
    drawn = tracks[:MAX_LINES]
    if len(dates) < 2 or not drawn:
        return None
    low = min(0, *(min(one.totals) for one in drawn))
    high = max(0, *(max(one.totals) for one in drawn))
    y_of, x_of = _scale(low, high), _places(len(dates))
    paths = [_path(one, x_of, y_of) for one in drawn]
    labels = spread([path[-1][1] for path in paths], APART, HEIGHT - DATES)
    best = max(one.totals[-1] for one in drawn)
    lines = tuple(
        _line(one, paths[n], labels[n], DASHES[n], best) for n, one in enumerate(drawn)
    )
    marks = tuple(Tick(y_of(n), n) for n in levels(low, high))
    ticks = tuple(_dates(dates, x_of))
    return Curve(lines, y_of(0), marks, ticks, len(dates), len(tracks) - len(drawn))


def _line(one: Track, path: Sequence[Point], label: float, dash: str, best: int) -> Line:
    total = one.totals[-1]
    name = shown_name(one.player)
    short = shorten(name, NAME_LETTERS) if isinstance(name, str) else name
    return Line(one.player, short, total, dash, polyline(path), path[-1], label, total == best)


def shorten(name: str, letters: int) -> str:
    """Shorten a name to so many letters.

    >>> shorten("Maximilienne", 10), shorten("Anne", 10)
    ('Maximilie…', 'Anne')
    """
    return name if len(name) <= letters else name[: letters - 1].rstrip() + "…"


def _path(
    one: Track, x_of: Callable[[int], float], y_of: Callable[[int], float]
) -> list[Point]:
    every = -(-len(one.totals) // POINTS)
    last = len(one.totals) - 1
    chosen = sorted({*range(0, last, every), last})
    places = [(x_of(one.first + n + 1), y_of(one.totals[n])) for n in chosen]
    return [(x_of(one.first), y_of(0)), *places]


def _scale(low: int, high: int) -> Callable[[int], float]:
    """Return the function from points to their y coordinate."""
    distance = (high - low) or 1
    room = HEIGHT - MARGIN - DATES
    return lambda value: round(MARGIN + room * (high - value) / distance, 1)


def _places(evenings: int) -> Callable[[int], float]:
    """Return the function from a number of evenings to the x coordinate after them."""
    step = (WIDTH - NAMES) / evenings
    return lambda index: round(index * step, 1)


def _dates(dates: Sequence[str | int], x_of: Callable[[int], float]) -> list[Tick]:
    """Return the first and the last evening, and some between them at equal distances."""
    known = [(n, date) for n, date in enumerate(dates) if date]
    if not known:
        return []
    count = min(MOST_DATES, len(known)) - 1
    chosen = {round(n * (len(known) - 1) / max(1, count)) for n in range(count + 1)}
    found = [known[n] for n in sorted(chosen)]
    anchors = ["start", *["middle"] * (len(found) - 2), "end"]
    return [
        Tick(x_of(n + (anchor == "end")), date, anchor)
        for (n, date), anchor in zip(found, anchors, strict=False)
    ]
