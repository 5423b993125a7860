"""Duplicate Tarot on its pages: tables, boards, ranking, print."""

import html
import re

import pytest
from conftest import CAST, token_of

PRINTED = (56, 62, -56, -52, 50)


@pytest.fixture
def open_tables(client):
    """Open a sheet of so many tables; the response."""

    def opened(count, **changes):
        form = {"rules": "tarot-duplicate", "count": str(count)} | changes
        return client.post("/sheets", data=form)

    return opened


@pytest.fixture
def post_board(client):
    """Post the results of a board as its form does; a table without one is left empty."""

    def post(sheet, taker, results, **changes):
        typed = {f"scores_{n}": result for n, result in enumerate(results) if result != ""}
        return client.post(f"{sheet}/hands", data={"taker": taker, **typed, **changes})

    return post


def text(page):
    return html.unescape(page).replace("’", "'")


def rows(page):
    """The cells of the tables of a page, row by row, as text."""
    found = re.findall(r"<tr[^>]*>(.*?)</tr>", page, re.S)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S) for row in found]
    return [[text(re.sub(r"<[^>]+>", "", cell)) for cell in row] for row in cells]


def sheet_of(app, address):
    return app.extensions["sheets"].access(token_of(address)).sheet


def test_a_board_entered_differently_on_two_phones_is_asked_about(
    open_tables, post_board, etag
):
    """The number of a board is that of its row."""
    sheet = open_tables(5).location
    seen = {"base": etag(sheet)}
    assert post_board(sheet, "north", PRINTED, **seen).status_code == 303
    assert post_board(sheet, "south", PRINTED, **seen).status_code == 409


@pytest.mark.parametrize("count", [2, 5, 50])
def test_the_number_of_tables_alone_opens_a_sheet(count, open_tables, app):
    names = sheet_of(app, open_tables(count).location).names
    assert names == tuple(f"Table {n}" for n in range(1, count + 1))


@pytest.mark.parametrize("count", ["1", "51", "0", "-3", "x", "", "999"])
def test_another_number_of_tables_is_refused(count, open_tables):
    answer = open_tables(count)
    assert answer.status_code == 422 and "il faut de 2 à 50 tables" in answer.text


def test_tables_have_the_names_that_were_typed_and_the_others_their_numbers(open_tables, app):
    answer = open_tables(3, name=["", "Anne / Bruno / Chloé / David"], number=["", ""])
    names = ("Table 1", "Anne / Bruno / Chloé / David", "Table 3")
    assert sheet_of(app, answer.location).names == names


def test_two_tables_of_one_name_are_refused(open_tables):
    answer = open_tables(3, name=["A", "A", ""], number=[""] * 3)
    assert answer.status_code == 422 and "deux tables s'appellent A" in text(answer.text)


def test_a_box_for_each_table_keeps_the_names(open_tables):
    page = open_tables(12, name=["A"], number=[""], more="1").text
    boxes = re.findall(r'name="name" value="([^"]*)" placeholder="([^"]*)"', page)
    assert boxes == [("A", "Table 1"), *(("", f"Table {n}") for n in range(2, 13))]


def test_players_do_not_become_tables_nor_tables_players(client, open_tables):
    form = {"rules": "tarot-fft", "name": list(CAST[:4]), "number": [""] * 4}
    page = client.post("/sheets", data=form | {"choose": "tarot-duplicate"}).text
    assert 'name="count" value="4"' in page and 'value="Anne"' not in page
    page = open_tables(4, name=["A"], number=[""], choose="tarot-fft").text
    assert 'name="name" value=""' in page and 'value="A"' not in page
    open_tables(4)
    page = client.get("/sheets/new?rules=tarot-fft").text
    assert 'name="name" value=""' in page and "Table 1" not in page


def test_the_tables_of_the_last_event_are_not_those_of_a_new_one(client, open_tables):
    open_tables(7, name=["A"], number=[""])
    page = client.get("/sheets/new").text
    assert 'name="count" value="4"' in page and 'value="A"' not in page


def test_a_table_is_renamed_and_none_is_lost(client, open_tables, app):
    sheet = open_tables(3).location
    names = {"name": ["", "Les As", ""], "number": ["0", "1", "2"], "dealer": "0"}
    assert client.post(f"{sheet}/table", data=names).status_code == 303
    assert sheet_of(app, sheet).names == ("Table 1", "Les As", "Table 3")
    assert "donneur" not in client.get(sheet).text.partition("</ul>")[2]  # below the outbox


def test_the_printed_board_has_its_printed_notes(client, open_tables, post_board):
    sheet = open_tables(5).location
    assert post_board(sheet, "north", PRINTED).status_code == 303
    found = rows(client.get(f"{sheet}/hands/2").text)
    assert ["Table 2", "+62", "8", "100,00", "0,00"] in found
    assert ["Table 1", "+56", "6", "75,00", "25,00"] in found
    assert ["Table 3", "−56", "0", "0,00", "100,00"] in found


