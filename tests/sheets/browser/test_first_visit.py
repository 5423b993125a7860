"""What a browser asks on its first pages, and what holds back their first paint."""

import pytest
from conftest import wait_until
from phone import FOUR, new_sheet, stop_clock

pytestmark = pytest.mark.browser

BLOCKING = """performance.getEntriesByType("resource")
  .filter((entry) => entry.renderBlockingStatus === "blocking").map(({ name }) => name)"""


AT_ONCE = {"main", "icon", "paper"}
"""The files of a first page; the last one where there is a mouse."""


def sources(files):
    """The names of files without their hashes and endings."""
    return {name.rpartition("-")[0] for name in files}


def has_stylesheets(page):
    """True if the phone says that it has them."""
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    return "marque_styles" in cookies


@pytest.fixture
def sheet(phone):
    """The address of a sheet that another phone has opened."""
    return new_sheet(phone(), *FOUR)


@pytest.fixture
def asked():
    """Note the files that a page asks of the server, not of its cache; by their names."""

    def noted(page):
        files, by_id = [], {}
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")

        def note(event):
            if "/assets/" in event["request"]["url"]:
                by_id[event["requestId"]] = event["request"]["url"].rpartition("/")[2]

        def drop(event):
            by_id.pop(event["requestId"], None)

        def answered(event):
            name = by_id.pop(event["requestId"], None)
            if name and not event["response"]["fromDiskCache"]:
                files.append(name)

        session.on("Network.requestWillBeSent", note)
        session.on("Network.requestServedFromCache", drop)
        session.on("Network.responseReceived", answered)
        return files

    return noted


def test_no_file_holds_back_the_first_paint(phone, sheet):
    page = phone()
    page.goto(sheet)
    assert page.evaluate(BLOCKING) == []
    assert page.evaluate("getComputedStyle(document.querySelector('.top')).display") == "flex"


def test_each_file_is_asked_once(phone, sheet, asked):
    page = phone()
    page.clock.install()
    files = asked(page)
    page.goto(sheet)
    assert {"main", "icon"} <= sources(files) <= AT_ONCE
    page.clock.run_for(21_000)
    late = {"style", "dark", "pages", "quiet"}
    wait_until(lambda: has_stylesheets(page) and late <= sources(files))
    for visit in (
        lambda: page.goto(sheet),
        page.reload,
        lambda: page.goto(f"{sheet}/journal"),
        page.go_back,
        lambda: page.goto("/"),
    ):
        visit()
        assert page.locator("link[rel=stylesheet]").count()
        assert page.locator("style").count() == 0
    assert len(files) == len(set(files))


def test_the_files_of_the_styles_wait_until_the_page_is_quiet(phone, sheet, asked):
    page = phone()
    page.clock.install()
    stop_clock(page)
    files = asked(page)
    page.goto(sheet)
    page.clock.run_for(19_000)
    assert not has_stylesheets(page) and "style" not in sources(files)
    page.goto(f"{sheet}/journal")
    assert page.locator("style").count()


def test_without_scripts_each_page_has_its_styles(phone, sheet):
    page = phone(java_script_enabled=False)
    for path in (sheet, f"{sheet}/journal", sheet):
        page.goto(path)
        assert page.locator("style").count()
        assert page.locator(".top").evaluate("top => getComputedStyle(top).display") == "flex"


def test_all_totals_of_the_pictured_sheet_stand_on_one_line(phone):
    page = phone()
    page.goto("/")
    tops = """all => all.map((one) => {
      const range = document.createRange(); range.selectNodeContents(one);
      return range.getBoundingClientRect().top; })"""
    assert len(set(page.locator(".pad .sums td").evaluate_all(tops))) == 1
