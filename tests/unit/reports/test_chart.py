from itertools import pairwise

from conftest import CAST
from night import GARDE, sheet_of

from scorekeeper.reports.chart import APART, HEIGHT, POINTS, chart


def test_one_hand_has_no_chart():
    assert chart(sheet_of("tarot", [GARDE])) is None


def test_a_line_runs_from_zero_to_the_total_of_its_column():
    drawn = chart(sheet_of("tarot", [GARDE, GARDE]))
    anne, bruno = drawn.curves[:2]
    assert [anne.points, bruno.points] == ["0,110 108,58 216,6", "0,110 108,127 216,144"]
    assert (drawn.zero, anne.end) == (110, (216, 6))


def test_names_are_apart_and_inside_the_drawing():
    drawn = chart(sheet_of("tarot", [GARDE | {"partner": "Bruno"}] * 2, CAST))
    labels = sorted(curve.label for curve in drawn.curves)
    assert all(low - high >= APART for high, low in pairwise(labels))
    assert labels[-1] <= HEIGHT


def test_a_long_evening_leaves_hands_out_and_ends_with_the_last():
    lost = GARDE | {"contract": "garde_contre", "points": 0}
    drawn = chart(sheet_of("tarot", [*[GARDE] * (2 * POINTS - 1), lost]))
    points = drawn.curves[0].points.split()
    assert len(points) <= POINTS + 2
    below = float(points[-1].split(",")[1]) - float(points[-2].split(",")[1])
    assert below > 0 and points[-1] == ",".join(map(str, drawn.curves[0].end))
