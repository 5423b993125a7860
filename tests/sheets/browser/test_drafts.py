"""A hand that was begun is there again."""

import pytest
from phone import (
    FOUR,
    count_hands,
    enter,
    open_by_taps,
    open_panel,
    save,
    sheet_of,
    tap,
    tap_save,
    totals,
    two_phones,
)
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


def test_the_deal_of_a_hand_begun_is_named_again(phone):
    page, other = two_phones(phone)
    tap(page, "taker", "Anne")
    other.goto(f"{sheet_of(page)}/note")
    other.locator("[name=note]").fill("chez Anne")
    other.locator(".save").click()
    other.locator("#entry").wait_for()
    page.reload()
    page.locator("[name=taker]:checked").wait_for(state="attached")
    expect(page.locator(".deal")).to_be_visible()


def test_a_hand_begun_for_a_deal_that_was_recorded_since_is_offered_and_not_mixed_in(phone):
    page, other = two_phones(phone)
    tap(page, "taker", "Anne")
    open_panel(page, "petit_au_bout")
    tap(page, "petit_au_bout", "Défense")
    for _ in range(2):
        enter(other)
        save(other)
    page.reload()
    page.get_by_text("Donne 1 commencée, pas notée.").wait_for()
    assert page.locator("#entry :checked:not([value=none])").count() == 0
    enter(page, taker="Bruno")
    save(page)
    assert totals(page) == [330, 66, -198, -198]


@pytest.mark.parametrize("again", [True, False])
def test_a_hand_offered_again_is_for_its_own_deal_until_another_is_begun(phone, again):
    page, other = two_phones(phone)
    tap(page, "taker", "Anne")
    for _ in range(2):
        enter(other)
        save(other)
    page.reload()
    page.get_by_role("button", name="Reprendre").wait_for()
    if again:
        page.get_by_role("button", name="Reprendre").click()
    else:
        tap(page, "taker", "Bruno")
    expect(page.get_by_role("button", name="Reprendre")).to_have_count(0)
    expect(page.locator("[name=taker]:checked")).to_have_value("0" if again else "1")
    assert page.locator(".deal b").first.inner_text() == f"Donne {1 if again else 3}"
    page.reload()
    page.wait_for_load_state("networkidle")
    expect(page.locator("[name=taker]:checked")).to_have_count(int(not again))
    expect(page.get_by_text("Donne 1 commencée")).to_have_count(int(again))


def test_a_refused_hand_that_was_mended_is_there_again_as_it_was_mended(page):
    enter(page, points="95")
    tap_save(page)
    page.locator(".ask-points .error").wait_for()
    page.locator("[name=points]").fill("45")
    page.reload()
    page.locator("#entry.begun").wait_for()
    assert page.locator("[name=points]").input_value() == "45"
    deal = page.locator(".deal:not([data-behind])")
    assert deal.text_content().split()[:3] == ["Donne", "1", "donneur"]
    save(page)
    assert count_hands(page) == 1 and page.locator("#outbox li").count() == 0


def test_going_back_and_forth_after_saving_begins_an_empty_hand(phone):
    page = phone()
    open_by_taps(page, *FOUR)
    for _ in range(2):
        enter(page)
        save(page)
        page.wait_for_selector(".notice")
    page.go_back()
    page.wait_for_selector(".home")  # which has the sheet
    page.go_forward()
    page.wait_for_selector("#entry")
    assert page.locator(".row.hand").count() == 2
    assert page.locator("#entry :checked:not([value=none])").count() == 0
    assert page.locator(".notice").count() == 0
