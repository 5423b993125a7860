"""Plots of a circle: curves, intervals, bars, who calls whom, runs that mean something."""

from itertools import pairwise, product

import pytest

from scorekeeper.circles.chance import once_in_seasons
from scorekeeper.circles.circle import Player
from scorekeeper.circles.ranking import Mean
from scorekeeper.circles.reports.plots import EDGE, bars, whiskers
from scorekeeper.circles.reports.season_chart import (
    CIRCLE_FRAME,
    NAMES,
    player_track,
    players_chart,
)
from scorekeeper.sheets.reports.chart import APART, FOOT, MAX_LINES, POINTS
from scorekeeper.sheets.reports.course import longest_run

WIDTH, HEIGHT, MARGIN, _ = CIRCLE_FRAME


def track(player, *totals, first=0):
    return player_track(Player(player, f"Joueur {player}"), totals, first)


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


def test_a_line_begins_before_the_first_evening_of_its_player():
    drawn = players_chart([track(1, 5, 6, 7), track(2, 9, first=2)], ["", "", ""])
    assert points(drawn.lines[1])[0] == pytest.approx(
        (2 * (WIDTH - NAMES) / 3, drawn.zero), abs=0.1
    )
    assert drawn.ticks == ()


def test_the_names_at_the_ends_of_lines_stand_apart():
    drawn = players_chart([track(n, 0, n) for n in range(1, 9)], ["2026-01-01", "2026-01-02"])
    labels = sorted(line.label for line in drawn.lines)
    assert all(b - a >= APART for a, b in pairwise(labels))
    assert labels[-1] <= HEIGHT - FOOT and labels[0] > 0


def test_no_two_lines_of_a_curve_have_the_same_dash():
    drawn = players_chart([track(n, 0, n) for n in range(1, 13)], ["2026-01-01", "2026-01-02"])
    assert len({line.dash for line in drawn.lines}) == len(drawn.lines) == MAX_LINES
    assert drawn.left_out == 4


def test_a_long_season_is_drawn_with_few_points_and_its_last_total():
    drawn = players_chart(
        [track(1, *range(1000)), track(2, *([-1] * 1000))], ["2026-01-01"] * 1000
    )
    assert len(points(drawn.lines[0])) <= POINTS + 2
    assert points(drawn.lines[0])[-1] == (WIDTH - NAMES, MARGIN)


@pytest.mark.parametrize(("tracks", "evenings"), [([], 5), ([track(1, 5)], 1)])
def test_a_season_of_one_evening_has_no_players_chart(tracks, evenings):
    assert players_chart(tracks, ["2026-01-01"] * evenings) is None


def test_all_players_with_most_points_lead():
    tracks = [track(1, 0, 5), track(2, 5, 5), track(3, 9, 4)]
    drawn = players_chart(tracks, ["2026-01-01", "2026-01-02"])
    assert [line.leads for line in drawn.lines] == [True, True, False]


def test_intervals_lie_on_one_scale_with_zero():
    scale = whiskers([Mean(100, 50, 30), Mean(-20, 80, 30)])
    ends = [end for row in scale.rows for end in (row.low, row.high)]
    assert min(ends) == EDGE and max(ends) == 100 - EDGE
    assert scale.rows[0].low > scale.zero > scale.rows[1].dot


def test_intervals_that_are_all_gains_still_show_zero():
    assert whiskers([Mean(100, 50, 30)]).zero == EDGE


def test_bars_begin_at_zero():
    assert bars([30, -10, 0]) == ((25.0, 75.0), (0.0, 25.0), (25.0, 0.0))
    assert bars([]) == ()


def chance(length, n, made, taken):
    """The chance of a run among all sequences, by counting them."""
    rate = made / taken
    return sum(
        rate ** outcomes.count("1") * (1 - rate) ** outcomes.count("0")
        for outcomes in map("".join, product("01", repeat=n))
        if len(longest_run(outcomes, "1".__eq__)) >= length
    )


@pytest.mark.parametrize(
    ("length", "n", "made", "taken"), [(4, 9, 1, 2), (3, 11, 1, 4), (5, 5, 2, 3)]
)
def test_the_chance_of_a_run_is_that_of_counting_all_sequences(length, n, made, taken):
    nobody = 1 - chance(length, n, made, taken)
    assert once_in_seasons([(n, made, taken)], length) == int(1 / (1 - nobody))
    assert once_in_seasons([(n, made, taken)] * 6, length) == int(1 / (1 - nobody**6))
