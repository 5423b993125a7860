"""The outbox and a server that is busy, or whose answer is lost."""

from functools import partial

import pytest
from conftest import wait_until
from phone import (
    FOUR,
    WON,
    enter,
    open_sheet,
    save,
    settle,
    stop_clock,
    tap_save,
    totals,
    wait_until_sent,
)

pytestmark = pytest.mark.browser


WAITS = """window.waits = []; const late = window.setTimeout;
window.setTimeout = (act, wait) => { waits.push(wait); return late(act, wait); };"""
"""Note for how long each timer is set."""


def answered(answers, route):
    """Give the answers of a list first, then those of the server; keep what was asked."""
    answers.append(route)
    if isinstance(answers[0], dict):
        route.fulfill(**answers.pop(0))
    else:
        route.continue_()


@pytest.mark.parametrize(
    ("status", "wait"),
    [(429, 4), (503, 4), (503, "soon")],
)
def test_the_outbox_waits_as_long_as_retry_after_says(phone, status, wait):
    page = phone()
    page.clock.install()
    page.add_init_script(WAITS)
    open_sheet(page, *FOUR)
    busy = {"status": status, "headers": {"Retry-After": str(wait)}}
    asked = [busy]
    page.route("**/hands", partial(answered, asked))
    enter(page)
    stop_clock(page)
    page.evaluate("waits.length = 0")
    tap_save(page)
    least, most = (4000, 6000) if wait == 4 else (700, 1300)
    wait_until(lambda: any(least <= one <= most for one in page.evaluate("waits")))
    page.clock.run_for(least - 100)
    settle(page)
    assert len(asked) == 1
    page.clock.run_for(most)
    page.wait_for_selector(".notice")
    assert len(asked) == 2


def test_the_outbox_never_waits_longer_than_a_minute(phone):
    page = phone()
    page.add_init_script(WAITS)
    open_sheet(page, *FOUR)
    busy = {"status": 503, "headers": {"Retry-After": "86400"}}
    page.route("**/hands", partial(answered, [busy]))
    enter(page)
    tap_save(page)
    wait_until(lambda: max(page.evaluate("waits")) > 20000)  # the longest wait of a page's own
    assert 60000 < max(page.evaluate("waits")) < 62000


def correct(page):
    """The form of the one hand of a sheet, to be corrected."""
    page.locator(".row.hand a").first.click()
    page.get_by_text("Corriger", exact=True).click()
    page.wait_for_selector("#entry [name=seen]", state="attached")


def test_a_correction_that_changes_nothing_goes_to_its_hand(page):
    enter(page)
    save(page)
    correct(page)
    with page.expect_navigation(url="**/hands/2?same=1"):
        tap_save(page)
    wait_until_sent(page)


def test_what_a_proxy_answers_decides_nothing_about_a_hand(page):
    answers = [{"status": 409}, {"status": 200, "body": "<h1>Wi-Fi</h1>"}]
    page.route("**/hands", partial(answered, answers))
    enter(page)
    tap_save(page)
    page.wait_for_selector(".notice")
    assert len(answers) == 3
    assert totals(page) == WON


def test_a_refusal_that_is_no_page_stands_beside_its_hand(page):
    gone = {"status": 404, "headers": {"X-Outbox": "1"}, "body": "<!doctype html><p>Rien ici."}
    page.route("**/hands", partial(answered, [gone]))
    enter(page)
    tap_save(page)
    page.locator("#outbox .look", has_text="Rien ici.").wait_for(state="attached")
    assert page.locator("#entry").is_visible()
