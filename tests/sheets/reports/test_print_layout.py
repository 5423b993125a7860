import tomllib
from pathlib import Path

import pytest
from conftest import CAST
from night import GARDE, sheet_of

from scorekeeper.games import GAMES
from scorekeeper.sheets.reports.paper import PAPERS
from scorekeeper.sheets.reports.print_layout import (
    PLUS_MINUS,
    STACKED,
    detail_columns,
    print_layout,
)

FIVE = {"taker": "Anne", "partner": "Chloé", "contract": "petite", "bouts": 1, "points": 40.5}
LINES = tomllib.loads(Path(__file__).with_name("print_lines.toml").read_text("utf-8"))["line"]


@pytest.mark.parametrize("case", LINES, ids=lambda case: case["says"])
def test_a_line_of_the_printed_sheet(case):
    options, players = case.get("options", {}), CAST[: case.get("players", 4)]
    sheet = sheet_of(case["game"], case["hands"], players, **options)
    line = print_layout(sheet, PAPERS[case.get("paper", "a4")]).lines[-1]
    cells = [list(cell) for cell in line.cells]
    assert cells == case.get("cells", cells) and cells[0] == case.get("first", cells[0])
    assert line.details == tuple(case.get("details", line.details))
    assert line.what == case.get("what", line.what)
    assert line.number == case.get("number", line.number)
    assert line.dealer == case.get("dealer", line.dealer)
    assert line.result.endswith(case.get("result", "")) and case.get("has", "") in line.result
    assert "lacks" not in case or case["lacks"] not in line.result


@pytest.mark.parametrize(("paper", "total"), [("a4", ("36", "72")), ("a5", ("+36", "−72"))])
def test_gains_and_losses_are_added_apart_on_every_paper(paper, total):
    other = {**FIVE, "taker": "Bruno"}
    sheet = sheet_of("tarot", [FIVE, other], CAST[:5])
    assert print_layout(sheet, PAPERS[paper]).total[0] == total


def test_a_column_without_gains_has_a_zero_without_a_sign():
    layout = print_layout(sheet_of("tarot", [FIVE], CAST[:5]), PAPERS["a5"])
    assert layout.total[0] == ("0", "−72")


def test_the_balance_has_its_sign():
    assert print_layout(sheet_of("tarot", [GARDE])).balance == ("+198", "−66", "−66", "−66")


@pytest.mark.parametrize(
    ("paper", "seats", "kind", "has_answers"),
    [
        *(("a4", seats, PLUS_MINUS, True) for seats in (3, 4, 5)),
        *(
            ("letter", 5, PLUS_MINUS, True),
            ("a4", 6, STACKED, True),
            ("a4", 8, STACKED, False),
        ),
        *(("a5", 4, PLUS_MINUS, False), ("a5", 5, STACKED, False), ("a5", 8, STACKED, False)),
    ],
)
def test_a_sheet_has_the_columns_that_its_paper_has_room_for(paper, seats, kind, has_answers):
    layout = print_layout(sheet_of("tarot", [], tuple("ABCDEFGH"[:seats])), PAPERS[paper])
    assert (layout.kind, layout.details.columns != ()) == (kind, has_answers)
    assert len(layout.widths) == layout.span + seats * (1 + layout.is_paired)
    assert sum(layout.widths) == pytest.approx(100, abs=0.1)


@pytest.mark.parametrize(
    ("paper", "seats", "name", "is_turned"),
    [
        ("a4", 5, "Christophe", False),
        ("a4", 6, "Christophe", True),
        ("letter", 6, "Jean-Christophe", True),
        ("a4", 6, "Marie-Jo", False),
        ("a5", 6, "Christophe", False),
    ],
)
def test_names_that_are_long_for_their_columns_are_read_from_below(
    paper, seats, name, is_turned
):
    sheet = sheet_of("tarot", [], (name, *"BCDEFGH"[: seats - 1]))
    assert print_layout(sheet, PAPERS[paper]).is_turned is is_turned


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_game_with_answers_has_columns_for_them(game):
    heads = [str(one.head) for one in detail_columns(game, 5).columns]
    assert heads == [] or heads[-1] == "points"
    assert ("preneur" in heads) is (game.can_pass and heads != [])


@pytest.mark.parametrize(("seats", "least"), [(3, 38.5), (4, 38.5), (5, 24)])
def test_the_result_has_room_for_two_lines_of_the_longest_at_four(seats, least):
    layout = print_layout(sheet_of("tarot", [], tuple("ABCDE"[:seats])), PAPERS["a4"])
    assert layout.widths[layout.span - 1] * 190 / 100 >= least


def test_a_name_of_fifteen_letters_has_one_line_at_four():
    layout = print_layout(sheet_of("tarot", [], tuple("ABCD")), PAPERS["a4"])
    assert layout.widths[1] * 190 / 100 >= 29
