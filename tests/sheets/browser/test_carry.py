"""A sheet whose server is gone for a minute offers La Marque without a network."""

import pytest

pytestmark = pytest.mark.browser

MINUTE = 61_000
OFFER = '<p id="carry" hidden><a href="https://phone.example/">Sans réseau</a></p>'
INSERT = "(halves, html) => halves.insertAdjacentHTML('beforebegin', html)"


def test_the_pad_without_a_network_is_offered_after_a_minute_and_stays(timed, server, stopped):
    timed.wait_for_load_state("networkidle")
    # the server offers it on https only: what it would have written
    timed.locator(".halves").evaluate(INSERT, OFFER)
    stopped()
    timed.clock.run_for(13_000)
    timed.get_by_text("Pas de réponse depuis").wait_for()
    assert timed.locator("#carry").is_hidden()
    timed.clock.run_for(MINUTE)
    timed.locator("#carry").wait_for()
    server.start()
    timed.clock.run_for(13_000)
    timed.locator("#connection").wait_for(state="hidden")
    assert timed.locator("#carry").is_visible()
