import re

import pytest

from scorekeeper.web.assets import STYLES_COOKIE

LINKS = re.compile(r'<link rel="stylesheet" href="/assets/(\w+)-\w+\.css"[^>]*>')
STYLES = re.compile(r"<style[^>]*>(.*?)</style>", re.S)


@pytest.fixture
def files(app):
    """The text of each built stylesheet, by its source."""
    assets = app.extensions["assets"].by_source
    return {
        name: assets[name].body.decode() for name in ("style.css", "dark.css", "pages.css")
    }


@pytest.fixture
def pages(sheet):
    """Pages, and the stylesheets that each has."""
    every = ["style.css", "dark.css", "pages.css"]
    return {sheet: every[:2], f"{sheet}/journal": every, "/": every, "/nothing": every}


def test_the_styles_are_inline_on_a_first_visit(client, files, pages):
    for path, sources in pages.items():
        page = client.get(path).text
        assert STYLES.findall(page) == [files[source] for source in sources]
        assert not LINKS.search(page)


def test_the_styles_are_linked_once_the_browser_has_them(client, pages, has_stylesheets):
    for path, sources in pages.items():
        page = client.get(path)
        assert [f"{name}.css" for name in LINKS.findall(page.text)] == sources
        assert "<style" not in page.text and 'name="stylesheets"' not in page.text
        assert "style-src 'self';" in page.headers["Content-Security-Policy"]


@pytest.mark.parametrize("version", ["none", "00000000.00000000", ""])
def test_a_browser_with_other_stylesheets_gets_these_inline(client, sheet, version):
    client.set_cookie(STYLES_COOKIE, version)
    assert STYLES.search(client.get(sheet).text)


def test_the_outbox_gets_a_page_without_styles(client, sheet):
    page = client.get(sheet, headers={"X-Outbox": "1"}).text
    assert "<form" in page and "<style" not in page


def test_a_first_page_names_the_files_for_later(client, app, files):
    content = re.search(r'<meta name="stylesheets" content="(.*?)">', client.get("/").text)[1]
    version, *addresses = content.split(" ")
    assert version == app.extensions["assets"].styles_version
    assert [client.get(address).text for address in addresses] == list(files.values())


def test_no_stylesheet_ends_its_own_element(files):
    assert not [name for name, text in files.items() if "</style" in text.lower()]
