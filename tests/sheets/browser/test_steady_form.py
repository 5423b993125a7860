"""Nothing moves under a finger while a hand is entered on a slow line.

Chromium's own sum leaves out what moves within half a second of a tap: here all of it counts.
"""

import pytest
from phone import AT_REST, CAST, changed_sheet, open_sheet, opened

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

LOOKS = [("", "light"), ("Très grand", "dark")]
"""The size of the text, and the scheme."""

MOST = 0.025
"""The sum of the layout shifts of one hand: the preview itself turns into the message above
the keys that its hand waits on this phone."""


def slow_down(page):
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", LINE)


ENTER = """async ([answers, points]) => {
  const pace = (wait) => new Promise((done) => setTimeout(done, wait));
  const form = document.querySelector("#entry");
  for (const [question, answer] of Object.entries(answers)) {
    form.querySelector(`[name=${question}][value='${answer}']`).click();
    await pace(500);
  }
  for (const digit of points) {
    form.querySelector(`[data-key='${digit}']`).click();
    await pace(150);
  }
}"""
"""Answer one question after another and type the points at the pace of a person."""

MOST_PREVIEWS = 2
"""Requests of previews for one hand."""


def enter(page, answers, points):
    """Enter a hand, wait for the preview, and save it."""
    page.evaluate(ENTER, [answers, points])
    page.locator("#preview :is(.made, .failed)").wait_for()
    page.evaluate(AT_REST)
    with changed_sheet(page):
        page.locator("#entry .save").dispatch_event("click")
    page.evaluate(AT_REST)


@pytest.mark.parametrize("game", HANDS)
@pytest.mark.parametrize("look", LOOKS)
def test_a_hand_moves_nothing_that_is_in_view(phone, game, look):
    (rules, seats, answers, points), (text, scheme) = HANDS[game], look
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


def test_answered_rare_questions_stay_in_their_row(phone):
    page = opened(phone, CAST[:4], rules="coinche-ffb", option_annonces="yes")
    for name, code in (("coinche", "surcoinche"), ("belote", "defence")):
        page.locator(f"[name={name}][value={code}]").dispatch_event("click")
    places = [one.bounding_box() for one in page.locator(".rare > *").all()]
    assert len(places) == 6 and len({place["y"] for place in places}) == 1
