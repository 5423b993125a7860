"""Printed sheets."""

import re
import shutil
from itertools import chain

import pytest
from conftest import token_of
from phone import GARDE, imported, new_sheet
from printers import SIZES, in_chromium, pages_of, size_of, words_of

pytestmark = pytest.mark.browser

reads_pdf = pytest.mark.skipif(
    not shutil.which("pdftotext"), reason="no pdftotext: poppler-utils"
)


def test_a_printed_sheet_does_not_hold_its_token(phone, tmp_path):
    page = phone()
    sheet = new_sheet(page, "Anne", "Bruno", "Chloé", hands=[GARDE])
    page.goto(f"{sheet}/print")
    printed = page.pdf(path=tmp_path / "sheet.pdf", prefer_css_page_size=True)
    assert token_of(sheet).encode() not in printed
    assert page.locator("#print a").count() == 0


def five_players(count=40):
    """An evening of five players with long names, as a document."""
    names = ["Marie-Claude", "Jean-Christophe", "Maximilienne", "Françoise", "Bernadette"]
    hands = [
        {
            "taker": names[n % 5],
            "partner": names[(n + 1 + n % 3) % 5],
            "contract": "garde",
            "bouts": 2,
            "points": 35 + n % 20,
        }
        for n in range(count)
    ]
    return {"format": "scorekeeper/1", "game": "tarot", "players": names, "hands": hands}


def two_teams(count):
    """An evening of belote, as a document."""
    names = ["Anne", "Bruno", "Chloé", "David"]
    hands = [{"taker": names[n % 4], "points": 85 + n % 60} for n in range(count)]
    evening = {"format": "scorekeeper/1", "game": "belote", "players": names, "hands": hands}
    return {**evening, "options": {"target": 0}}


PER_PAGE = {"a4": 16, "letter": 16, "a5": 7}
"""Hands of long names that a page has room for, at least."""


EVENINGS = [(five_players, 3), (five_players, 30), (two_teams, 8), (two_teams, 60)]


@reads_pdf
@pytest.mark.parametrize(
    ("printer", "paper", "evening", "count"),
    in_chromium(
        *((paper, *evening) for paper in SIZES for evening in EVENINGS),
        in_firefox=[("a4", five_players, 30), ("a5", two_teams, 60)],
    ),
    indirect=["printer"],
)
def test_every_hand_is_printed_whole_under_the_names_with_the_totals_at_the_end(
    phone, server, printer, tmp_path, evening, count, paper
):
    page, file = phone(width=1280), tmp_path / "sheet.pdf"
    document = evening(count)
    address = f"{imported(page, document)}/print?paper={paper}"
    printer.pdf(f"{server.url}{address}", file, SIZES[paper])
    assert size_of(file) == pytest.approx(SIZES[paper], abs=1)
    pages = words_of(file)
    while not any(text == "Bilan" for _, _, text in pages[-1]):
        pages.pop()  # what stands under the table
    texts = [{text for _, _, text in words} for words in pages]
    hands = [numbers_of(words) for words in pages]
    assert [*chain.from_iterable(hands)] == [*range(1, count + 1)]
    assert len(pages) <= 1 + count / PER_PAGE[paper]
    for words, text, own in zip(pages, texts, hands, strict=True):
        verdicts = [word for _, _, word in above_totals(words) if word.strip(",") in VERDICTS]
        assert len(verdicts) == len(own)  # the last words of a hand, with its number
        for part in (part for name in document["players"] for part in parts(name)):
            assert any(part in word for word in text)
    assert len(hands[-1]) >= 3  # no page without hands
    assert {"Bilan", "Signatures"} <= texts[-1]
    page.goto(address)
    for total in page.locator(".p-balance td").all_inner_texts():
        assert "".join(total.split()) in "".join(pages_of(file)[-1].split())


@reads_pdf
def test_ten_hands_of_seven_people_are_one_page(phone, server, tmp_path):
    page, document = phone(width=1280), five_players(10)
    document["players"] += ["Hélène", "Thibault"]
    for hand in document["hands"]:
        hand["sitting_out"] = document["players"][5:]
    page.goto(f"{imported(page, document)}/print?paper=a4")
    page.pdf(path=tmp_path / "sheet.pdf", prefer_css_page_size=True)
    assert len(pages_of(tmp_path / "sheet.pdf")) == 1


def test_no_name_over_a_column_is_broken_but_at_its_hyphen(phone):
    page, document = phone(width=1280), five_players(1)
    page.goto(f"{imported(page, document)}/print?paper=a4")
    lines = "names => names.map(name => name.getClientRects().length)"
    found = page.locator(".p-player bdi").evaluate_all(lines)
    for count, name in zip(found, document["players"], strict=True):
        assert count <= len(parts(name))


@pytest.mark.parametrize("count", [5, 6, 8])
def test_names_are_printed_in_six_points_at_least(phone, count):
    page, names = phone(width=1280), ("Christopher", "Marie-Bernadette", *"CDEFGH")[:count]
    document = {"format": "scorekeeper/1", "game": "tarot", "players": names, "hands": []}
    page.goto(f"{imported(page, document)}/print?paper=a4")
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    nine = page.locator(".paper").evaluate(size)
    for name in page.locator(".p-player bdi").all():
        assert name.evaluate(size) >= nine * 6 / 9


VERDICTS = ("faite", "chutée", "fait", "dedans", "litige")
"""The first word of each result."""


def parts(name):
    """The parts of a name that a line does not break."""
    return re.findall(r"[^-]+-?", name)


def above_totals(words):
    """The words of a page that stand above the totals of the sheet."""
    end = min((y for _, y, text in words if text == "Bilan"), default=999)
    return [word for word in words if word[1] < end]


def numbers_of(words):
    """The numbers of the hands on a page from top to bottom: they stand left of all else."""
    left = sorted((y, text) for x, y, text in above_totals(words) if x < 16.5)
    return [int(text) for _, text in left if text.isdecimal()]


@reads_pdf
def test_the_page_of_a_sheet_is_printed_as_its_printed_sheet(phone, tmp_path):
    page = phone(width=1280)
    sheet = imported(page, five_players())
    printed = []
    for address in (f"{sheet}/print", sheet):
        page.goto(address)
        page.wait_for_load_state("networkidle")  # the script that prints comes last
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
    page.goto(imported(page, five_players()))
    page.wait_for_load_state("networkidle")  # the script that prints comes last
    page.route(address, lambda route: route.fulfill(**answer, content_type="text/html"))
    before = page.locator("body").evaluate("body => body.outerHTML")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("body").evaluate("body => body.outerHTML") == before


def test_a_sheet_printed_from_the_browsers_menu_asks_for_no_touch(phone):
    page = phone()
    page.goto(imported(page, five_players()))
    page.emulate_media(media="print")
    page.locator(".menu").wait_for(state="hidden")
    text = page.locator("#marks").inner_text()
    assert "faite de" in text and "Touchez" not in text


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_the_preview_is_the_page_as_wide_as_the_screen_without_scripts(phone, width):
    writer, reader = phone(), phone(width=width, java_script_enabled=False)
    reader.goto(imported(writer, five_players()) + "/print?paper=a4")
    (page,) = (page.bounding_box() for page in reader.locator(".printed-page").all())
    assert page["x"] + page["width"] <= width and page["width"] >= min(0.9 * width, 790)
    assert page["height"] / page["width"] >= 297 / 210 - 0.01
