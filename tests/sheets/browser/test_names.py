"""First names stand whole where there is room for them, and are never broken inside a word."""

import pytest
from phone import ALONE, new_sheet, open_sheet

pytestmark = pytest.mark.browser

NAMES = (
    "Geneviève Catherine Françoise Christophe Véronique",
    "Bernadette Dominique Jacqueline Stéphanie Alexandre",
    "Maximilien Guillaume Henriette Madeleine Sébastien",
    "Jean-Christophe Marie-Antoinette Éléonore Chloé William",
    "Anne Bruno Chloé David Eve",
)
"""First names that are frequent in France, most of them long ones."""

BROKEN = """boxes => boxes.filter((box) => {
  const range = document.createRange(), text = box.firstChild;
  let top = null;
  for (let n = 0; n < text.length; n++) {
    range.setStart(text, n); range.setEnd(text, n + 1);
    const line = range.getBoundingClientRect().top;
    const starts = n && !/[-\\s]/.test(text.data[n - 1]);
    if (top !== null && line > top + 2 && starts) return true;
    top = line;
  }
}).map((box) => box.textContent)"""
"""The names with a line break after a letter."""

CUT = """all => all.filter((one) => one.scrollWidth > one.clientWidth)
  .map((one) => one.textContent)"""


@pytest.mark.parametrize("players", [4, 5])
def test_first_names_stand_whole_and_are_broken_at_hyphens_only(phone, players):
    page = phone(has_touch=True, is_mobile=True)
    for names in NAMES:
        open_sheet(page, *names.split()[:players])
        for selector in (".ask-taker bdi", ".ask-partner bdi", ".standing bdi"):
            assert page.locator(selector).evaluate_all(BROKEN) == []
            assert page.locator(selector).evaluate_all(CUT) == []


def test_a_name_in_small_type_is_at_least_13_pixels_high(phone):
    page = phone(width=320)
    open_sheet(page, "Maximilien", "Jean-Christophe", "Marie-Antoinette", "Bernadette", "Eve")
    sizes = page.locator(".chip bdi, .standing .name").evaluate_all(
        "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 13


def test_choosing_a_player_moves_no_other(phone):
    page = phone()
    open_sheet(page, "Maximilien", "Jean-Christophe", "Chloé", "Camille", "Eve")
    chips = page.locator(".ask-taker .chip")

    def boxes():
        return [one.bounding_box() for one in chips.all()]

    before = boxes()
    chips.nth(1).click()
    assert boxes() == before


def test_a_television_tells_the_contract_whatever_the_names(phone):
    page = phone(width=1280)
    names = ["Marie-Antoinette", "Maximilien-Louis", *NAMES[-1].split()[:3]]
    page.goto(new_sheet(page, *names, hands=[ALONE | {"partner": "1"}] * 2) + "/tv")
    assert page.locator("#screen-hands .what").evaluate_all(CUT) == []
