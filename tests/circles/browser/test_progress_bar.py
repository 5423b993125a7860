"""The first page of a large circle: a bar that goes on by itself, then the page."""

import json
import re

import pytest
import server as program
from phone import found_by_axe
from server import Server

from scorekeeper.circles.formats.examples import example_circle

pytestmark = pytest.mark.browser

SLOWLY = (
    "from scorekeeper.circles.web import access;access.PATIENCE = access.AT_ONCE = 0;"
    "from scorekeeper.circles.service import files;files._sum_up = lambda *sheets: None;"
)
"""Each request sums up one sheet."""

DOCUMENT = example_circle()
DOCUMENT |= {"sheets": DOCUMENT["sheets"][:8]}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server that sums up one sheet for each request."""
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
        page.goto("/circles/import")
        file = tmp_path / "circle.json"
        file.write_text(json.dumps(DOCUMENT), encoding="utf-8")
        page.locator("[name=file]").set_input_files(file)
        page.locator("button.save").click()
        page.wait_for_url(re.compile("/circles/g"), wait_until="commit")
        return page

    return brought


@pytest.mark.parametrize("javascript", [True, False])
def test_the_page_asked_for_comes_by_itself(bring, javascript):
    page = bring(java_script_enabled=javascript)
    bar = page.locator("progress")
    bar.wait_for()
    assert bar.get_attribute("max") == "8"
    page.locator(".short-board").wait_for()
    assert re.search(r"/circles/g[\w-]{22}$", page.url)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_bar(bring, scheme):
    page = bring(scheme=scheme, locale="en-GB")
    page.locator("progress").wait_for()
    page.evaluate("window.stop()")
    assert page.locator("progress").is_visible()
    # axe would load again what has been stopped
    assert found_by_axe(page, preload=False) == []
