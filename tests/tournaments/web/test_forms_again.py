"""A form posted again: by a double tap, or with another entry after the Back button."""

import pytest
from tournament_routes import OPENING, PEOPLE, SEATS, opened

KEY = {"key": "a" * 32}

SLIP = {"how": "played", "anyway": "1", "points": ["90", "-30", "-30", "-30"]}
FAULT = {"round": "1", "who": "1", "points": "100"}

ENTRIES = {
    "/people": ({"people": "Zoé"}, {"people": "Yves"}),
    "/people/1": ({"name": "Anna"}, {"name": "Annette"}),
    "/apart": ({"one": "1", "other": "2"}, {"one": "3", "other": "4"}),
    "/rounds/1/slips": (SLIP | {"table": "1"}, SLIP | {"table": "2"}),
    "/penalties": (FAULT | {"reason": "retard"}, FAULT | {"reason": "renonce"}),
}
"""Two entries in the form of each address."""


@pytest.fixture
def desk(client):
    """The address of a tournament whose first round has its seats."""
    address = opened(client)
    client.post(f"{address}/people", data={"people": "\n".join(PEOPLE)})
    client.post(f"{address}/rounds", data=SEATS)
    return address


@pytest.mark.parametrize(("path", "entries"), ENTRIES.items())
def test_a_form_tapped_twice_counts_once_and_another_entry_in_it_too(
    client, desk, path, entries
):
    found = []
    for entry in (*entries[:1] * 2, entries[1]):
        found.append(client.get(f"{desk}/tournament.txt").data)
        assert client.post(desk + path, data=entry | KEY).status_code == 303
    _, first, again = found
    assert first == again != client.get(f"{desk}/tournament.txt").data


def test_regulations_changed_again_in_the_same_form_count(client):
    address = opened(client)
    for entry in ("12", "17"):
        client.post(f"{address}/regulations", data={"entry": entry} | KEY)
    assert 'name="entry" value="17"' in client.get(f"{address}/regulations").text


def test_a_tournament_is_opened_as_the_form_says_now(client):
    first, again, other = (
        client.post("/tournaments", data=OPENING | KEY | {"title": title}).location
        for title in ("Coupe", "Coupe", "Challenge")
    )
    assert first == again != other
