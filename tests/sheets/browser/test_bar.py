"""The bar of the form of a hand, keys and save button, and the result under the totals."""

import pytest
from phone import (
    FOUR,
    GARDE,
    IS_ON_TOP,
    changed_sheet,
    new_sheet,
    open_sheet,
    settle,
    sheet_of,
    touch,
)
from phone import opened as on_touch_screen
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

SIX = (
    *("Marie-Françoise", "Geneviève", "Jean-Christophe"),
    *("Éléonore", "Bernadette", "Maximilien"),
)
HIGHEST = 96.5
"""Pixels of the bar at the usual size of text."""


def opened(phone, names=SIX, height=560, **how):
    return on_touch_screen(phone, names, height=height, **how)


def answer(page, taker=2):
    """Answer all questions but the points."""
    for question, code in (("taker", taker), ("contract", "garde"), ("bouts", "2")):
        page.locator(f"[name={question}][value='{code}']").dispatch_event("click")
    page.get_by_text("Seul", exact=True).dispatch_event("click")


def type_points(page, digits="49"):
    for digit in digits:
        touch(page, f"[data-key='{digit}']")


def previewed(phone):
    """A hand of six players whose points stand under the totals."""
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


def test_without_half_points_the_save_button_is_three_keys_wide(phone):
    page = on_touch_screen(phone, rules="coinche-ffb")
    type_points(page, ("9", "2", "⌫"))
    assert page.locator("[name=points]").input_value() == "9"
    erase, save = (
        page.locator(css).bounding_box() for css in ("[data-key='⌫']", "#entry .save")
    )
    assert abs(save["x"] - erase["x"] - erase["width"]) < 8
    assert save["width"] > 2.9 * erase["width"]


COVERED = f"""async () => {{
  const keys = [...document.querySelectorAll("[data-key]")];
  const seen = await Promise.all(keys.map({IS_ON_TOP}));
  return keys.filter((key, n) => !seen[n]).map((key) => key.dataset.key);
}}"""

TABLES = {
    "tarot-fft": (SIX, {"taker": "2", "contract": "garde", "bouts": "0", "partner": "3"}),
    "coinche-ffb": (FOUR, {"taker": "0", "contract": "90", "suit": "hearts"}),
    "contree-faits": (FOUR, {"taker": "0", "contract": "90", "suit": "hearts"}),
    "belote-trois": (FOUR[:3], {"taker": "0", "suit": "hearts"}),
    "libre": ((*SIX, "Dominique", "Noé"), {}),
}


@pytest.mark.parametrize("width", [320, 360, 412])
@pytest.mark.parametrize("rules", TABLES)
def test_no_key_is_covered_while_a_hand_is_entered_asked_about_and_saved(phone, rules, width):
    names, answers = TABLES[rules]
    page = on_touch_screen(phone, names, width, rules=rules)
    for name, value in answers.items():
        page.locator(f"[name={name}][value='{value}']").first.dispatch_event("click")
    covered = page.evaluate(COVERED)
    for act in ("91", "save"):
        if act == "save":
            touch(page, "#entry .save")
        else:
            type_points(page, act)
        settle(page)
        covered += page.evaluate(COVERED)
    assert not covered


def test_a_change_takes_the_result_away_before_anything_is_asked(phone):
    page = previewed(phone)
    left = page.evaluate(
        """() => {
        document.querySelector("[name=contract][value=petite]").click();
        const text = (css) => document.querySelector(css).textContent;
        const left = document.querySelectorAll(".gain").length;
        return [left, text("#preview"), text(".save small")];
    }"""
    )
    assert left == [0, "", ""]


def test_a_correction_shows_the_points_with_the_names_and_covers_no_key(phone):
    page = opened(phone, names=FOUR, height=640)
    page.goto(new_sheet(page, *FOUR, hands=[GARDE]) + "/hands/2/edit")
    names = page.locator("#preview .each small")
    expect(names).to_have_text(FOUR)
    assert all(name.is_visible() for name in names.all())
    assert not page.evaluate(COVERED)
    assert page.locator("#entry .save").evaluate(IS_ON_TOP)


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


def test_an_error_goes_once_it_is_answered_and_a_number_is_replaced(phone):
    page = opened(phone, SIX[:4], rules="belote-ffb")
    page.goto(sheet_of(page) + "/penalties/new")
    page.locator("[name=standard]").first.tap()
    expect(page.locator(".ask.refused .error")).to_be_visible()
    page.locator(".ask label").first.tap()
    expect(page.locator(".refused, .error")).to_have_count(0)
    page.locator("label:has([name=points])").tap()
    page.keyboard.type("50")
    expect(page.locator("[name=points]")).to_have_value("50")


@pytest.mark.parametrize(
    ("locale", "said"), [("fr-FR", "litige, 91 à 91"), ("en-GB", "tie, 91 to 91")]
)
def test_a_litige_is_said_in_one_line(phone, locale, said):
    page = phone(width=320, locale=locale, has_touch=True, is_mobile=True)
    open_sheet(page, "Anne", "Bob", "Cléo", "Dan", rules="belote-ffb")
    for name, value in (("taker", "0"), ("suit", "spades"), ("belote", "attack")):
        page.locator(f"[name={name}][value='{value}']").first.dispatch_event("click")
    type_points(page, "71")
    verdict = page.locator(".save small")
    expect(verdict).to_have_text(said)
    assert verdict.bounding_box()["height"] < 16


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


NARROWEST = """(sides) => Math.min(...sides.map((side) => {
  const text = document.createRange();
  text.selectNodeContents(side.querySelector("span"));
  return side.offsetWidth - text.getBoundingClientRect().width;
}))"""
"""The room beside the longest name of a side in its box."""


@pytest.mark.parametrize("locale", ["fr-FR", "en-GB"])
def test_the_names_of_both_sides_touch_no_frame(phone, locale):
    page = phone(width=320, locale=locale, has_touch=True, is_mobile=True)
    open_sheet(page, *FOUR)
    assert page.locator(".points .side").evaluate_all(NARROWEST) > 4
