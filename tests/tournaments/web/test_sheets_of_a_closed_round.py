"""From the ranking to the sheet of a table, and to the working of each hand."""

import html
import re

import pytest
from conftest import GARDE, role_token
from desk import Desk
from tournament_routes import SEATS

from scorekeeper.tournaments.service.tables import accept, open_table


@pytest.fixture
def desk(app, client):
    """A position of which table 1 was kept on a phone, table 2 on paper."""
    desk = Desk(app, client, 8, deals="1")
    desk.post("/rounds", **SEATS)
    return desk


def keep_on_phone(desk, table=1, round=1):
    """Play the sheet of a table on a phone, and let the desk accept it."""
    sheet = f"/sheets/{open_table(desk.access, round, table)}"
    assert desk.client.post(f"{sheet}/hands", data=GARDE).status_code == 303
    accept(desk.app.extensions["sheets"].access(sheet.rpartition("/")[2]), desk.access)
    return sheet


PAGES = ("/rounds/1", "/cross-table", "/ranking?who=1")


@pytest.mark.parametrize("page", PAGES)
def test_a_reader_goes_from_a_closed_round_to_the_working_of_a_hand(desk, client, page):
    keep_on_phone(desk)
    desk.play()
    reader = f"/tournaments/{role_token(desk.address.rpartition('/')[2])}"
    found = {*re.findall(r'href="(/sheets/[\w-]+)"', client.get(reader + page).text)}
    (sheet,) = found
    working = re.search(rf'href="({sheet}/hands/\d+)"', client.get(sheet).text)[1]
    assert client.get(working).status_code == 200
    assert client.post(f"{sheet}/hands", data=GARDE).status_code == 404


@pytest.mark.parametrize("page", PAGES)
def test_no_sheet_is_told_before_its_round_is_closed(desk, client, page):
    keep_on_phone(desk)
    assert "/sheets/" not in client.get(desk.address + page).text


@pytest.fixture
def circle(client):
    """The circle of Anne, Bruno and Zoé, on the device of the organizer."""
    form = {"title": "Le club", "name": ["Anne", "Bruno", "Zoé"], "key": "c" * 32}
    return client.post("/circles", data=form).location.partition("?")[0]


def linked(desk, circle):
    """The players of the sheets that a circle has, by their names there."""
    access = desk.app.extensions["circles"].access(circle.rpartition("/")[2])
    names = {player.id: player.name for player in access.circle.players}
    links = access.circle.links.values()
    return [[names.get(one, "") for one in access.circle.players_of(link)] for link in links]


def matching(client, page):
    """The form of the page that asks who is who, as it is shown."""
    (address,) = re.findall(r'href="(/circles/\S+/sheets/taken\?tournament=\w+)"', page)
    shown = client.get(html.unescape(address)).text
    form = dict(re.findall(r'name="(key|tournament)" value="(\w+)"', shown))
    return form | dict(re.findall(r'name="(who-\d+)" value="(\w+)" checked', shown))


def test_the_sheets_of_an_evening_are_added_to_a_circle_once(desk, client, circle):
    keep_on_phone(desk)
    desk.play()
    page = desk.get("/circles")
    assert re.search(r"téléphone\s: 1, pour 2 tables", page)
    form = matching(client, page)
    assert sorted(form.values()).count("guest") == 2
    for _ in range(2):
        assert client.post(f"{circle}/sheets/taken", data=form).location == circle
    (players,) = linked(desk, circle)
    assert sorted(players) == ["", "", "Anne", "Bruno"]
    assert "a déjà tout" in desk.get("/circles")


def test_another_device_adds_no_sheets_of_the_evening(desk, app, client, circle):
    keep_on_phone(desk)
    desk.play()
    form, other = matching(client, desk.get("/circles")), app.test_client()
    other.post(f"{circle}/sheets/taken", data=form)
    assert linked(desk, circle) == []
