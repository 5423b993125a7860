"""Every page that the program cites, against one list of what the pages say.

A citation is a row of :data:`PAGES` with the files that make it: a new one, or another page,
is read in the text before it is listed here.
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

CITED = re.compile(r"\bpp?\.\s+(\d+(?:(?:\s*(?:[-–,]|à|et|and|to)\s*)\d+)*)")
"""A page, some pages, or from one to another."""

FFT = "FFT, Règlement officiel du jeu de Tarot, 1 July 2012"
CODE = "FFT, Code d'arbitrage, 1 July 2012"
MANUAL = "FFT, Manuel de l'organisateur de tournois, 1 July 2011"

PAGES = {
    (FFT, "3"): (
        "78 cards and their values, 22 trumps",
        "hand point_values tarot.md tarot_duplicate.md tarot_two.md",
    ),
    (FFT, "4"): (
        "points needed by bouts; six cards in the dog",
        "point_values tarot.md tarot_duplicate.md tarot_two.md",
    ),
    (FFT, "4-5"): (
        "the deal passes to the right; a misdeal is dealt again by the same player",
        "table_sheet tarot.md",
    ),
    (FFT, "5"): ("petit sec annuls; the next player deals", "rows rules.md state tarot.md"),
    (FFT, "5-6"): ("each bids once, from the dealer's right", "tarot.md"),
    (FFT, "6"): (
        "the discard holds neither king nor bout, and trumps only if it must",
        "point_values tarot.md",
    ),
    (FFT, "6 8"): (
        "a chelem: 400, 200, −200; its Excuse is played last",
        "point_values tarot.md",
    ),
    (FFT, "6 8 9"): ("a chelem, and in example 5 not multiplied", "scoring tarot.md"),
    (FFT, "6-7"): (
        "the dealer's neighbour leads, or who announced",
        "rules.md scoring tarot.md",
    ),
    (FFT, "3-9"): ("contracts, dog and marks at four", "tarot.md"),
    (FFT, "7"): (
        "petit au bout to the side of the last trick; poignées, when shown, to the winner",
        "point_values rules.md scoring tarot.md",
    ),
    (FFT, "7 11 12"): ("trumps of a poignée at four, three, five", "hand tarot.md"),
    (FFT, "7-9"): ("the marks of a hand", "options point_values"),
    (FFT, "8"): (
        "prise or petite; base 25, multipliers; a failed chelem is deducted",
        "point_values rules.md scoring tarot.md",
    ),
    (FFT, "8-9"): ("the marks of a hand, with examples", "scoring"),
    (FFT, "9"): (
        "the taker marks three times; sums of 0; five examples",
        "point_values rules.md slips tarot.md",
    ),
    (FFT, "9-10"): ("the printed match sheet", "examples"),
    (FFT, "9 11 12"): ("shares at four, three, five", "point_values scoring tarot.md"),
    (FFT, "4 11 12"): ("the dog at four, three, five", "point_values tarot.md"),
    (FFT, "11"): ("three players: twice a defender's part", "point_values scoring slips"),
    (FFT, "11-12"): ("a half point goes to the winning side", "rules.md tarot.md"),
    (FFT, "12"): (
        "five players, a called king, 2/3 and 1/3; the mort deals until somebody takes",
        "hand options point_values rules.md scoring state tarot.md",
    ),
    (FFT, "13-26"): ("duplicate", "options scoring rules.md"),
    (FFT, "16"): ("the imposed contract is garde", "options rules.md"),
    (FFT, "17-18"): ("topage: notes of 100 to 0 %", "point_values scoring tarot_duplicate.md"),
    (FFT, "17-21"): ("topage, averages and ranking", "duplicate"),
    (FFT, "18-19"): (
        "a quarter attack, three defence; classement alterné",
        "options point_values tarot_duplicate.md",
    ),
    (FFT, "18-21"): ("averages of individuals and triplettes", "tarot_duplicate.md"),
    (FFT, "19"): ("several sessions: the plain ranking", "options"),
    (FFT, "20-21"): ("triplettes", "options point_values rules.md"),
    (FFT, "22-26"): (
        "quadrettes and teams: roots of differences",
        "point_values rules.md scoring tarot_duplicate.md",
    ),
    (FFT, "25"): ("the taker of a team chooses among three contracts", "options rules.md"),
    (CODE, "4-8"): (
        "faults: 100 points and more, not redistributed",
        "__init__ rows rules.md tarot.md",
    ),
    (CODE, "7"): (
        "an annulled deal is not played; nobody is named to deal",
        "rows rules.md tarot.md",
    ),
    (MANUAL, "4"): ("prizes: one player in five, last rounds", "prizes regulations"),
    (MANUAL, "5"): ("finals", "next_round regulations"),
    (MANUAL, "6"): ("tables of three", "movement regulations"),
    (MANUAL, "6 12-15"): ("movements", "movement"),
    (MANUAL, "10"): ("a ranking after each round", "ranking"),
    (MANUAL, "12-15"): ("movements", "regulations"),
    (MANUAL, "15"): ("teams of two and four", "request regulations"),
}
"""What pages say, and the names of the files that cite them."""

FILES = [
    *(ROOT / "scorekeeper").rglob("*.py"),
    *(ROOT / "scorekeeper/games").rglob("*.md"),
    ROOT / "docs/rules.md",
]
NO_CITATION = {"languages"}
"""Files whose pages are those of an example."""


def normalized(pages):
    """Pages as numbers and spans of numbers: « 17 et 18 » is 17-18."""
    text = re.sub(r"\s*(?:à|to|–|-)\s*", "-", pages)
    parts = re.split(r"\s*(?:,|et|and)\s*", text)
    numbers = [int(part) for part in parts if "-" not in part]
    if len(parts) == 2 and len(numbers) == 2 and numbers[1] == numbers[0] + 1:
        return f"{numbers[0]}-{numbers[1]}"
    return " ".join(parts)


def test_every_citation_is_of_a_page_that_says_it():
    listed = {
        (file, pages) for (_, pages), (_, files) in PAGES.items() for file in files.split()
    }
    found = {
        (_name(path), normalized(cited[1]))
        for path in FILES
        for cited in CITED.finditer(path.read_text(encoding="utf-8"))
        if path.stem not in NO_CITATION
    }
    assert found - listed == set()
    assert listed - found == set()


def _name(path):
    """The name of a module; of a text, in any language, without its language."""
    if path.suffix == ".md":
        return f"{path.stem.partition('.')[0]}.md"
    return path.parent.name if path.parent.name == "examples" else path.stem
