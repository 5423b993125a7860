"""A hand is entered: by taps, on the keypad, with a keyboard, without JavaScript."""

import pytest
from phone import (
    CAST,
    FOUR,
    Taps,
    choose,
    count_hands,
    enter,
    open_sheet,
    opened,
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
    page = opened(phone, CAST[:players], rules=rules)
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
    page = opened(phone)
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


def test_the_points_of_one_side_give_those_of_the_other(phone):
    page = phone()
    open_sheet(page, "Anne", "Bruno", "Chloé")
    page.locator("[name=points_defence]").fill("40,5")
    assert page.locator("[name=points]").input_value() == "50½"
    page.locator("[name=points_defence]").fill("")
    page.locator("[name=points]").fill("50")
    assert page.locator("[name=points_defence]").input_value() == "41"


def test_a_mended_hand_is_saved_by_the_usual_button(page):
    enter(page)
    page.locator("[name=chelem][value=made]").evaluate("box => box.click()")
    page.locator("#entry .save").click()
    page.get_by_text("Noter quand même").wait_for()
    page.locator("[name=chelem][value=none]").evaluate("box => box.click()")
    page.locator("#preview .made").wait_for()
    save(page)


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
    held = []
    page.route("**/hands", lambda route: held.append(route))
    page.touchscreen.tap(*place)
    page.clock.run_for(gap)
    page.touchscreen.tap(*place)
    settle(page)  # an answer to the second tap would be there
    assert not page.locator("#preview").inner_text()
    held[0].continue_()
    page.locator(".toast", has_text="Donne 1").wait_for()
    assert not page.locator("#entry [role=alert]").count()
    assert not page.locator("#preview").inner_text()
    page.locator(".shield").wait_for(state="detached")
    page.touchscreen.tap(*place)
    settle(page)
    expect(page.locator("#preview")).to_contain_text("Donne 2 · il manque")
    assert not page.locator("#entry [role=alert]").count()
    assert page.locator(".toast").is_visible()
    assert count_hands(page) == 1
