"""The end of an evening on a phone: what people take with them is on its first screen."""

import pytest
from conftest import wait_until
from phone import CAST, GARDE, new_sheet, shot

pytestmark = pytest.mark.browser


@pytest.fixture
def ended(phone):
    """The page of the end of an evening of five."""
    page = phone()
    called = (GARDE | {"partner": "1"}, GARDE | {"taker": "2", "partner": "0"})
    page.goto(new_sheet(page, *CAST, hands=called) + "/end")
    return page


def play_for(page, euros):
    if not page.locator("[name=euros]").is_visible():
        page.locator("#money summary").click()
    page.locator("[name=euros]").fill(euros)
    page.locator("#money .save").click()


def test_the_sheet_is_closed_on_the_first_screen(ended):
    button = ended.get_by_role("button", name="Clore la feuille")
    box = button.bounding_box()
    assert box["y"] + box["height"] <= 320
    button.click()
    ended.get_by_text("Feuille close.").wait_for()


def test_who_pays_the_podium_and_the_circle_are_on_the_first_screen(ended):
    play_for(ended, "0,05")
    ended.locator(".payments").wait_for()
    ended.reload()
    shot(ended, "end-of-evening")
    for what in (".podium", "#offers .act button", ".payments li:last-child"):
        box = ended.locator(what).bounding_box()
        assert box["y"] + box["height"] <= 640, what


def test_the_accounts_open_no_keyboard_and_are_for_a_hundred_points(ended):
    ended.locator("#money summary").click()
    assert ended.evaluate("document.activeElement.localName") == "summary"
    assert ended.locator("[name=per]:checked").input_value() == "100"


@pytest.mark.parametrize("euros", ["0,05", "viele"])
def test_the_accounts_or_the_refusal_of_a_long_table_come_into_view(phone, euros):
    page = phone()
    points = enumerate((70, 30, 10, 5, -10, -20, -35, -50))
    hand = {f"scores_{seat}": str(score) for seat, score in points}
    names = (*CAST, "Franck", "Gil", "Hugo")
    page.goto(new_sheet(page, *names, rules="libre", hands=[hand]) + "/end")
    play_for(page, "0,1")
    page.locator(".payments").wait_for()
    play_for(page, euros)
    page.locator("#money .error, [name=euros][value='0,05']").first.wait_for()
    shown = "#money .error" if euros == "viele" else ".payments li"
    for one in page.locator(shown).all():
        box = one.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 640


def test_the_accounts_are_as_wide_as_the_smallest_phone_in_very_large_text(phone):
    page = phone(width=320)
    page.goto("/settings")
    page.get_by_role("button", name="Très grand").click()
    names = ("Maximilienne", "Jean-Christophe", "Marie-Bernadette", "Geneviève")
    page.goto(new_sheet(page, *names, hands=[GARDE]) + "/end")
    play_for(page, "5")
    page.locator(".payments").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_the_times_of_the_journal_are_those_of_the_reader(phone):
    page = phone(timezone_id="Pacific/Auckland")
    page.goto(new_sheet(page, *CAST) + "/journal")
    time = page.locator(".journal time").first
    there = time.evaluate("time => new Date(time.dateTime).toTimeString().slice(0, 5)")
    wait_until(lambda: there in time.inner_text())
