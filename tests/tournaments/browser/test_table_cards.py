"""Phones at a table of a tournament, on plain http: the card, the deals, the acceptance."""

import pytest
from conftest import token_of
from desk import NAMES
from phone import GARDE, SIDEWAYS, Taps, enter, post, save, sheet_of, shot
from test_tournament_desk import published
from tournament_routes import role_token

from scorekeeper.tournaments.service.tokens import card_code, room_key

pytestmark = [pytest.mark.browser, pytest.mark.long]


def card(address, table=1):
    """The address in the QR code on the card of a table."""
    token = token_of(address)
    code = card_code(room_key(token), table)
    return f"/tournaments/{role_token(token)}/tables/{table}/{code}"


@pytest.fixture
def evening(phone):
    """A laptop with eight people seated, its address, and the phone of table 1 with all deals
    but the last one."""
    laptop, first = phone(1280), phone(has_touch=True)
    address = published(laptop, NAMES[:8])
    first.goto(card(address))
    shot(first, "table-card")
    first.get_by_role("button", name="Ouvrir la feuille").tap()
    first.wait_for_selector("#entry")
    taker = first.locator("#standing bdi").first.inner_text()
    for _ in range(4):
        post(first, f"{sheet_of(first)}/hands", GARDE)
    first.reload()
    return laptop, address, first, taker


def test_from_the_last_deal_to_accepted_are_three_taps_at_most(evening, phone):
    laptop, address, first, taker = evening
    assert first.get_by_text("Dernière donne").count() == 1
    shot(first, "table-last-deal")
    enter(first, taker)
    save(first)
    taps = Taps(first)
    button = first.get_by_role("link", name="Faire accepter")
    button.wait_for()
    shot(first, "table-ended")
    taps.tap(button)
    names = first.locator(".who .save")
    names.first.wait_for()
    assert first.evaluate(SIDEWAYS) == 0
    shot(first, "table-result")
    taps.tap(names.nth(1))
    first.locator(".done").wait_for()
    laptop.goto(f"{address}/ranking")
    assert "+990" in laptop.locator(".standings").inner_text().replace("\xa0", "")
    assert taps.count <= 3 and taps.small == []
    shot(first, "table-accepted")


def test_the_desk_sees_the_table_and_accepts_it_in_one_tap(evening):
    laptop, address, first, taker = evening
    laptop.goto(f"{address}/rounds/1/slips")
    assert laptop.locator(".missing small").inner_text() == "4/5"
    enter(first, taker)
    save(first)
    laptop.reload()
    shot(laptop, "table-at-desk")
    laptop.get_by_role("button", name="Accepter").click()
    laptop.locator(".done", has_text="Table 1").wait_for()
    first.locator("#over", has_text="Résultat accepté").wait_for()
