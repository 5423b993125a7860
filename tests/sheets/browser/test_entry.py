"""A hand is entered: by taps, on the keypad, with a keyboard, without JavaScript."""

import pytest
from phone import (
    CAST,
    FOUR,
    Taps,
    changed_sheet,
    choose,
    close_panel,
    count_hands,
    enter,
    open_panel,
    open_sheet,
    pass_deal,
    save,
    settle,
    tap,
    totals,
)
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.mark.journey
@pytest.mark.parametrize(
    ("rules", "players", "answers", "points", "most"),
    [
        ("tarot-fft", 4, {"taker": 1, "contract": "garde", "bouts": 2}, "49", 6),
        ("tarot-fft", 5, {"taker": 1, "partner": 2, "contract": "garde", "bouts": 2}, "49", 7),
        ("coinche-ffb", 4, {"taker": 1, "contract": 100, "suit": "hearts"}, "110", 7),
        ("belote-ffb", 4, {"taker": 1, "suit": "hearts"}, "91", 5),
    ],
)
def test_a_plain_hand_takes_few_taps_and_no_scrolling(
    phone, rules, players, answers, points, most
):
    page = phone(has_touch=True, is_mobile=True)
    open_sheet(page, *CAST[:players], rules=rules)
    taps = Taps(page)
    for question, code in answers.items():
        taps.answer(question, code)
    taps.key(points)
    taps.save()
    print(f"{rules}, {players} players: {taps.count} taps")
    assert taps.count <= most and not taps.small
    assert page.evaluate("scrollY") == 0
    assert any(totals(page))


def test_the_phones_own_keyboard_stays_away(phone):
    page = phone(has_touch=True, is_mobile=True)
    open_sheet(page, *FOUR)
    page.locator("[data-keypad-digits][inputmode=none]").nth(1).wait_for(state="attached")


def test_a_hand_is_entered_with_the_keyboard_alone(phone):
    page = phone(width=1280)
    open_sheet(page, *FOUR)
    page.locator("[name=taker]").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Tab")
    page.keyboard.type("49")
    page.keyboard.press("Enter")
    page.wait_for_selector(".notice")
    assert totals(page) == [-66, 198, -66, -66]


def test_the_keypad_types_erases_and_changes_sides(phone):
    page = phone(has_touch=True, is_mobile=True)
    open_sheet(page, *FOUR)
    attack, defence = page.locator("[name=points]"), page.locator("[name=points_defence]")
    for key in ("4", "9", "½"):
        page.locator(f"[data-key='{key}']").tap()
    expect(attack).to_have_value("49½")
    expect(defence).to_have_value("41½")
    page.locator("[data-key='⌫']").tap()
    expect(attack).to_have_value("49")
    page.wait_for_timeout(130)  # sooner it is one tap
    page.locator("[data-key='⌫']").tap()
    expect(attack).to_have_value("4")
    expect(defence).to_have_value("87")
    defence.tap()
    page.locator("[data-key='4']").tap()
    page.locator("[data-key='2']").tap()
    expect(attack).to_have_value("49")
    expect(defence).to_have_value("42")


def test_the_keypad_types_a_bid_that_is_not_among_the_usual(phone):
    page = phone(has_touch=True, is_mobile=True)
    open_sheet(page, *FOUR, rules="coinche-ffb")
    page.locator("[name=contract_other]").tap()
    for key in "170":
        page.locator(f"[data-key='{key}']").tap()
    expect(page.locator("[name=contract_other]")).to_have_value("170")
    page.locator("[name=points]").tap()
    for key in "160":
        page.locator(f"[data-key='{key}']").tap()
    expect(page.locator("[name=points]")).to_have_value("160")


def test_a_hand_may_begin_like_the_last_one(page):
    enter(page, "Bruno")
    save(page)
    page.get_by_role("button", name="comme la précédente").click()
    assert page.locator("[name=taker]:checked").input_value() == "1"
    assert page.locator("[name=contract]:checked").input_value() == "garde"
    assert page.locator("[name=bouts]:checked").count() == 0


def test_the_points_of_one_side_give_those_of_the_other(phone):
    page = phone()
    open_sheet(page, "Anne", "Bruno", "Chloé")
    page.locator("[name=points_defence]").fill("40,5")
    assert page.locator("[name=points]").input_value() == "50½"
    page.locator("[name=points_defence]").fill("")
    page.locator("[name=points]").fill("50")
    assert page.locator("[name=points_defence]").input_value() == "41"


def test_points_of_two_sides_that_disagree_are_an_error(phone):
    page = phone()
    open_sheet(page, "Anne", "Bruno", "Chloé")
    enter(page, points="49")
    page.locator("[name=points_defence]").fill("43")
    assert page.locator("[name=points]").input_value() == "49"
    page.wait_for_selector("#preview .warning")
    assert "91 − 49 = 42" in page.locator("#preview").inner_text()


