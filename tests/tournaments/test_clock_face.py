"""What the clock of a round shows at a moment."""

import pytest

from scorekeeper.tournaments.clock import Clock, ClockFace

ENDS = "2026-11-23T21:30:00+00:00"


@pytest.mark.parametrize(
    ("clock", "now", "face"),
    [
        (Clock(), "21:00:00", ClockFace()),
        (Clock(deals=4), "21:00:00", ClockFace()),
        (Clock(ends=ENDS), "21:00:00", ClockFace(30)),
        (Clock(ends=ENDS), "21:29:59", ClockFace(1)),
        (Clock(ends=ENDS), "21:30:00", ClockFace(is_last=True)),
        (Clock(ends=ENDS), "23:00:00", ClockFace(is_last=True)),
        (Clock(ends=ENDS, is_last=True), "21:00:00", ClockFace(is_last=True)),
        (Clock(is_last=True), "21:00:00", ClockFace(is_last=True)),
    ],
)
def test_a_clock_shows_the_minutes_left_or_the_last_deal(clock, now, face):
    assert clock.at(f"2026-11-23T{now}+00:00") == face


@pytest.mark.parametrize("ends", ["", ENDS])
def test_less_time_ends_no_earlier_than_now(ends):
    now = "2026-11-23T21:28:00+00:00"
    assert Clock(ends=ends).moved(-5, now).ends == now
