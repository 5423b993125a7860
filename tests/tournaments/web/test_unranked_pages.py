"""Hors classement on its page, for check-in and the desk, and in the ranking."""

import re

import pytest
from desk import Desk
from tournament_routes import role_token

from scorekeeper.tournaments.service.tokens import Role


@pytest.fixture
def desk(app, client):
    """A desk of 8 players of Tarot, whose first round is closed."""
    desk = Desk(app, client, 8, rounds="3").closed()
    return desk


def address(desk, role):
    return f"/tournaments/{role_token(desk.address.rpartition('/')[2], role)}"


@pytest.mark.parametrize("role", [Role.CHECK_IN, Role.DESK])
def test_a_helper_sets_somebody_apart_from_the_ranking_and_takes_it_back(desk, role):
    page = address(desk, role) + "/unranked"
    form = {"who": "3", "reason": "parti"}
    answer = desk.client.post(page, data=form, follow_redirects=True).text
    assert desk.tournament.unranked == {3: "parti"}
    assert "est hors classement" in answer and "Reclasser" in answer
    desk.client.post(page, data={"who": "3", "again": "1"})
    assert desk.tournament.unranked == {}


def test_a_ranking_names_who_is_not_ranked_once_it_is_published_again(desk):
    desk.post("/unranked", who="3", reason="<b>parti</b>")
    page = desk.get("/ranking")
    assert "Ce qui a changé" in page and "hors classement" in page
    reading = address(desk, Role.READING) + "/ranking"
    assert "hors classement" not in desk.client.get(reading).text
    desk.post("/rounds/1/close")
    told = desk.client.get(reading).text
    assert (
        "hors classement" in told and "parti" not in told.partition("hors classement")[2][:40]
    )
    assert "<b>parti" not in desk.get("/unranked")


def test_the_printed_ranking_ends_with_who_is_not_ranked_and_its_sum_has_him_too(desk):
    desk.post("/unranked", who="3", reason="parti")
    desk.post("/penalties", round="1", who="3", points="100", reason="retard")
    *_, last, total = re.findall(r'<th scope="row".*?</tr>', desk.get("/paper/ranking"), re.S)
    told = [" ".join(re.sub("<[^>]*>", " ", row).split()) for row in (last, total)]
    assert re.match(r"– Chloé hors classement, pénalités −100 ", told[0])
    assert told[1] == "Σ pénalités −100 −100"


@pytest.mark.parametrize(
    "form", [{"who": "3"}, {"who": "3", "reason": " "}, {"who": "x", "reason": "parti"}]
)
def test_a_form_without_reason_or_person_changes_nothing(desk, form):
    assert desk.post("/unranked", **form).status_code in (404, 422)
    assert desk.post("/unranked", who="9" * 30, reason="parti").status_code in (404, 422)
    assert desk.tournament.unranked == {}


def test_publishing_the_last_ranking_settles_all(desk):
    desk.publish()
    desk.play(2)
    desk.post("/unranked", who="3", reason="parti")
    assert desk.get("").count("à publier à nouveau") == 2
    desk.post("/rounds/2/close")
    assert "à publier à nouveau" not in desk.get("")
    assert "Ce qui a changé" not in desk.get("/ranking/1")


@pytest.mark.parametrize(("people", "rounds", "is_offered"), [(5, 2, True), (4, 2, False)])
def test_a_final_is_offered_once_the_last_round_but_one_is_closed(
    app, client, people, rounds, is_offered
):
    desk = Desk(app, client, people, rounds="3")
    for number in range(1, rounds + 1):
        assert "/draw?kind=final" not in desk.get("")
        desk.publish()
        desk.play(number)
    assert ("/draw?kind=final" in desk.get("")) is is_offered


@pytest.mark.parametrize(
    ("path", "form", "size"),
    [
        ("/unranked", {"who": "3", "reason": "parti"}, 12),
        ("/check-in", {"people": "3", "gone": "1"}, 8),
    ],
)
def test_a_final_is_of_those_who_are_ranked_and_here(app, client, path, form, size):
    desk = Desk(app, client, 13, rounds="2").closed()
    desk.post(path, **form)
    here = [line.who for line in desk.tournament.rounds[0].ranking if line.who != 3]
    desk.publish("?kind=final")
    assert desk.tournament.rounds[-1].is_final
    assert desk.tournament.rounds[-1].seated == {*here[:size]}
