"""The first page of a large circle, and its file: a bar that goes on by itself, then both."""

import json
import re

import pytest
import server as program
from server import Server

from scorekeeper.formats.examples import example_circle

pytestmark = pytest.mark.browser

SLOWLY = (
    "from scorekeeper.service.circles import file_checks, known_sheets, summaries;"
    "summaries.SLICE = file_checks.SLICE = 0;"
    "known_sheets.AT_ONCE = file_checks.AT_ONCE = 0;"
)
"""Slices of one sheet."""

DOCUMENT = example_circle()
DOCUMENT |= {"sheets": DOCUMENT["sheets"][:8]}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server that sums up one sheet, or checks one, for each request."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(program, "SERVE", SLOWLY + program.SERVE)
        running = Server(tmp_path_factory.mktemp("server") / "instance")
        yield running
        running.stop()


@pytest.fixture
def bring(phone, tmp_path):
    """A phone that has just brought a circle, and sees its page."""

    def brought(**options):
        page = phone(**options)
        page.set_default_timeout(30000)
        page.goto("/circles/import")
        file = tmp_path / "circle.json"
        file.write_text(json.dumps(DOCUMENT), encoding="utf-8")
        page.locator("[name=file]").set_input_files(file)
        page.locator("button.save").click()
        return page

    return brought


@pytest.mark.parametrize("javascript", [True, False])
def test_the_page_asked_for_comes_by_itself(bring, javascript):
    page = bring(java_script_enabled=javascript)
    bar = page.locator("progress")
    assert bar.is_visible() and bar.get_attribute("max") == "8"
    page.locator(".short-board").wait_for()
    assert re.search(r"/circles/g[\w-]{22}$", page.url)


def test_with_javascript_the_page_stays_while_the_bar_goes_on(bring):
    page = bring()
    page.evaluate("window.isSame = true")
    for _ in range(2):
        page.wait_for_event("response", lambda answer: answer.url.endswith("/progress"))
    assert page.evaluate("window.isSame")
    page.locator(".short-board").wait_for()
    assert not page.evaluate("window.isSame")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_bar(bring, scheme):
    from axe_playwright_python.sync_playwright import Axe

    page = bring(scheme=scheme, locale="en-GB")
    page.route("**/progress", lambda route: route.abort())
    assert page.locator("progress").is_visible()
    assert Axe().run(page).response["violations"] == []


@pytest.mark.parametrize("javascript", [True, False])
def test_a_large_file_is_prepared_and_then_saved(bring, javascript):
    page = bring(java_script_enabled=javascript)
    page.locator("a[href$='/circle.json']").click()
    assert page.locator("progress").is_visible()
    with page.expect_download() as saved:
        page.locator("a.save").click()
    assert json.loads(saved.value.path().read_text(encoding="utf-8")) == DOCUMENT


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_preparation_of_a_file(bring, scheme):
    from axe_playwright_python.sync_playwright import Axe

    page = bring(scheme=scheme)
    page.locator("a[href$='/circle.json']").click()
    page.locator("progress").wait_for()
    assert Axe().run(page).response["violations"] == []
    page.locator("a.save").wait_for()
    assert Axe().run(page).response["violations"] == []
