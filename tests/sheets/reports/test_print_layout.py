from itertools import pairwise

import pytest
from conftest import CAST
from night import GARDE, sheet_of

from scorekeeper.games import GAMES
from scorekeeper.i18n.messages import render
from scorekeeper.sheets.reports.print_layout import PAPERS, Wanted, blank, print_layout
from scorekeeper.sheets.reports.print_layout.columns import detail_columns
from scorekeeper.sheets.reports.print_layout.paper import BOLD, CELL_SPACE, line_height, width

ANNONCES = {"side": "defence", "list": ["tierce", "cent"]}
FIVE = {"taker": "Anne", "partner": "Chloé", "contract": "petite", "bouts": 1, "points": 40.5}


def lines(sheet, **wanted):
    layout = print_layout(sheet, Wanted(**wanted))
    return [line for page in layout.pages for line in page.lines]


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
    assert tie.cells == (("0", "0"), ("81", "81")) and "[Litige : 81 en jeu]" in tie.result
    assert won.cells == (("172", "172"), ("71", "152")) and "[" not in won.result


def test_running_totals_are_there_if_they_are_asked_for():
    tarot = sheet_of("tarot", [GARDE, GARDE])
    assert lines(tarot, running=True)[1].cells[:2] == (("+198", "+396"), ("−66", "−132"))
    belote = sheet_of("belote", [{"taker": "Anne", "points": 91}])
    assert lines(belote, running=False)[0].cells == (("91",), ("71",))


def test_a_player_who_sits_out_and_a_passed_deal_have_no_zero():
    out = {**GARDE, "sitting_out": ["Eve"]}
    played, passed = lines(sheet_of("tarot", [out, {"passed": True}], CAST[:5]))
    assert played.cells[4] == ("mort", "") and passed.cells == (("", ""),) * 5
    assert passed.what == "Donne passée" and not passed.details


def test_totals_are_carried_to_the_next_page():
    pages = print_layout(sheet_of("tarot", [GARDE] * 60)).pages
    first, last = pages[0], pages[-1]
    assert first.carried[0] == (render(198 * len(first.lines)), "0")
    assert not first.brought and not last.carried and last.is_last
    assert all(page.brought == before.carried for before, page in pairwise(pages))


def test_the_balance_has_its_sign():
    assert print_layout(sheet_of("tarot", [GARDE])).balance == ("+198", "−66", "−66", "−66")


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
@pytest.mark.parametrize("seats", range(3, 9))
def test_the_result_has_room_on_every_paper(paper, seats):
    names = tuple("ABCDEFGH"[:seats])
    out = list(names[5:])
    partner = {"partner": "B"} if seats > 4 else {}
    hand = {"taker": "A", "contract": "garde", "bouts": 2, "points": 49, **partner}
    sheet = sheet_of("tarot", [{**hand, "sitting_out": out}] * 20, names)
    assert print_layout(sheet, Wanted(paper)).arrangement.has_room


@pytest.mark.parametrize("name", GAMES)
def test_a_blank_sheet_has_the_columns_of_the_printed_one(name):
    seats = 4 if 4 in GAMES[name].seats else GAMES[name].seats[0]
    printed = print_layout(sheet_of(name, [], CAST[:seats]))
    empty = blank(GAMES[name], seats)
    assert (empty.cell_heads, empty.details) == (printed.cell_heads, printed.details)
    assert len(empty.columns) == len(printed.columns) and len(empty.pages) == 1


LONG = ("Maximilienne", "Jean-Christophe", "Geneviève", "Marie-Bernadette", "Apollinaire")


def long_names(seats, hands):
    """A sheet of long names, each of which takes and is called."""
    names = LONG[:seats]
    partner = [{"partner": names[n - 1]} if seats == 5 else {} for n in range(seats)]
    played = [{**GARDE, "taker": names[n % seats], **partner[n % seats]} for n in range(hands)]
    return sheet_of("tarot", played, names)


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("hands", [13, 14])
def test_an_evening_of_long_names_is_one_page(seats, hands):
    assert len(print_layout(long_names(seats, hands)).pages) == 1


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_no_name_of_a_taker_breaks_in_a_word(seats):
    arrangement = print_layout(long_names(seats, 13)).arrangement
    assert width("Maximilienne") + CELL_SPACE <= arrangement.words[1]


@pytest.mark.parametrize(("seats", "has_room"), [(3, True), (4, False), (5, True)])
def test_a_name_at_the_head_is_whole_or_in_small_type(seats, has_room):
    arrangement = print_layout(long_names(seats, 13)).arrangement
    needed = width("Maximilienne") * BOLD + CELL_SPACE
    assert (needed < arrangement.column + 0.01) is has_room
    assert arrangement.has_small_heads is not has_room


@pytest.mark.parametrize("hands", range(30, 60))
def test_no_hand_stands_alone_on_the_last_page(hands):
    assert len(print_layout(long_names(5, hands)).pages[-1].lines) >= 3


def test_a_bold_total_has_room_in_its_cell():
    hand = {"taker": "Anne", "contract": 160, "suit": "hearts", "points": 162}
    layout = print_layout(sheet_of("coinche", [hand] * 40, target=0))
    last = layout.pages[-1].lines[-1]
    assert last.roles[0] == "taker" and len(last.cells[0][1]) > 5
    assert width(last.cells[0][1]) * BOLD + CELL_SPACE <= layout.arrangement.cell


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_game_with_answers_has_columns_for_them(game):
    heads = [str(one.head) for one in detail_columns(game, 5).columns]
    assert heads == [] or heads[-1] == "points"
    assert ("preneur" in heads) is (game.can_pass and heads != [])


def test_a_line_is_as_high_as_its_highest_text():
    layout = print_layout(sheet_of("belote", [{"taker": "Anne", "points": 91}]))
    (line,) = layout.pages[0].lines

    def height(teams=True, **texts):
        return line_height(line._replace(**texts), layout.arrangement, teams)

    usual, long = height(), "Anne-Charlotte Philomène de Montmorency-Bouteville"
    assert height(dealer=long) > usual == height(teams=False, dealer=long)
    assert height(details=(long, *line.details[1:])) > usual
    assert height(result=long * 3) > usual
    assert height(what=long * 3) > usual


def test_a_result_breaks_where_its_column_ends_with_the_star_of_a_correction():
    layout = print_layout(sheet_of("tarot", [GARDE]))
    (line,) = layout.pages[0].lines

    def height(result, **changes):
        changed = line._replace(result=result, **changes)
        return line_height(changed, layout.arrangement, teams=False)

    fits = "i" * int((layout.arrangement.result - CELL_SPACE) / width("i"))
    assert height(fits) == height("") < min(height(fits + "i"), height(fits, corrected=True))
