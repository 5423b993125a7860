"""A page on a phone, as the browser tests drive it."""

import contextlib
import json
import os
import re
import shutil
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from pathlib import Path
from secrets import token_hex
from urllib.parse import urlencode, urlsplit

CHROMIUM = shutil.which("chromium-headless-shell")
MISSING = "no Chromium: install Debian's package chromium-headless-shell"
SHOTS = Path(__file__).resolve().parents[2] / "artefacts"
NAME = "marque.test"
"""Not localhost: to the browser this is plain http from another machine, as at a table."""
OPTIONS = [
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
    "--js-flags=--liftoff-only",  # WebAssembly is compiled once: Python starts sooner
]
CAST = ("Anne", "Bruno", "Chloé", "David", "Eve")
FOUR = CAST[:4]
WON = [198, -66, -66, -66]
"""The totals after Anne's usual hand."""


def shot(page, name):
    """Keep a picture to look at; a browser that cannot draw it fails no test."""
    from playwright.sync_api import Error

    if os.environ.get("CI") == "true":  # where nobody looks
        return
    SHOTS.mkdir(exist_ok=True)
    with contextlib.suppress(Error):
        page.screenshot(path=SHOTS / f"{name}.png", full_page=True)


def link_stylesheets(page):
    """From the next page on this phone has the stylesheets as files."""
    page.goto("/")
    missing = page.locator("meta[name=stylesheets]").get_attribute("content")
    page.context.add_cookies(
        [{"name": "marque_styles", "value": missing.split()[0], "url": page.url}]
    )


GARDE = {"taker": "0", "contract": "garde", "bouts": "2", "points": "49"}
"""Anne's usual hand, as its form posts it: +198 for her, −66 for each of the others."""
ALONE = GARDE | {"partner": "0"}
"""The same at a table of five, where she calls nobody."""


