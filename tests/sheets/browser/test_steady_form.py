"""Nothing moves under a finger while a hand is entered on a slow line.

Chromium's own sum leaves out what moves within half a second of a tap: here all of it counts.
"""

import pytest
from phone import CAST, changed_sheet, open_sheet

pytestmark = pytest.mark.browser

LINE = {"offline": False, "latency": 400, "downloadThroughput": 5e4, "uploadThroughput": 5e4}
"""400 ms, 400 kbit/s."""

SHIFTS = """window.shifted = 0;
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) shifted += value;
}).observe({ type: "layout-shift" });"""

TAROT = {"taker": "0", "contract": "garde", "bouts": "2"}
HANDS = {
    "tarot": ("tarot-fft", 4, TAROT, "49"),
    "tarot of five": ("tarot-fft", 5, TAROT | {"partner": "1"}, "49"),
    "belote": ("belote-ffb", 4, {"taker": "0", "suit": "hearts"}, "91"),
    "coinche": ("coinche-ffb", 4, {"taker": "1", "contract": "100", "suit": "hearts"}, "110"),
}
"""Rules, seats, answers to tap, points to type."""

MOST = 0.02
"""The sum of the layout shifts of one hand."""


def slow_down(page):
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", LINE)


def tap_and_wait(page, target):
    """Tap, and wait for the preview of what is answered by now."""
    with page.expect_response("**/preview"):
        page.locator(f"#entry {target}").dispatch_event("click")
    page.wait_for_timeout(100)


def enter(page, answers, points):
    for question, answer in answers.items():
        tap_and_wait(page, f"[name={question}][value='{answer}']")
    for digit in points:
        tap_and_wait(page, f"[data-key='{digit}']")
    with changed_sheet(page):
        page.locator("#entry .save").dispatch_event("click")
    page.wait_for_timeout(100)


@pytest.mark.parametrize(("text", "scheme"), [("", "light"), ("Très grand", "dark")])
@pytest.mark.parametrize("game", HANDS)
def test_a_hand_moves_nothing_that_is_in_view(phone, game, text, scheme):
    rules, seats, answers, points = HANDS[game]
    page = phone(scheme=scheme, has_touch=True, is_mobile=True)
    page.add_init_script(SHIFTS)
    if text:
        page.goto("/settings")
        page.get_by_role("button", name=text).click()
    open_sheet(page, *CAST[:seats], rules=rules)
    slow_down(page)
    for _ in range(2):
        page.evaluate("shifted = 0")
        enter(page, answers, points)
        assert page.evaluate("shifted") <= MOST
