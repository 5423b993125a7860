import re
from itertools import combinations
from math import cbrt, dist
from operator import mul

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


def seen(color, weights):
    """A color as it is perceived, L*a*b*, by eyes with these weights of linear red, green and
    blue (Machado, Oliveira and Fernandes 2009)."""
    parts = [int(color[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    linear = [((one + 0.055) / 1.055) ** 2.4 for one in parts]
    r, g, b = (max(0, sum(map(mul, row, linear))) for row in weights)
    x, y, z = (
        cbrt(0.434 * r + 0.376 * g + 0.19 * b),
        cbrt(0.2126 * r + 0.7152 * g + 0.0722 * b),
        cbrt(0.018 * r + 0.109 * g + 0.873 * b),
    )
    return 116 * y, 500 * (x - y), 200 * (y - z)


EYES = {
    "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritan": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("source", ["style.css", "dark.css"])
def test_players_are_told_apart_by_eyes_that_lack_a_color(files, source, eyes):
    colors = re.findall(r"--own: ?#(\w{6});", files[source])
    places = [seen(color, EYES[eyes]) for color in colors]
    assert len(places) == 8
    assert min(dist(*pair) for pair in combinations(places, 2)) > 13
