"""A circle is brought from a file, and its pages are for everybody."""

import json
import re

import pytest

from scorekeeper.circles.formats.examples import CIRCLE, example_circle

pytestmark = pytest.mark.browser

PAGES = ("/circles/import", "/circles/exemple/privacy", "/import")
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


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


def test_a_refused_file_says_why_beside_the_question(phone, tmp_path):
    broken = tmp_path / "x.json"
    broken.write_text(json.dumps(example_circle() | {"zork": 1}), encoding="utf-8")
    page = phone()
    page.goto("/circles/import")
    page.locator("[name=file]").set_input_files(broken)
    page.locator("button.save").click()
    assert "zork" in page.get_by_role("alert").inner_text()


@pytest.mark.parametrize(("scheme", "locale"), [("light", "fr-FR"), ("dark", "en-GB")])
def test_axe_finds_nothing_on_the_pages_of_files_and_levels(phone, scheme, locale):
    from axe_playwright_python.sync_playwright import Axe

    page = phone(scheme=scheme, locale=locale)
    for path in PAGES:
        page.goto(path)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("path", PAGES)
def test_a_page_with_text_twice_as_large_stays_on_the_screen(phone, path):
    page = phone(width=320)
    page.goto(path)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(SIDEWAYS) <= 0
