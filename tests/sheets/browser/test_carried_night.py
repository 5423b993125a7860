"""A night goes from one La Marque to another by its link and by its codes."""

import pytest
from phone import FOUR, GARDE, WON, new_sheet, totals

pytestmark = pytest.mark.browser


@pytest.fixture
def given(phone):
    """The page that gives a night, and the other one, on another phone."""
    page = phone()
    page.goto(new_sheet(page, *FOUR, hands=[GARDE]) + "/night")
    return page


def take(page, link):
    page.goto("about:blank")
    page.goto(link)


def test_a_link_is_opened_looked_at_and_written_and_no_server_sees_it(given, phone):
    link = given.locator("textarea.address").input_value()
    night = link.partition("#")[2]
    other, asked = phone(has_touch=True), []
    other.on("request", lambda request: asked.append(request.url))
    take(other, f"/import#{night}")
    other.get_by_role("button", name="Écrire cette feuille").tap()
    other.locator("#entry").wait_for()
    assert totals(other) == WON
    other.get_by_text("Copie d’une soirée").wait_for()
    assert not any("night=" in url for url in asked)
    take(other, f"/import#{night}")
    other.get_by_role("link", name="Ouvrir celle d’ici").tap()
    other.locator("#entry").wait_for()
    assert totals(other) == WON
    other.goto("/")
    assert other.locator(".resume").count() == 1 and other.locator("ul.sheets li").count() == 1


def test_a_night_of_several_codes_is_read_one_code_after_the_other(given, phone):
    whole = given.locator("textarea.address").input_value().partition("#")[2]
    check, data = whole.removeprefix("night=1/1-").split("-", 1)
    half = len(data) // 2
    codes = [f"night=1/2-{check}-{data[:half]}", f"night=2/2-{check}-{data[half:]}"]
    other = phone(has_touch=True)
    take(other, f"/import#{codes[1]}")
    other.get_by_text("Visez maintenant l’autre code : 1 / 2").wait_for()
    assert other.url.endswith("/import")
    other.evaluate("(code) => (location.hash = code)", codes[0])
    other.get_by_role("button", name="Écrire cette feuille").wait_for()
