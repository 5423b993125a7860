"""What helpers see of a tournament: their pages, their next step, their links."""

import re

import pytest
from desk import desk_fixture
from tournament_routes import role_token

from scorekeeper.tournaments.service.tokens import HELPERS, Role

EVERYBODY = ["Placement", "Classement"]

TABS = {
    Role.READING: EVERYBODY,
    Role.DESK: ["Placement", "Résultats", "Classement"],
    Role.CHECK_IN: ["Joueurs", "Pointage", *EVERYBODY],
    Role.REFEREE: ["Placement", "Résultats", "Pénalités", "Classement"],
}

STEPS = {
    Role.DESK: ["Saisir 2 feuilles"],
    Role.CHECK_IN: ["Pointer les présents", "Inscrire les joueurs"],
    Role.REFEREE: ["Noter une pénalité", "Décider d’un résultat"],
}


desk = desk_fixture(8, reach=2, preset="belote_points")


@pytest.fixture
def address(desk):
    """Gives the address of the tournament for a role."""
    organizer = desk.address.rpartition("/")[2]
    return lambda role: f"/tournaments/{role_token(organizer, role)}"


def links(page, address):
    """The pages below this address that a page links to."""
    found = re.findall(r'(?:href|formaction)="([^"#]*)"', page)
    return {one.replace("&amp;", "&") for one in found if one.startswith(address)}


@pytest.mark.parametrize("role", [Role.READING, *HELPERS])
def test_every_page_that_a_role_is_shown_opens(client, address, role):
    start = address(role)
    seen, new = set(), {start}
    while new:
        seen |= new
        answers = [client.get(one) for one in new]
        assert [one.request.path for one in answers if one.status_code != 200] == []
        new = {link for one in answers for link in links(one.text, start)} - seen
    assert len(seen) > 5


@pytest.mark.parametrize(("role", "tabs"), TABS.items())
def test_tabs_are_those_of_the_role(client, address, role, tabs):
    page = client.get(f"{address(role)}/rounds/2").text
    nav = re.search(r'<nav class="tabs".*?</nav>', page, re.S)[0]
    assert re.findall(r">([^<>\s]+)</a>", nav) == tabs


@pytest.mark.parametrize(("role", "labels"), STEPS.items())
def test_the_next_step_is_that_of_the_role(client, address, role, labels):
    page = client.get(address(role)).text
    step = re.search(r'<p class="next">.*?</p>', page, re.S)[0]
    assert re.findall(r">([^<>]+)</a>", step) == labels


def test_an_organizer_shares_the_link_of_every_role(desk, address):
    page = desk.get("/share")
    shared = re.findall(r'/tournaments/(\w[^<"/]+)</textarea>', page)
    helpers = [address(role).rpartition("/")[2] for role in (Role.READING, *HELPERS)]
    assert shared == [*helpers, desk.address.rpartition("/")[2]]


@pytest.mark.parametrize("role", HELPERS)
def test_a_helper_shares_his_own_link_and_that_of_everybody(client, address, role):
    page = client.get(f"{address(role)}/share").text
    shared = re.findall(r"(/tournaments/[^<]+)</textarea>", page)
    assert shared == [address(Role.READING), address(role)]


def test_readers_share_their_own_link_alone(client, address):
    page = client.get(f"{address(Role.READING)}/share").text
    assert page.count("</textarea>") == 1


@pytest.mark.parametrize("role", HELPERS)
def test_the_first_page_lists_a_tournament_with_the_role(app, address, role):
    device = app.test_client()
    device.get(address(role))
    words = {Role.DESK: "Saisie des feuilles", Role.CHECK_IN: "Accueil des joueurs"}
    assert f" · {words.get(role, 'Arbitre')}</span>" in device.get("/").text


@pytest.mark.parametrize("letter", "odcar")
@pytest.mark.parametrize("role", [Role.READING, *HELPERS])
def test_a_token_with_the_letter_of_another_role_opens_nothing(client, address, role, letter):
    other = address(role).replace(f"/{role}", f"/{letter}")
    assert client.get(other).status_code == (200 if role == letter else 404)


@pytest.mark.parametrize("role", HELPERS)
def test_only_the_organizer_is_offered_to_publish_a_ranking(desk, client, address, role):
    for table in (1, 2):
        desk.type_slip(table, round=2)
    assert "/close" in desk.get("/ranking") and "/ranking/2" in desk.get("/rounds/2/slips")
    for path in ("/ranking", "/rounds/2/slips"):
        page = client.get(f"{address(role)}{path}").text
        assert "/close" not in page and "/ranking/2" not in page


def test_a_helper_is_told_when_every_slip_is_typed(desk, address):
    slips, told = f"{address(Role.DESK)}/rounds/2/slips", "Toutes les feuilles sont notées."
    for table in (1, 2):
        assert told not in desk.client.get(slips).text
        desk.type_slip(table, round=2)
    assert told in desk.client.get(slips).text
    assert told not in desk.get("/rounds/2/slips")
    desk.post("/rounds/2/close")
    assert told not in desk.client.get(slips).text
