"""A circle is saved as a file, and its pages are for everybody."""

import pytest
from circle_helpers import EXAMPLE
from phone import LOOKS, faults

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("javascript", [True, False])
def test_a_circle_is_saved_as_a_file(phone, example_address, javascript):
    page = phone(java_script_enabled=javascript)
    page.goto(example_address)
    with page.expect_download() as saved:
        page.locator("a[href$='/circle.json']").click()
    assert saved.value.suggested_filename == "exemple-une-saison-inventee.json"
    text = saved.value.path().read_text(encoding="utf-8")
    assert text == EXAMPLE.read_text(encoding="utf-8")


@pytest.mark.parametrize(("scheme", "locale"), LOOKS)
def test_axe_finds_nothing_and_text_twice_as_large_stays_on_the_screen(
    phone, example_address, scheme, locale
):
    page = phone(scheme=scheme, locale=locale)
    for path in (f"{example_address}/privacy", "/import"):
        page.goto(path)
        assert faults(page, [(320, "200%")], axe=True) == {}, path
