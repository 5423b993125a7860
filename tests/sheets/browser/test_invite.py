"""Giving a sheet to the others: the link is copied and sent, at any size of text."""

import pytest
from phone import CAST, FOUR, faults, new_sheet

pytestmark = pytest.mark.browser

SHARE = "navigator.share = async (shared) => (window.shared = shared.url)"


@pytest.fixture
def invite(phone):
    """The page with the links of a new sheet, on a phone that has no secure connection."""

    def opened(script="", **options):
        page = phone(**options)
        page.add_init_script(script)
        page.goto(new_sheet(page, *FOUR) + "/share")
        return page

    return opened


def test_a_link_is_copied_over_plain_http(invite):
    page = invite()
    assert page.evaluate("[isSecureContext, Boolean(navigator.clipboard)]") == [False, False]
    for place in (0, 1):
        link = page.locator(".link").nth(place)
        link.get_by_role("button", name="Copier le lien").click()
        link.get_by_role("button", name="Copié").wait_for()
        address = link.locator(".address").input_value()
        page.evaluate("document.body.append(document.createElement('input'))")
        page.locator("input").last.focus()
        page.keyboard.press("Control+V")
        assert page.locator("input").last.input_value() == address


def test_an_address_that_cannot_be_copied_is_selected_and_the_page_says_so(invite):
    page = invite("document.execCommand = () => false")
    link = page.locator(".link").first
    link.get_by_role("button", name="Copier le lien").click()
    link.get_by_role("alert").wait_for()
    address = link.locator(".address").input_value()
    assert page.evaluate("getSelection().toString()") == address


def test_a_link_is_sent_where_the_phone_can(invite):
    page = invite(SHARE)
    page.get_by_role("button", name="Envoyer").first.click()
    address = page.locator(".address").first.input_value()
    assert page.evaluate("window.shared") == address
    assert page.locator(".address").last.input_value() != address


def test_no_button_that_does_nothing_is_in_view(invite):
    assert not invite().get_by_role("button", name="Envoyer").count()
    page = invite(java_script_enabled=False)
    buttons = page.locator("main").get_by_role("button").all_inner_texts()
    assert "Copier le lien" not in buttons and "Envoyer" not in buttons
    assert page.locator(".address").first.is_visible()


CUT = """() => [...document.querySelectorAll("button, summary, .save, h1, h2, [name=name]")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1
    && getComputedStyle(one).display !== "inline" && !one.matches(".visually-hidden"))
  .map((one) => one.outerHTML.slice(0, 120))"""
UNFOLD = "for (const one of document.querySelectorAll('main details')) one.open = true"


def test_the_way_to_a_sheet_is_not_cut_with_large_text(phone):
    page = phone()
    paths = ["/", "/sheets/new"]
    sheet = new_sheet(page, "Jean-Christophe", "Marie-Antoinette", *CAST[2:])
    for path in (*paths, f"{sheet}/table", f"{sheet}/share", *paths):
        page.goto(path)
        page.evaluate(UNFOLD)
        sizes = [(360, "200%"), (320, ""), (320, "200%")]
        assert faults(page, sizes, cut=CUT) == {}, path
        page.context.clear_cookies()


def test_the_bar_gives_way_where_the_text_is_large(phone):
    page = phone()
    page.goto("/sheets/new")
    save = page.locator(".stays .save")
    assert save.bounding_box()["y"] < 640
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert save.bounding_box()["y"] > 640
