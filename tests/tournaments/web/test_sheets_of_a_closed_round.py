"""From the ranking to the sheet of a table, and to the working of each hand."""

import re

import pytest
from conftest import GARDE
from desk import Desk, keep_on_phone
from tournament_routes import SEATS, role_token


@pytest.fixture
def desk(app, client):
    """A position of which table 1 was kept on a phone, table 2 on paper."""
    desk = Desk(app, client, 8, deals="1")
    desk.post("/rounds", **SEATS)
    return desk


def test_a_reader_goes_from_a_closed_round_to_the_working_of_a_hand(desk, client):
    keep_on_phone(desk)
    desk.play()
    reader = f"/tournaments/{role_token(desk.address.rpartition('/')[2])}"
    found = {*re.findall(r'href="(/sheets/[\w-]+)"', client.get(f"{reader}/rounds/1").text)}
    (sheet,) = found
    working = re.search(rf'href="({sheet}/hands/\d+)"', client.get(sheet).text)[1]
    assert client.get(working).status_code == 200
    assert client.post(f"{sheet}/hands", data=GARDE).status_code == 404


def test_no_sheet_is_told_before_its_round_is_closed(desk, client):
    keep_on_phone(desk)
    assert "/sheets/" not in client.get(f"{desk.address}/rounds/1").text
