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

MOST = 0.025
"""The sum of the layout shifts of one hand: the preview itself turns into the message above
the keys that its hand waits on this phone."""


def slow_down(page):
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", LINE)


TYPE = """async (points) => {
  for (const digit of points) {
    document.querySelector(`#entry [data-key='${digit}']`).click();
    await new Promise((done) => setTimeout(done, 150));
  }
}"""
"""Type the points, a digit each 150 ms by the clock of the page."""

MOST_PREVIEWS = 2
"""Requests of previews for one hand."""


def enter(page, answers, points):
    """Answer one question after another, type the points, and wait for the preview."""
    for question, answer in answers.items():
        page.locator(f"#entry [name={question}][value='{answer}']").dispatch_event("click")
        page.wait_for_timeout(500)
    page.evaluate(TYPE, points)
    page.locator("#preview :is(.made, .failed)").wait_for()
    page.wait_for_timeout(100)
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
    asked = []
    page.on("request", lambda request: "/preview" in request.url and asked.append(request))
    for _ in range(2):
        page.evaluate("shifted = 0")
        asked.clear()
        enter(page, answers, points)
        assert page.evaluate("shifted") <= MOST
        assert len(asked) <= MOST_PREVIEWS
