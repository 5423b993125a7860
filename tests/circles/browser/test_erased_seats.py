"""Seats that wait on a phone while a player of its circle is erased."""

import pytest
from phone import new_circle, new_sheet_of, wait_for_queued

pytestmark = pytest.mark.browser

ERASED = ("Philomène", "Bruno", "Chloé", "David")
"""The players of a circle, of whom the first is erased."""


@pytest.mark.parametrize("joins", [False, True])
def test_seats_that_wait_on_a_phone_while_a_name_is_erased_are_asked_about(phone, joins):
    guardian, page = phone(), phone()
    circle = new_circle(guardian, *ERASED)
    sheet = new_sheet_of(guardian, circle, *range(1 + joins, 5))
    page.goto(f"{sheet}/table")
    if joins:
        page.click("#more")
        page.locator("[name=name]").nth(3).fill(ERASED[0])
    else:
        page.locator(".deals").nth(1).click()
    page.route("**/table", lambda route: route.abort())
    page.click(".buttons .save")
    wait_for_queued(page)
    guardian.goto(f"{circle}/players/1/erasure")
    guardian.click("button.danger")
    guardian.wait_for_url("**/players")
    page.unroute("**/table")
    page.goto("/")
    wait_for_queued(page, state="look")
    guardian.goto(sheet)
    assert guardian.locator("#entry").count() and ERASED[0] not in guardian.content()
