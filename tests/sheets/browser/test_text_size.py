"""No text is smaller than 12 pixels, on the narrowest phone."""

import pytest
from phone import CAST, FOUR, enter, open_every_panel, open_sheet, save, save_impossible, tap

pytestmark = pytest.mark.browser

SMALL = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = new Set();
  while (walker.nextNode()) {
    const { parentElement: one, data } = walker.currentNode;
    const size = parseFloat(getComputedStyle(one).fontSize);  // 0: behind a symbol
    if (data.trim() && one.checkVisibility() && size && size < 12) small.add(data.trim());
  }
  return [...small];
}"""


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        ("tarot-fft", CAST),
        ("contree-cannes", FOUR),
        ("belote-annonces", FOUR),
        ("libre", CAST),
    ],
)
def test_no_text_of_a_sheet_is_smaller_than_12_pixels(phone, rules, names):
    page = phone(width=320)
    open_sheet(page, *names, rules=rules)
    open_every_panel(page)
    assert page.evaluate(SMALL) == []


def test_no_text_of_the_other_pages_is_smaller_than_12_pixels(phone):
    page = phone(width=320)
    open_sheet(page, *CAST)
    enter(page)
    tap(page, "partner", "Seul")
    save(page)
    assert page.evaluate(SMALL) == []
    sheet = page.url.split("?")[0]
    paths = ["/hands/2", "/journal", "/table", "/penalties/new", "/share", "/end"]
    for path in [
        *(sheet + path for path in paths),
        "/",
        "/sheets/new",
        "/games/tarot",
        "/import",
    ]:
        page.goto(path)
        assert page.evaluate(SMALL) == [], path


@pytest.mark.parametrize("width", [320, 360])
def test_a_seat_is_one_line_with_very_large_text(phone, width):
    page = phone(width=width)
    page.goto("/sheets/new")
    page.evaluate("document.documentElement.dataset.text = 'largest'")
    seat = page.locator(".chairs li").first
    name, grip = (seat.locator(one).bounding_box() for one in ("[name=name]", ".grip"))
    assert abs(name["y"] - grip["y"]) < 5


@pytest.mark.parametrize("width", [320, 360])
def test_the_menu_stays_on_the_screen_with_very_large_text(phone, width):
    page = phone(width=width)
    open_sheet(page, *FOUR)
    page.evaluate("document.documentElement.dataset.text = 'largest'")
    page.locator(".menu summary").click()
    box = page.locator(".menu nav").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width


def test_names_on_buttons_grow_with_the_text(phone):
    page = phone()
    open_sheet(page, "Monique", "Bernard", "Colette", "Lucienne")
    page.evaluate("document.documentElement.dataset.text = 'largest'")
    size = "one => parseFloat(getComputedStyle(one).fontSize)"
    assert page.locator(".ask-taker .chip span").first.evaluate(size) >= 18


@pytest.mark.parametrize("names", [FOUR, CAST])
def test_the_points_and_the_save_button_are_in_view_with_very_large_text(phone, names):
    page = phone(has_touch=True, is_mobile=True)
    open_sheet(page, *names)
    page.evaluate("document.documentElement.dataset.text = 'largest'")
    enter(page)
    if len(names) > 4:
        tap(page, "partner", "Seul")
    page.locator("#preview .made").wait_for()
    shown, saved = (page.locator(css).bounding_box() for css in ("#preview", "#entry .save"))
    assert shown["y"] + shown["height"] <= saved["y"] + 1
    assert saved["y"] + saved["height"] <= 641


def test_the_state_of_a_waiting_hand_is_one_line_with_very_large_text(phone):
    page = phone()
    open_sheet(page, *FOUR)
    page.evaluate("document.documentElement.dataset.text = 'largest'")
    save_impossible(page)
    page.locator("#outbox .look").wait_for()
    lines = "one => { const text = document.createRange(); text.selectNodeContents(one);" + (
        " return text.getClientRects().length; }"
    )
    assert page.locator("#outbox .look").evaluate(lines) == 1
