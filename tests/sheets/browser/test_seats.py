"""The seats around a table."""

import re

import pytest
from conftest import wait_until
from phone import (
    CAST,
    FOUR,
    GARDE,
    IS_ON_TOP,
    Taps,
    choose,
    go,
    new_sheet,
    open_sheet,
    settle,
    totals,
)
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def seated_names(page):
    names = page.locator("[name=name]").evaluate_all("all => all.map((box) => box.value)")
    return [name for name in names if name]


def wait_for_seats(page, *names):
    wait_until(lambda: seated_names(page) == list(names))


def bring_back(page):
    """A new sheet with the players of the last one."""
    new_sheet(page, *CAST)
    page.goto("/sheets/new")
    page.get_by_role("button", name="Comme la dernière fois").click()
    wait_for_seats(page, *CAST)


def tap_seat(page, place, button):
    """A button behind the handle of the seat at this place, from 1."""
    seat = page.locator(".chairs li").nth(place - 1)
    if not seat.locator(".grip[open]").count():
        seat.locator(".grip summary").click()
    seat.get_by_role("button", name=button).click()


def test_seats_are_filled_moved_and_left_by_tapping(phone):
    page = phone()
    bring_back(page)
    for left in range(len(CAST), 0, -1):
        tap_seat(page, 1, "Ôter")
        wait_for_seats(page, *CAST[len(CAST) - left + 1 :])
    for name in ("Bruno", "Eve", "Anne", "Chloé", "David"):
        page.get_by_role("button", name=f"+ {name}").click()
    wait_for_seats(page, "Bruno", "Eve", "Anne", "Chloé", "David")
    page.locator(".deals").nth(1).click()
    tap_seat(page, 2, "Monter")
    wait_for_seats(page, "Eve", "Bruno", "Anne", "Chloé", "David")
    tap_seat(page, 5, "Ôter")
    wait_for_seats(page, "Eve", "Bruno", "Anne", "Chloé")
    assert page.locator("[name=dealer]:checked").input_value() == "0"
    assert page.get_by_role("button", name="+ David").is_visible()
    assert not page.get_by_role("button", name="+ Anne").is_visible()
    page.locator(".buttons .save").click()
    page.wait_for_selector("#entry")
    assert "Eve" in page.locator(".deal").inner_text()


def test_a_name_that_is_typed_is_not_offered_too(page):
    page.goto("/sheets/new")
    offer = page.get_by_role("button", name="+ Anne")
    for typed, is_offered in (("anne ", False), ("ann", True)):
        page.locator("[name=name]").nth(1).fill(typed)
        assert offer.is_visible() == is_offered


def test_taps_that_come_before_the_answer_all_count(phone):
    page = phone()
    bring_back(page)
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


def test_names_typed_while_another_game_is_on_its_way_are_kept(phone):
    page = phone()
    page.goto("/sheets/new")
    page.wait_for_load_state("networkidle")
    held = []
    page.route("**/sheets", lambda route: held.append(route))
    page.locator("[id^=choose-coinche]").click()
    page.locator("[name=name]").first.click()
    page.keyboard.type("Anne")
    wait_until(lambda: held)
    held[0].continue_()
    page.locator("#new-sheet [aria-current]", has_text="oinche").wait_for()
    wait_for_seats(page, "Anne")
    page.keyboard.type("tte")
    wait_for_seats(page, "Annette")


def test_what_is_begun_is_there_again_until_a_sheet_is_opened(phone):
    page = phone()
    page.goto("/sheets/new")
    choose(page, "coinche-ffb")
    for place, name in enumerate(FOUR):
        page.locator("[name=name]").nth(place).fill(name)
    leave = [page.reload]
    leave += [page.get_by_role("button", name=name).click for name in ("English", "Français")]
    for go_away in leave:
        go_away()
        wait_for_seats(page, *FOUR)
        page.locator("#new-sheet [aria-current]", has_text="Coinche").first.wait_for()
    page.get_by_role("link", name="Réglages").click()
    page.get_by_role("link", name="Revenir").click()
    wait_for_seats(page, *FOUR)
    page.locator("#new-sheet .buttons .save").click()
    page.wait_for_selector("#entry")
    page.go_back()
    page.get_by_role("link", name="Reprendre").wait_for()
    page.get_by_role("link", name="Nouvelle feuille").click()
    page.get_by_role("button", name="Comme la dernière fois").wait_for()
    assert seated_names(page) == []