def test_entering_goes_on_where_no_answer_comes_and_says_so(page):
    page.route("**/preview", lambda route: route.abort())
    enter(page)
    page.get_by_text("Pas de réseau").wait_for()
    page.unroute("**/preview")
    save(page)
    page.wait_for_selector(".notice")
    assert totals(page) == [198, -66, -66, -66]


def test_the_undo_is_offered_until_the_next_tap_and_moves_nothing(page):
    enter(page)
    save(page)
    page.wait_for_selector(".toast")
    before = page.locator("#entry").bounding_box()["y"]
    page.evaluate("document.getAnimations().forEach(one => one.finish())")
    assert page.locator(".toast").is_visible()
    page.locator(".deal").click()
    page.wait_for_selector(".toast", state="detached")
    assert page.locator("#entry").bounding_box()["y"] == before


def test_a_mended_hand_is_saved_by_the_usual_button(page):
    enter(page)
    page.locator("[name=chelem][value=made]").evaluate("box => box.click()")
    page.locator("#entry .save").click()
    page.get_by_text("Oui, noter").wait_for()
    page.locator("[name=chelem][value=none]").evaluate("box => box.click()")
    page.locator("#preview .made").wait_for()
    save(page)


def sit_out_or_back(page, name):
    open_panel(page, "role-out")
    tap(page, "role-out", name)
    close_panel(page)


def test_a_taker_who_sits_out_is_an_error_before_saving(phone):
    page = phone()
    page.goto("/sheets/new")
    page.locator("[name=more]").click()
    page.locator("[name=name]").nth(4).wait_for()
    for place, name in enumerate(("Anne", "Bruno", "Chloé", "David", "Eve")):
        page.locator("[name=name]").nth(place).fill(name)
    page.locator(".chip").filter(has=page.get_by_text("à 4", exact=True)).click()
    page.locator(".buttons .save").click()
    page.wait_for_selector("#entry")
    sit_out_or_back(page, "Anne")
    enter(page, "Anne")
    sit_out_or_back(page, "Anne")
    page.wait_for_selector("#preview .warning")
    assert "ne joue pas cette donne" in page.locator("#preview").inner_text()


def test_a_petit_sec_after_a_hand_is_no_passed_deal(phone):
    page = phone(has_touch=True, is_mobile=True)
    open_sheet(page, *FOUR)
    enter(page)
    save(page)
    with changed_sheet(page):
        pass_deal(page, "petit_sec")
    assert "Petit sec" in page.locator(".row.hand").first.inner_text()


def test_keypad_of_many_tables_stays_in_view_with_the_largest_text(phone):
    page = phone(has_touch=True, is_mobile=True)
    page.goto("/sheets/new")
    choose(page, "tarot-duplicate")
    page.locator("[name=count]").fill("12")
    page.locator(".buttons .save").click()
    page.wait_for_selector("#entry")
    page.evaluate("document.documentElement.dataset.text = 'largest'")
    box = page.locator("[name=scores_2]")
    box.tap()
    seen = page.locator(".bar").evaluate("pad => pad.getBoundingClientRect().bottom")
    assert seen <= page.viewport_size["height"]
    page.locator(".keypad [data-key='5']").tap()
    expect(box).to_have_value("5")


@pytest.mark.parametrize("gap", [150, 1250])
@pytest.mark.parametrize("seats", [4, 6])
def test_a_second_tap_on_save_leaves_what_was_recorded_in_view(phone, seats, gap):
    page = phone(has_touch=True, is_mobile=True)
    page.clock.install()
    open_sheet(page, *(*CAST, "Farid")[:seats])
    enter(page, taker="Bruno")
    if seats > 4:
        tap(page, "partner", "Seul")
    page.locator("#preview .verdict").wait_for()
    button = page.locator("#entry .save").bounding_box()
    place = (button["x"] + button["width"] / 2, button["y"] + button["height"] / 2)
    page.touchscreen.tap(*place)
    page.clock.run_for(gap)
    page.touchscreen.tap(*place)
    page.locator(".toast", has_text="Donne 1").wait_for()
    settle(page)  # an answer to the second tap would be there
    assert page.locator(".toast").is_visible()
    assert not page.locator("#entry [role=alert]").count()
    assert not page.locator("#preview").inner_text()
    page.locator(".shield").wait_for(state="detached")
    page.touchscreen.tap(*place)
    settle(page)
    assert not page.locator("#entry [role=alert]").count()
    assert page.locator(".toast").is_visible()
    assert count_hands(page) == 1
