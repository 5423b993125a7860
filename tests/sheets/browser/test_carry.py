"""A sheet whose server is gone for a minute offers La Marque without a network."""

import pytest
from phone import FOUR, open_sheet

pytestmark = pytest.mark.browser

MINUTE = 61_000
OFFER = '<p id="carry" hidden><a href="https://phone.example/">Sans réseau</a></p>'
INSERT = "(halves, html) => halves.insertAdjacentHTML('beforebegin', html)"


def test_the_pad_without_a_network_is_offered_after_a_minute_and_stays(phone, server, stopped):
    page = phone()
    page.clock.install()
    open_sheet(page, *FOUR)
    page.wait_for_load_state("networkidle")
    # the server offers it on https only: what it would have written
    page.locator(".halves").evaluate(INSERT, OFFER)
    stopped()
    page.clock.run_for(13_000)
    page.get_by_text("Pas de réponse depuis").wait_for()
    assert page.locator("#carry").is_hidden()
    page.clock.run_for(MINUTE)
    page.locator("#carry").wait_for()
    server.start()
    page.clock.run_for(13_000)
    page.locator("#connection").wait_for(state="hidden")
    assert page.locator("#carry").is_visible()
