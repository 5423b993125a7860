"""Schedules of two phones: each hand is on the sheet once, or to be looked at."""

import pytest
from conftest import require
from engines import missing_packages
from schedules import OTHERS, Chromium, OtherEngine, Schedule

pytestmark = pytest.mark.browser


def play(seed, engine, server):
    schedule = Schedule(seed, engine, server)
    try:
        schedule.play()
    finally:
        schedule.close()


@pytest.mark.parametrize("seed", range(3))
def test_a_schedule_loses_and_doubles_no_hand(chromium, server, seed):
    play(seed, Chromium(chromium, server), server)


@pytest.fixture(params=OTHERS)
def engine(request, server):
    missing = missing_packages(request.param)
    require(not missing, f"no {request.param}: install Debian's {missing}")
    opened = OtherEngine(OTHERS[request.param], server)
    yield opened
    opened.close()


@pytest.mark.hours
def test_a_schedule_in_another_engine_loses_and_doubles_no_hand(engine, server):
    play(0, engine, server)