def ask(page, path, form=None):
    """What the server answers to the phone of a page, with its cookies, and without loading
    anything: where it sends the phone, and its text."""
    context = page.context
    if not page.url.startswith("http"):
        context.route("**/nothing", lambda route: route.fulfill(body=""))
        page.goto("/nothing")
        context.unroute("**/nothing")
    parts = urlsplit(page.url)
    origin = f"{parts.scheme}://{parts.netloc}"
    cookies = (f"{one['name']}={one['value']}" for one in context.cookies(origin))
    line = HTTPConnection("127.0.0.1", parts.port, timeout=60)
    headers = {"Host": parts.netloc, "Cookie": "; ".join(cookies)}
    kind = {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
    line.request(
        "POST" if form else "GET", path, form and urlencode(form, True), headers | kind
    )
    answer = line.getresponse()
    text = answer.read().decode()
    for header in answer.msg.get_all("Set-Cookie", ()):
        for name, morsel in SimpleCookie(header).items():
            context.add_cookies([{"name": name, "value": morsel.value, "url": origin}])
    line.close()
    return answer.headers["Location"], text


def post(page, path, form):
    """Post a form for the phone of a page; where the server sends it then."""
    token = re.search(r'name="csrf_token" value="(.*?)"', ask(page, "/sheets/new")[1])[1]
    location, text = ask(page, path, {"csrf_token": token} | form)
    assert location, re.findall(r'class="(?:error|warning)".*', text)
    return location


def new_sheet(page, *names, rules="tarot-fft", hands=(), **more):
    """Open a sheet on the phone of a page, which does not show it yet; its address.

    :param hands: the answers of each hand that it has already.
    """
    seats = {"name": names, "number": [""] * len(names), "dealer": "0"}
    sheet = post(page, "/sheets", {"rules": rules} | seats | more)
    for hand in hands:
        post(page, f"{sheet}/hands", hand)
    return sheet


def new_circle(page, *names, title="Les Martin"):
    """Found a circle on the phone of a page, which does not show it yet; its address."""
    return post(page, "/circles", {"title": title, "name": names})


def new_sheet_of(page, circle, *players):
    """Open a sheet of players of a circle by their numbers; its address."""
    present = {"player": players, "order": " ".join(map(str, players))}
    return post(page, f"{circle}/sheets", present)


def open_sheet(page, *names, **how):
    """Open a sheet as :func:`new_sheet` does, and show it until it takes taps: a click that is
    tried again scrolls the page."""
    page.goto(new_sheet(page, *names, **how))
    page.wait_for_selector("#entry")
    page.wait_for_load_state()
    page.evaluate(IS_READ)


def opened(phone, names=FOUR, width=360, text="", height=640, scheme="light", **how):
    """A page with a touch screen that shows a new sheet, in a size of text of the settings."""
    page = phone(width=width, scheme=scheme, has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": width, "height": height})
    if text:
        page.goto("/settings")
        page.get_by_role("button", name=text).click()
    open_sheet(page, *names, **how)
    return page


def two_phones(phone, *names, **how):
    """Two phones that show the same new sheet."""
    first, second = phone(), phone()
    open_sheet(first, *(names or FOUR), **how)
    second.goto(first.url)
    return first, second


def open_by_taps(page, *names, rules="tarot-fft"):
    """Open a sheet by the page for it."""
    page.goto("/sheets/new")
    choose(page, rules)
    for place in range(4, len(names)):
        page.locator("[name=more]").click()
        page.locator("[name=name]").nth(place).wait_for()
    for place, name in enumerate(names):
        page.locator("[name=name]").nth(place).fill(name)
    page.locator(".buttons .save").click()
    page.wait_for_selector("#entry")
    page.wait_for_load_state()


def imported(page, document):
    """The address of a sheet brought in from a document."""
    return post(page, "/import", {"document": json.dumps(document), "key": token_hex(16)})


def choose(page, rules):
    """Choose the rules of a new sheet: the card of their family, and the variant behind it."""
    if page.locator("[name=rules]").get_attribute("value") == rules:
        return
    card = page.locator(f"#choose-{rules}")
    if card.count():
        card.click()
    else:
        _choose_variant(page, rules)
    page.locator(f"[name=rules][value={rules}]").wait_for(state="attached")


def _choose_variant(page, rules):
    variants = page.locator(f".variants:has(#variant-{rules})")
    if not variants.is_visible():
        first = variants.locator("button").first.get_attribute("value")
        page.locator(f"#choose-{first}").click()
        variants.wait_for()
    if not page.locator(f"#variant-{rules}").is_visible():
        variants.locator("summary").click()
    page.locator(f"#variant-{rules}").click()


def tap(page, question, label):
    text = page.get_by_text(label, exact=True)
    page.locator(f".ask-{question} label").filter(has=text).click()


def enter(page, taker="Anne", contract="Garde", bouts="2", points="49"):
    tap(page, "taker", taker)
    tap(page, "contract", contract)
    tap(page, "bouts", bouts)
    page.locator("[name=points]").fill(points)


def save(page):
    """Save the hand, and wait for the answer to be on the page."""
    with changed_sheet(page):
        page.locator("#entry .save").click()


@contextlib.contextmanager
def changed_sheet(page):
    """Wait for the sheet of the page to change by what is done in this block."""
    shown = page.locator("#live[data-etag]")
    before = shown.get_attribute("data-etag") if shown.count() else ""
    yield
    page.locator(f"#live[data-etag]:not([data-etag='{before}'])").wait_for(state="attached")


AT_REST = """() => new Promise((done) => {
  let before = scrollY, frames = 0;
  const look = () => {
    frames = scrollY === before ? frames + 1 : 0;
    before = scrollY;
    if (frames > 5) done(before);
    else requestAnimationFrame(look);
  };
  look();
})"""
"""How far a page is scrolled, once it has been drawn there six times."""


def scroll(page, pixels):
    """Turn the wheel of a mouse, and wait until the page rests."""
    page.mouse.wheel(0, pixels)
    assert any(page.evaluate(AT_REST) for _ in range(100)), "the page does not scroll"


LOOKS = [("light", "fr-FR"), ("dark", "en-GB")]
"""The schemes and languages in which every page is judged."""

UNFOLD = "for (const one of document.querySelectorAll('details')) one.open = true"

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

SMALL_TEXT = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = new Set();
  while (walker.nextNode()) {
    const { parentElement: one, data } = walker.currentNode;
    const size = parseFloat(getComputedStyle(one).fontSize);  // 0: behind a symbol
    if (data.trim() && one.checkVisibility() && size && size < 12) small.add(data.trim());
  }
  return [...small];
}"""
"""The texts of a page that are smaller than 12 pixels."""


def found_by_axe(page, **options):
    """What axe finds on a page: the name of each rule, and the first place."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, options={"resultTypes": ["violations"]} | options).response
    return [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]]


def faults(page, sizes=(), axe=False, **scripts):
    """What is wrong with the page that is shown, by what was asked; nothing if all is well.

    :param sizes: widths in pixels, each with the size of the text that stands there; the page
        must not scroll sideways, and each script must find nothing.
    """
    found = {"axe": found_by_axe(page)} if axe else {}
    for width, text in sizes:
        page.set_viewport_size({"width": width, "height": page.viewport_size["height"]})
        page.evaluate("(size) => (document.documentElement.style.fontSize = size)", text)
        found[width, text, "sideways"] = page.evaluate(SIDEWAYS)
        for name, script in scripts.items():
            found[width, text, name] = page.evaluate(script)
    return {what: fault for what, fault in found.items() if fault}


def go(page, name):
    """A link of the sheet's menu."""
    page.locator(".menu summary").click()
    page.locator(".menu").get_by_role("link", name=name).click()


def totals(page):
    recorded = page.locator(".totals td").all_inner_texts()
    return [int(text.replace("−", "-").replace("\u202f", "")) for text in recorded]


def open_panel(page, question):
    """Open a rare question: its panel comes from the bottom of the screen."""
    page.evaluate(IS_READ)
    page.locator(f".ask-{question} summary").click()
    page.locator(f".ask-{question} .panel").wait_for()
    page.evaluate(IS_READ)


