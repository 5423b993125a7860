"""Figures of a circle in a browser: within the width of a phone, on paper."""

import re
import shutil

import pytest
from phone import FOUR, new_circle
from printers import SIZES as SIZES_OF_PAPER
from printers import pages_of, size_of

pytestmark = pytest.mark.browser


def test_every_name_on_the_board_for_the_wall_stands_on_one_line(phone, example_address):
    page = phone()
    page.goto(f"{example_address}/seasons/4/print")
    count = "(all) => all.map((one) => one.getClientRects().length)"
    names = page.locator(".wall-board th[scope=row] bdi")
    for width in (320, 360, 1280):
        page.set_viewport_size({"width": width, "height": 640})
        assert names.evaluate_all(count) == [1] * 6, width


BROKEN = """() => [...document.querySelectorAll("main bdi")].filter((name) => {
  const words = name.textContent.split(/(?<=[ -])/).length, range = document.createRange();
  range.selectNodeContents(name);
  return new Set([...range.getClientRects()].map((line) => line.top)).size > words;
}).map((name) => name.textContent)"""


def test_no_long_name_is_broken_inside_a_word(phone, example_address):
    page = phone()
    for path in ("/seasons/0", "/players/2", ""):
        page.goto(example_address + path)
        page.evaluate(
            """() => { for (const name of document.querySelectorAll("main bdi"))
              if (/^(Odile|Marcel|Sami|Louise)$/.test(name.textContent)) {
                name.textContent = "Maximilienne";
                name.closest(".board a")?.classList.add("long"); // as of a name of ten letters
              } }"""
        )
        for width in (360, 412):
            page.set_viewport_size({"width": width, "height": 640})
            assert page.evaluate(BROKEN) == [], (path, width)


def test_every_line_of_the_curve_is_told_apart_without_color(phone, example_address):
    page = phone()
    page.goto(f"{example_address}/seasons/4")
    lines = page.locator(".season-curve polyline")
    dashes = lines.evaluate_all(
        "(all) => all.map((one) => one.getAttribute('stroke-dasharray'))"
    )
    names = page.locator(".season-curve .curve text").all_text_contents()
    assert len(set(dashes)) == len(dashes) == len(set(names)) == 6


FILL = """([rows, size]) => {
  const body = document.querySelector(".wall-board tbody");
  while (body.rows.length < rows) body.append(body.rows[1].cloneNode(true));
  document.querySelector(".wall-page").className = `wall-page rows-${size}`;
}"""


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="no pdftotext: poppler-utils")
@pytest.mark.parametrize(
    ("season", "filled"),
    [(0, (6, "few")), (4, (8, "few")), (4, (13, "some")), (5, (24, "many")), (6, (6, "few"))],
)
def test_the_board_for_the_wall_is_one_page_of_a4(
    phone, example_address, tmp_path, season, filled
):
    page, file = phone(width=1280), tmp_path / "board.pdf"
    page.goto(f"{example_address}/seasons/{season}/print")
    page.evaluate(FILL, filled)
    page.pdf(path=file, prefer_css_page_size=True)
    [text] = pages_of(file)
    assert size_of(file) == pytest.approx(SIZES_OF_PAPER["a4"], abs=1)
    names = ("Odile", "Marcel", "Yvette", "Gérard", "Sami", "Louise")
    assert all(name in text for name in (*names, "Σ", "Les points de chacun"))


def test_the_letters_of_the_curve_grow_with_all_others(phone, example_address):
    page = phone()
    page.goto(f"{example_address}/seasons/4")
    letters = page.locator(".season-curve .curve text").last
    normal = letters.bounding_box()["height"]
    page.evaluate("document.documentElement.dataset.text = 'largest'")
    shown = letters.bounding_box()
    assert shown["height"] > 1.35 * normal and shown["x"] + shown["width"] <= 360


@pytest.mark.parametrize("ranking", ["Meilleures soirées", "Places : joueurs devancés"])
def test_the_form_of_a_season_works_by_touch(phone, ranking):
    page = phone(has_touch=True)
    page.goto(f"{new_circle(page, *FOUR[:2])}/seasons/new")
    assert page.locator("#best").is_hidden()
    page.locator("label", has_text=ranking).tap()
    page.locator("#best").fill("5")
    page.locator("#title").fill("Hiver")
    page.locator(".season-form .save").tap()
    page.wait_for_url(re.compile(r"/seasons/\d+$"))
    assert "Hiver" in page.locator("h1").inner_text()


def test_the_card_fits_on_one_page(phone):
    page = phone()
    page.goto(f"{new_circle(page, *FOUR)}/card")
    page.emulate_media(media="print")
    page.locator("main .actions").wait_for(state="hidden")
    box = page.locator(".recovery-card").bounding_box()
    assert box["width"] <= 400 and box["height"] <= 700
