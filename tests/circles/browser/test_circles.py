"""A circle on a phone: founded, a sheet opened by taps alone, followed by others."""

import re

import pytest
from phone import (
    CAST,
    FOUR,
    GARDE,
    IS_ON_TOP,
    LOOKS,
    SIDEWAYS,
    SMALL_TEXT,
    UNFOLD,
    Taps,
    faults,
    new_circle,
    new_sheet,
    new_sheet_of,
    post,
    shot,
)
from playwright.sync_api import expect
from test_without_server import QUIET, READY, wait_for_copy

pytestmark = pytest.mark.browser

LONG = "Marie-Antoinette de Saint-Exupéry-Martin"
SMALL = """() => [...document.querySelectorAll("main :is(a, button, label, summary)")]
  .filter((one) => one.checkVisibility())
  .filter((one) => !one.matches(".visually-hidden, .text, .board a, p a"))
  .filter((one) => one.offsetHeight < 47.5 || one.offsetWidth < 40)
  .map((one) => one.outerHTML.slice(0, 120))"""


CUT_ABOVE = """() => {
  const pen = document.createElement("canvas").getContext("2d"), cut = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const range = document.createRange(), { parentElement: holder, data } = texts.currentNode;
    if (!/[ÀÉ]/.test(data) || !holder.checkVisibility()) continue;
    range.selectNode(texts.currentNode);
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(holder);
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const ink = pen.measureText("É");
    const above = ink.fontBoundingBoxAscent - ink.actualBoundingBoxAscent;
    const top = range.getClientRects()[0].top + above;
    for (let one = holder; one !== document.body; one = one.parentElement) {
      const { overflowY, clipPath } = getComputedStyle(one);
      const edge = one.getBoundingClientRect().top + one.clientTop;
      const hides = overflowY !== "visible" && clipPath === "none";
      if (hides && top < edge - 0.5) cut.push([one.outerHTML.slice(0, 90), edge - top]);
    }
  }
  return cut;
}"""
"""The boxes that cut an accent over a capital, and by how many pixels."""


@pytest.mark.parametrize("text", ["normal", "largest"])
def test_capitals_with_an_accent_are_whole(phone, text):
    page = phone()
    page.add_init_script(f"""document.addEventListener("readystatechange",
        () => (document.documentElement.dataset.text = "{text}"))""")
    circle = new_circle(page, "Émile", "Élodie", "Àngela", "Étienne")
    of_circle = new_sheet_of(page, circle, 1, 2, 3, 4)
    names, title = ("Éléonore", "Émile", "Élodie", "Àngela", "Éva"), "L'Été à Évian"
    free = new_sheet(page, *names, rules="libre", title=title)
    tarot = new_sheet(page, *names, hands=[GARDE | {"partner": "1"}], title=title)
    for address in (circle, f"{circle}/sheets/new", of_circle, free, tarot, f"{tarot}/tv"):
        page.set_viewport_size({"width": 1280 if "/tv" in address else 360, "height": 640})
        page.goto(address)
        assert page.evaluate("document.documentElement.dataset.text") == text
        assert page.evaluate(CUT_ABOVE) == [], address


def test_enter_goes_from_name_to_name_and_founds_nothing(phone):
    page = phone()
    page.goto("/circles/new")
    names = page.locator("[name=name]")
    assert all(box.evaluate(IS_ON_TOP) for box in names.all())  # no bar covers a box
    names.first.fill("Anne")
    names.first.press("Enter")
    expect(names.nth(1)).to_be_focused()
    names.last.press("Enter")
    expect(names.last).not_to_be_focused()
    page.goto(f"{new_circle(page, *CAST)}/players")
    page.get_by_placeholder("Prénom").fill("Zoé")
    page.get_by_role("button", name="Ajouter").click()
    page.get_by_text("Zoé").wait_for()
    expect(page.get_by_placeholder("Prénom")).to_be_focused()


def found(page, names=CAST):
    """Found a circle; its address."""
    page.goto("/circles/new")
    page.locator("[name=title]").fill("Les Martin")
    for place, name in enumerate(names):
        if place >= page.locator("[name=name]").count():
            page.locator("[name=more]").click()
            page.locator("[name=name]").nth(place).wait_for()
        page.locator("[name=name]").nth(place).fill(name)
    page.locator(".buttons .save").click()
    page.wait_for_selector("body.circle")
    return page.url


def open_by_taps(page, *names):
    """Open a sheet from the page of a circle; the number of taps."""
    taps = Taps(page)
    taps.tap(page.get_by_role("link", name="Nouvelle feuille"))
    page.wait_for_selector("#present")
    page.wait_for_load_state()
    for name in names:
        taps.tap(page.locator("label.person").filter(has_text=name))
    taps.tap(page.locator(".stays .save"))
    page.wait_for_selector("#entry")
    assert taps.small == []
    return taps.count


@pytest.fixture
def circle(phone):
    """A phone, and the address of the circle of five that it has founded."""

    def opened(title="Les Martin", **options):
        page = phone(**options)
        return page, new_circle(page, *CAST, title=title)

    return opened


def new_order(page, circle, *names):
    """Tap players on the page for a new sheet of a circle."""
    page.goto(f"{circle}/sheets/new")
    for name in names:
        page.locator("label.person").filter(has_text=name).click()


def seated(page):
    return page.locator("#standing bdi").all_inner_texts()


