"""The line chart of a season."""

import pytest

from scorekeeper.circles.reports.season_chart import CIRCLE_FRAME, NAMES, players_chart
from scorekeeper.sheets.reports.chart import FOOT, MAX_LINES, Track

WIDTH, HEIGHT, MARGIN, _ = CIRCLE_FRAME


def track(player, *totals, first=0):
    return Track(player, f"Joueur {player}", first, totals, color=player - 1)


def points(line):
    return [tuple(map(float, pair.split(","))) for pair in line.points.split()]


def test_a_curve_fills_the_drawing_and_keeps_to_its_scale():
    drawn = players_chart(
        [track(1, 100, 50), track(2, -100, -50)], ["2026-01-02", "2026-01-09"]
    )
    high, low = (points(line) for line in drawn.lines)
    assert high == [(0, drawn.zero), (WIDTH - NAMES) / 2 == 119 and (119, MARGIN), high[2]]
    assert low[1] == (119, HEIGHT - FOOT)
    assert high[2][0] == low[2][0] == WIDTH - NAMES
    assert [tick.value for tick in drawn.levels] == [-100, -50, 50, 100]


def test_each_date_stands_below_the_points_of_its_evening():
    drawn = players_chart([track(1, *range(5))], [f"2026-01-0{day}" for day in range(1, 6)])
    at = {x: n for n, (x, _) in enumerate(points(drawn.lines[0]))}
    assert [(at[tick.place], tick.value[-1]) for tick in drawn.ticks] == [
        (1, "1"),
        (3, "3"),
        (5, "5"),
    ]


def test_a_line_begins_before_the_first_evening_of_its_player():
    drawn = players_chart([track(1, 5, 6, 7), track(2, 9, first=2)], ["", "", ""])
    assert points(drawn.lines[1])[0] == pytest.approx(
        (2 * (WIDTH - NAMES) / 3, drawn.zero), abs=0.1
    )
    assert drawn.ticks == ()


def test_no_two_lines_of_a_curve_have_the_same_dash():
    drawn = players_chart([track(n, 0, n) for n in range(1, 13)], ["2026-01-01", "2026-01-02"])
    assert len({line.dash for line in drawn.lines}) == len(drawn.lines) == MAX_LINES
    assert drawn.left_out == 4


@pytest.mark.parametrize(("tracks", "evenings"), [([], 5), ([track(1, 5)], 1)])
def test_a_season_of_one_evening_has_no_players_chart(tracks, evenings):
    assert players_chart(tracks, ["2026-01-01"] * evenings) is None


def test_all_players_with_most_points_lead():
    tracks = [track(1, 0, 5), track(2, 5, 5), track(3, 9, 4)]
    drawn = players_chart(tracks, ["2026-01-01", "2026-01-02"])
    assert [line.leads for line in drawn.lines] == [True, True, False]
