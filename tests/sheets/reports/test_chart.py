from itertools import pairwise

import pytest
from conftest import CAST
from night import GARDE, sheet_of

from scorekeeper.sheets.reports.chart import (
    APART,
    POINTS,
    SHEET_FRAME,
    Track,
    draw,
    sheet_chart,
)
from scorekeeper.streams.events import Event


def test_one_hand_has_no_chart():
    assert sheet_chart(sheet_of("tarot", [GARDE])) is None


def test_a_line_runs_from_zero_to_the_total_of_its_column():
    drawn = sheet_chart(sheet_of("tarot", [GARDE, GARDE]))
    anne, bruno = drawn.lines[:2]
    assert [anne.points, bruno.points] == ["0,118 121,64 242,10", "0,118 121,136 242,154"]
    assert anne.area == f"0,118 {anne.points} 242,118"
    assert (drawn.zero, anne.end, anne.total, anne.leads) == (118, (242, 10), 396, True)


def test_totals_are_apart_and_inside_the_drawing():
    drawn = sheet_chart(sheet_of("tarot", [GARDE | {"partner": "Bruno"}] * 2, CAST))
    labels = sorted(line.label for line in drawn.lines)
    assert all(low - high >= APART for high, low in pairwise(labels))
    assert labels[0] >= SHEET_FRAME.top and labels[-1] <= SHEET_FRAME.height


def test_labels_stand_in_the_order_of_the_totals_however_near_these_are():
    totals = {"Élise": -826, "Chloé": -822, "Fred": -821, "Anne": 2125}
    tracks = [Track(n, name, 0, (total,)) for n, (name, total) in enumerate(totals.items())]
    drawn = draw(tracks, 1, SHEET_FRAME, 60, set(), ())
    labels = [line.label for line in drawn.lines]
    assert labels == sorted(labels, reverse=True)


def test_lines_end_earlier_where_totals_have_four_digits():
    few, many = (sheet_chart(sheet_of("tarot", [GARDE] * hands)) for hands in (5, 6))
    assert [few.lines[0].total, many.lines[0].total] == [990, 1188]
    assert many.right < few.right
    assert [many.lines[0].end[0], many.ticks[-1].place] == [many.right] * 2


def test_a_long_evening_leaves_hands_out_and_ends_with_the_last():
    lost = GARDE | {"contract": "garde_contre", "points": 0}
    drawn = sheet_chart(sheet_of("tarot", [*[GARDE] * (2 * POINTS - 1), lost]))
    points = drawn.lines[0].points.split()
    assert len(points) <= POINTS + 2
    below = float(points[-1].split(",")[1]) - float(points[-2].split(",")[1])
    assert below > 0 and points[-1] == ",".join(map(str, drawn.lines[0].end))


def hand(seq, out):
    """A hand of Anne's, without these players."""
    answers = {"taker": 0, "contract": "garde", "bouts": 2, "points": 49, "sitting_out": out}
    return Event(seq, "hand", {"answers": answers})


def seated(seq, seats):
    body = {"names": [*CAST], "seats": seats, "active": 4}
    return Event(seq, "seated", body)


def test_a_line_begins_where_its_player_came_and_ends_where_he_left():
    sheet = sheet_of("tarot", [GARDE, GARDE])
    for event in (seated(4, [0, 1, 2, 4]), hand(5, [3]), hand(6, [3])):
        sheet = sheet.apply(event)
    anne, bruno, _, david, eve = sheet_chart(sheet).lines
    across = [(one.points.split()[0], one.points.split()[-1]) for one in (anne, david, eve)]
    x = [tuple(point.split(",")[0] for point in ends) for ends in across]
    assert x == [("0", "242"), ("0", "121"), ("121", "242")]
    assert eve.points.startswith("121,118 ") and eve.total == -132
    assert david.points.split()[-1].split(",")[1] == bruno.points.split()[2].split(",")[1]


def test_numbers_of_hands_are_those_of_the_sheet():
    drawn = sheet_chart(sheet_of("tarot", [GARDE, {"passed": True}, GARDE, GARDE]))
    assert [(tick.value, tick.place) for tick in drawn.ticks] == [
        (1, 60), (2, 121), (3, 182), (4, 242)
    ]  # fmt: skip
    assert [level.value for level in drawn.levels] == [200, 400]


@pytest.mark.parametrize(
    ("hands", "numbers"), [(5, [1, 2, 3, 4, 5]), (11, [2, 4, 6, 8, 10]), (16, [1, 5, 10, 15])]
)
def test_numbers_of_hands_stand_evenly(hands, numbers):
    drawn = sheet_chart(sheet_of("tarot", [GARDE] * hands))
    assert [tick.value for tick in drawn.ticks] == numbers


def test_a_line_begins_at_what_its_player_had_before_he_came():
    sheet = sheet_of("tarot", [GARDE, GARDE])
    fine = Event(5, "penalty", {"player": 4, "points": -200, "reason": "late", "to": None})
    for event in (seated(4, [0, 1, 2, 3]), fine, seated(6, [0, 1, 2, 4]), hand(7, [3])):
        sheet = sheet.apply(event)
    eve, drawn = sheet_chart(sheet).lines[4], sheet_chart(sheet)
    below = float(eve.points.split()[0].split(",")[1])
    assert eve.total == -266 and below > drawn.zero
