import pytest
from conftest import CAST
from night import GARDE, sheet_of

from scorekeeper.games import GAMES
from scorekeeper.reports.print_layout import blank, print_layout


def test_a_line_of_tarot_has_its_plus_and_minus():
    line = print_layout(sheet_of("tarot", [GARDE])).lines[0]
    assert line.pairs == (("198", ""), ("", "66"), ("", "66"), ("", "66"))


def test_a_line_of_belote_has_its_marks_the_running_total_and_the_litige():
    lines = print_layout(
        sheet_of("belote", [{"taker": "Anne", "points": 81}, {"taker": "Anne", "points": 91}])
    ).lines
    assert lines[0].pairs == (("0", "0"), ("81", "81")) and lines[0].held.text
    assert lines[1].pairs == (("172", "172"), ("71", "152")) and not lines[1].held.text


@pytest.mark.parametrize("name", GAMES)
def test_a_blank_sheet_has_the_columns_of_the_printed_one(name):
    seats = 4 if 4 in GAMES[name].seats else GAMES[name].seats[0]
    printed = print_layout(sheet_of(name, [], CAST[:seats]))
    empty = blank(GAMES[name], seats)
    assert (empty.heads, len(empty.columns)) == (printed.heads, len(printed.columns))
