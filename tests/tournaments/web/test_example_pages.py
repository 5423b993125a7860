"""The example tournament on its pages: anybody reads it, nobody writes it."""

import re

import pytest

EXAMPLE = "/tournaments/exemple"


def test_the_page_of_examples_leads_to_the_example(client):
    assert f'href="{EXAMPLE}"' in client.get("/examples").text
    assert "Exemple : le grand prix" in client.get(EXAMPLE).text


@pytest.mark.parametrize("page", ["regulations", "share"])
def test_its_pages_for_readers_open(client, page):
    assert client.get(f"{EXAMPLE}/{page}").status_code == 200


@pytest.mark.parametrize("page", ["people", "check-in", "tournament.txt", "paper"])
def test_its_pages_for_organizers_do_not(client, page):
    assert client.get(f"{EXAMPLE}/{page}").status_code == 404


def test_nobody_writes_it(client):
    assert client.post(f"{EXAMPLE}/people", data={"people": "Zoé"}).status_code == 404


def test_no_device_remembers_it(client):
    client.get(EXAMPLE)
    with client.session_transaction() as session:
        assert "tournaments" not in session


def test_who_is_here_is_not_said_of_a_finished_tournament(client):
    assert "présents :" not in client.get(EXAMPLE).text


def test_its_seats_are_searched_by_a_name(client):
    page = client.get(f"{EXAMPLE}/rounds/1").text
    tables = re.findall(r'<li id="(table-\d+)">(.*?)</ul>', page, re.S)
    id, people = tables[4]
    name = re.findall(r"<bdi>(.*?)</bdi>", people)[2]
    found = client.get(f"{EXAMPLE}/rounds/1", query_string={"q": name.upper()}).text
    assert re.findall(r'<li id="(table-\d+)">', found) == [id] and len(tables) == 10
