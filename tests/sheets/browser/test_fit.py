"""Names and figures in columns are not cut and do not touch, at any width and size of text."""

import pytest
from phone import IS_ON_TOP, imported, new_sheet, touch

pytestmark = pytest.mark.browser

NAMES = (
    *("Marie-Françoise", "Geneviève", "Jean-Christophe", "Éléonore"),
    *("Bernadette", "Maximilien", "Dominique", "Anne-Sophie"),
)
CASES = {"360": (360, ""), "320": (320, ""), "largest": (360, "160%"), "twice": (360, "36px")}
"""The width in px, and the size of text on the page."""

FAULTS = """() => {
  const faults = [], width = document.documentElement.clientWidth;
  const boxes = ["#standing", "#marks tbody tr", "#preview .each", ".podium", ".runners-up"];
  const hides = (one) => getComputedStyle(one).overflowX !== "visible";
  function check(node, box, texts) {
    const one = node.parentElement, text = node.data.trim();
    if (!text || !one.checkVisibility() || one.closest("th, .visually-hidden")) return;
    const range = document.createRange();
    range.selectNodeContents(node);
    const cell = one.closest("li, td").getBoundingClientRect();
    const size = parseFloat(getComputedStyle(one).fontSize);
    if (one.closest("#standing .name")) return; // shortened, so that totals keep their line
    if (one.closest(".name, b") && size < 12) faults.push(`${text} is small`);
    for (let up = one; up !== box; up = up.parentElement) {
      const cut = hides(up) && up.scrollWidth > up.clientWidth && !up.closest(".each");
      if (cut) faults.push(`${text} is cut`);
    }
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const inside = left >= Math.max(0, cell.left - 0.5) && right <= cell.right + 0.5;
      if (!inside || right > width) faults.push(`${text} leaves its box`);
      const overlap = 0.3 * (bottom - top);
      for (const other of texts) {
        const beside = top >= other.bottom - overlap || other.top >= bottom - overlap;
        const apart = beside || left >= other.right + 2 || other.left >= right + 2;
        if (!apart) faults.push(`${other.text} touches ${text}`);
      }
      texts.push({ text, left, right, top, bottom });
    }
  }
  for (const box of document.querySelectorAll(boxes.join())) {
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT), texts = [];
    while (walker.nextNode()) check(walker.currentNode, box, texts);
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("sideways");
  return [...new Set(faults)];
}"""
"""Where the type of the preview is small a name may end in an ellipsis."""


def evening(players):
    """A night of so many players with totals of four digits."""
    names = [*NAMES[:players]]
    chelem = {"bouts": 3, "points": 91, "chelem": "announced_made"}
    hand = {"taker": names[2], "contract": "garde_contre", "sitting_out": names[5:]} | chelem
    fine = {"player": names[1], "points": 1206, "reason": "?"}
    hands = [hand, hand, {"penalty": fine}]
    return {"format": "scorekeeper/1", "game": "tarot", "players": names, "hands": hands}


@pytest.mark.parametrize("players", [3, 4, 5, 6, 8])
def test_names_and_figures_are_neither_cut_nor_touch(phone, players):
    page = phone(has_touch=True, is_mobile=True)
    sheet = imported(page, evening(players))
    faults = {}
    for path in ("", "/end"):
        page.goto(sheet + path)
        page.locator("#running").evaluate_all("all => all.forEach((one) => one.click())")
        for case, (width, size) in CASES.items():
            page.set_viewport_size({"width": width, "height": 640})
            page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
            if found := page.evaluate(FAULTS):
                faults[case + path] = found
    assert faults == {}


def test_totals_in_two_rows_stay_and_the_points_stand_with_the_names_below(phone):
    page = phone(has_touch=True, is_mobile=True)
    page.goto(imported(page, evening(8)))
    playing = page.locator(".ask-taker .chip:not(.unlikely) input").nth(2)
    answers = {"taker": playing.get_attribute("value"), "contract": "garde", "bouts": "2"}
    page.get_by_text("Seul", exact=True).dispatch_event("click")
    for question, code in answers.items():
        page.locator(f"[name={question}][value='{code}']").dispatch_event("click")
    css = ("#standing", "#standing b", "#turn", ".rare summary")
    places = [page.locator(one).first for one in css]
    before = [place.bounding_box() for place in places]
    for digit in "49":
        touch(page, f"[data-key='{digit}']")
    page.locator("#preview .made").wait_for()
    assert [place.bounding_box() for place in places] == before
    for column in page.locator("#preview .each li").all():
        figure, name = (column.locator(css) for css in ("b", "small"))
        assert figure.evaluate(IS_ON_TOP) and name.evaluate(IS_ON_TOP)
        assert figure.bounding_box()["width"] <= column.bounding_box()["width"]


@pytest.mark.parametrize("width", [320, 360])
def test_what_two_teams_lack_is_read_whole(phone, width):
    page = phone(width=width, has_touch=True, is_mobile=True)
    target = {"option_target": "other", "option_target_other": "3000"}
    hands = [{"taker": "0", "suit": "hearts", "points": "91"}] * 13
    page.goto(new_sheet(page, *NAMES[:4], rules="belote-ffb", hands=hands, **target))
    assert page.locator("#standing .short").count() == 2
    assert page.evaluate(FAULTS) == []


def test_a_total_of_four_digits_makes_no_total_smaller(phone):
    page = phone(has_touch=True, is_mobile=True)
    sizes = set()
    for sheet in (new_sheet(page, *NAMES[:6]), imported(page, evening(6))):
        page.goto(sheet)
        total = page.locator("#standing b").first
        sizes.add(total.evaluate("one => getComputedStyle(one).fontSize"))
    assert len(sizes) == 1


def test_the_captions_of_a_wide_table_are_read_whole(phone):
    page = phone(320)
    page.goto("/import")
    rows = ["N°", *NAMES], ["1"] * 9
    box = page.locator("[name=pasted]")
    box.fill("\n".join(map(";".join, rows)))
    for keys in (
        "ControlOrMeta+A",
        "ControlOrMeta+X",
        "ControlOrMeta+V",
    ):  # it is read at once
        box.press(keys)
    captions = page.locator(".seen caption")
    captions.first.wait_for()
    rights = captions.evaluate_all("""captions => captions.map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect().right;
    })""")
    assert len(rights) == 2 and max(rights) <= 320