def test_a_player_comes_and_goes_by_tapping(phone):
    page = phone()
    open_sheet(page, *FOUR, hands=[GARDE])
    go(page, "arrivées")
    tap_seat(page, 2, "Ôter")
    page.get_by_role("button", name="+ Bruno").click()
    wait_for_seats(page, "Anne", "Bruno", "Chloé", "David")
    tap_seat(page, 2, "Ôter")
    wait_for_seats(page, "Anne", "Chloé", "David")
    page.locator("[name=more]").click()
    page.locator("[name=name]").nth(3).fill("Eve")
    page.locator(".buttons .save").click()
    page.wait_for_selector(".notice")
    recorded = page.locator("#marks .seated").inner_text()
    assert "Eve arrive" in recorded and "Bruno s" in recorded
    assert totals(page) == [198, -66, -66, -66, 0]
    go(page, "arrivées")
    page.get_by_role("button", name="+ Bruno").click()
    wait_for_seats(page, "Anne", "Bruno", "Chloé", "David", "Eve")


def test_who_leaves_is_named_in_view_and_comes_back_by_a_tap(phone):
    page = phone()
    seven = (*CAST, "Félix", "Gaëlle")
    open_sheet(page, *seven)
    go(page, "arrivées")
    tap_seat(page, 7, "Ôter")
    wait_for_seats(page, *seven[:6])
    assert page.locator(".chairs [name=back]").evaluate(IS_ON_TOP)
    page.locator(".chairs [name=back]").click()
    wait_for_seats(page, *seven)


def test_the_buttons_of_a_seat_at_the_bar_come_into_view(phone):
    page = phone()
    page.goto(new_sheet(page, *CAST, "Félix") + "/table")
    page.evaluate("window.scrollTo(0, 0)")
    page.locator(".grip summary").nth(5).dispatch_event("click")
    wait_until(lambda: page.locator("#out-6").evaluate(IS_ON_TOP))


@pytest.mark.parametrize("pause", [80, 300])
def test_a_double_tap_has_one_player_leave_and_moves_no_dealer(phone, pause):
    page = phone(has_touch=True, is_mobile=True)
    seven = (*CAST, "Félix", "Gaëlle")
    page.goto(new_sheet(page, *seven) + "/table")
    page.locator(".grip summary").nth(1).tap()
    animations = page.context.new_cdp_session(page)
    animations.send("Animation.enable")
    animations.send("Animation.setPlaybackRate", {"playbackRate": 0.2})
    box = page.locator("#out-2").bounding_box()
    for _ in range(2):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 20)
        page.wait_for_timeout(pause)
    settle(page)
    assert seated_names(page) == ["Anne", *seven[2:]]
    assert page.locator("[name=dealer]:checked").input_value() == "0"
    assert page.locator(".grip[open]").count() == 0


def test_folded_rules_say_what_was_chosen_in_them(phone):
    page = phone()
    page.goto("/sheets/new")
    choose(page, "coinche-ffb")
    said = page.locator(".fold.rules > summary span")
    expect(said).to_have_text("2\u202f000 points")
    page.locator(".fold.rules > summary").click()
    for name, value in (("target", "3000"), ("generale", "500")):
        page.locator(f"[name=option_{name}][value='{value}']").dispatch_event("click")
    page.locator("[name=option_rules_name]").fill("Chez Mamie")
    page.locator(".fold.rules > summary").click()
    expect(said).to_have_text(
        re.compile(r"^3\W000 points · 750\W: 250 des plis \+ 500 du contrat")
    )
    assert "Chez" not in page.locator(".option .value").first.text_content()


def test_a_newcomer_opens_a_tarot_with_three_taps_and_a_keyboard(phone):
    page = phone(has_touch=True)
    page.goto("/")
    taps = Taps(page)
    taps.tap(page.get_by_role("link", name="Commencer"))
    page.wait_for_selector("#new-sheet")
    page.wait_for_load_state()
    taps.tap(page.locator("[name=name]").first)
    page.locator("[name=name]:focus").wait_for()
    for name in FOUR:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    taps.tap(page.locator(".stays .save"))
    page.wait_for_selector("#entry")
    assert taps.count == 3 and not taps.small
    assert page.locator(".standing bdi").all_inner_texts() == list(FOUR)
