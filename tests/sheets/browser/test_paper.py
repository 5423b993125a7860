"""Printed sheets."""

import re
import shutil
import subprocess

import pytest
from phone import SHOTS, enter, imported, open_sheet, save

pytestmark = pytest.mark.browser


def test_a_printed_sheet_does_not_hold_its_token(phone, tmp_path):
    page = phone()
    open_sheet(page, "Anne", "Bruno", "Chloé")
    enter(page)
    save(page)
    sheet = page.url.split("?")[0]
    page.goto(f"{sheet}/print")
    printed = page.pdf(path=tmp_path / "sheet.pdf", prefer_css_page_size=True)
    assert sheet.split("/")[-1].encode() not in printed
    assert page.locator("#print a").count() == 0


def pages_of(path):
    """The text of a PDF, page by page."""
    recorded = subprocess.run(
        ["pdftotext", "-layout", path, "-"], capture_output=True, check=True
    )
    return recorded.stdout.decode().split("\f")[:-1]


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="no pdftotext: poppler-utils")
@pytest.mark.parametrize(("paper", "most"), [("a4", 3), ("letter", 3), ("a5", 6)])
def test_forty_hands_of_five_players_print_whole(phone, server, tmp_path, paper, most):
    page = phone(width=1280)
    sheet = imported(page, five_players())
    page.goto(f"{sheet}/print?paper={paper}")
    said = page.locator(".printed-page").count()
    file = tmp_path / "sheet.pdf"
    page.pdf(path=file, prefer_css_page_size=True)
    pages = pages_of(file)
    assert 2 <= len(pages) == said <= most
    assert sheet.split("/")[-1] not in "".join(pages)
    assert all("Bernadette" in one and "Françoise" in one for one in pages)
    assert all("Report" in one for one in pages[1:])
    assert all("À reporter" in one for one in pages[:-1])
    text = "\n".join(pages)
    assert all(re.search(rf"(?m)^ *{n} +\S", text) for n in range(1, 41))
    assert "Bilan" in pages[-1] and "Signatures" in pages[-1]
    for total in page.locator(".p-balance td").all_inner_texts():
        assert total in pages[-1]


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="no pdftotext: poppler-utils")
def test_the_page_of_a_sheet_is_printed_as_its_printed_sheet(phone, tmp_path):
    page = phone(width=1280)
    sheet = imported(page, five_players())
    printed = []
    for address in (f"{sheet}/print", sheet):
        page.goto(address)
        page.pdf(path=tmp_path / "sheet.pdf", prefer_css_page_size=True)
        printed.append(pages_of(tmp_path / "sheet.pdf"))
    assert printed[0] == printed[1]
    assert page.locator("#marks").is_visible() and page.locator("#print").count() == 0


PRINTED = '<link rel=stylesheet href="/x.css"><body class="sheet-of-paper"><main></main>'
"""The least of a printed sheet."""


@pytest.mark.parametrize(
    ("address", "answer"),
    [
        ("**/print", {"status": 503, "body": PRINTED}),
        ("**/print", {"status": 200, "body": PRINTED.replace("main>", "p>")}),
        ("**/*.css", {"status": 404, "body": "x"}),
    ],
)
def test_without_its_printed_sheet_a_page_is_printed_as_it_is(phone, address, answer):
    page = phone(width=1280)
    imported(page, five_players())
    page.route(address, lambda route: route.fulfill(**answer, content_type="text/html"))
    before = page.locator("body").evaluate("body => body.outerHTML")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("body").evaluate("body => body.outerHTML") == before


def test_a_sheet_printed_from_the_browsers_menu_asks_for_no_touch(phone):
    page = phone()
    imported(page, five_players())
    page.emulate_media(media="print")
    page.locator(".menu").wait_for(state="hidden")
    text = page.locator("#marks").inner_text()
    assert "faite de" in text and "Touchez" not in text
    assert "Les courbes" not in page.locator("body").inner_text()


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_the_preview_is_the_page_as_wide_as_the_screen_without_scripts(phone, width):
    writer, reader = phone(), phone(width=width, java_script_enabled=False)
    reader.goto(imported(writer, five_players()) + "/print?paper=a4")
    pages = [page.bounding_box() for page in reader.locator(".printed-page").all()]
    assert len(pages) > 1 and all(page["x"] + page["width"] <= width for page in pages)
    for page in pages:
        assert page["width"] >= min(0.9 * width, 1100)
        assert page["height"] / page["width"] == pytest.approx(210 / 297, abs=0.01)


def five_players():
    """An evening of forty hands, as a document."""
    names = ["Marie-Claude", "Jean-Pierre", "Jean-Paul", "Françoise", "Bernadette"]
    hands = [
        {
            "taker": names[n % 5],
            "partner": names[(n + 1 + n % 3) % 5],
            "contract": "garde",
            "bouts": 2,
            "points": 35 + n % 20,
        }
        for n in range(40)
    ]
    return {"format": "scorekeeper/1", "game": "tarot", "players": names, "hands": hands}


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="no pdftotext: poppler-utils")
@pytest.mark.parametrize("name", ["belote", "tarot_mouche", "libre", "tarot"])
def test_a_blank_sheet_is_one_page(phone, tmp_path, name):
    page = phone(width=1280)
    page.goto(f"/games/{name}/blank")
    page.pdf(path=tmp_path / "blank.pdf", prefer_css_page_size=True)
    assert len(pages_of(tmp_path / "blank.pdf")) == 1


def test_a_printed_sheet_has_every_total_and_no_button(phone, tmp_path):
    page = phone()
    SHOTS.mkdir(exist_ok=True)
    page.goto("/sheets/exemple/print")
    page.pdf(
        path=SHOTS / "example.pdf", prefer_css_page_size=True, display_header_footer=False
    )
    assert (SHOTS / "example.pdf").stat().st_size > 5000
    page.emulate_media(media="print")
    page.get_by_text("Imprimer").first.wait_for(state="hidden")
    text = page.locator("body").inner_text()
    assert all(total in text for total in ("−446", "−510", "+1\u202f346", "−390"))
    assert "Imprimer" not in text
