"""The referee of a tournament: a fault in one tap, a deal annulled, a table that stops."""

import re

import pytest
from conftest import BELOTE, GARDE
from desk import Desk, hidden
from tournament_routes import role_token

from scorekeeper.tournaments.round import TableResult
from scorekeeper.tournaments.service.tables import open_table
from scorekeeper.tournaments.service.tokens import Role


@pytest.fixture
def referee(app, client):
    """Opens the tournament of a referee, whose first round is published: his desk."""

    def opened(count=8, preset="tarot_libre", **fields):
        desk = Desk(app, client, count, preset, deals="3", **fields).reach(1)
        organizer = desk.address.rpartition("/")[2]
        desk.address = f"/tournaments/{role_token(organizer, Role.REFEREE)}"
        return desk

    return opened


def play(desk, hand, deals):
    """Play deals on the phone of table 1; the address of its sheet."""
    sheet = f"/sheets/{open_table(desk.access, 1, 1)}"
    for _ in range(deals):
        desk.client.post(f"{sheet}/hands", data=hand)
    return sheet


@pytest.mark.parametrize(
    ("preset", "seat", "fined"),
    [
        ("belote_points", 0, lambda table, team_of: (table[1], 162)),
        ("tarot_libre", 3, lambda table, team_of: (table[3], -100)),
        ("tarot_pairs", 3, lambda table, team_of: (team_of[table[3] - 1], -100)),
    ],
    ids=["162 for the other team", "100 less for the player", "100 less for his team"],
)
def test_a_fault_is_one_tap(referee, preset, seat, fined):
    desk = referee(preset=preset)
    page = desk.get("/rounds/1/slips?table=2")
    who = re.findall(r'name="who" value="(\d+)"', page)[seat]
    assert desk.post("/penalties", **hidden(page, "/penalties"), who=who).status_code == 303
    (found,), table = desk.tournament.rounds[0].penalties, desk.tournament.rounds[0].tables[1]
    assert (found.who, found.points) == fined(table, desk.tournament.team_of)


def test_a_fault_of_a_team_without_an_opponent_is_refused_with_a_sentence(referee):
    desk = referee(6, "belote_points")
    (exempt,) = desk.tournament.rounds[0].exempt
    answer = desk.post("/penalties", round=1, who=exempt, points=162, reason="retard")
    assert answer.status_code == 409 and "pas d’adversaire" in answer.text


def test_the_slips_of_the_desk_have_no_fault(referee):
    desk = referee()
    desk.address = f"/tournaments/{desk.access.token_of(Role.DESK)}"
    page = desk.get("/rounds/1/slips?table=2")
    assert 'name="points"' in page and 'name="who"' not in page


def test_a_deal_is_annulled_on_the_sheet_that_the_slip_links_to(referee):
    desk = referee()
    sheet = play(desk, GARDE, 1)
    assert f'href="{sheet}"' in desk.get("/rounds/1/slips?table=1")
    assert desk.client.post(f"{sheet}/hands", data={"passed": "referee"}).status_code < 400
    assert "Donne annulée" in desk.client.get(sheet).text


@pytest.mark.parametrize(
    ("preset", "hand", "deals", "counts"),
    [
        ("tarot_libre", GARDE, 2, TableResult((-132, -132, -132, 396), deals=2)),
        ("belote_points", BELOTE, 1, TableResult((71 + 162, 91 + 162), how="average")),
    ],
    ids=["what it has played", "with the average of the rest"],
)
def test_a_table_that_stops_marks_what_its_slip_proposes(referee, preset, hand, deals, counts):
    desk = referee(preset=preset)
    play(desk, hand, deals)
    form = hidden(desk.get("/rounds/1/slips?table=1"), "/slips")
    assert desk.post("/rounds/1/slips", **form).status_code == 303
    result = desk.tournament.rounds[0].slips[1].result
    assert result._replace(points=tuple(sorted(result.points))) == counts


@pytest.mark.parametrize("deals", [0, 3])
def test_no_stop_is_proposed_before_the_first_deal_or_after_the_last(referee, deals):
    desk = referee()
    play(desk, GARDE, deals)
    assert "Compter ainsi" not in desk.get("/rounds/1/slips?table=1")


def test_a_slip_of_paper_is_completed_with_81_a_deal(referee):
    desk = referee(preset="belote_points")
    assert desk.type_slip(1, 200, 124, how="rest", deals="2").status_code == 303
    assert desk.tournament.rounds[0].slips[1].result == TableResult((281, 205), how="average")


@pytest.mark.parametrize("deals", ["", "0", "4"])
def test_a_slip_of_paper_is_not_completed_without_its_deals(referee, deals):
    desk = referee(preset="belote_points")
    answer = desk.type_slip(1, 200, 124, how="rest", deals=deals)
    assert answer.status_code == 422 and "Combien de donnes" in answer.text


def test_the_page_of_a_table_on_a_phone_is_asked_for_anew(referee):
    desk = referee()
    play(desk, GARDE, 1)
    assert re.findall(r'data-table="(\d)"', desk.get("/rounds/1/slips?table=2")) == ["2"]
