"""The line chart of a season: the totals of its players by evening.

The line of a player runs from his first evening to the last one of the season.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate

from scorekeeper.circles.circle import Circle
from scorekeeper.circles.statistics import Statistics
from scorekeeper.sheets.names import shorten
from scorekeeper.sheets.reports.chart import MAX_LINES, Chart, Frame, Tick, Track, draw

CIRCLE_FRAME = Frame(330, 210, 12, 1)

NAMES, NAME_LETTERS = 92, 10
"""Width of the margin at the right for names, and most letters of one."""

MOST_DATES = 3
"""Most dates below the lines of a season."""


def season_tracks(
    circle: Circle, statistics: Statistics, players: Iterable[int]
) -> list[Track]:
    """Return the totals of some players of a season, in their order."""
    evenings = len(statistics.evenings)
    tracks = []
    for id in players:
        player = statistics.players.get(id)
        if player is None or not player.evenings:
            continue
        who = circle.player(id)
        points = {evening.evening: evening.points for evening in player.evenings}
        first = player.evenings[0].evening
        totals = accumulate(points.get(place, 0) for place in range(first, evenings))
        tracks.append(Track(id, who.shown_name, first, tuple(totals), color=who.color))
    return tracks


def players_chart(tracks: Sequence[Track], dates: Sequence[str]) -> Chart | None:
    """Return the chart of a season of two evenings or more, the best player first; an evening
    without a date has an empty one."""
    drawn = [_with_short_name(track) for track in tracks[:MAX_LINES]]
    if len(dates) < 2 or not drawn:
        return None
    best = max(track.total for track in drawn)
    leaders = {track.key for track in drawn if track.total == best}
    chart = draw(drawn, len(dates), CIRCLE_FRAME, NAMES, leaders, _dates(dates))
    return chart._replace(left_out=len(tracks) - len(drawn))


def _with_short_name(track: Track) -> Track:
    name = track.name
    return track._replace(name=shorten(name, NAME_LETTERS)) if isinstance(name, str) else track


def _dates(dates: Sequence[str]) -> list[Tick]:
    """Return the first and the last evening, and some between them at equal distances."""
    dated = [(n, date) for n, date in enumerate(dates) if date]
    if not dated:
        return []
    count = min(MOST_DATES, len(dated)) - 1
    places = {round(n * (len(dated) - 1) / max(1, count)) for n in range(count + 1)}
    return [Tick(n + 1, date) for n, date in map(dated.__getitem__, sorted(places))]
