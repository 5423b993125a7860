"""A *mêlée* on its pages: two numbers a table, each player ranked alone."""

import re

import pytest
from desk import Desk, desk_fixture
from test_table_pages import accepted, card

from scorekeeper.sheets.service.turns import next_turn
from scorekeeper.tournaments.service.tables import open_table

SHEET = {"taker": 0, "points": 100}


desk = desk_fixture(9, reach=1, preset="belote_melee", deals="1")


@pytest.fixture
def seats(desk):
    return desk.tournament.rounds[0].tables[0]


def named(desk, *people):
    return " / ".join(map(desk.tournament.called, people))


def test_a_slip_has_one_box_a_side(desk, seats):
    page = desk.get("/rounds/1/slips?table=1")
    boxes = re.findall(r'data-name="\d">([^<]*)</bdi></b>\s<input name="points"', page)
    assert boxes == [named(desk, *seats[:2]), named(desk, *seats[2:])]


def test_a_fault_gives_its_points_to_both_opponents(desk, seats):
    form = {
        "who": seats[0],
        "points": "162",
        "reason": "renonce",
        "round": "1",
        "key": "a" * 32,
    }
    for _ in range(2):
        desk.post("/penalties", **form)
    given = [(one.who, one.points) for one in desk.tournament.rounds[0].penalties]
    assert given == [(seats[2], 162), (seats[3], 162)]


def test_the_way_of_a_player_names_partner_and_opponents(desk, seats):
    for table in (1, 2):
        desk.type_slip(table, 100, 62)
    desk.post("/rounds/1/close")
    page = " ".join(re.sub("<[^>]*>", " ", desk.get(f"/me/{seats[3]}")).split())
    called = [desk.tournament.called(n) for n in seats]
    assert f"avec {called[2]} contre {called[0]}, {called[1]}" in page


@pytest.mark.parametrize("document", ["table-sheets", "blank-slips"])
def test_a_paper_has_one_column_a_side(desk, document):
    page = desk.get(f"/paper/{document}?round=1")
    assert page.count("Nord–Sud") == page.count("Est–Ouest") == 2


def test_seats_are_printed_one_a_player(desk):
    page = desk.get("/paper/seats-by-name?round=1")
    assert page.count(">Ouest<") == 2 and page.count(">exempt<") == 1


@pytest.mark.parametrize("path", ["/draw", "/rounds/1", "/screen", "/ranking", "/prizes"])
def test_each_page_of_a_melee_opens(desk, path):
    for table in (1, 2):
        desk.type_slip(table, 100, 62)
    desk.post("/rounds/1/close")
    answer = desk.client.get(f"{desk.address}{path}", follow_redirects=True)
    assert answer.status_code == 200


def test_the_card_of_a_table_shows_each_player_with_the_points_of_his_side(desk, app, seats):
    desk.type_slip(1, 100, 62)
    page = app.test_client().get(card(desk)).text
    assert (
        page.count('<b class="figure">100</b>') == page.count('<b class="figure">62</b>') == 2
    )


def test_a_sheet_of_a_melee_that_a_player_accepts_is_the_slip_of_its_table(desk, app, seats):
    token = open_table(desk.access, 1, 1)
    sheets = desk.access.repository.sheets
    assert sheets.access(token).sheet.names == tuple(
        desk.tournament.called(seats[place]) for place in (0, 3, 1, 2)
    )
    next_turn(sheets.access(token)).record(SHEET)
    assert accepted(app.test_client(), f"/sheets/{token}", seats[3]).status_code == 303
    assert sum(desk.tournament.rounds[0].slips[1].result.points) == 162


def test_those_who_are_exempt_stand_with_commas(app, client):
    desk = Desk(app, client, 10, preset="belote_melee").reach(1)
    one, other = map(desk.tournament.called, desk.tournament.rounds[0].exempt)
    page = " ".join(re.sub("<[^>]*>", "", desk.get("/rounds/1")).split())
    assert f"Exempt : {one}, {other}" in page.replace("\N{NO-BREAK SPACE}", " ")
