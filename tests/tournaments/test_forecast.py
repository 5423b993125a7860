"""The forecast of a round: a table's own pace, that of the room, that of its players."""

import math

import pytest

from scorekeeper.tournaments.clock import Clock
from scorekeeper.tournaments.forecast import (
    ALONE,
    ROOM,
    SPREAD,
    Progress,
    forecast,
    last,
    usual_pace,
)
from scorekeeper.tournaments.regulations import Regulations
from scorekeeper.tournaments.tournament import Round, Slip, TableResult, Tournament

NEVER = math.inf
START = "2026-11-23T20:00:00+00:00"


def told(tables, deals=5, until=NEVER, now=0.0, usual=360.0):
    return forecast(tables, deals, until, now, usual)


def test_a_table_that_has_played_nothing_takes_the_usual_time():
    assert told({1: Progress()})[1].at == pytest.approx(5 * 360, abs=3)


def test_a_table_ends_by_its_own_pace_as_far_as_it_is_known():
    under_way = (1 - SPREAD**2) / 2
    ends = told({1: Progress(2, 1000)}, now=1000)
    room = (ROOM * 360 + 1000) / (ROOM + 2 + under_way)
    pace = (1000 + ALONE * room) / (2 + under_way + ALONE)
    assert ends[1].at == pytest.approx(1000 + 3 * pace, abs=4)


def test_a_slow_table_is_forecast_later_than_a_quick_one_with_as_many_deals_left():
    ends = told({1: Progress(3, 1400), 2: Progress(3, 1000)}, now=1400)
    assert ends[1].at - ends[2].at > 0


def test_one_deal_says_little_and_ten_say_much():
    def later(played, at):
        ends = told({1: Progress(played, at), 2: Progress(played, 360 * played)}, 20, now=at)
        return (ends[1].at - at) / (20 - played)

    assert later(1, 720) < later(10, 7200)


def test_nobody_is_done_before_now():
    assert told({1: Progress(4, 1440)}, now=9000)[1].at > 9000


def test_a_table_on_paper_has_the_pace_of_the_room():
    slow = {n: Progress(3, 1800) for n in range(2, 12)}
    ends = told({1: Progress(is_on_paper=True)} | slow, now=1800)
    assert 5 * 480 < ends[1].at < 5 * 660


def test_by_time_the_deal_under_way_is_finished():
    ends = told({1: Progress(2, 700)}, until=900.0, now=800)
    assert 900 < ends[1].at < 900 + 360


def test_a_table_is_done_by_its_deals_before_the_time():
    assert told({1: Progress(4, 1400)}, until=9000.0, now=1400)[1].at < 2000


def test_a_table_that_is_done_stays_done():
    assert told({1: Progress(5, 1700, is_done=True)}, now=5000)[1].at == 1700


def test_nothing_is_forecast_where_only_a_target_ends_the_round():
    assert told({1: Progress(4, 1400)}, deals=0) == {}


def test_the_last_of_many_is_later_than_each_of_them():
    ends = told({n: Progress(2, 720) for n in range(10)}, now=720)
    assert last(ends.values()) > max(end.at for end in ends.values()) + 60


def evening(minutes, started=START):
    """A first round whose tables took so many minutes for their five deals, and a second."""
    even = TableResult((0, 0, 0, 0))
    slips = {
        n: Slip(even, n, at=f"2026-11-23T20:{taken}:00+00:00")
        for n, taken in enumerate(minutes, 1)
    }
    first = Round(1, "manual", ((1, 2, 3, 4),) * 3, slips=slips, clock=Clock(started))
    rounds = first, Round(2, "manual", first.tables)
    return Tournament(("Coupe",), "", "", "tarot", Regulations("tarot_libre"), rounds=rounds)


@pytest.mark.parametrize(
    ("minutes", "started", "pace"),
    [((25, 35, 50), START, 420), ((59, 59, 59), "", 360), (("01", "02", "03"), START, 360)],
)
def test_a_room_has_the_pace_of_its_round_before_if_a_clock_tells_it(minutes, started, pace):
    known = evening(minutes, started)
    assert usual_pace(known, known.rounds[1]) == pace
