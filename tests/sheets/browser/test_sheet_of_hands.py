"""Hands that wait on the phone, on the pages that lead to sheets: for which sheet each is."""

import pytest
from phone import FOUR, open_sheet, save_offline, shot, wait_for_queued
from test_circles import SIDEWAYS, found, open_by_clicks

pytestmark = pytest.mark.browser


def save_impossible(page):
    """Save a hand that the server refuses, without a network."""
    page.wait_for_load_state("networkidle")  # every script is there
    page.context.set_offline(True)
    save_offline(page, points="95")
    page.context.set_offline(False)


def told(page):
    """The sheet of each hand in the outbox."""
    page.locator("#outbox li small").first.wait_for()
    return page.locator("#outbox li small").all_inner_texts()


def test_the_page_of_a_circle_says_for_which_sheet_a_hand_is(phone):
    page = phone()
    circle = found(page)
    open_by_clicks(page, *FOUR)
    save_impossible(page)
    wait_for_queued(page, state="look")
    page.goto(circle)
    (name,) = told(page)
    assert name.startswith("Tarot du ") and name.endswith(" · Anne, Bruno, Chloé, David")
    assert page.evaluate(SIDEWAYS) == 0
    shot(page, "circle-hand-to-look-at")


def test_the_first_page_tells_two_hands_of_the_same_answers_apart(phone):
    page = phone()
    open_sheet(page, *FOUR)
    save_impossible(page)
    wait_for_queued(page, state="look")
    open_sheet(page, *FOUR[::-1])
    save_impossible(page)
    page.goto("/")
    wait_for_queued(page, n=2, state="look")
    page.locator("#outbox li small").nth(1).wait_for()
    assert [name.rpartition(" · ")[2] for name in told(page)] == [
        ", ".join(FOUR),
        ", ".join(FOUR[::-1]),
    ]
    page.locator("#outbox .plain").last.click()
    page.locator("#outbox li").nth(1).wait_for(state="detached")
    assert [name.rpartition(" · ")[2] for name in told(page)] == [", ".join(FOUR)]
    shot(page, "home-hand-to-look-at")
