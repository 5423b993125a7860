"""The papers of a tournament as Chromium and Firefox print them, read back from the PDF."""

import re
import shutil
import subprocess
from itertools import product

import pytest
from printed_evening import names_of, opened
from printers import SIZES, in_chromium, pages_of, size_of

from scorekeeper.streams.events import Event
from scorekeeper.tournaments.formats.restart_code import read_restart_codes
from scorekeeper.tournaments.papers.documents import DOCUMENTS
from scorekeeper.tournaments.ranking import ranking
from scorekeeper.tournaments.tournament import fold_tournament

pytestmark = [
    pytest.mark.browser,
    pytest.mark.one_process,
    pytest.mark.skipif(not shutil.which("pdftotext"), reason="no pdftotext: poppler-utils"),
]


@pytest.fixture
def evening(app):
    """Open an evening of so many people; its access."""

    def made(count, **options):
        with app.app_context():
            return opened(app.extensions["tournaments"], count, **options)

    return made


def printed(printer, site, desk, name, file, paper="a4"):
    """The text of a paper page by page, after a check that no page runs over."""
    address = f"{site.url}/tournaments/{desk.token}/paper/{name}?paper={paper}"
    size = SIZES[paper]
    said = printer.pdf(address, file, size)
    pages = pages_of(file)
    assert len(pages) == said, name
    assert size_of(file) == pytest.approx(size, abs=1), name
    return pages


def words(text):
    """A text without spaces and breaks."""
    return re.sub(r"\s+", "", text)


PRIZES = {
    **{"grid": "12000 6000 4000", "last_two": "2000", "everyone": "300", "entry": "1000"},
    "in_kind": "un jambon ; un panier garni de la maison ; ; trois bouteilles",
}

NAMELESS = ("regulations", "prizes", "numbers", "cards", "wall", "blank-slips", "winners")
"""The papers without everybody's name."""


EVENINGS = [
    *(("a4", 8, "tarot_libre"), ("a4", 400, "tarot_libre")),
    *(("a5", 61, "tarot_libre"), ("a5", 48, "belote_wins")),
    *(("letter", 48, "belote_wins"), ("letter", 120, "tarot_libre")),
]
"""Each size of paper with few and with many people: paper, people, preset."""


@pytest.mark.parametrize(
    ("printer", "paper", "count", "preset"),
    in_chromium(*EVENINGS, in_firefox=[("a4", 61, "tarot_libre")]),
    indirect=["printer"],
)
def test_every_paper_fits_its_pages_with_every_name(
    printer, site, evening, tmp_path, paper, count, preset
):
    desk = evening(count, rounds=2, preset=preset, **PRIZES)
    for name in DOCUMENTS:
        printed(printer, site, desk, name, tmp_path / "paper.pdf", paper)
        if name not in NAMELESS:
            assert missing(tmp_path / "paper.pdf", count) == [], name


def raw_text(file):
    """The text of a PDF in the order in which it was written."""
    raw = subprocess.run(["pdftotext", "-raw", file, "-"], capture_output=True, check=True)
    return raw.stdout.decode()


def missing(file, count):
    """The names that a PDF does not have, whatever their line breaks."""
    text = words(raw_text(file))
    return [name for name in names_of(count) if words(name) not in text]


@pytest.mark.parametrize(
    ("printer", "paper", "preset"),
    in_chromium(
        *product(["a4", "a5"], ["tarot_libre", "belote_wins"]),
        in_firefox=[("a4", "tarot_libre")],
    ),
    indirect=["printer"],
)
def test_the_totals_of_a_printed_ranking_are_those_of_the_state(
    printer, site, evening, tmp_path, paper, preset
):
    desk = evening(100, rounds=3, preset=preset)
    file = tmp_path / "ranking.pdf"
    printed(printer, site, desk, "ranking", file, paper)
    read = [number(row[-1]) for row in ROWS[preset].findall(raw_text(file))]
    known = [line.total for line in ranking(desk.tournament, 2)]
    assert read == known and sum(read) == sum(known)


NUMBER = r"[+−]?\d{1,3}(?:\s\d{3})*"
ROWS = {
    "tarot_libre": re.compile(rf"(?m)({NUMBER}|–) ({NUMBER})$"),
    "belote_wins": re.compile(rf"(?m)({NUMBER}|–) \d ({NUMBER})$"),
}
"""The numbers at the end of a row, by preset: of the round, then in total."""


def number(text):
    return int(re.sub(r"\s", "", text).replace("−", "-"))


@pytest.mark.skipif(not shutil.which("zbarimg"), reason="no zbarimg: zbar-tools")
@pytest.mark.parametrize(
    ("printer", "count", "paper"),
    in_chromium((8, "a5"), (60, "a5"), (100, "a4"), (400, "a4"), in_firefox=[(60, "a5")]),
    indirect=["printer"],
)
def test_the_codes_of_a_printed_ranking_hold_the_evening(
    printer, site, evening, tmp_path, count, paper
):
    desk = evening(count, rounds=4, closed=3)
    file = tmp_path / "ranking.pdf"
    printed(printer, site, desk, "ranking", file, paper)
    subprocess.run(
        ["pdftoppm", "-r", "300", "-gray", "-png", file, tmp_path / "page"], check=True
    )
    pictures = sorted(tmp_path.glob("page*.png"))
    seen = subprocess.run(["zbarimg", "-q", "--raw", *pictures], capture_output=True)
    events = enumerate(read_restart_codes(seen.stdout.decode()), 1)
    read = fold_tournament(Event(seq, kind, body) for seq, (kind, body) in events)
    for number in (1, 2, 3):
        assert ranking(read, number) == ranking(desk.tournament, number)
    assert [one.tables for one in read.rounds] == [
        one.tables for one in desk.tournament.rounds
    ]


@pytest.mark.skipif(not shutil.which("zbarimg"), reason="no zbarimg: zbar-tools")
def test_the_printed_code_of_a_network_keeps_its_accents(phone, site, evening, tmp_path):
    page, desk = phone(width=1280), evening(8)
    page.goto(f"{site.url}/tournaments/{desk.token}/paper/wall")
    page.locator("[name=network]").fill("Salle des fêtes")
    page.locator("[name=password]").fill("été,2026")
    page.locator("button[value=a5]").click()
    page.wait_for_load_state()
    page.pdf(path=tmp_path / "wall.pdf", prefer_css_page_size=True)
    command = ["pdftoppm", "-r", "150", "-png", "-singlefile", "wall.pdf", "wall"]
    subprocess.run(command, cwd=tmp_path, check=True)
    seen = subprocess.run(
        ["zbarimg", "-q", "--raw", tmp_path / "wall.png"], capture_output=True
    )
    assert "WIFI:T:WPA;S:Salle des fêtes;P:été\\,2026;;" in seen.stdout.decode().split("\n")
