"""Hands that wait on the phone, on the first page: for which sheet each is."""

import pytest
from phone import FOUR, open_sheet, save_impossible, shot, told_sheets, wait_for_queued

pytestmark = pytest.mark.browser


def test_the_first_page_tells_two_hands_of_the_same_answers_apart(page):
    save_impossible(page)
    wait_for_queued(page, state="look")
    open_sheet(page, *FOUR[::-1])
    save_impossible(page)
    page.goto("/")
    wait_for_queued(page, n=2, state="look")
    page.locator("#outbox li small").nth(1).wait_for(state="attached")
    assert [name.rpartition(" · ")[2] for name in told_sheets(page)] == [
        ", ".join(FOUR),
        ", ".join(FOUR[::-1]),
    ]
    page.locator("#outbox summary").click()
    page.locator("#outbox .plain").last.click()
    page.get_by_text("effacée").wait_for()
    assert page.locator("#outbox .look").count() == 1
    shot(page, "home-hand-to-look-at")
