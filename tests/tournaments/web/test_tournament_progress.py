"""The clock of a round and how far its tables are, as pages."""

import re

import pytest
from desk import Desk, desk_fixture, hidden, play_deals
from tournament_routes import role_token

from scorekeeper.tournaments.clock import Clock
from scorekeeper.tournaments.service.tokens import Role

desk = desk_fixture(count=8, reach=1, deals="2")


def change(desk, how, **more):
    """Tap a button of the clock."""
    round = desk.tournament.rounds[0]
    form = {"round": "1", "seen": round.clock.stamp, "change": how}
    return desk.post("/clock", **form | more)


def clock_of(desk):
    return desk.tournament.rounds[0].clock


def test_one_tap_on_the_seats_starts_the_clock(desk):
    form = hidden(desk.get("/rounds/1"), "/clock")
    answer = desk.post("/clock", **form, change="start")
    assert answer.status_code == 303 and clock_of(desk).started


def test_the_last_round_does_not_speak_of_the_next_one(app, client):
    desk = Desk(app, client, 8, rounds="2").reach(1)
    change(desk, "start")
    assert "la suite placée" in desk.get("/progress")
    desk.play()
    desk.publish("?kind=final&size=4")
    desk.post("/clock", **hidden(desk.get("/rounds/2"), "/clock"), change="start")
    assert "Couper une donne" in desk.get("/progress")
    assert "la suite placée" not in desk.get("/progress")


def test_a_round_has_the_minutes_that_are_typed(desk):
    change(desk, "start", minutes="30")
    assert 'data-ends="' in desk.get("/progress")


def test_the_last_deal_is_announced_and_taken_back(desk):
    change(desk, "start")
    change(desk, "last")
    assert '<b class="clock last">' in desk.get("/progress")
    change(desk, "resume")
    assert clock_of(desk).ends == "" and not clock_of(desk).is_last


def test_the_same_tap_twice_moves_the_clock_once(desk):
    change(desk, "start", minutes="30")
    ends, seen = clock_of(desk).ends, clock_of(desk).stamp
    for _ in range(2):
        change(desk, "more", minutes="5", seen=seen, key="k" * 32)
    assert clock_of(desk) == Clock(clock_of(desk).started, ends).moved(5, ends)


def test_an_old_page_shows_the_clock_as_it_is(desk):
    change(desk, "start", minutes="30")
    answer = change(desk, "last", seen=Clock().stamp)
    assert answer.status_code == 409 and "La pendule a changé" in answer.text
    assert not clock_of(desk).is_last


def test_what_a_deal_less_changes_is_shown_before_it_is_cut(desk):
    change(desk, "start")
    link = re.search(r'href="[^"]*(/progress\?deals=1)"', desk.get("/progress"))[1]
    form = hidden(desk.get(link), "/clock")
    assert 'value="deals"' in desk.get(link) and 'value="deals"' not in desk.get(f"{link}1")
    assert clock_of(desk).deals == 0
    desk.post("/clock", **form, change="deals")
    assert clock_of(desk).deals == 1


def test_a_poll_without_news_has_no_answer(desk):
    etag = re.search(r'data-etag="(\w+)"', desk.get("/progress"))[1]
    path = f"{desk.address}/progress?v={etag}"
    assert desk.client.get(path).status_code == 204
    play_deals(desk.access, deals=1)
    assert 'data-hx-swap-oob="true"' in desk.client.get(path).text


@pytest.mark.parametrize(("role", "cuts"), [(Role.DESK, False), (Role.REFEREE, True)])
def test_the_desk_sees_the_tables_and_does_not_cut_deals(desk, role, cuts):
    change(desk, "start")
    token = role_token(desk.access.token, role)
    page = desk.client.get(f"/tournaments/{token}/progress").text
    assert ("?deals=1" in page) is cuts


def test_a_slip_of_a_shortened_round_is_checked_by_its_deals(app, client):
    desk = Desk(app, client, count=8, preset="belote_points", deals="12").reach(1)
    change(desk, "deals", deals="11")
    assert desk.type_slip(1, 1000, 782).status_code == 303
    assert desk.tournament.rounds[0].slips[1].result.deals == 11
