"""The screen of the room in Chromium: its pages turn, without a network too."""

import pytest
from conftest import wait_until
from phone import settle, stop_clock
from printed_evening import closing, opened

from scorekeeper.tournaments.people import attend

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.one_process]

TURN = 8500
"""Milliseconds after which a page has turned."""

SHOWN = """() => {
  return [...document.querySelectorAll("section.shown .list li")].filter((line) => {
    const { left, right, top, bottom } = line.getBoundingClientRect();
    return left > -2 && right < innerWidth + 2 && top >= 0 && bottom <= innerHeight;
  }).map((line) => line.querySelector("bdi").textContent);
}"""
"""The names that are in view."""

LETTER = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  return Math.min(...[".who", ".figure"].map((name) => {
    const style = getComputedStyle(document.querySelector(name));
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    return pen.measureText("H").actualBoundingBoxAscent / innerHeight;
  }));
}"""
"""The height of a capital letter, as a part of the screen's."""


@pytest.fixture
def screen(app, site, phone):
    """Open the screen of an evening of so many people; its page, and the evening's access."""

    def made(count, size=(1280, 720), **options):
        with app.app_context():
            access = opened(app.extensions["tournaments"], count, **options)
        page = phone()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.clock.install()
        stop_clock(page)
        page.goto(f"{site.url}/tournaments/{access.read_token}/screen")
        page.wait_for_selector("section.shown")
        return page, access

    return made


def close_round(access):
    """Type a slip for each table of the first round, and publish the ranking."""
    for table, seated in enumerate(access.tournament.rounds[0].tables, 1):
        points = [30, -10, -10, -10][: len(seated)]
        slip = {"round": 1, "table": table, "points": points}
        access.record("slip", lambda _, slip=slip: slip)
    access.record("closed", lambda state: closing(state, 1))


def names_of_turns(page, turns):
    """The names in view while so many pages turn, and how many pages were different."""
    names, ranges = [], set()
    for _ in range(turns):
        names += page.evaluate(SHOWN)
        ranges.add(page.locator("#range").inner_text())
        page.clock.run_for(TURN)
    return names, ranges


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1024, 768), (360, 640)])
def test_the_pages_show_every_name_once_in_their_order(screen, size):
    page, access = screen(60, size)
    count = int(page.locator("#range").inner_text().rpartition("/")[2])
    names, ranges = names_of_turns(page, count)
    tournament = access.tournament
    assert sorted(names) == sorted(map(tournament.called, tournament.round(1).seated))
    assert len(ranges) == count > 1
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1024, 768)])
@pytest.mark.parametrize("count", [12, 400])
def test_a_capital_letter_is_a_thirtieth_of_the_screen(screen, size, count):
    page, _ = screen(count, size)
    assert page.evaluate(LETTER) >= 1 / 30


def wait_for(page, locator, is_there=True):
    """Let seconds pass, and answers come, until something is on the page, or no longer."""

    def is_so():
        page.clock.run_for(1000)
        settle(page)
        return bool(locator.count()) == is_there

    wait_until(is_so)


def fulfil(**answer):
    return lambda route: route.fulfill(**answer)


OUTAGES = {
    "no network": lambda route: route.abort(),
    "a proxy without its server": fulfil(status=502, body="Bad gateway"),
    "the login page of a network": fulfil(body="<h1>Wi-Fi</h1>", content_type="text/html"),
    "a new machine that lacks the tournament": fulfil(status=404, body=""),
}


@pytest.mark.parametrize("outage", OUTAGES)
def test_without_answers_pages_turn_and_news_come_afterwards(screen, outage):
    page, access = screen(60)
    page.route("**/screen*", OUTAGES[outage])
    silent = page.locator("#connection:not([hidden])", has_text="Sans réseau depuis")
    wait_for(page, silent)
    names, ranges = names_of_turns(page, 2)
    assert len(ranges) == 2 and len({*names}) == len(names) > 0
    close_round(access)
    page.unroute("**/screen*")
    wait_for(page, page.locator("h2", has_text="Classement"))
    wait_for(page, silent, is_there=False)


@pytest.mark.parametrize("size", [(1280, 720), (360, 640)])
def test_a_name_without_a_space_stays_in_its_cell(app, screen, size):
    page, access = screen(8, size)
    with app.app_context():
        access.rename(1, "W" * 40)
    page.reload()
    name = page.locator("[data-part=seats] .who", has_text="WWW")
    name.wait_for()
    assert name.evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_what_is_said_of_the_network_fits_a_phone(screen):
    page, _ = screen(60, (360, 640))
    page.route("**/screen*", OUTAGES["no network"])
    wait_for(page, page.locator("#connection:not([hidden])"))
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_server_that_restarts_is_found_again_and_the_clock_runs_on(screen, site):
    page, access = screen(60)
    now = page.evaluate("new Date().toISOString()")
    ends = page.evaluate("new Date(Date.now() + 1800e3).toISOString()")
    body = {"round": 1, "started": now, "ends": ends, "deals": 0, "is_last": False}
    access.record("timed", lambda _: body)
    clock = page.locator("[data-part=clock] .clock")
    wait_for(page, clock)
    site.stop()
    wait_for(page, page.locator("#connection:not([hidden])"))
    before = clock.text_content()
    page.clock.run_for(60_000)
    assert 60 <= seconds(before) - seconds(clock.text_content()) < 120
    page.clock.run_for(30 * 60_000)
    assert clock.text_content() == "Dernière donne"
    close_round(access)
    site.start()
    wait_for(page, page.locator("h2", has_text="Classement"))


def seconds(shown):
    minutes, rest = shown.split(":")
    return 60 * int(minutes) + int(rest)


def test_keys_and_taps_turn_the_pages_and_stop_them(screen):
    page, _ = screen(60)
    shown = page.locator("#range")
    first = shown.inner_text()
    page.keyboard.press("ArrowRight")
    second = shown.inner_text()
    page.get_by_role("button", name="Page précédente").click()
    assert shown.inner_text() == first != second
    page.keyboard.press(" ")
    page.clock.run_for(3 * TURN)
    assert shown.inner_text() == first
    page.get_by_role("button", name="Arrêter ici").click()
    page.clock.run_for(TURN)
    assert shown.inner_text() == second


def test_news_that_changes_nothing_does_not_hold_a_page(screen):
    page, access = screen(60)
    first = page.locator("#range").inner_text()
    for is_here in (False, True):
        access.record("attending", attend, [1], is_here)
        version = page.locator("#room").get_attribute("data-version")
        wait_for(page, page.locator(f"#room[data-version='{version}']"), is_there=False)
    assert page.locator("#range").inner_text() != first
