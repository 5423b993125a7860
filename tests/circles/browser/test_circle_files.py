"""A circle is saved as a file, and its pages are for everybody."""

import pytest
from phone import LOOKS, faults

from scorekeeper.circles.formats.examples import CIRCLE

pytestmark = pytest.mark.browser

PAGES = ("/circles/exemple/privacy", "/import")


@pytest.mark.parametrize("javascript", [True, False])
def test_a_circle_is_saved_as_a_file(phone, javascript):
    page = phone(java_script_enabled=javascript)
    page.goto("/circles/exemple")
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
