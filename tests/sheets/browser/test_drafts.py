"""A hand that was begun is there again."""

import pytest
from phone import FOUR, enter, open_by_taps, open_panel, open_sheet, save, sheet_of, tap
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_a_hand_begun_is_there_again_after_a_reload_and_a_closed_tab(page):
    enter(page)
    open_panel(page, "petit_au_bout")
    tap(page, "petit_au_bout", "Défense")
    page.reload()
    page.locator("#entry :checked:not([value=none])").first.wait_for(state="attached")
    assert page.locator("[name=points]").input_value() == "49"
    assert page.locator("[name=points_defence]").input_value() == "42"
    assert page.locator("[name=petit_au_bout]:checked").input_value() == "defence"
    address = page.url
    other = page.context.new_page()
    page.close()
    other.goto(address)
    assert other.locator("[name=contract]:checked").input_value() == "garde"
    save(other)
    other.wait_for_selector(".notice")
    assert other.locator("[name=contract]:checked").count() == 0


@pytest.mark.parametrize("hands", [0, 1])
def test_the_deal_of_a_hand_begun_is_named_again_unless_it_has_been_played(phone, hands):
    page, other = phone(), phone()
    open_sheet(page, *FOUR)
    tap(page, "taker", "Anne")
    other.goto(page.url)
    if hands:
        enter(other)
        save(other)
    else:
        other.goto(f"{sheet_of(page)}/note")
        other.locator("[name=note]").fill("chez Anne")
        other.locator(".save").click()
        other.locator("#entry").wait_for()
    page.reload()
    page.locator("[name=taker]:checked").wait_for(state="attached")
    expect(page.locator(".deal")).to_be_visible(visible=not hands)


def test_going_back_and_forth_after_saving_begins_an_empty_hand(phone):
    page = phone()
    open_by_taps(page, *FOUR)
    for _ in range(2):
        enter(page)
        save(page)
        page.wait_for_selector(".notice")
    page.go_back()
    page.wait_for_selector("#new-sheet")
    page.go_forward()
    page.wait_for_selector("#entry")
    assert page.locator(".row.hand").count() == 2
    assert page.locator("#entry :checked:not([value=none])").count() == 0
    assert page.locator(".notice").count() == 0
