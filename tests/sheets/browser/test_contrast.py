"""With a high contrast every text stands at 7:1 or more before its background."""

import pytest
from phone import FOUR, GARDE, enter, open_sheet, sheet_of

pytestmark = pytest.mark.browser

LOW = """() => {
  const parts = (color) => color.match(/[\\d.]+/g).map(Number);
  const over = ([r, g, b, a = 1], below) =>
    [r, g, b].map((one, n) => a * one + (1 - a) * below[n]);
  const ground = (one) => {
    const below = one.parentElement ? ground(one.parentElement) : [255, 255, 255];
    return over(parts(getComputedStyle(one).backgroundColor), below);
  };
  const light = (color) => color.map((one) => one / 255)
    .map((one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, n) => sum + one * [0.2126, 0.7152, 0.0722][n], 0);
  const low = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const one = walker.currentNode.parentElement, text = walker.currentNode.data.trim();
    const apart = ".visually-hidden, svg, script, :disabled";
    if (!text || !one.checkVisibility() || one.closest(apart)) continue;
    const below = ground(one), own = over(parts(getComputedStyle(one).color), below);
    const [high, dim] = [light(own), light(below)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (dim + 0.05);
    if (ratio < 7) low.add(`${text.slice(0, 30)} ${ratio.toFixed(2)} ${one.className}`);
  }
  return [...low];
}"""
"""The texts of a page with less, SVG and buttons that are out of use apart."""

PAGES = (*("/", "/settings", "/sheets/new", "/games/tarot", "/import"),)


@pytest.mark.parametrize("by", ["setting", "device"])
def test_every_text_has_a_high_contrast(phone, by):
    page = phone(contrast="more" if by == "device" else "no-preference")
    if by == "setting":
        page.goto("/settings")
        page.get_by_role("button", name="Contraste élevé").click()
        page.locator("[name=contrast][value=more][aria-pressed=true]").wait_for()
    open_sheet(page, *FOUR, hands=[GARDE | {"points": "20"}])
    sheet = sheet_of(page)
    enter(page)
    page.locator("#preview .made").wait_for()
    for path in ("", *PAGES, *(sheet + path for path in ("/end", "/hands/2", "/journal"))):
        if path:
            page.goto(path)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate(LOW) == [], (path, scheme)


def test_the_usual_contrast_is_another_one(phone):
    page = phone()
    page.goto("/")
    assert page.evaluate(LOW)
