"""A tournament at the desk: opened, twenty names pasted, checked in, by taps on plain http."""

import pytest
from phone import Taps, shot

pytestmark = pytest.mark.browser

LONG = "Marie-Antoinette de Saint-Exupéry-Martin"
NAMES = [f"Joueur {n:02}" for n in range(1, 20)] + [LONG]
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
PATHS = ["", "/people", "/people/1", "/check-in", "/apart", "/regulations", "/share"]


def opened(page, preset="tarot_libre"):
    """Open a tournament by taps; its address."""
    taps = Taps(page)
    page.goto("/tournaments/new")
    page.locator(f"a[href$={preset}]").tap()
    page.locator("[name=title]").fill("Grand prix")
    taps.tap(page.locator(".stays .save"))
    page.wait_for_selector(".next")
    assert taps.small == []
    return page.url


def opened_with_keys(page):
    page.goto("/tournaments/new?preset=tarot_libre")
    with page.expect_navigation():
        page.keyboard.type("Grand prix\n")
    return page.url


def paste(page, address, text):
    page.goto(f"{address}/people")
    page.locator("summary", has_text="Coller une liste").tap()
    page.locator("textarea").fill(text)
    page.locator("details[open] [name=here]").uncheck()
    page.locator("[name=read]").tap()
    page.wait_for_selector(".read")


def with_twenty(page):
    """Open a tournament, paste twenty names and register them; its address."""
    address = opened(page)
    paste(page, address, "\n".join(NAMES))
    assert page.locator(".read li").count() == 20
    page.locator(".stays .save").tap()
    page.wait_for_selector(".told")
    return address


def test_twenty_names_are_pasted_and_checked_in_with_undo(phone):
    page = phone(has_touch=True)
    address = with_twenty(page)
    page.goto(f"{address}/check-in")
    taps = Taps(page)
    for name in NAMES[:2]:
        taps.tap(page.get_by_role("button", name=name))
        page.locator(".told", has_text=name).wait_for()
    assert page.locator(".told b").inner_text() == "2 sur 20"
    taps.tap(page.get_by_role("button", name="Annuler"))
    page.locator(".told", has_text="1 sur 20").wait_for()
    assert taps.small == [] and page.evaluate(SIDEWAYS) == 0
    shot(page, "tournament-check-in")


def test_a_line_and_enter_registers_and_the_cursor_is_back(phone):
    page = phone(1280)
    address = opened_with_keys(page)
    page.goto(f"{address}/people")
    for name in ("Anne", "Bruno, Lyon"):
        with page.expect_navigation():
            page.keyboard.type(name + "\n")
    assert page.evaluate("document.activeElement.name") == "people"
    assert page.locator(".crowd li").count() == 2


def test_the_list_narrows_as_one_types_and_enter_checks_in_who_is_left(phone):
    page = phone(has_touch=True)
    address = with_twenty(page)
    page.goto(f"{address}/check-in")
    page.locator("#find").fill("saintexupery")
    assert page.locator(".crowd li:visible").count() == 1
    page.keyboard.press("Enter")
    page.locator(".told", has_text="1 sur 20").wait_for()
    assert page.locator(".crowd li:visible").count() == 20
    assert page.evaluate("document.activeElement.id") == "find"


def test_no_tap_is_lost_however_slow_the_network(phone):
    page = phone(has_touch=True)
    address = with_twenty(page)
    page.goto(f"{address}/check-in")
    slow = {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
    page.evaluate("document.querySelectorAll('.crowd button').forEach((one) => one.click())")
    page.locator(".told", has_text="20 sur 20").wait_for()
    page.reload()
    assert page.locator(".told").inner_text().startswith("20 sur 20")


def test_a_tap_without_an_answer_is_sent_again(phone):
    page = phone(has_touch=True)
    address = with_twenty(page)
    page.goto(f"{address}/check-in")
    page.context.set_offline(True)
    page.get_by_role("button", name=NAMES[3]).tap()
    page.locator("#connection", has_text="Pas de réponse").wait_for()
    page.context.set_offline(False)
    page.locator(".told", has_text="1 sur 20").wait_for()


def test_taps_wait_as_long_as_the_server_asks_for(phone):
    page = phone(has_touch=True)
    address = with_twenty(page)
    page.goto(f"{address}/check-in")
    busy = {"status": 429, "headers": {"Retry-After": "9"}}
    page.route("**/check-in", lambda route: route.fulfill(**busy), times=1)
    posted = []
    page.on("request", lambda one: one.method == "POST" and posted.append(one))
    page.get_by_role("button", name=NAMES[0]).tap()
    page.locator("#connection", has_text="nouvel essai dans 9 s").wait_for()
    others = "document.querySelectorAll('.crowd button:enabled')"
    page.evaluate(f"[...{others}].slice(0, 4).forEach((one) => one.click())")
    assert len(posted) == 1
    page.locator(".told", has_text="5 sur 20").wait_for()
    assert len(posted) == 2
    page.locator("#connection").wait_for(state="hidden")


def test_without_javascript_a_tap_checks_in(phone):
    address = with_twenty(phone(has_touch=True))
    plain = phone(has_touch=True, java_script_enabled=False)
    plain.goto(f"{address}/check-in")
    plain.get_by_role("button", name=NAMES[4]).tap()
    plain.locator(".told", has_text="1 sur 20").wait_for()


@pytest.mark.parametrize(
    ("width", "text"), [(360, ""), (320, ""), (360, "largest"), (1280, "")]
)
def test_long_names_fit_every_page(phone, width, text):
    page = phone(width, has_touch=True)
    address = with_twenty(page)
    if text:
        page.goto("/settings")
        with page.expect_navigation():
            page.locator(f"[value={text}]").tap()
    for path in PATHS:
        page.goto(address + path)
        assert page.evaluate(SIDEWAYS) == 0, path


@pytest.mark.parametrize(("scheme", "locale"), [("light", "fr-FR"), ("dark", "en-GB")])
def test_axe_finds_nothing(phone, scheme, locale):
    from axe_playwright_python.sync_playwright import Axe

    page = phone(scheme=scheme, locale=locale)
    address = opened_with_keys(page)
    page.goto(f"{address}/people")
    with page.expect_navigation():
        page.keyboard.type("Anne / Bruno\n")
    for path in [
        *(address + path for path in PATHS),
        "/tournaments/new",
        "/tournaments/new?preset=belote_wins",
    ]:
        page.goto(path)
        for summary in page.locator("summary").all():
            summary.click()
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
