"""Printed sheets."""

import json
import re
import shutil
import subprocess

import pytest
from phone import SHOTS, enter, open_sheet, save

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
@pytest.mark.parametrize(
    ("size", "most"), [({"format": "A4"}, 2), ({"format": "Letter"}, 3), ({"format": "A5"}, 6)]
)
def test_forty_hands_of_five_players_print_whole(phone, server, tmp_path, size, most):
    page = phone(width=1280)
    sheet = imported(page, five_players())
    page.goto(f"{sheet}/print")
    file = tmp_path / "sheet.pdf"
    page.pdf(path=file, prefer_css_page_size=size["format"] == "A4", **size)
    pages = pages_of(file)
    assert 2 <= len(pages) <= most
    text = "\n".join(pages)
    assert sheet.split("/")[-1] not in text
    for number, recorded in enumerate(pages, 1):
        assert f"{number}/{len(pages)}" in recorded.replace(" ", "")
        assert all(name in recorded for name in ("Bernadette", "Françoise"))
    assert all(re.search(rf"^ *{n} +\S", text, re.M) for n in range(1, 41))
    assert "Bilan" in text and "Signatures" in text
    for total in page.locator(".balance td").all_inner_texts():
        assert total in text


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


def imported(page, document):
    """The address of a sheet brought in from a document, through the page that does it."""
    page.goto("/import")
    content = json.dumps(document).encode()
    file = {"name": "night.json", "mimeType": "application/json", "buffer": content}
    page.locator("[name=file]").set_input_files(file)
    page.locator(".save").click()
    page.wait_for_selector(".tables")
    page.locator(".save").click()
    page.wait_for_selector("#marks")
    return page.url.split("?")[0]


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
    text = page.locator("body").inner_text()
    assert all(total in text for total in ("−446", "−510", "1346", "−390"))
    assert "Imprimer" not in text
