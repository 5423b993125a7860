"""What circles and tournaments of one device do for each other, each without knowing it."""

import html
import re

import pytest
from desk import Desk, keep_on_phone
from flask import session
from tournament_routes import SEATS, opened

from scorekeeper.tournaments.service.tokens import Role
from scorekeeper.tournaments.web.access import tournament_code
from scorekeeper.tournaments.web.files import evening_sheets


@pytest.fixture
def desk(app, client):
    """A position of which table 1 was kept on a phone, table 2 on paper."""
    desk = Desk(app, client, 8, deals="1")
    desk.post("/rounds", **SEATS)
    return desk


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


def test_only_an_organizer_takes_the_sheets_of_his_evening(desk, app):
    keep_on_phone(desk)
    desk.play()
    own, helper = desk.access.token, desk.access.token_of(Role.DESK)
    with app.test_request_context():
        session["tournaments"] = [own, helper]
        found = [len(evening_sheets(tournament_code(one))) for one in (own, helper, "")]
    assert found == [1, 0, 0]


def test_players_of_a_circle_of_the_device_are_a_tap_each(client):
    client.post("/circles", data={"title": "Les Martin", "name": ["Anne", "Bruno"]})
    desk = opened(client)
    client.post(f"{desk}/people", data={"people": "anne"})
    offered = re.findall(
        r'<button[^>]*name="people" value="(\w+)"', client.get(f"{desk}/people").text
    )
    assert offered == ["Bruno"]


def rows_of(page):
    """The rows of links on a page, with their addresses."""
    rows = page.text.split('<ul class="ways">')[1].split("</ul>")[0]
    return re.findall(r'<a href="(.*?)">(.*?)</a>', rows)


def test_the_first_page_has_four_rows(client):
    assert [row for _, row in rows_of(client.get("/"))] == [
        "Voir comment c’est",
        "Un cercle",
        "Un tournoi de club",
        "Les règles",
    ]
    assert "/import" not in client.get("/").text


def test_the_examples_are_on_one_page(client):
    (examples, _), *_ = rows_of(client.get("/"))
    addresses = [address for address, _ in rows_of(client.get(examples))]
    assert [address.split("/")[1] for address in addresses] == [
        "sheets",
        "circles",
        "tournaments",
    ]
    assert {client.get(address).status_code for address in addresses} == {200}
