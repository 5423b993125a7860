"""The pages about links, recovery and erasure on a phone: axe, large text, no JavaScript."""

import pytest
from phone import FOUR, LOOKS, SMALL_TEXT, UNFOLD, faults, new_circle

pytestmark = pytest.mark.browser

PAGES = ("/links", "/card", "/privacy", "/deletion", "/players/1/erasure")
NARROW_TARGETS = """() => {
  const all = document.querySelectorAll("main :is(a, button, textarea, summary)");
  const visible = [...all].filter((one) => one.checkVisibility());
  const narrow = visible.filter((one) => one.getBoundingClientRect().height < 44);
  return narrow.map((one) => one.textContent.trim());
}"""


def found_circle(page):
    """Found a circle of four; the path of its guardians."""
    return new_circle(page, *FOUR, title="Les mardis du Café de la Gare")


@pytest.mark.parametrize(("scheme", "locale"), LOOKS)
def test_axe_finds_nothing_and_large_text_on_a_narrow_phone_scrolls_in_one_direction(
    phone, scheme, locale
):
    page = phone(scheme=scheme, locale=locale)
    circle = found_circle(page)
    usual = {"small": SMALL_TEXT, "narrow": NARROW_TARGETS}
    for path in (*(circle + path for path in PAGES), "/circles/recovery"):
        page.goto(path)
        assert faults(page, [(320, "")], **usual) == {}, path
        assert faults(page, [(320, "200%")]) == {}, path
        page.set_viewport_size({"width": 360, "height": 640})
        page.evaluate("document.documentElement.style.fontSize = ''")
        page.evaluate(UNFOLD)
        assert faults(page, axe=True) == {}, path


def test_the_card_fits_on_one_page(phone):
    page = phone()
    circle = found_circle(page)
    page.goto(f"{circle}/card")
    page.emulate_media(media="print")
    page.locator("main .actions").wait_for(state="hidden")
    box = page.locator(".recovery-card").bounding_box()
    assert box["width"] <= 400 and box["height"] <= 700
