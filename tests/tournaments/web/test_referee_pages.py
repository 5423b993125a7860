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


def fault(desk, seat):
    """Tap the fault of the people in a seat of table 2, as its slip offers it."""
    page = desk.get("/rounds/1/slips?table=2")
    who = re.findall(r'name="who" value="(\d+)"', page)[seat]
    assert desk.post("/penalties", **hidden(page, "/penalties"), who=who).status_code == 303


def penalty(desk):
    (found,) = desk.tournament.rounds[0].penalties
    return found.who, found.points


def play(desk, hand, deals):
    """Play deals on the phone of table 1; the address of its sheet."""
    sheet = f"/sheets/{open_table(desk.access, 1, 1)}"
    for _ in range(deals):
        desk.client.post(f"{sheet}/hands", data=hand)
    return sheet


def stop(desk):
    """Let table 1 stop as its slip proposes it; the result that counts then."""
    page = desk.get("/rounds/1/slips?table=1")
    form = hidden(page, "/slips")
    assert desk.post("/rounds/1/slips", **form).status_code == 303
    return desk.tournament.rounds[0].slips[1].result


def test_a_fault_of_belote_gives_162_to_the_other_team_in_one_tap(referee):
    desk = referee(preset="belote_points")
    fault(desk, 0)
    assert penalty(desk) == (desk.tournament.rounds[0].tables[1][1], 162)


def test_a_fault_of_tarot_takes_points_from_the_player_in_one_tap(referee):
    desk = referee()
    fault(desk, 3)
    assert penalty(desk) == (desk.tournament.rounds[0].tables[1][3], -100)


def test_a_fault_of_tarot_in_teams_takes_points_from_the_team(referee):
    desk = referee(preset="tarot_pairs")
    fault(desk, 3)
    player = desk.tournament.rounds[0].tables[1][3]
    assert penalty(desk) == (desk.tournament.team_of[player - 1], -100)


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


def test_a_table_of_tarot_that_stops_marks_what_it_has_played(referee):
    desk = referee()
    play(desk, GARDE, 2)
    result = stop(desk)
    assert (sorted(result.points), result.deals) == ([-132, -132, -132, 396], 2)


def test_a_table_of_belote_that_stops_marks_the_average_of_the_rest(referee):
    desk = referee(preset="belote_points")
    play(desk, BELOTE, 1)
    assert stop(desk) == TableResult((91 + 162, 71 + 162), how="average")


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