def close_panel(page):
    """Go back to the form."""
    page.keyboard.press("Escape")
    page.evaluate(IS_READ)


def open_every_panel(page):
    """Open all rare questions, one over the other, for a look at what is in them once they
    have risen."""
    page.evaluate(
        """async () => {
        for (const one of document.querySelectorAll('.rare details')) one.open = true;
        const panels = [...document.querySelectorAll('.panel')];
        const rising = panels.flatMap((one) => one.getAnimations());
        await Promise.allSettled(rising.map((one) => one.finished));
    }"""
    )


def close_every_panel(page):
    """Close what :func:`open_every_panel` has opened."""
    page.evaluate(
        "for (const one of document.querySelectorAll('.rare details')) one.open = false"
    )


ANSWERED = """async () => {
  for (let n = 0; n < 12; n++) await fetch("/assets/-", { cache: "no-store" }).catch(() => 0);
}"""


def settle(page):
    """Let the server answer a dozen requests of a page, one after the other: what its last
    tap has begun is over by then, however busy the machine is."""
    page.evaluate(ANSWERED)


def stop_clock(page):
    """From the next page on, or on this one if its clock is installed, time passes by
    ``page.clock.run_for`` alone."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)


def sheet_of(page):
    """The address of the sheet that this page shows."""
    return page.locator("#live").get_attribute("data-hx-get").partition("/live")[0]


def count_hands(page):
    """How many hands the server has."""
    page.goto(sheet_of(page))
    return page.locator(".row.hand").count()


def pass_deal(page, code="asked"):
    """Record that everybody passed, or that the deal was annulled."""
    page.locator(f":is(.rare, .actions) [name=passed][value={code}]").click()


def tap_save(page):
    page.locator("#entry .save").click()


def wait_for_queued(page, n=1, state="wait"):
    """Wait for so many hands in this state in the outbox."""
    page.locator(f"#outbox .{state}").nth(n - 1).wait_for(state="attached")
    assert page.locator(f"#outbox .{state}").count() == n


def save_offline(page, **answers):
    """Save a hand without a network, until its first attempt has failed.

    A hand whose first attempt is answered shows the answer at once, and is never in the list.
    """
    enter(page, **answers)
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/hands")):
        tap_save(page)
    wait_for_queued(page)


def save_impossible(page):
    """Save a hand that the server refuses, without a network."""
    page.wait_for_load_state("networkidle")  # every script is there
    page.context.set_offline(True)
    save_offline(page, points="95")
    page.context.set_offline(False)


def told_sheets(page):
    """The sheet of each hand in the outbox."""
    page.locator("#outbox li small").first.wait_for(state="attached")
    return page.locator("#outbox li small").all_text_contents()


def wait_until_sent(page):
    """Wait until the list of the outbox is empty; it is drawn after the answer is shown."""
    page.locator("#outbox li").first.wait_for(state="detached")


def block_hands(page):
    """Let no hand through, while the browser believes that it is online."""
    page.route("**/hands", lambda route: route.abort())


def lose_answer(route):
    """Let the server have a request, and nobody its answer."""
    route.fetch(url=route.request.url.replace(NAME, "127.0.0.1"), max_redirects=0)
    route.abort()


def queue_hand(page, **answers):
    """Save a hand that does not get through, until the form asks for the next one; the list
    is drawn after that."""
    waiting = page.locator("#outbox .wait")
    before = waiting.count()
    enter(page, **answers)
    tap_save(page)
    page.locator("#entry[class='']").wait_for()
    waiting.nth(before).wait_for(state="attached")


IS_READ = """(async (root) => {
  await root.animate([], 34).finished;
  const isGuard = ({ effect }) => effect.target?.matches("#page, .shield");
  await Promise.all(document.getAnimations().filter(isGuard).map((one) => one.finished));
})(document.documentElement)"""
"""True once a page or a panel that has come takes taps in every place: it says so within two
frames."""

IS_ON_TOP = f"""async (one) => {{
  await {IS_READ};
  const {{ left, top, width, height }} = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}}"""
"""True if a finger in the middle of a control hits it: it is in view, and not covered."""


def touch(page, css):
    """Put a finger down in the middle of a control that must be in view, and lift it."""
    target = page.locator(css).first
    assert target.evaluate(IS_ON_TOP), css
    box = target.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


class Taps:
    """Fingers on a phone, counted; every target is in view, and large enough."""

    def __init__(self, page):
        self.page, self.count, self.small = page, 0, []

    def tap(self, target):
        self.page.evaluate(IS_READ)
        box = target.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 640, "not in view"
        if min(box["width"], box["height"]) < 48:
            self.small.append(box)
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.count += 1

    def answer(self, question, code):
        chip = self.page.locator(f".ask-{question} label:has([value='{code}'])")
        self.tap(chip.locator("span"))

    def key(self, digits):
        for digit in digits:
            self.tap(self.page.locator(f"[data-key='{digit}']"))

    def save(self):
        self.tap(self.page.locator("#entry .save"))
        self.page.wait_for_load_state()
        self.page.wait_for_selector(".notice")
