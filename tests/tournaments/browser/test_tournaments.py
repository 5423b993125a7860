"""A tournament at the desk: opened, twenty names pasted, checked in, by taps on plain http."""

import pytest
from phone import SIDEWAYS, Taps, faults, post, shot
from tournament_routes import OPENING

pytestmark = pytest.mark.browser

LONG = "Marie-Antoinette de Saint-Exupéry-Martin"
NAMES = [f"Joueur {n:02}" for n in range(1, 20)] + [LONG]
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


def opened_at_once(page, *names, preset="tarot_libre", **fields):
    """Open a tournament of people who are here, without its pages; its address."""
    address = post(page, "/tournaments", OPENING | {"preset": preset} | fields)
    if names:
        post(page, f"{address}/people", {"people": "\n".join(names), "list": "1"} | HERE)
    return address


HERE = {"here": "1"}


def paste(page, address, text):
    page.goto(f"{address}/people")
    page.locator("summary", has_text="Coller une liste").tap()
    page.locator("textarea").fill(text)
    page.locator("details[open] [name=here]").uncheck()
    page.locator("[name=read]").tap()
    page.wait_for_selector(".read")


@pytest.fixture
def door(phone):
    """The page of the check-in of twenty people on a phone."""
    page = phone(has_touch=True)
    address = opened_at_once(page)
    post(page, f"{address}/people", {"people": "\n".join(NAMES), "list": "1"})
    page.goto(f"{address}/check-in")
    return page


def test_twenty_names_are_pasted_and_checked_in_with_undo(phone):
    page = phone(has_touch=True)
    address = opened(page)
    paste(page, address, "\n".join(NAMES))
    assert page.locator(".read li").count() == 20
    page.locator(".stays .save").tap()
    page.wait_for_selector(".told")
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
    page.goto("/tournaments/new?preset=tarot_libre")
    with page.expect_navigation():
        page.keyboard.type("Grand prix\n")
    page.goto(f"{page.url}/people")
    for name in ("Anne", "Bruno, Lyon"):
        with page.expect_navigation():
            page.keyboard.type(name + "\n")
    assert page.evaluate("document.activeElement.name") == "people"
    assert page.locator(".crowd li").count() == 2


def test_the_list_narrows_as_one_types_and_enter_checks_in_who_is_left(door):
    page = door
    page.locator("#find").fill("saintexupery")
    assert page.locator(".crowd li:visible").count() == 1
    page.keyboard.press("Enter")
    page.locator(".told", has_text="1 sur 20").wait_for()
    assert page.locator(".crowd li:visible").count() == 20
    assert page.evaluate("document.activeElement.id") == "find"


def test_no_tap_is_lost_however_slow_the_network(door):
    page = door
    slow = {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
    page.evaluate("document.querySelectorAll('.crowd button').forEach((one) => one.click())")
    page.locator(".told", has_text="20 sur 20").wait_for()
    page.reload()
    assert page.locator(".told").inner_text().startswith("20 sur 20")


def test_a_tap_without_an_answer_is_sent_again(door):
    page = door
    page.context.set_offline(True)
    page.get_by_role("button", name=NAMES[3]).tap()
    page.locator("#connection", has_text="Pas de réponse").wait_for()
    page.context.set_offline(False)
    page.locator(".told", has_text="1 sur 20").wait_for()


def test_taps_wait_as_long_as_the_server_asks_for(door):
    page = door
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


FITS = [(320, ""), (360, ""), (1280, "")]


def assert_fit(page, address, paths):
    """No page scrolls sideways, in very large text neither."""
    for path in paths:
        page.goto(address + path)
        assert faults(page, FITS) == {}, path
        page.set_viewport_size({"width": 360, "height": 640})
        page.evaluate("document.documentElement.dataset.text = 'largest'")
        assert page.evaluate(SIDEWAYS) == 0, path


def test_long_names_fit_every_page(door):
    assert_fit(door, door.url.removesuffix("/check-in"), PATHS)
