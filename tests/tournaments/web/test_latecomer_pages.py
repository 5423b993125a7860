"""Somebody who is late: offered each table with room, told where he sits, taken back."""

import html
import re

import pytest
from desk import Desk, hidden

from scorekeeper.tournaments.service.tables import open_table

SEATS = "1 a\n2 b\n3 c\n\n4 d\n5 e\n6 f\n\n7 g\n8 h\n9 i\n10 j"


@pytest.fixture
def desk(app, client):
    """Two tables of three and one of four, and one who is late: 11."""
    found = Desk(app, client, 10)
    found.post("/rounds", kind="manual", number="1", seats=SEATS)
    found.join(1)
    return found


def sit(desk, which=1):
    form = hidden(desk.get("/rounds/1"), "/seats", which)
    answer = desk.post("/rounds/1/seats", **form)
    assert answer.status_code == 303
    return answer.location


def test_each_table_with_room_is_offered(desk):
    tables = html.unescape(desk.get("/rounds/1"))
    seats = [form for form in re.findall(r'name="seats" value="([^"]*)"', tables)]
    assert len(seats) == 3 == len(set(seats))


def test_a_table_that_has_its_slip_is_not_offered(desk):
    desk.type_slip(1, 20, -10, -10)
    assert all(
        "11" in form.split("\n\n")[1] or "11" in form.split("\n\n")[2]
        for form in re.findall(
            r'name="seats" value="([^"]*)"', html.unescape(desk.get("/rounds/1"))
        )
    )


def test_where_he_sits_is_told_and_taken_back(desk):
    there = sit(desk, 1)
    assert desk.tournament.rounds[0].tables[1] == (4, 5, 6, 11)
    page = desk.client.get(there).text
    told = re.search(r'<form [^>]*class="done".*?</form>', page, re.S)[0]
    assert "Karim</bdi> → table 2, Ouest" in " ".join(told.split())
    back = desk.post("/rounds/1/seats", **hidden(told, "/seats"))
    assert back.status_code == 303
    assert desk.tournament.rounds[0].tables[1] == (4, 5, 6)
    assert ">Annuler<" not in desk.client.get(there).text
    assert "Karim</bdi> → sans place</b>" in desk.client.get(back.location).text


def test_two_who_sit_down_are_one_notice_that_takes_both_back(desk):
    desk.join(1)
    before = desk.tournament.rounds[0].tables
    page = desk.client.get(sit(desk, 0)).text
    told = re.findall(r'<form [^>]*class="done".*?</form>', page, re.S)
    assert len(told) == 1 and all(name in told[0] for name in ("Karim", "Léa"))
    desk.post("/rounds/1/seats", **hidden(told[0], "/seats"))
    assert desk.tournament.rounds[0].tables == before


@pytest.mark.parametrize("query", ["before=x&after=y", "before=&after=1-ff", "before=9999-00"])
def test_a_forged_address_tells_nothing(desk, query):
    page = desk.client.get(f"{desk.address}/rounds/1?moved=4&{query}")
    assert page.status_code == 200 and 'class="done"' not in page.text


def test_the_phones_of_the_table_look_again(app, desk):
    sheets = app.extensions["sheets"]
    token = open_table(desk.access, 1, 2)
    before = sheets.access(token).etag
    sit(desk, 1)
    assert sheets.access(token).etag != before
    assert "visez sa carte à nouveau" in desk.client.get(f"/sheets/{token}").text