def test_a_table_that_has_not_played_is_empty_in_the_form_the_row_and_the_print(
    client, open_tables, post_board
):
    sheet = open_tables(3).location
    post_board(sheet, "west", (56, "", -52))
    document = client.get(f"{sheet}/night.json").get_json()
    assert document["hands"] == [{"taker": "west", "scores": [56, None, -52]}]
    page = client.get(f"{sheet}/hands/2/edit").text
    values = [re.search(f'name="scores_{n}" value="([^"]*)"', page)[1] for n in range(3)]
    assert values == ["56", "", "−52"]
    assert ["Table 2", "–", "", "", ""] in rows(client.get(f"{sheet}/hands/2").text)
    row = client.get(sheet).text.split('class="row hand"')[1].split("</tbody>")[0]
    shown = [re.sub("<[^>]+>", "", small) for small in re.findall("<small>(.*?)</small>", row)]
    assert shown == ["+56", "–pas joué", "−52"]
    printed = rows(client.get(f"{sheet}/print").text)
    assert ["Preneur", "Ouest"] in printed and ["Étui", "1"] in printed
    assert ["Table 1", "+56", "100,00"] in printed and ["Table 2", "", ""] in printed


def test_the_form_of_a_board_has_the_keypad_and_says_what_an_etui_is(client, open_tables):
    page = client.get(open_tables(3).location).text
    form = page.split('id="entry"')[1].split("</form>")[0]
    assert 'class="keypad"' in form and "Un étui garde une donne" in form


def test_a_typing_error_is_asked_again(client, open_tables, post_board):
    sheet = open_tables(2).location
    answer = post_board(sheet, "north", (56, 57))
    assert answer.status_code == 422 and "+57 ne peut pas être" in text(answer.text)
    confirm = re.search(r'name="confirm" value="(\w+)"', answer.text)[1]
    assert post_board(sheet, "north", (56, 57), confirm=confirm).status_code == 303


@pytest.fixture
def ranked(client, open_tables, post_board):
    """The rows of the ranking of two tables after these boards, by their takers."""

    def read(boards=BOARDS, names=("", ""), **options):
        sheet = open_tables(2, name=[*names], number=["", ""], **options).location
        for taker, results in boards.items():
            post_board(sheet, taker, results)
        return rows(client.get(f"{sheet}/ranking").text)

    return read


BOARDS = {"north": (62, 50), "east": (62, 50), "south": (50, 62)}


def test_the_ranking_has_places_names_and_percentages(ranked):
    assert ranked(names=["Anne / Bruno / Chloé / David", ""])[1:] == [
        ["1", "Table 2, Sud", "100,00", "100,00", "100,00", "3"],
        ["2", "Table 2, Ouest", "66,67", "–", "66,67", "3"],
        ["3", "Anne, Nord", "62,50", "100,00", "50,00", "3"],
        ["3", "Chloé, Est", "62,50", "100,00", "50,00", "3"],
        ["5", "Table 2, Nord", "37,50", "0,00", "50,00", "3"],
        ["5", "Table 2, Est", "37,50", "0,00", "50,00", "3"],
        ["7", "David, Ouest", "33,33", "–", "33,33", "3"],
        ["8", "Bruno, Sud", "0,00", "0,00", "0,00", "3"],
    ]


def test_the_ranking_of_triplettes_has_two_lines_a_table(ranked):
    assert ranked(option_event="triplettes") == [
        ["Place", "Triplette", "%", "Attaque", "Défense", "Étuis"],
        ["1", "Table 1, Est–Ouest", "75,00", "100,00", "50,00", "3"],
        ["1", "Table 2, Nord–Sud", "75,00", "50,00", "100,00", "3"],
        ["3", "Table 1, Nord–Sud", "25,00", "50,00", "0,00", "3"],
        ["3", "Table 2, Est–Ouest", "25,00", "0,00", "50,00", "3"],
    ]


def test_quadrettes_are_ranked_by_their_pm(ranked):
    boards = {"north": (62, 46), "east": (50, 60)}
    found = ranked(boards, ["A", "B"], option_event="quadrettes")
    assert found[1:] == [["1", "A", "0,838", "B", "2"], ["2", "B", "−0,838", "A", "2"]]


def test_the_ranking_is_in_the_menu_of_boards_only(client, open_tables, sheet):
    boards = open_tables(3).location
    assert f'href="{boards}/ranking"' in client.get(boards).text
    assert f'href="{boards}/ranking"' in client.get(f"{boards}/end").text
    assert "/ranking" not in client.get(sheet).text
    assert client.get(f"{sheet}/ranking").status_code == 404


PAGES = (
    *("", "/ranking", "/print", "/end", "/table", "/journal", "/tv"),
    *("/hands.csv", "/hands/2", "/hands/2/edit"),
)


def test_every_page_of_fifty_tables_is_shown(client, open_tables, post_board):
    sheet = open_tables(50).location
    for taker in ("north", "east"):
        post_board(sheet, taker, [50 + 2 * (n % 20) for n in range(50)])
    for page in PAGES:
        answer = client.get(f"{sheet}{page}")
        assert answer.status_code == 200 and "donneur :" not in answer.text, page


def test_a_sheet_of_many_columns_says_so_to_its_styles(client, open_tables, post_board):
    for count, many in ((8, False), (9, True)):
        sheet = open_tables(count).location
        post_board(sheet, "north", [50] * count)
        page = client.get(sheet).text
        assert (f'class="marks columns-{count} many"' in page) is many
        assert (f'data-of="{count}"' in page) is many
