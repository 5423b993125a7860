"""Everybody's page: a name, a seat, who else sits there, what was published."""

import re

import pytest
from conftest import token_of
from desk import Desk
from flask import request, request_started
from tournament_routes import role_token


@pytest.fixture
def desk(app, client):
    """A desk of 16 players of Tarot; round 1 is closed, round 2 is published."""
    return Desk(app, client, 16).reach(2)


@pytest.fixture
def reader(desk):
    """A page of readers by its path, on a phone of its own."""
    phone, home = desk.app.test_client(), f"/tournaments/{role_token(token_of(desk.address))}"
    return lambda path="", **more: phone.get(home + path, follow_redirects=True, **more)


def table_of(desk, person):
    return desk.tournament.rounds[1].table_of(person)


def test_a_name_leads_to_a_seat(desk, reader):
    found = reader("?q=chlo").text
    assert re.search(rf"Chloé</bdi></b>\s→ table {table_of(desk, 3)}, \w+", found)
    assert "Bruno" not in found


def test_a_search_is_cut_where_no_name_is_longer(reader):
    assert "Chloé" in reader(f"?q=chlo{'+' * 40}{'a+' * 2000}").text


def test_a_phone_remembers_whose_it_is(desk, reader):
    reader("?me=3")
    page = reader().text
    assert "<h2><bdi>Chloé</bdi></h2>" in page and f"Table {table_of(desk, 3)}, " in page
    others = desk.tournament.rounds[1].tables[table_of(desk, 3) - 1]
    assert all(f"<bdi>{desk.tournament.called(one)}</bdi>" in page for one in others)


def test_a_phone_forgets_whose_it_was(reader):
    reader("?me=3")
    assert "Chloé" not in reader("?me=0").text


def test_a_poll_is_answered_only_by_news(desk, reader):
    reader("?me=3")
    etag = re.search(r'data-etag="(\w+)"', reader().text)[1]
    desk.type_slip(1, round=2)
    assert reader(f"?v={etag}").status_code == 204
    desk.play(2)
    news = reader(f"?v={etag}", headers={"HX-Request": "true"}).text
    assert news.lstrip().startswith('<div id="live"') and "Position 2" in news


def test_the_rounds_of_one_person_have_what_was_published(desk, reader):
    desk.post("/penalties", round="1", who="3", points="100", reason="retard")
    assert "retard" not in reader("/me/3").text
    desk.post("/rounds/1/close")
    assert "retard" in reader("/me/3").text


@pytest.mark.parametrize("path", ["/me/0", "/me/99", "?me=99"])
def test_nobody_has_no_page(reader, path):
    assert reader(path).status_code == 404


def test_a_team_is_told_its_opponents(app, client):
    desk = Desk(app, client, 8, "belote_points")
    desk.publish()
    home = f"/tournaments/{role_token(token_of(desk.address))}"
    page = app.test_client().get(f"{home}?me=1", follow_redirects=True).text
    (table,) = [one for one in desk.tournament.rounds[0].tables if 1 in one]
    other = next(one for one in table if one != 1)
    assert f"contre</small> <bdi>{desk.tournament.name_of(other, is_team=True)}" in page


def test_a_poll_without_news_does_not_enter_flask(desk, reader):
    known, requests = desk.tournament.shown, []
    reader("/me/1")
    with request_started.connected_to(lambda app: requests.append(request.path), desk.app):
        for path in ("", "/me/1"):
            assert reader(f"{path}?v={known}").status_code == 204
        desk.type_slip(1, round=2)
        reader()  # what readers see has not changed, and is cached
        requests.clear()
        assert reader(f"?v={known}").status_code == 204
    assert requests == []
