"""A thousand schedules of two phones: each hand is on the sheet once, or to be looked at."""

import pytest
from schedules import Schedule

pytestmark = pytest.mark.browser


def play(seed, chromium, server):
    schedule = Schedule(seed, chromium, server)
    try:
        schedule.play()
    finally:
        schedule.close()


@pytest.mark.parametrize("seed", range(3))
def test_a_schedule_loses_and_doubles_no_hand(chromium, server, seed):
    play(seed, chromium, server)


@pytest.mark.hours
@pytest.mark.parametrize("seed", range(1000, 2000))
def test_a_thousand_schedules_lose_and_double_no_hand(chromium, server, seed):
    play(seed, chromium, server)
