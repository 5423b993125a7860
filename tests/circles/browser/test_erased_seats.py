"""Seats that wait on a phone while a player of its circle is erased."""

import re

import pytest
from phone import wait_for_queued

pytestmark = pytest.mark.browser

ERASED = ("Philomène", "Bruno", "Chloé", "David")
"""The players of a circle, of whom the first is erased."""


@pytest.mark.parametrize("joins", [False, True])
def test_seats_that_wait_on_a_phone_while_a_name_is_erased_are_asked_about(phone, joins):
    guardian, page = phone(), phone()
    guardian.goto("/circles/new")
    guardian.fill("[name=title]", "Les mardis")
    for place, name in enumerate(ERASED):
        guardian.locator("[name=name]").nth(place).fill(name)
    guardian.click("main button.save")
    guardian.wait_for_url("**/circles/g*")
    circle = re.search(r"/circles/g[\w-]{22}", guardian.url)[0]
    guardian.goto(f"{circle}/sheets/new")
    for name in ERASED[joins:]:
        guardian.locator("label.person", has_text=name).click()
    guardian.click("main button.save >> nth=-1")
    guardian.wait_for_selector("#entry")
    sheet = guardian.url.split("?")[0]
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
    page.goto("/sheets/new")
    wait_for_queued(page, state="look")
    guardian.goto(sheet)
    assert guardian.locator("#entry").count() and ERASED[0] not in guardian.content()
