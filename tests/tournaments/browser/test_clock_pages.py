"""The clock of a round in Chromium: it counts down by the server's time; its page has news."""

from datetime import UTC, datetime, timedelta

import pytest
from conftest import wait_until
from desk import play_deals
from phone import settle
from printed_evening import closing, opened

from scorekeeper.streams.events import utc_now
from scorekeeper.tournaments.clock import Clock, later
from scorekeeper.tournaments.rounds import call_referee
from scorekeeper.tournaments.service.tables import set_clock

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.one_process]


@pytest.fixture
def access(app):
    """Eight people at two tables, with a clock of thirty minutes."""
    with app.app_context():
        access = opened(app.extensions["tournaments"], 8)
        ends = later(utc_now(), 30 * 60)
        set_clock(access, 1, lambda _: Clock(utc_now(), ends), Clock().stamp)
    return access


@pytest.fixture
def page(site, access, phone):
    """The page of the clock on a phone whose own clock is hours behind."""
    page = phone()
    page.clock.install(time=datetime.now(UTC) - timedelta(hours=7))
    page.goto(f"{site.url}/tournaments/{access.token}/progress")
    return page


def test_the_clock_counts_down_by_the_time_of_the_server(page):
    clock = page.locator("time.clock")
    page.clock.run_for(60_000)
    assert clock.inner_text().startswith(("28:", "29:"))
    page.clock.run_for(30 * 60_000)
    assert page.locator(".clock").inner_text() == "Dernière donne"


def test_the_page_shows_what_a_table_has_played_since(app, access, page):
    with app.app_context():
        play_deals(access, table=2, deals=1)
    with page.expect_response(lambda answer: "/progress?v=" in answer.url and answer.ok):
        page.clock.run_for(13_000)
    page.get_by_text("1 jouée sur").wait_for()


def test_a_call_is_answered_without_leaving_what_is_being_typed(app, access, page):
    with app.app_context():
        access.record("called", call_referee, 1, 1)
    page.goto(page.url.replace("/progress", "/people"))
    text = page.locator("main textarea").first
    text.evaluate("(one) => (one.value = 'Zoé')")
    call = page.get_by_role("button", name="J’y vais")
    call.click()
    call.wait_for(state="detached")
    assert text.input_value() == "Zoé"


def test_everybody_s_page_shows_what_was_published_since(app, site, access, page):
    page.goto(f"{site.url}/tournaments/{access.read_token}")
    page.get_by_text("en cours : les places").wait_for()
    with app.app_context():
        for table in (1, 2):
            slip = {"round": 1, "table": table, "points": [30, -10, -10, -10]}
            access.record("slip", lambda _, slip=slip: slip)
        access.record("closed", lambda state: closing(state, 1))
    page.clock.run_for(13_000)
    page.get_by_text("Classement · Position 1").wait_for()
    page.get_by_text("en cours : les places").wait_for(state="detached")


POLLS = {
    "news": ("/progress", "**/progress?v=*"),
    "calls": ("/progress", "**/calls"),
    "the screen": ("/screen", "**/screen?v=*"),
}
"""The page that polls, and what it asks for."""


@pytest.mark.parametrize("poll", POLLS)
def test_polls_leave_a_busy_server_alone_as_long_as_it_asks_for(site, page, access, poll):
    path, asked = POLLS[poll]
    token = access.read_token if path == "/screen" else access.token
    page.goto(f"{site.url}/tournaments/{token}{path}")
    polled, answered = [], []

    def refuse(route):
        polled.append(route.request)
        route.fulfill(status=503, headers={"Retry-After": "40"})

    page.route(asked, refuse)
    page.on("response", lambda one: one.request in polled and answered.append(one))
    wait_until(lambda: (polled or page.clock.run_for(1000), settle(page), answered)[-1])
    settle(page)  # the page reads the answer
    for _ in range(35):
        page.clock.run_for(1000)
    settle(page)
    assert len(polled) == 1
    with page.expect_response(asked):
        page.clock.run_for(12_000)