@pytest.mark.journey
def test_four_players_have_a_new_sheet_in_six_taps_and_the_last_time_in_two(phone):
    page = phone(has_touch=True)
    circle = found(page)
    assert not page.evaluate("isSecureContext")
    assert open_by_taps(page, "Chloé", "Anne", "David", "Bruno") <= 6
    assert seated(page) == ["Chloé", "Anne", "David", "Bruno"]
    assert "Chloé" in page.locator(".deal").inner_text()
    first = page.url
    post(page, f"{first}/hands", GARDE)
    page.goto(circle)
    taps = Taps(page)
    taps.tap(page.get_by_role("link", name="Nouvelle feuille"))
    page.wait_for_selector("#present")
    taps.tap(page.get_by_role("button", name="Comme la dernière fois"))
    page.wait_for_selector("#entry")
    assert (taps.count, taps.small) == (2, [])
    assert page.url != first and seated(page) == ["Chloé", "Anne", "David", "Bruno"]
    assert "Anne" in page.locator(".deal").inner_text()


def test_two_taps_lead_from_a_sheet_to_its_circle(circle):
    page, address = circle(title=LONG, has_touch=True)
    page.goto(new_sheet_of(page, address, 1, 2, 3, 4))
    page.wait_for_load_state()
    taps = Taps(page)
    taps.tap(page.locator(".menu summary"))
    link = page.locator(".menu").get_by_role("link", name="Cercle : " + LONG)
    assert page.evaluate(SIDEWAYS) == 0
    shot(page, "sheet-menu-circle")
    taps.tap(link)
    page.wait_for_url(f"**{address}")
    assert (taps.count, taps.small) == (2, [])


def test_a_tap_more_takes_a_player_out_of_the_order(circle):
    page, address = circle(has_touch=True)
    page.goto(f"{address}/sheets/new")
    for name in ("Eve", "Anne", "Bruno", "Eve", "Chloé", "Eve"):
        page.locator("label.person").filter(has_text=name).tap()
    expect(page.locator(".turn")).to_have_text(["1", "2", "3", "", "4"])
    page.locator(".stays .save").tap()
    page.wait_for_selector("#entry")
    assert seated(page) == ["Anne", "Bruno", "Chloé", "Eve"]


def test_the_order_is_there_again_after_going_back(circle):
    page, address = circle()
    new_order(page, address, "David", "Anne")
    page.locator(".stays .save").click()
    page.locator(".error").wait_for()
    expect(page.locator(".turn")).to_have_text(["2", "", "", "1", ""])
    for name in ("Eve", "Bruno"):
        page.locator("label.person").filter(has_text=name).click()
    page.locator(".stays .save").click()
    page.wait_for_selector("#entry")
    assert seated(page) == ["David", "Anne", "Eve", "Bruno"]


def test_another_phone_sees_tonight_without_touching_it(phone, circle):
    page, address = circle()
    sheet, other = new_sheet_of(page, address, 1, 2, 3, 4), phone()
    other.goto(address)
    assert "+198" not in other.locator("#tonight").inner_text()
    post(page, f"{sheet}/hands", GARDE)
    other.locator("#tonight b", has_text=re.compile(r"\+198")).wait_for()
    assert "+198" in other.locator("#board").inner_text()
    assert not other.locator("#connection").is_visible()


def test_an_installed_circle_opens_without_a_network(phone, server, stopped):
    page = phone(host="localhost")
    page.clock.install()
    page.goto("/")
    page.clock.run_for(QUIET)
    assert page.evaluate(READY)
    circle = new_circle(page, *CAST)
    sheet = new_sheet_of(page, circle, 1, 2, 3, 4)
    post(page, f"{sheet}/hands", GARDE)
    page.goto(circle)
    wait_for_copy(page, circle)
    stopped()
    page.reload()
    assert page.locator("#tonight").get_by_text("+198").is_visible()


SIZES = [(360, "100%"), (320, "100%"), (360, "200%"), (320, "200%")]
OF_A_CIRCLE = (
    *("", "/sheets/new", "/sheets/taken", "/sheets/1/players", "/players", "/players/5/edit"),
    *("/links", "/card", "/privacy", "/deletion", "/players/1/erasure"),
)
OF_FIGURES = (
    *(f"/seasons/{season}" for season in (0, 4, 5, 6)),
    *("/players/2", "/players/2?season=0"),
    "/players/2/hands?figure=with%3D1&game=tarot",
    *("/evenings/2025-11-13", "/seasons/4/print"),
)


@pytest.mark.parametrize(("scheme", "locale"), LOOKS)
def test_axe_finds_nothing_no_page_scrolls_sideways_and_every_target_is_large(
    phone, example_address, scheme, locale
):
    """The pages of a circle of thirty, with a sheet, a guest and a merge, and the figures of
    an invented season."""
    page = phone(scheme=scheme, locale=locale)
    names = *FOUR, LONG, *(f"Joueur n{n}" for n in range(25))
    circle = new_circle(page, *names, title="Les mardis du Café de la Gare")
    sheet = new_sheet_of(page, circle, 1, 2, 3, 5)
    post(page, f"{sheet}/hands", GARDE)
    new_sheet(page, "Anné", "Bruno", "Zoé", "Chloe")
    page.goto(f"{circle}/sheets/taken")
    page.locator("[name=sheet]").first.check()
    page.locator(".stays .save").click()
    page.wait_for_selector(".who-is", state="attached")
    own = [circle + path for path in OF_A_CIRCLE]
    own += [example_address + path for path in OF_FIGURES]
    others = (page.url, "/circles/new", "/circles/recovery", "/", "/import", f"{sheet}/end")
    for address in (*own, *others):
        page.set_viewport_size({"width": 360, "height": 640})
        page.goto(address)
        page.evaluate(UNFOLD)
        small = {"small": SMALL, "text": SMALL_TEXT} if address in own else {}
        assert faults(page, SIZES[:1], axe=True, **small) == {}, address
        assert faults(page, SIZES[1:]) == {}, address
