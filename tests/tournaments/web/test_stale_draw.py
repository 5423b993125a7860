"""A page of a draw that was opened before something was published."""

import pytest
from desk import Desk, hidden


@pytest.fixture
def desk(app, client):
    """A desk of 8 players of Tarot, whose first round is closed."""
    desk = Desk(app, client, 8).closed()
    return desk


def test_a_link_of_a_stale_draw_does_not_lead_to_the_next_draw(desk):
    page = desk.get("/draw")
    assert "number=2" in page
    desk.publish()
    page = desk.get("/draw?kind=random&seed=9&number=2")
    assert "Position 2" in page and "Publier ces places" not in page


@pytest.mark.parametrize("number", ["", "0", "7", "-1", "9" * 30, "x"])
def test_seats_of_no_next_round_are_not_published(desk, number):
    form = hidden(desk.get("/draw"), "/rounds") | {"number": number}
    assert desk.post("/rounds", **form).status_code == 409
    assert desk.get(f"/draw?number={number}")
    assert len(desk.tournament.rounds) == 1


def test_the_same_form_sent_twice_publishes_once_and_shows_its_seats(desk):
    form = hidden(desk.get("/draw"), "/rounds")
    answers = [desk.post("/rounds", **form) for _ in range(2)]
    assert [one.status_code for one in answers] == [303, 303]
    assert len(desk.tournament.rounds) == 2
