"""The example tournament on its pages: anybody reads it, nobody writes it."""

import pytest

EXAMPLE = "/tournaments/exemple"


def test_the_first_page_leads_to_the_example(client):
    assert f'href="{EXAMPLE}"' in client.get("/").text
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
