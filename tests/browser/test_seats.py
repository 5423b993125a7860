"""The seats around a table."""

import pytest
from phone import CAST, enter, go, open_sheet, save, totals

pytestmark = pytest.mark.browser


def seated_names(page):
    names = page.locator("[name=name]").evaluate_all("all => all.map((box) => box.value)")
    return [name for name in names if name]


def wait_for_seats(page, *names):
    for _ in range(50):
        if seated_names(page) == list(names):
            return
        page.wait_for_timeout(100)
    assert seated_names(page) == list(names)


def test_seats_are_filled_moved_and_left_by_tapping(phone):
    page = phone()
    open_sheet(page, *CAST)
    page.goto("/sheets/new")
    wait_for_seats(page, *CAST)
    for _ in CAST:
        page.get_by_role("button", name="Ôter le joueur 1").click()
    wait_for_seats(page)
    for name in ("Bruno", "Eve", "Anne", "Chloé", "David"):
        page.get_by_role("button", name=f"+ {name}").click()
    wait_for_seats(page, "Bruno", "Eve", "Anne", "Chloé", "David")
    page.locator(".deals").nth(1).click()
    page.get_by_role("button", name="Monter le joueur 2").click()
    page.get_by_role("button", name="Ôter le joueur 5").click()
    wait_for_seats(page, "Eve", "Bruno", "Anne", "Chloé")
    assert page.locator("[name=dealer]:checked").input_value() == "0"
    assert page.get_by_role("button", name="+ David").is_visible()
    assert not page.get_by_role("button", name="+ Anne").is_visible()
    page.locator(".buttons .save").click()
    page.wait_for_selector("#entry")
    assert "Eve" in page.locator(".deal").inner_text()


def test_taps_that_come_before_the_answer_all_count(phone):
    page = phone()
    open_sheet(page, *CAST)
    page.goto("/sheets/new")
    taps = "document.querySelector('#out-1').click(); document.querySelector('#up-2').click();"
    page.evaluate(taps + "document.querySelector('#more').click()")
    wait_for_seats(page, "Chloé", "Bruno", "David", "Eve")
    page.locator("[name=name]").nth(4).wait_for()


def test_a_new_seat_is_ready_to_be_typed_in(phone):
    page = phone()
    page.goto("/sheets/new")
    page.locator("[name=more]").click()
    page.locator("[name=name]:focus").wait_for()
    page.keyboard.type("Eve")
    assert page.locator("[name=name]").nth(4).input_value() == "Eve"


def test_a_tap_without_an_answer_says_so_and_keeps_the_names(phone):
    page = phone()
    page.goto("/sheets/new")
    page.locator("[name=name]").first.fill("Anne")
    page.context.set_offline(True)
    page.locator("[name=more]").click()
    page.get_by_text("Pas de réponse depuis").wait_for()
    page.context.set_offline(False)
    page.locator("[name=more]").click()
    page.locator("[name=name]").nth(4).wait_for()
    wait_for_seats(page, "Anne")
    assert not page.locator("#connection").is_visible()


def test_a_player_comes_and_goes_by_tapping(phone):
    page = phone()
    open_sheet(page, "Anne", "Bruno", "Chloé", "David")
    enter(page)
    save(page)
    go(page, "Table")
    page.get_by_role("button", name="Ôter le joueur 2").click()
    page.get_by_role("button", name="+ Bruno").click()
    wait_for_seats(page, "Anne", "Chloé", "David", "Bruno")
    page.get_by_role("button", name="Ôter le joueur 4").click()
    wait_for_seats(page, "Anne", "Chloé", "David")
    page.locator("[name=more]").click()
    page.locator("[name=name]").nth(3).fill("Eve")
    page.locator(".buttons .save").click()
    page.wait_for_selector(".notice")
    recorded = page.locator(".notice").inner_text()
    assert "Eve arrive" in recorded and "Bruno s" in recorded
    assert totals(page) == [198, -66, -66, -66, 0]
    go(page, "Table")
    page.get_by_role("button", name="+ Bruno").click()
    wait_for_seats(page, "Anne", "Chloé", "David", "Eve", "Bruno")
