"""First names stand whole where there is room for them, and are never broken inside a word."""

import pytest
from phone import open_sheet

pytestmark = pytest.mark.browser

FREQUENT = (
    "Jean Pierre Michel Marie André Philippe Nathalie Isabelle Catherine Françoise Monique "
    "Sylvie Jacques Bernard Alain Daniel Martine Christophe Nicolas Patrick Christine Gérard "
    "Claude Jacqueline Christian Valérie Sandrine Stéphane Jeanne Frédéric Éric Véronique "
    "Laurent Sébastien Thierry David Julien Pascal Céline Robert Marcel Roger Dominique "
    "Olivier Anne Georges Sophie Stéphanie Chantal Bruno Corinne Laurence Denise Thomas "
    "Guillaume Antoine Vincent Alexandre Patricia Didier Yvette Suzanne Brigitte Madeleine "
    "Geneviève Simone Annie Joëlle Maxime Camille Emma Léa Manon Chloé Lucas Louis Hugo Jules "
    "Gabriel Arthur Raphaël Léo Adam Ethan Nathan Mathilde Charlotte Juliette Clara Louise "
    "Alice Inès Sarah Zoé Lola Lucie Eva Maximilien Henriette"
)
"""A hundred first names that are frequent in France, of old and young, and a few long ones."""

FIRST_NAMES = FREQUENT.split()

DOUBLE_NAMES = ("Jean-Christophe", "Marie-Antoinette")

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

SET = """([selector, names]) => document.querySelectorAll(selector).forEach((box, n) => {
  box.textContent = names[n % names.length];
  box.classList.toggle("long", box.textContent.length > 7);
})"""


def shown(page, selector, names):
    page.evaluate(SET, [selector, names])
    return page.locator(selector)


@pytest.mark.parametrize("players", [4, 5])
def test_no_first_name_is_broken_inside_a_word(phone, players):
    page = phone(has_touch=True, is_mobile=True)
    open_sheet(page, *"ABCDE"[:players])
    for selector in (".ask-taker bdi", ".ask-partner bdi", ".standing bdi")[
        :: 1 + (players == 4)
    ]:
        for n in range(0, len(FIRST_NAMES), players):
            names = shown(page, selector, FIRST_NAMES[n : n + players])
            assert names.evaluate_all(BROKEN) == []
        assert shown(page, selector, DOUBLE_NAMES).evaluate_all(BROKEN) == []


@pytest.mark.parametrize("players", [4, 5])
def test_first_names_stand_whole_where_the_taker_is_asked(phone, players):
    page = phone(has_touch=True, is_mobile=True)
    open_sheet(page, *"ABCDE"[:players])
    for n in range(0, len(FIRST_NAMES), players):
        names = shown(page, ".ask-taker bdi", FIRST_NAMES[n : n + players])
        assert names.evaluate_all(CUT) == []
    assert shown(page, ".ask-taker bdi", DOUBLE_NAMES).evaluate_all(CUT) == []


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
