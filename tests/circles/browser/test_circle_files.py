"""A circle is brought from a file, and its pages are for everybody."""

import re

import pytest
from phone import LOOKS, faults

from scorekeeper.circles.formats.examples import CIRCLE

pytestmark = pytest.mark.browser

PAGES = ("/circles/import", "/circles/exemple/privacy", "/import")


@pytest.mark.parametrize("javascript", [True, False])
def test_a_circle_is_brought_and_saved_again(phone, javascript):
    page = phone(java_script_enabled=javascript)
    page.goto("/circles/new")
    page.locator("a[href='/circles/import']").click()
    page.locator("[name=file]").set_input_files(CIRCLE)
    page.locator("button.save").click()
    page.wait_for_url(re.compile("/circles/g[\\w-]{22}$"))
    with page.expect_download() as saved:
        page.locator("a[href$='/circle.json']").click()
    assert saved.value.suggested_filename == "exemple-une-saison-inventee.json"
    text = saved.value.path().read_text(encoding="utf-8")
    assert text == CIRCLE.read_text(encoding="utf-8")


@pytest.mark.parametrize(("scheme", "locale"), LOOKS)
def test_axe_finds_nothing_and_text_twice_as_large_stays_on_the_screen(phone, scheme, locale):
    page = phone(scheme=scheme, locale=locale)
    for path in PAGES:
        page.goto(path)
        assert faults(page, [(320, "200%")], axe=True) == {}, path
