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


def test_without_javascript_a_circle_is_found_again_by_its_words(phone):
    first = phone(java_script_enabled=False)
    circle = found_circle(first)
    first.goto(f"{circle}/card")
    words = first.locator(".words b").all_inner_texts()
    other = phone(java_script_enabled=False)
    other.goto("/circles/recovery")
    other.fill("#words", ", ".join(words).title())
    other.click("main button.save")
    other.wait_for_url(f"**{circle}*")
    assert other.locator("h1").inner_text()
    other.goto("/circles/recovery")
    assert other.locator(f'main a[href="{circle}"]').count() == 1


def test_the_phone_that_renews_goes_on_and_the_other_one_does_not(phone):
    one = phone()
    circle = found_circle(one)
    one.goto(f"{circle}/links")
    one.locator("main summary", has_text="Changer les liens").click()
    one.get_by_role("button", name="Nouveaux liens").click()
    one.wait_for_url(lambda url: circle not in url)
    new = one.url.removesuffix("/links")
    assert one.goto(new).status == 200
    assert one.goto(circle).status == 404


def test_the_card_fits_on_one_page(phone):
    page = phone()
    circle = found_circle(page)
    page.goto(f"{circle}/card")
    page.emulate_media(media="print")
    page.locator("main .actions").wait_for(state="hidden")
    box = page.locator(".recovery-card").bounding_box()
    assert box["width"] <= 400 and box["height"] <= 700
