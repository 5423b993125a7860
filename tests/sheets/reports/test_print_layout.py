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

ANNONCES = {"side": "defence", "list": ["tierce", "cent"]}
FIVE = {"taker": "Anne", "partner": "Chloé", "contract": "petite", "bouts": 1, "points": 40.5}


def lines(sheet, **wanted):
    return print_layout(sheet, **wanted).lines


def test_a_line_of_tarot_has_its_plus_and_minus():
    (line,) = lines(sheet_of("tarot", [GARDE]))
    assert line.cells == (("198", ""), ("", "66"), ("", "66"), ("", "66"))


def test_a_line_of_tarot_has_what_an_arbiter_needs():
    (line,) = lines(sheet_of("tarot", [GARDE]))
    assert line.details == ("Anne", "Garde", "2", "49") and line.result == "faite de 8"


def test_at_five_the_partner_stands_beside_the_taker():
    (line,) = lines(sheet_of("tarot", [FIVE], CAST[:5]))
    assert line.details == ("Anne + Chloé", "Petite", "1", "40½")


def test_announcements_are_said_with_their_side():
    hand = {"taker": "Anne", "points": 100, "annonces": ANNONCES, "belote": "attack"}
    (line,) = lines(sheet_of("belote", [hand], annonces=True))
    said = "Belote : Attaque, Annonces : Défense Tierce, Cent"
    assert line.details == ("Anne", "", "100") and line.result.endswith(said)


def test_a_contract_stands_before_its_suit():
    hand = {"taker": "Bruno", "contract": 100, "suit": "hearts", "coinche": "coinche"}
    (line,) = lines(sheet_of("contree", [{**hand, "points": 110}]))
    assert line.details == ("Bruno", "100 ♥ Cœur Contré", "110") and line.dealer == "Anne"


def test_a_line_of_belote_has_its_marks_the_running_total_and_the_litige():
    hands = [{"taker": "Anne", "points": 81}, {"taker": "Anne", "points": 91}]
    tie, won = lines(sheet_of("belote", hands))
    assert tie.cells == (("0", "0"), ("81", "81")) and "Litige : 81 en jeu" in tie.result
    assert won.cells == (("172", "172"), ("71", "152")) and "en jeu" not in won.result


def test_a_player_who_sits_out_and_a_passed_deal_have_no_zero():
    out = {**GARDE, "sitting_out": ["Eve"]}
    played, passed = lines(sheet_of("tarot", [out, {"passed": True}], CAST[:5]))
    assert played.cells[4] == ("mort", "") and passed.cells == (("", ""),) * 5
    assert passed.what == "Donne passée" and not passed.details


def test_a_narrow_line_has_the_running_total_under_the_points():
    sheet = sheet_of("tarot", [FIVE, {**FIVE, "taker": "Bruno"}], CAST[:5])
    assert lines(sheet, paper=PAPERS["a5"])[1].cells[0] == ("+36", "−36")


def test_a_narrow_line_has_its_answers_beside_the_result():
    (line,) = lines(sheet_of("tarot", [GARDE]), paper=PAPERS["a5"])
    assert line.details == () and line.result == "Anne, Garde, bouts 2, points 49, faite de 8"


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
