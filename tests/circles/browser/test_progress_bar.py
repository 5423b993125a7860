"""The first page of a large circle: a bar that goes on by itself, then the page."""

import re

import pytest
import server as program
from circle_helpers import example_circle, import_circle
from conftest import UNGUARDED
from phone import found_by_axe
from server import Server

from app import create_app
from scorekeeper.circles.service import statistics
from scorekeeper.circles.service.access import CircleRepository
from scorekeeper.sheets.commands import shared_sheets

pytestmark = pytest.mark.browser

SLOWLY = "from scorekeeper.circles.web import access;access.PATIENCE = access.AT_ONCE = 0;"
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
def bring(phone, server, monkeypatch):
    """A phone that opens the page of a circle that another program has brought."""

    def brought(**options):
        monkeypatch.setattr(statistics, "program_version", lambda: "another")
        app = create_app({"INSTANCE": server.instance, **UNGUARDED})
        with app.app_context():
            token = import_circle(CircleRepository(shared_sheets()), DOCUMENT)
        page = phone(**options)
        page.goto(f"/circles/{token}", wait_until="commit")
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
