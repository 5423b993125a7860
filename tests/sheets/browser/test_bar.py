"""The bar of the form of a hand: the keys, over them the preview, and the save button."""

import pytest
from phone import CAST, FOUR, IS_ON_TOP, changed_sheet, open_sheet, sheet_of, stop_clock, touch
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

SIX = (
    *("Marie-Françoise", "Geneviève", "Jean-Christophe"),
    *("Éléonore", "Bernadette", "Maximilien"),
)
HIGHEST = 96.5
"""Pixels of the bar at the usual size of text."""

PLACES = """() => [...document.querySelectorAll("#entry :is(.chip, .rare summary, .save)")]
  .filter((one) => !one.closest(".panel")).map((one) => one.getBoundingClientRect().top)"""


def opened(phone, names=SIX, width=360, height=560):
    page = phone(width=width, has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": width, "height": height})
    open_sheet(page, *names)
    return page


def answer(page, taker=2):
    """Answer all questions but the points."""
    for question, code in (("taker", taker), ("contract", "garde"), ("bouts", "2")):
        page.locator(f"[name={question}][value='{code}']").dispatch_event("click")
    page.get_by_text("Seul", exact=True).dispatch_event("click")


def type_points(page, digits="49"):
    for digit in digits:
        touch(page, f"[data-key='{digit}']")


def previewed(phone):
    """A hand of six players whose points stand over the keys."""
    page = opened(phone)
    answer(page)
    type_points(page)
    page.locator("#preview .made").wait_for()
    return page


@pytest.mark.parametrize(("width", "height"), [(320, 560), (360, 560), (360, 640), (412, 732)])
def test_all_keys_are_in_view_of_six_players_beside_a_notice(phone, width, height):
    page = opened(phone, width=width, height=height)
    answer(page)
    type_points(page)
    page.locator("#preview .made").wait_for()
    with changed_sheet(page):
        touch(page, "#entry .save")
    page.locator(".toast").wait_for()
    keys = page.locator("#entry [data-key]")
    assert keys.count() == 12 and all(key.evaluate(IS_ON_TOP) for key in keys.all())
    assert page.locator("#entry .save").evaluate(IS_ON_TOP)
    assert page.locator("#entry .bar").bounding_box()["height"] <= HIGHEST


def test_the_bar_that_leaves_the_screen_covers_no_total(phone):
    page = opened(phone, names=FOUR)
    page.evaluate("document.body.style.minHeight = '3000px'")
    page.evaluate(
        "scrollBy(0, document.querySelector('#entry').getBoundingClientRect().bottom - 60)"
    )
    totals = page.locator(".head .standing b").all()
    assert totals and all(total.evaluate(IS_ON_TOP) for total in totals)


def test_without_half_points_a_wide_key_erases_and_no_cell_is_empty(phone):
    page = phone(has_touch=True, is_mobile=True)
    open_sheet(page, *FOUR, rules="coinche-ffb")
    type_points(page, ("9", "2", "⌫"))
    assert page.locator("[name=points]").input_value() == "9"
    erase, save = (
        page.locator(css).bounding_box() for css in ("[data-key='⌫']", "#entry .save")
    )
    assert abs(save["x"] - erase["x"] - erase["width"]) < 8
    assert erase["width"] > 1.9 * page.locator("[data-key='0']").bounding_box()["width"]


def test_the_preview_covers_the_keys_and_moves_nothing(phone):
    page = opened(phone)
    answer(page)
    before = page.evaluate(PLACES)
    assert page.locator("#preview").inner_text() == ""
    type_points(page)
    page.locator("#preview .made").wait_for()
    assert page.evaluate(PLACES) == before
    assert not page.locator("[data-key='3']").evaluate(IS_ON_TOP)
    assert page.locator("#entry .save").evaluate(IS_ON_TOP)


def test_a_tap_on_the_points_brings_the_keys_back(phone):
    page = previewed(phone)
    touch(page, "[name=points]")
    type_points(page, "52")
    page.locator("#preview .verdict", has_text="faite de 11").wait_for()
    expect(page.locator("[name=points]")).to_have_value("52")


@pytest.mark.parametrize(("later", "typed"), [(0, "3"), (1100, "49")])
def test_a_key_is_hit_through_the_preview_that_has_just_covered_it_alone(phone, later, typed):
    page = opened(phone)
    page.clock.install()
    answer(page)
    three = page.locator("[data-key='3']").bounding_box()
    stop_clock(page)
    type_points(page)
    page.locator("#preview .made").wait_for()
    page.clock.run_for(later)
    page.touchscreen.tap(three["x"] + 20, three["y"] + 20)
    page.locator("#preview .made").wait_for(state="hidden")
    expect(page.locator("[name=points]")).to_have_value(typed)


def test_the_second_digit_of_a_slow_hand_is_typed(phone):
    page = opened(phone)
    page.clock.install()
    answer(page)
    page.locator("[name=bouts][value='0']").dispatch_event("click")
    three = page.locator("[data-key='3']").bounding_box()
    stop_clock(page)
    type_points(page, "5")
    page.clock.run_for(1900)
    assert page.locator("[data-key='3']").evaluate(IS_ON_TOP)
    page.clock.run_for(200)
    page.locator("#preview .failed").wait_for()  # five points may be all
    page.clock.run_for(9000)
    page.touchscreen.tap(three["x"] + 20, three["y"] + 20)
    expect(page.locator("[name=points]")).to_have_value("53")


def test_half_points_and_the_eraser_stay_beside_the_preview(phone):
    page = previewed(phone)
    touch(page, "[data-key='½']")
    expect(page.locator("[name=points]")).to_have_value("49½")
    touch(page, "[data-key='⌫']")
    expect(page.locator("[name=points]")).to_have_value("49")


def test_a_question_covers_the_keys_and_not_the_answers(phone):
    page = opened(phone)
    answer(page)
    type_points(page, "91")
    page.locator("#preview .warning").wait_for()
    assert page.locator(".ask-chelem summary").evaluate(IS_ON_TOP)
    page.locator("#preview .warning").tap(position={"x": 20, "y": 15})
    assert page.locator("[data-key='1']").evaluate(IS_ON_TOP)


def test_a_tap_on_an_error_shows_the_answers_that_it_covers(phone):
    page = opened(phone)
    answer(page)
    type_points(page, "95")
    page.locator("#preview .warning").wait_for()
    touch(page, "#preview .warning")
    expect(page.locator("#preview .warning")).to_have_count(0)
    touch(page, ".ask-chelem summary")
    page.locator(".ask-chelem .panel").wait_for()


def test_a_question_that_was_asked_shows_the_answers_over_the_bar(phone):
    page = opened(phone)
    answer(page)
    type_points(page, "91")
    page.locator("#preview .warning").wait_for()
    touch(page, ".save")
    page.locator(".reasons .warning").wait_for()
    expect(page.locator(".save")).to_have_text("Oui, noter")
    assert page.locator(".ask-chelem summary").evaluate(IS_ON_TOP)


def test_the_same_points_typed_again_are_shown_again(phone):
    page = previewed(phone)
    touch(page, "[name=points]")
    page.locator("#preview .made").wait_for(state="hidden")
    type_points(page)
    page.locator("#preview .made").wait_for()


def test_deals_that_are_not_played_stand_behind_one_button(phone):
    page = opened(phone, CAST)
    touch(page, ".other-deals summary")
    page.locator(".other-deals .panel").wait_for()
    with changed_sheet(page):
        touch(page, ".other-deals .passed")
    assert "passé" in page.locator(".row.hand").first.inner_text()


@pytest.mark.parametrize("path", ["/penalties/new", "/table"])
def test_the_keys_are_as_high_after_a_form_of_another_page(phone, path):
    page = opened(phone)
    bar = page.locator("#entry .bar")
    expect(bar).to_be_visible()
    height = bar.bounding_box()["height"]
    page.goto(sheet_of(page) + path)
    if path == "/table":
        page.locator("[name=name]").first.fill("Annie")
    else:
        page.locator("[name=points]").fill("50")
        page.locator(".ask label").first.click()
    page.locator(".buttons .save").click()
    expect(bar).to_be_visible()
    expect(page.locator("head [data-css='pages.css']")).to_have_count(0)
    assert bar.bounding_box()["height"] == height


@pytest.mark.parametrize("close", ["tap", "Escape"])
def test_the_open_menu_closes_and_what_it_covers_is_not_hit(phone, close):
    page = opened(phone, names=SIX[:4])
    page.get_by_text("Menu", exact=True).tap()
    expect(page.locator("#nav nav")).to_be_visible()
    if close == "tap":
        touch(page, "[name=contract][value='petite']")
    else:
        page.keyboard.press("Escape")
    expect(page.locator("#nav nav")).to_be_hidden()
    assert page.locator("[name=contract]:checked").count() == 0


def test_a_litige_is_said_whole(phone):
    page = phone(width=360, has_touch=True, is_mobile=True)
    open_sheet(page, "Anne", "Bob", "Cléo", "Dan", rules="belote-ffb")
    for name, value in (("taker", "0"), ("suit", "spades"), ("belote", "attack")):
        page.locator(f"[name={name}][value='{value}']").first.dispatch_event("click")
    type_points(page, "71")
    verdict = page.locator("#preview .verdict", has_text="en jeu")
    verdict.wait_for()
    assert verdict.evaluate(
        "({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => "
        "scrollWidth <= clientWidth && scrollHeight <= clientHeight + 1"
    )


def test_points_typed_in_a_panel_are_not_those_of_the_next_hand(phone):
    page = phone(width=360, has_touch=True, is_mobile=True)
    open_sheet(page, "Anne", "Bob", "Cléo", "Dan", rules="belote-annonces")
    for taker, announced in (("2", "40"), ("1", "")):
        for name, value in (("taker", taker), ("suit", "spades")):
            page.locator(f"[name={name}][value='{value}']").dispatch_event("click")
        type_points(page, "90")
        if announced:
            page.locator("[name=annonces_side][value=defence]").dispatch_event("click")
            page.locator("[name=annonces_points]").evaluate(
                "(box, value) => { box.value = value;"
                " box.dispatchEvent(new Event('input', { bubbles: true })); }",
                announced,
            )
        with changed_sheet(page):
            touch(page, "#entry .save")
        expect(page.locator("[name=annonces_points]")).to_have_value("")
    expect(page.locator(".row.hand")).to_have_count(2)
