"""The players of a circle: names, nicknames, merges, as pages."""

import re
from datetime import date

import pytest
from circle_routes import PRESENT
from conftest import token_of

from scorekeeper.circles.service.tokens import tokens_from


@pytest.fixture
def post(client, circle):
    return lambda path, **form: client.post(f"{circle}/players{path}", data=form)


@pytest.fixture
def player(app, circle):
    def read(id):
        return app.extensions["circles"].access(token_of(circle)).circle.player(id)

    return read


def test_a_player_joins(post, client, circle):
    assert post("", name="Zoé").status_code == 303
    assert "Zoé" in client.get(f"{circle}/players").text


@pytest.mark.parametrize(
    ("name", "message"), [("anne", "est déjà dans le cercle"), ("  ", "Il manque un nom.")]
)
def test_a_name_that_cannot_be_is_shown_beside_the_question(post, name, message):
    refused = post("", name=name)
    assert refused.status_code == 422 and message in refused.text
    assert f'name="name" value="{name}"' in refused.text


def test_the_table_adds_a_player_and_is_offered_no_more(client, circle):
    table = f"/circles/{tokens_from(token_of(circle)).table}"
    page = client.post(f"{table}/players", data={"name": "Zoé"}, follow_redirects=True).text
    assert "Zoé" in page and "/edit" not in page


def test_a_player_gets_another_name_and_a_nickname(post, player):
    post("/1/edit", act="rename", name="Anna")
    post("/1/edit", act="nickname", nickname="Nanou")
    found = player(1)
    assert (found.name, found.nicknames) == ("Anna", ("Nanou",))


def test_a_refused_name_stays_in_its_box(post, player):
    refused = post("/1/edit", act="rename", name="bruno")
    assert refused.status_code == 422 and 'name="name" value="bruno"' in refused.text
    assert player(1).name == "Anne"


def test_a_nickname_is_taken_off_in_one_tap(post, client, circle, player):
    post("/1/edit", act="nickname", nickname="Nanou")
    number = re.search(
        r'name="number" value="(\d+)"', client.get(f"{circle}/players/1/edit").text
    )[1]
    post("/1/edit", act="forget", number=number)
    assert player(1).nicknames == ()


def test_players_who_are_one_are_merged_and_separated_in_one_tap(post, client, circle, player):
    before = client.get(f"{circle}/players/5/edit").text
    assert re.search(rf"à la place de «\s{player(5).name}\s»", before)
    post("/5/merge", into="1")
    assert player(5).merged_into == 1
    page = client.get(f"{circle}/players/1/edit").text
    action = re.search(r'action="[^"]*/players(/5/unmerge)"', page)[1]
    post(action)
    assert player(5).merged_into == 0


def test_who_sat_at_one_table_is_not_merged_and_the_evening_is_named(
    post, client, circle, player
):
    client.post(f"{circle}/sheets", data=PRESENT)
    refused = post("/2/merge", into="1")
    assert refused.status_code == 422
    assert "Bruno et Anne ont joué à la même table" in refused.text
    evening = f"{circle}/evenings/{date.today().isoformat()}"
    assert f'href="{evening}"' in refused.text
    assert client.get(evening, follow_redirects=True).status_code == 200
    assert player(2).merged_into == 0


@pytest.mark.parametrize("into", ["2", "99", "0", "", "x"])
def test_nobody_is_merged_with_nobody(post, into, player):
    assert post("/2/merge", into=into).status_code == 422
    assert player(2).merged_into == 0


@pytest.mark.parametrize("id", [0, 6, 99])
def test_a_player_who_is_not_there_is_404(client, circle, post, id):
    assert client.get(f"{circle}/players/{id}/edit").status_code == 404
    assert post(f"/{id}/edit", act="nickname", nickname="Max").status_code == 404


def test_the_circle_gets_another_name(post, client, circle):
    post("", title="Le café du Port")
    assert "<h1>Le café du Port</h1>" in client.get(circle).text
    table = f"/circles/{tokens_from(token_of(circle)).table}"
    assert client.post(f"{table}/players", data={"title": "Nous"}).status_code == 404


def test_an_erased_player_is_offered_to_no_merge(post, client, circle):
    post("/1/erasure")
    shown = client.get(f"{circle}/players/2/edit").text
    assert re.findall(r'name="into" value="(\d+)"', shown) == ["3", "4", "5"]
    assert 'name="into"' not in client.get(f"{circle}/players/1/edit").text
